/**
 * A forest: trees of nodes, each with a name, whose children have an order.
 *
 * Every node is linked to its parent, to its first and last child, and to the siblings before and after it. Roots have
 * no parent and no siblings. Every change takes constant time, except that a move looks for the node among the ancestors.
 *
 * @module
 */

/** A change that is not possible; `reason` is `missing`, `cycle` or `root`. */
export class ForestError extends Error {
  constructor(reason) {
    super(`not possible: ${reason}`);
    this.reason = reason;
  }
}

export class Forest {
  #nodes = new Map();

  get size() {
    return this.#nodes.size;
  }

  has(name) {
    return this.#nodes.has(name);
  }

  clear() {
    this.#nodes.clear();
  }

  /** Adds a root, and returns true; or false if the name is taken. */
  add(name) {
    if (this.has(name)) return false;
    this.#nodes.set(name, { name, parent: null, first: null, last: null, previous: null, next: null });
    return true;
  }

  append(name, to) {
    const [node, other] = this.#pair(name, to);
    this.#unlink(node);
    this.#link(node, other, other.last, null);
  }

  prepend(name, to) {
    const [node, other] = this.#pair(name, to);
    this.#unlink(node);
    this.#link(node, other, null, other.first);
  }

  before(name, sibling) {
    const [node, other] = this.#pair(name, sibling, { beside: true });
    this.#unlink(node);
    this.#link(node, other.parent, other.previous, other);
  }

  after(name, sibling) {
    const [node, other] = this.#pair(name, sibling, { beside: true });
    this.#unlink(node);
    this.#link(node, other.parent, other, other.next);
  }

  /** Removes a node, whose children take its place; returns whether it was there. */
  remove(name) {
    const node = this.#nodes.get(name);
    if (node === undefined) return false;
    const { parent, next } = node;
    let { previous } = node;
    this.#unlink(node);
    for (const child of [...this.#below(node)]) {
      this.#unlink(child);
      if (parent !== null) {
        this.#link(child, parent, previous, next);
        previous = child;
      }
    }
    return this.#nodes.delete(name);
  }

  /** Removes a node and all that is below it; returns whether it was there. */
  removeSubtree(name) {
    const node = this.#nodes.get(name);
    if (node === undefined) return false;
    this.#unlink(node);
    for (const each of [...this.#preorder(node)]) this.#nodes.delete(each.name);
    return true;
  }

  /** The parent of a node, or undefined. */
  parent(name) {
    return this.#nodes.get(name)?.parent?.name;
  }

  /** The children of a node, or undefined. */
  children(name) {
    const node = this.#nodes.get(name);
    return node && Array.from(this.#below(node), (each) => each.name);
  }

  /** All that is below a node, each before its children; or undefined. */
  descendants(name) {
    const node = this.#nodes.get(name);
    return node && Array.from(this.#preorder(node), (each) => each.name).slice(1);
  }

  roots() {
    return [...this.#nodes.values()].filter((node) => node.parent === null).map((node) => node.name);
  }

  /** A node that is to be moved, and the one that says where; the latter must not be below the former. */
  #pair(name, place, { beside = false } = {}) {
    const [node, other] = [this.#nodes.get(name), this.#nodes.get(place)];
    if (node === undefined || other === undefined) throw new ForestError('missing');
    for (let above = other; above !== null; above = above.parent) if (above === node) throw new ForestError('cycle');
    if (beside && other.parent === null) throw new ForestError('root');
    return [node, other];
  }

  /** Links a root between two children of a parent, or at an end. */
  #link(node, parent, previous, next) {
    Object.assign(node, { parent, previous, next });
    if (previous === null) parent.first = node;
    else previous.next = node;
    if (next === null) parent.last = node;
    else next.previous = node;
  }

  /** Makes a node a root. */
  #unlink(node) {
    const { parent, previous, next } = node;
    if (parent === null) return;
    if (previous === null) parent.first = next;
    else previous.next = next;
    if (next === null) parent.last = previous;
    else next.previous = previous;
    Object.assign(node, { parent: null, previous: null, next: null });
  }

  * #below(node) {
    for (let child = node.first; child !== null; child = child.next) yield child;
  }

  * #preorder(node) {
    const left = [node];
    while (left.length) {
      const each = left.pop();
      yield each;
      left.push(...[...this.#below(each)].reverse());
    }
  }
}

/**
 * A directed graph whose clones share everything, until one of them is changed.
 *
 * A key is a pair: the kind, and the index of a cell. What always holds:
 *
 * 1. a cell holds a node or an edge, or its index is once in the stack of vacancies;
 * 2. an edge is once among those from its source, and once among those to its target, the latest last;
 * 3. cells that another graph may have, too, are not changed: whoever changes one owns all of its kind. What is in a
 *    cell is not changed at all, but replaced.
 *
 * @module
 */

/** A refusal, which changes nothing. */
export class GraphError extends Error {}

/** The nodes, or the edges. */
class Shelf {
  constructor(kind, most) {
    Object.assign(this, { kind, most, size: 0, cells: [], vacant: [], shared: false });
  }

  /** What a key finds. */
  at([kind, index]) {
    return kind === this.kind ? this.cells[index] : undefined;
  }

  /** The key of what is added. */
  add(held) {
    if (this.size === this.most) throw new GraphError('full');
    this.own();
    const index = this.vacant.pop() ?? this.cells.length;
    this.cells[index] = held;
    this.size += 1;
    return [this.kind, index];
  }

  /** Puts something else into the cell of a key. */
  replace([, index], held) {
    this.own();
    this.cells[index] = held;
  }

  take([, index]) {
    this.own();
    this.cells[index] = undefined;
    this.vacant.push(index);
    this.size -= 1;
  }

  clear() {
    Object.assign(this, { size: 0, cells: [], vacant: [], shared: false });
  }

  /** Keys, and what they find. */
  entries() {
    const live = [...this.cells.keys()].filter((index) => this.cells[index]);
    return live.map((index) => [[this.kind, index], this.cells[index]]);
  }

  clone() {
    this.shared = true;
    return Object.assign(new Shelf(), this);
  }

  /** Copies the cells, if another graph may have them. */
  own() {
    if (!this.shared) return;
    for (const name of ['cells', 'vacant']) this[name] = [...this[name]];
    this.shared = false;
  }
}

export class SharingGraph {
  constructor(mostNodes = Infinity, mostEdges = Infinity) {
    this.nodes = new Shelf('node', mostNodes);
    this.edges = new Shelf('edge', mostEdges);
  }

  /** @throws {GraphError} there may be no more nodes */
  addNode(element) {
    return this.nodes.add({ element, from: [], to: [] });
  }

  /** @throws {GraphError} one of the nodes does not exist, or there may be no more edges */
  addEdge(source, target, element) {
    if (!this.nodes.at(source) || !this.nodes.at(target)) throw new GraphError('missing');
    const edge = this.edges.add({ element, ends: [source, target] });
    this.relist(source, 'from', (edges) => [...edges, edge]);
    this.relist(target, 'to', (edges) => [...edges, edge]);
    return edge;
  }

  /** Changes the edges from a node, or those to it. */
  relist(node, name, change) {
    const held = this.nodes.at(node);
    this.nodes.replace(node, { ...held, [name]: change(held[name]) });
  }

  /** Removes an edge, and returns its element. */
  removeEdge(edge) {
    const removed = this.edges.at(edge);
    if (!removed) return undefined;
    const others = (edges) => edges.filter(([, index]) => index !== edge[1]);
    this.relist(removed.ends[0], 'from', others);
    this.relist(removed.ends[1], 'to', others);
    this.edges.take(edge);
    return removed.element;
  }

  /** Removes a node and its edges, and returns their elements. */
  removeNode(node) {
    const removed = this.nodes.at(node);
    if (!removed) return [];
    const elements = this.incident(node).map((edge) => this.removeEdge(edge));
    this.nodes.take(node);
    return [removed.element, ...elements];
  }

  /** The edges from a node, the latest first. */
  outgoing(node) {
    return [...(this.nodes.at(node)?.from ?? [])].reverse();
  }

  incoming(node) {
    return [...(this.nodes.at(node)?.to ?? [])].reverse();
  }

  /** The edges from a node and to it; a loop is among those from it. */
  incident(node) {
    const loop = (edge) => this.edges.at(edge).ends.every(([, index]) => index === node[1]);
    return [...this.outgoing(node), ...this.incoming(node).filter((edge) => !loop(edge))];
  }

  /** The latest edge from one node to another. */
  findEdge(source, target) {
    if (!this.nodes.at(target)) return undefined;
    return this.outgoing(source).find((edge) => this.edges.at(edge).ends[1][1] === target[1]);
  }

  /** Removes every edge, and returns their elements. */
  clearEdges() {
    const removed = this.edges.entries().map(([, { element }]) => element);
    this.edges.clear();
    for (const [node, { element }] of this.nodes.entries()) this.nodes.replace(node, { element, from: [], to: [] });
    return removed;
  }

  clear() {
    this.nodes.clear();
    this.edges.clear();
  }

  /** A graph with the same nodes and edges under the same keys. */
  clone() {
    return Object.assign(new SharingGraph(), { nodes: this.nodes.clone(), edges: this.edges.clone() });
  }

  /** Exchanges everything with another graph. */
  swap(other) {
    [this.nodes, other.nodes] = [other.nodes, this.nodes];
    [this.edges, other.edges] = [other.edges, this.edges];
  }

  /** Whether both have the same elements under the same keys, and the same edges from the same nodes to the same nodes. */
  equals(other) {
    const same = (one, another) => one && one.element === another.element && `${one.ends}` === `${another.ends}`;
    return ['nodes', 'edges'].every(
      (name) => this[name].size === other[name].size && this[name].entries().every(([key, held]) => same(other[name].at(key), held)),
    );
  }
}

/**
 * A directed graph whose nodes and edges keep their indices while others are added and removed.
 *
 * Invariants:
 *
 * 1. the vacant cells of each kind are linked by `next`, from `vacant` on, the latest first;
 * 2. each node has two lists of edges, `first[OUT]` and `first[IN]`, with the latest edge first;
 * 3. an edge is in one list of each of its two nodes, and is linked to the next one by `next[OUT]` and `next[IN]`.
 *
 * @module
 */

import { Full } from '../../stablelist_conformance/starters/javascript/starter.mjs';

const OUT = 0;
const IN = 1;
const NONE = -1;

/** A node of an edge to be added does not exist. */
export class MissingError extends Error {}

/** Cells with a list of vacancies. */
class Store {
  constructor(most) {
    Object.assign(this, { most: Number(most), cells: [], size: 0, vacant: NONE });
  }

  has(index) {
    return this.cells[index]?.live === true;
  }

  element(index) {
    return this.has(index) ? this.cells[index].element : undefined;
  }

  get full() {
    return this.most > 0 && this.size === this.most;
  }

  put(content) {
    const index = this.vacant === NONE ? this.cells.length : this.vacant;
    if (this.vacant !== NONE) this.vacant = this.cells[index].next;
    this.cells[index] = { live: true, ...content };
    this.size += 1;
    return index;
  }

  take(index) {
    const { element } = this.cells[index];
    this.cells[index] = { live: false, next: this.vacant };
    this.vacant = index;
    this.size -= 1;
    return element;
  }

  /** Indices and elements. */
  entries() {
    return [...this.cells.keys()].filter((index) => this.has(index)).map((index) => [index, this.element(index)]);
  }

  layout() {
    const free = [];
    for (let index = this.vacant; index !== NONE; index = this.cells[index].next) free.push(index);
    return `${this.size}:${this.cells.length}:${free}`;
  }
}

export class StableGraph {
  constructor({ nodes = '0', edges = '0' }) {
    Object.assign(this, { nodes: new Store(nodes), edges: new Store(edges), visited: 0, links: 0 });
  }

  /** @throws {Full} there may be no more nodes */
  addNode(element) {
    if (this.nodes.full) throw new Full();
    return this.nodes.put({ element, first: [NONE, NONE] });
  }

  /**
   * @throws {Full} there may be no more edges
   * @throws {MissingError} one of the nodes does not exist
   */
  addEdge(source, target, element) {
    if (this.edges.full) throw new Full();
    if (!this.nodes.has(source) || !this.nodes.has(target)) throw new MissingError();
    const [from, to] = [this.nodes.cells[source], this.nodes.cells[target]];
    const edge = this.edges.put({ element, ends: [source, target], next: [from.first[OUT], to.first[IN]] });
    from.first[OUT] = edge;
    to.first[IN] = edge;
    return edge;
  }

  /** Removes an edge, and returns its element. */
  removeEdge(edge) {
    if (!this.edges.has(edge)) return undefined;
    for (const list of [OUT, IN]) this.unlink(edge, list);
    return this.edges.take(edge);
  }

  /** Removes a node and its edges, and returns their elements. */
  removeNode(node) {
    if (!this.nodes.has(node)) return [];
    const removed = [];
    for (const list of [OUT, IN]) {
      const { first } = this.nodes.cells[node];
      while (first[list] !== NONE) removed.push(this.removeEdge(first[list]));
    }
    return [this.nodes.take(node), ...removed];
  }

  unlink(edge, list) {
    const { ends, next } = this.edges.cells[edge];
    const { first } = this.nodes.cells[ends[list]];
    if (first[list] === edge) {
      first[list] = next[list];
      return;
    }
    let before = this.edges.cells[first[list]];
    this.links += 1;
    while (before.next[list] !== edge) {
      before = this.edges.cells[before.next[list]];
      this.links += 1;
    }
    before.next[list] = next[list];
  }

  /** The edges of a node in one of its lists. */
  listed(node, list) {
    const edges = [];
    let edge = this.nodes.has(node) ? this.nodes.cells[node].first[list] : NONE;
    for (; edge !== NONE; edge = this.edges.cells[edge].next[list]) edges.push(edge);
    return edges;
  }

  outgoing(node) {
    return this.listed(node, OUT);
  }

  incoming(node) {
    return this.listed(node, IN);
  }

  /** The edges from a node and to it; a loop is among those from it. */
  incident(node) {
    return [...this.outgoing(node), ...this.incoming(node).filter((edge) => this.ends(edge)[OUT] !== node)];
  }

  /** The number of ends of edges at a node, of which a loop has two; undefined if there is no such node. */
  degree(node) {
    return this.nodes.has(node) ? this.outgoing(node).length + this.incoming(node).length : undefined;
  }

  /** The latest edge from one node to another. */
  findEdge(source, target) {
    if (!this.nodes.has(target)) return undefined;
    return this.outgoing(source).find((edge) => this.ends(edge)[1] === target);
  }

  ends(edge) {
    return this.edges.has(edge) ? this.edges.cells[edge].ends : undefined;
  }

  /** Removes every edge, and returns their elements. */
  clearEdges() {
    const removed = this.edges.entries().map(([, element]) => element);
    this.edges = new Store(this.edges.most);
    for (const { live, first } of this.nodes.cells) if (live) first.fill(NONE);
    return removed;
  }

  clear() {
    this.nodes = new Store(this.nodes.most);
    this.edges = new Store(this.edges.most);
  }

  /** Returns the indices and elements of a store, and counts the visited cells. */
  iterate(store) {
    this.visited += store.cells.length;
    return store.entries();
  }
}

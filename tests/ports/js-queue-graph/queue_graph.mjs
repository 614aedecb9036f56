/**
 * A directed graph that decides otherwise than petgraph's StableGraph wherever the documentation of that is silent:
 * vacancies are in a queue, the earliest of parallel edges is found, and the edges that lead to a node are removed first.
 *
 * Invariants:
 *
 * 1. an index is in the queue if and only if an element was there and none is;
 * 2. each node lists its edges in both directions, the earliest first;
 * 3. an edge is in one list of each of its two nodes.
 *
 * @module
 */

import { Full } from '../../stablelist_conformance/starters/javascript/starter.mjs';

/** A node of an edge to be added does not exist. */
export class MissingError extends Error {}

/** Elements by index; the index that was vacated first is used first. */
class Shelf {
  constructor(most) {
    Object.assign(this, { most: Number(most), held: new Map(), queue: [], end: 0 });
  }

  get size() {
    return this.held.size;
  }

  get full() {
    return this.most > 0 && this.size >= this.most;
  }

  element(index) {
    return this.held.get(index)?.element;
  }

  put(content) {
    const index = this.queue.length ? this.queue.shift() : this.end++;
    this.held.set(index, content);
    return index;
  }

  take(index) {
    const element = this.element(index);
    this.held.delete(index);
    this.queue.push(index);
    return element;
  }
}

export class QueueGraph {
  constructor({ nodes = '0', edges = '0' }) {
    Object.assign(this, { nodes: new Shelf(nodes), edges: new Shelf(edges) });
  }

  /** @throws {Full} there may be no more nodes */
  addNode(element) {
    if (this.nodes.full) throw new Full();
    return this.nodes.put({ element, lists: [[], []] });
  }

  /**
   * @throws {MissingError} one of the nodes does not exist
   * @throws {Full} there may be no more edges
   */
  addEdge(source, target, element) {
    const ends = [source, target];
    if (!ends.every((node) => this.nodes.held.has(node))) throw new MissingError();
    if (this.edges.full) throw new Full();
    const edge = this.edges.put({ element, ends });
    ends.forEach((node, end) => this.list(node, end).push(edge));
    return edge;
  }

  /** Removes an edge, and returns its element. */
  removeEdge(edge) {
    const ends = this.ends(edge);
    if (ends === undefined) return undefined;
    ends.forEach((node, end) => {
      const list = this.list(node, end);
      list.splice(list.indexOf(edge), 1);
    });
    return this.edges.take(edge);
  }

  /** Removes a node and its edges, and returns their elements. */
  removeNode(node) {
    if (!this.nodes.held.has(node)) return [];
    const edges = new Set([...this.list(node, 1), ...this.list(node, 0)]);
    const removed = [...edges].map((edge) => this.removeEdge(edge));
    return [this.nodes.take(node), ...removed];
  }

  /** The edges from a node or to it, the earliest first. */
  list(node, end) {
    return this.nodes.held.get(node)?.lists[end] ?? [];
  }

  outgoing(node) {
    return [...this.list(node, 0)].reverse();
  }

  incoming(node) {
    return [...this.list(node, 1)].reverse();
  }

  /** The earliest edge from one node to another. */
  findEdge(source, target) {
    return this.list(source, 0).find((edge) => this.ends(edge)[1] === target);
  }

  ends(edge) {
    return this.edges.held.get(edge)?.ends;
  }

  /** Removes every edge, and returns their elements; the indices are used again after all vacant ones. */
  clearEdges() {
    return [...this.edges.held.keys()].map((edge) => this.removeEdge(edge));
  }

  clear() {
    this.clearEdges();
    for (const node of [...this.nodes.held.keys()]) this.nodes.take(node);
  }

  /** Indices and elements, the one that was added last first. */
  iterate(shelf) {
    return [...shelf.held].map(([index, { element }]) => [index, element]).reverse();
  }
}

/**
 * The port of js-vec: an array as a vector, whose keys are indices, with its three ways to remove.
 *
 * @module
 */

import { Full, serve } from '../../stablelist_conformance/starters/javascript/starter.mjs';

/** An array that counts the cost of its removals, and of sorting. */
class Vector {
  constructor({ removal = 'shift', capacity = '0' }) {
    Object.assign(this, { removal, capacity: Number(capacity), cells: [], moved: 0, dropped: 0, visited: 0 });
  }

  /** Appends all elements or none, and returns their indices. */
  push(elements) {
    this.reserve(elements.length);
    return elements.map((element) => this.cells.push(element) - 1);
  }

  reserve(additional) {
    if (this.capacity > 0 && this.cells.length + additional > this.capacity) throw new Full();
  }

  /** Removes the element at an index, and returns it: undefined if there is none, or if it cannot be popped. */
  remove(index) {
    const later = this.cells.length - index - 1;
    if (!(index in this.cells) || (this.removal === 'pop' && later > 0)) return undefined;
    this.dropped += 1;
    if (this.removal === 'shift') {
      this.moved += later;
      return this.cells.splice(index, 1)[0];
    }
    const removed = this.cells[index];
    const last = this.cells.pop();
    if (later > 0) {
      this.cells[index] = last;
      this.moved += 1;
    }
    return removed;
  }

  /** Keeps some elements in their order, and returns the others. */
  retain(keep) {
    const removed = this.iterate().filter((element) => !keep(element));
    const first = this.cells.findIndex((element) => !keep(element));
    this.cells = this.cells.filter(keep);
    this.dropped += removed.length;
    if (first >= 0) this.moved += this.cells.length - first;
    return removed;
  }

  /** Sorts by ascending rank; elements of the same rank keep their order. */
  sort(rank) {
    const places = this.cells.map((element, place) => ({ element, place }));
    places.sort((one, other) => rank(one.element) - rank(other.element));
    this.moved += places.filter(({ place }, now) => place !== now).length;
    this.cells = places.map(({ element }) => element);
  }

  /** Removes all elements, and returns them. */
  clear() {
    this.dropped += this.cells.length;
    return this.cells.splice(0);
  }

  /** Returns the elements, and counts the visits. */
  iterate() {
    this.visited += this.cells.length;
    return this.cells;
  }

  /** Changes the element at an index, and returns the new element. */
  change(index, changed) {
    return index in this.cells ? (this.cells[index] = changed(this.cells[index])) : undefined;
  }
}

serve({
  handshake: { name: 'js-vec', version: '0.1.0', system: 'vec', level: 'cost' },
  open: (parameters) => new Vector(parameters),
  add: (vector, element) => vector.push([element])[0],
  extend: (vector, elements) => vector.push(elements),
  remove: (vector, index) => vector.remove(index),
  at: (vector, index) => vector.cells[index],
  contains: (vector, index) => index in vector.cells,
  replace: (vector, index, element) => vector.change(index, () => element) !== undefined,
  atMut: (vector, index, difference) => vector.change(index, (element) => element + difference),
  eachMut: (vector, difference) => vector.iterate().forEach((_, index, cells) => (cells[index] += difference)),
  len: ({ cells }) => cells.length,
  isEmpty: ({ cells }) => cells.length === 0,
  clear: (vector) => vector.clear(),
  drain: (vector) => vector.iterate() && vector.clear(),
  retain: (vector, keep) => vector.retain(keep),
  sort: (vector, rank) => vector.sort(rank),
  reserve: (vector, additional) => vector.reserve(additional),
  each: (vector) => vector.iterate().entries(),
  keys: (vector) => vector.iterate().keys(),
  insertWith(vector, factory) {
    vector.reserve(1);
    vector.push([factory(vector.cells.length)]);
  },
  reload: (vector) => Object.assign(new Vector(vector), vector, { cells: [...vector.cells] }),
  layout: ({ cells }) => `[${cells}]`,
  cost: ({ moved, dropped, visited }) => `0/${moved}/${dropped}/${visited}`,
  forge(index, id) {
    return id === 0 ? index : undefined;
  },
  parts: (index) => [index, 0],
});

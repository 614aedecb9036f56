/**
 * The port of js-stable-vec: cells that are used once, and an account of the memory that they take.
 *
 * A key is the index of a cell. What always holds: `memory` is the number of cells that memory is allocated for, and no
 * less than there are.
 *
 * @module
 */

import { Full, serve } from '../../stablelist_conformance/starters/javascript/starter.mjs';

class StableVec {
  constructor({ capacity = '0', index_bits = '64' }) {
    const most = index_bits === '0' ? Infinity : 2 ** Number(index_bits);
    Object.assign(this, { most, memory: Number(capacity), cells: [], size: 0, moved: 0, dropped: 0, visited: 0 });
  }

  /** Adds elements, or none, each in the next cell, and returns their indices. */
  push(elements) {
    this.reserve(elements.length);
    return elements.map((element) => {
      this.size += 1;
      return this.cells.push(element) - 1;
    });
  }

  /** @throws {Full} there may not be so many cells more */
  check(additional) {
    if (this.cells.length + additional > this.most) throw new Full();
  }

  /** Makes room for more cells behind the last one. */
  reserve(additional) {
    this.check(additional);
    const needed = this.cells.length + additional;
    if (needed > this.memory) this.allocate(Math.max(needed, this.memory * 2));
  }

  /** Changes the memory, which moves all cells. */
  allocate(memory) {
    if (memory === this.memory) return;
    this.memory = memory;
    this.moved += this.cells.length;
  }

  remove(index) {
    const removed = this.cells[index];
    if (removed !== undefined) {
      this.cells[index] = undefined;
      this.size -= 1;
    }
    return removed;
  }

  /** Removes the elements that are not to be kept, and returns them. */
  retain(keep) {
    const removed = this.iterate().filter((index) => !keep(this.cells[index]));
    return removed.map((index) => this.remove(index));
  }

  /** Drops all cells; the next element goes to the first one again. */
  clear() {
    this.dropped += this.cells.length;
    Object.assign(this, { cells: [], size: 0 });
  }

  /** The indices of all elements. Every cell up to the last of them is visited. */
  iterate() {
    const indices = [...this.cells.keys()].filter((index) => this.cells[index] !== undefined);
    this.visited += (indices.at(-1) ?? -1) + 1;
    return indices;
  }

  /** Changes an element, and returns what it is then. */
  change(index, changed) {
    const element = this.cells[index];
    return element === undefined ? undefined : (this.cells[index] = changed(element));
  }

  insertWith(make) {
    this.check(1);
    this.push([make(this.cells.length)]);
  }
}

serve({
  handshake: { name: 'js-stable-vec', version: '0.1.0', system: 'stable-vec', level: 'cost' },
  open: (parameters) => new StableVec(parameters),
  add: (vec, element) => vec.push([element])[0],
  extend: (vec, elements) => vec.push(elements),
  insertWith: (vec, factory) => vec.insertWith(factory),
  remove: (vec, index) => vec.remove(index),
  at: ({ cells }, index) => cells[index],
  contains: ({ cells }, index) => cells[index] !== undefined,
  replace: (vec, index, element) => vec.change(index, () => element) !== undefined,
  atMut: (vec, index, difference) => vec.change(index, (element) => element + difference),
  eachMut: (vec, difference) => vec.iterate().forEach((index) => vec.change(index, (element) => element + difference)),
  len: ({ size }) => size,
  isEmpty: ({ size }) => size === 0,
  clear: (vec) => vec.clear(),
  each: (vec) => vec.iterate().map((index) => [index, vec.cells[index]]),
  keys: (vec) => vec.iterate(),
  retain: (vec, keep) => vec.retain(keep),
  reserve: (vec, additional) => vec.reserve(additional),
  shrinkToFit: (vec) => vec.allocate(vec.cells.length),
  reload: (vec) => Object.assign(new StableVec({}), vec, { cells: [...vec.cells] }),
  layout: ({ size, cells }) => `${size}:${cells.length}:`,
  cost: ({ moved, dropped, visited }) => `0/${moved}/${dropped}/${visited}`,
  forge(index, id) {
    return id === 0 ? index : undefined;
  },
  parts: (index) => [index, 0],
});

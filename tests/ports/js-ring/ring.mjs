/**
 * A ring of values, also called a deque: it changes at both ends, and has a capacity or grows.
 *
 * Invariants:
 *
 * 1. there are `size` elements, in the cells from `head` on; after the last cell comes the first;
 * 2. there are no more cells than the capacity, if there is one, so that a full ring has no vacant cell.
 *
 * @module
 */

/** There is no room for another element. */
export class FullError extends RangeError {
  /** @param {number} capacity */
  constructor(capacity) {
    super(`the ring has ${capacity} elements, as many as its capacity; remove one, or let it overwrite`);
    this.name = 'FullError';
    this.capacity = capacity;
  }
}

const FEWEST = 4;

export class Ring {
  #capacity;
  #overwrites;
  #cells;
  #head = 0;
  #size = 0;

  /**
   * @param {number} capacity The largest number of elements; it grows without end if there is none.
   * @param {boolean} overwrites Whether a full ring overwrites the element at the far end, or refuses another one.
   */
  constructor(capacity = Infinity, overwrites = true) {
    if (!(capacity >= 1)) throw new RangeError(`the capacity must be at least 1, not ${capacity}`);
    this.#capacity = capacity;
    this.#overwrites = overwrites;
    this.#cells = new Array(Math.min(FEWEST, capacity));
  }

  /** The number of elements. O(1). */
  get size() {
    return this.#size;
  }

  /** Whether there are as many elements as the capacity. O(1). */
  get isFull() {
    return this.#size === this.#capacity;
  }

  /**
   * Adds an element behind the last. O(1), amortised.
   * @throws {FullError} there is no room, and the ring does not overwrite
   */
  pushBack(value) {
    if (this.isFull) {
      this.#mayOverwrite();
      this.#cells[this.#head] = value;
      this.#head = this.#cell(1);
      return;
    }
    this.#reserve(1);
    this.#cells[this.#cell(this.#size)] = value;
    this.#size += 1;
  }

  /**
   * Adds an element in front of the first. O(1), amortised.
   * @throws {FullError} there is no room, and the ring does not overwrite
   */
  pushFront(value) {
    if (this.isFull) this.#mayOverwrite();
    else this.#reserve(1);
    const full = this.isFull;
    this.#head = this.#cell(this.#cells.length - 1);
    this.#cells[this.#head] = value;
    if (!full) this.#size += 1;
  }

  /**
   * Adds elements behind the last, all or none. O(number of them), amortised.
   * @throws {FullError} there is no room for all of them, and the ring does not overwrite
   */
  extend(values) {
    const room = this.#capacity - this.#size;
    if (values.length > room) {
      this.#mayOverwrite();
      for (const value of values) this.pushBack(value);
      return;
    }
    this.#reserve(values.length);
    for (const value of values) {
      this.#cells[this.#cell(this.#size)] = value;
      this.#size += 1;
    }
  }

  /** Removes the last element, and returns it; undefined if there is none. O(1). */
  popBack() {
    if (this.#size === 0) return undefined;
    this.#size -= 1;
    return this.#take(this.#cell(this.#size));
  }

  /** Removes the first element, and returns it; undefined if there is none. O(1). */
  popFront() {
    if (this.#size === 0) return undefined;
    const value = this.#take(this.#head);
    this.#head = this.#cell(1);
    this.#size -= 1;
    return value;
  }

  /** The element at a place, counted from 0; from the last one, if it is negative. O(1). */
  at(place) {
    const found = place < 0 ? this.#size + place : place;
    return 0 <= found && found < this.#size ? this.#cells[this.#cell(found)] : undefined;
  }

  /**
   * Removes the elements from a place to before another, and returns them. O(their number + those on the shorter side).
   * @throws {RangeError} there is no such range
   */
  drain(start, end) {
    if (!(0 <= start && start <= end && end <= this.#size)) {
      throw new RangeError(`there is no range from ${start} to ${end} in ${this.#size} elements`);
    }
    const drained = [];
    for (let place = start; place < end; place += 1) drained.push(this.#take(this.#cell(place)));
    const gap = end - start;
    if (start < this.#size - end) {
      for (let place = start - 1; place >= 0; place -= 1) this.#move(place, place + gap);
      this.#head = this.#cell(gap);
    } else {
      for (let place = end; place < this.#size; place += 1) this.#move(place, place - gap);
    }
    this.#size -= gap;
    return drained;
  }

  /** Keeps the first elements, at most so many. O(number of the others). */
  truncate(length) {
    while (this.#size > length) this.popBack();
  }

  /** Removes all elements. O(number of cells). */
  clear() {
    this.#cells.fill(undefined);
    this.#head = 0;
    this.#size = 0;
  }

  /** Moves the first element behind the last, so many times. O(1) if the cells are all in use, or O(size). */
  rotate(times) {
    if (this.#size === 0) return;
    const turns = times % this.#size;
    if (this.#size === this.#cells.length) {
      this.#head = this.#cell(turns);
      return;
    }
    for (let turn = 0; turn < turns; turn += 1) {
      this.#move(0, this.#size);
      this.#head = this.#cell(1);
    }
  }

  /** Moves the elements so that none is before the first one in memory. O(number of cells). */
  makeContiguous() {
    if (this.#head + this.#size <= this.#cells.length) return;
    this.#cells = [...this.#cells.slice(this.#head), ...this.#cells.slice(0, this.#head)];
    this.#head = 0;
  }

  /** An independent ring with the same elements. O(number of cells). */
  clone() {
    const clone = new Ring(this.#capacity, this.#overwrites);
    clone.#cells = this.#cells.slice();
    clone.#head = this.#head;
    clone.#size = this.#size;
    return clone;
  }

  /** Whether another ring has the same elements in the same order, wherever they are in memory. O(size). */
  equals(other) {
    if (this.#size !== other.#size) return false;
    for (let place = 0; place < this.#size; place += 1) {
      if (this.#cells[this.#cell(place)] !== other.#cells[other.#cell(place)]) return false;
    }
    return true;
  }

  /**
   * Adds all elements of another ring behind the last, all or none; the other one is empty then. O(size of the other).
   * @throws {FullError} there is no room for all of them, and the ring does not overwrite
   */
  append(other) {
    this.extend([...other]);
    other.clear();
  }

  /** Exchanges all elements with a ring of the same capacity. O(1). */
  swap(other) {
    [this.#cells, other.#cells] = [other.#cells, this.#cells];
    [this.#head, other.#head] = [other.#head, this.#head];
    [this.#size, other.#size] = [other.#size, this.#size];
  }

  /** Iterates from front to back. O(size). */
  *[Symbol.iterator]() {
    for (let place = 0; place < this.#size; place += 1) yield this.#cells[this.#cell(place)];
  }

  /** Iterates from back to front. O(size). */
  *backwards() {
    for (let place = this.#size - 1; place >= 0; place -= 1) yield this.#cells[this.#cell(place)];
  }

  /** Iterates from a place to the back. O(number of elements from there on). */
  *from(start) {
    for (let place = start; place < this.#size; place += 1) yield this.#cells[this.#cell(place)];
  }

  /**
   * Iterates from front to back; an element is removed by a call of `remove` while it is visited. O(size).
   *
   * Each element that stays moves up to the first gap. If the iteration is left, so do all that were not visited.
   */
  *removing() {
    let kept = 0;
    let place = 0;
    try {
      while (place < this.#size) {
        let stays = true;
        const value = this.#cells[this.#cell(place)];
        place += 1;
        yield { value, remove: () => (stays = false) };
        if (stays) this.#cells[this.#cell(kept++)] = value;
      }
    } finally {
      while (place < this.#size) this.#cells[this.#cell(kept++)] = this.#cells[this.#cell(place++)];
      this.truncate(kept);
    }
  }

  /** The cell of the element at a place. */
  #cell(place) {
    return (this.#head + place) % this.#cells.length;
  }

  #mayOverwrite() {
    if (!this.#overwrites) throw new FullError(this.#capacity);
  }

  /** Vacates a cell, and returns what was in it. */
  #take(cell) {
    const value = this.#cells[cell];
    this.#cells[cell] = undefined;
    return value;
  }

  /** Moves the element at a place to another one, which is vacant or comes to be overwritten. */
  #move(place, to) {
    this.#cells[this.#cell(to)] = this.#take(this.#cell(place));
  }

  /** Makes room for more elements: there are at least twice as many cells, if the capacity allows it. */
  #reserve(more) {
    const needed = this.#size + more;
    if (needed <= this.#cells.length) return;
    const length = Math.min(this.#capacity, Math.max(needed, 2 * this.#cells.length));
    const end = Math.min(this.#head + this.#size, this.#cells.length);
    const first = this.#cells.slice(this.#head, end);
    const second = this.#cells.slice(0, this.#size - first.length);
    this.#cells = [...first, ...second, ...new Array(length - this.#size)];
    this.#head = 0;
  }
}

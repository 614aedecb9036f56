/**
 * A buffer of a fixed number of cells, which has the last values that were written.
 *
 * Invariants:
 *
 * 1. the values that can be read are in the `size` cells from `read` on; after the last cell comes the first;
 * 2. no other cell has a value, so that nothing is kept alive that was read.
 *
 * The next value is written to the cell after the last one. If every cell has a value, this is the oldest one's.
 *
 * @module
 */

export class RingBuffer {
  #cells;
  #read = 0;
  #size = 0;

  /** @param {number} capacity The number of cells. */
  constructor(capacity = 8) {
    if (!Number.isInteger(capacity) || capacity < 1) {
      throw new RangeError(`the capacity must be an integer of at least 1, not ${capacity}`);
    }
    this.#cells = new Array(capacity).fill(undefined);
  }

  /** The number of values that can be read. O(1). */
  get size() {
    return this.#size;
  }

  /** Whether the next value overwrites the oldest one. O(1). */
  get isFull() {
    return this.#size === this.#cells.length;
  }

  /** Writes a value, over the oldest one if every cell has one. O(1). */
  write(value) {
    const full = this.isFull;
    this.#cells[this.#cell(this.#size)] = value;
    if (full) this.#read = this.#cell(1);
    else this.#size += 1;
  }

  /** Reads the oldest value, which is not there afterwards; undefined if there is none. O(1). */
  read() {
    if (this.#size === 0) return undefined;
    const value = this.#cells[this.#read];
    this.#cells[this.#read] = undefined;
    this.#read = this.#cell(1);
    this.#size -= 1;
    return value;
  }

  /** The oldest value, which stays; undefined if there is none. O(1). */
  peek() {
    return this.#cells[this.#read];
  }

  /** Forgets all values, and begins with the first cell again. O(number of cells). */
  reset() {
    this.#cells.fill(undefined);
    this.#read = 0;
    this.#size = 0;
  }

  /** The positions of the next cell to read and to write, and a copy of the cells. O(number of cells). */
  layout() {
    return { read: this.#read, write: this.#cell(this.#size), cells: [...this.#cells] };
  }

  /** The cell that is so many cells after the one to read next. */
  #cell(distance) {
    return (this.#read + distance) % this.#cells.length;
  }
}

/**
 * A vector on memory that is reserved once and committed by whole pages.
 *
 * Invariants:
 *
 * 1. `pages` is the number of committed pages, and at most `reserved`;
 * 2. there are no more values than fit into these pages.
 *
 * JavaScript cannot reserve addresses, so the vector keeps an account of its pages.
 *
 * @module
 */

/** Thrown if no memory is left for the values. */
export class FullError extends Error {}

export class PagedVector {
  #values = [];
  #pages = 0;
  #reserved;
  #page;
  #size;

  /**
   * @param {number} reserved The pages that are reserved.
   * @param {number} page The bytes of a page.
   * @param {number} size The bytes of a value.
   */
  constructor(reserved = 4, page = 4, size = 1) {
    if (!(reserved * page >= size)) throw new RangeError(`${reserved} pages of ${page} bytes have no room for a value of ${size}`);
    this.#reserved = reserved;
    this.#page = page;
    this.#size = size;
  }

  /** The number of values. O(1). */
  get length() {
    return this.#values.length;
  }

  /** The committed pages. O(1). */
  get pages() {
    return this.#pages;
  }

  /** How many values fit into the committed pages. O(1). */
  get capacity() {
    return this.#fitting(this.#pages);
  }

  /**
   * Appends all values, or none. O(values); no value moves.
   *
   * @throws {FullError} they do not fit into the reserved memory
   */
  push(...values) {
    this.#commit(this.length + values.length);
    for (const value of values) this.#values.push(value);
  }

  /** Removes the last value, and returns it; undefined if there is none. O(1). */
  pop() {
    return this.#values.pop();
  }

  /** Keeps so many values at most; memory stays committed. O(1). */
  truncate(length) {
    if (length < this.length) this.#values.length = length;
  }

  /** The value at a place; undefined if there is none. O(1). */
  at(place) {
    return this.#values[place];
  }

  /** Replaces the value at a place, and returns whether there was one. O(1). */
  set(place, value) {
    if (place >= this.length) return false;
    this.#values[place] = value;
    return true;
  }

  [Symbol.iterator]() {
    return this.#values.values();
  }

  #fitting(pages) {
    return Math.floor((pages * this.#page) / this.#size);
  }

  /** Commits memory for so many values: twice the pages at least, unless fewer are left. */
  #commit(length) {
    if (length > this.#fitting(this.#reserved)) throw new FullError('the reserved memory is used up');
    if (length <= this.capacity) return;
    const needed = Math.ceil((length * this.#size) / this.#page);
    this.#pages = Math.min(Math.max(needed, this.#pages * 2), this.#reserved);
  }
}

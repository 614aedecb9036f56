/**
 * A slab: elements in cells, with the index of a cell as key. The cell vacated last is filled first.
 *
 * A key has no id: once its element is removed, it finds the next element of the same cell. What always holds:
 *
 * 1. the list that begins at `head` contains each opened cell without an element once, and ends;
 * 2. there are no more elements than the capacity.
 *
 * @module
 */

/** The slab has no room; it is unchanged. */
export class CapacityError extends RangeError {}

/** A cell without an element, and the vacancy that is filled after it. */
class Vacant {
  constructor(next) {
    this.next = next;
  }
}

/** @template T */
export class Slab {
  #cells = []; // each is vacant, or the element in an array
  #head = null;
  #capacity;
  #live = 0;
  #cost = { dropped: 0, visited: 0 };

  /** @param {number} [capacity] the most elements that it holds; it grows without an end by default */
  constructor(capacity = Infinity) {
    this.#capacity = capacity;
  }

  get length() {
    return this.#live;
  }

  /** Cells that were opened and no longer are, and cells that iterations came past. */
  get cost() {
    return { ...this.#cost };
  }

  /**
   * Adds the element that `make` returns for its key, and returns the key. `make` must not change the slab. O(1).
   * @param {(key: number) => T} make
   * @returns {number}
   * @throws {CapacityError} there is no room
   */
  insertWith(make) {
    this.reserve(1);
    const key = this.#head ?? this.#cells.length;
    const element = make(key);
    if (this.#head !== null) this.#head = this.#cells[key].next;
    this.#cells[key] = [element];
    this.#live += 1;
    return key;
  }

  /** Adds an element, and returns its key. O(1). */
  add(element) {
    return this.insertWith(() => element);
  }

  /** Adds all elements or none, and returns their keys. */
  extend(elements) {
    this.reserve(elements.length);
    return elements.map((element) => this.add(element));
  }

  /** Does nothing but throw a CapacityError if there is no room for so many more elements. */
  reserve(additional) {
    if (this.#live + additional > this.#capacity) {
      throw new CapacityError(`there is no room for ${additional} more: ${this.#live} of ${this.#capacity} are in use`);
    }
  }

  /** Removes the element of a key, and returns it; undefined if the cell is vacant. O(1). */
  remove(key) {
    const cell = this.#cells[key];
    if (!Array.isArray(cell)) return undefined;
    this.#vacate(key);
    this.#live -= 1;
    return cell[0];
  }

  /** The element of a key; undefined if the cell is vacant. O(1). */
  at(key) {
    return this.#cells[key]?.[0];
  }

  has(key) {
    return Array.isArray(this.#cells[key]);
  }

  /** Replaces the element of a key, and returns whether there was one. O(1). */
  replace(key, element) {
    const found = this.has(key);
    if (found) this.#cells[key] = [element];
    return found;
  }

  /** Removes all elements and forgets the vacancies: the next element goes to cell 0. */
  clear() {
    this.#cost.dropped += this.#cells.length;
    [this.#cells, this.#head, this.#live] = [[], null, 0];
  }

  /** Clears the slab, and returns its elements in ascending position. */
  drain() {
    const elements = Array.from(this, ([, element]) => element);
    this.clear();
    return elements;
  }

  /** Removes the elements for which `keep` returns false, in ascending position, and returns them. */
  retain(keep) {
    const rejected = [...this].filter(([, element]) => !keep(element));
    return rejected.map(([key]) => this.remove(key));
  }

  /** Drops the vacant cells at the end. If there are any, the other vacancies are filled from the lowest on. O(cells). */
  shrinkToFit() {
    const end = this.#cells.findLastIndex(Array.isArray) + 1;
    if (end === this.#cells.length) return;
    this.#cost.dropped += this.#cells.length - end;
    this.#cells.length = end;
    this.#head = null;
    for (let key = end - 1; key >= 0; key -= 1) if (!this.has(key)) this.#vacate(key);
  }

  /** Iterates over [key, element] in ascending position. O(opened cells). */
  *[Symbol.iterator]() {
    this.#cost.visited += this.#cells.length;
    for (const [key, cell] of this.#cells.entries()) if (Array.isArray(cell)) yield [key, cell[0]];
  }

  /** The number of opened cells, and the vacancies in the order in which they are filled. O(vacancies). */
  layout() {
    const free = [];
    for (let key = this.#head; key !== null; key = this.#cells[key].next) free.push(key);
    return { opened: this.#cells.length, free };
  }

  /** A copy with the same vacancies. */
  copy() {
    const copy = new Slab(this.#capacity);
    copy.#cells = this.#cells.map((cell) => (Array.isArray(cell) ? [...cell] : new Vacant(cell.next)));
    [copy.#head, copy.#live, copy.#cost] = [this.#head, this.#live, this.cost];
    return copy;
  }

  /** Makes a cell the vacancy that is filled next. */
  #vacate(key) {
    this.#cells[key] = new Vacant(this.#head);
    this.#head = key;
  }
}

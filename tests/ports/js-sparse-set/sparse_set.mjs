/**
 * A set of integers below a bound, with O(1) `clear` and iteration over the members alone.
 *
 * Members lie side by side in `dense`; `places` says for every number where it lies there, or lay last. What always
 * holds:
 *
 * 1. the members are the first `size` cells of `dense`, each once;
 * 2. `places` of a member is its position in `dense`;
 * 3. `places` of any other number is stale or was never written: it is not below `size`, or another number lies there.
 *
 * So nothing has to be cleared when members go.
 *
 * @module
 */

/** A number was to be inserted that is not in the universe. */
export class UniverseError extends RangeError {
  /**
   * @param {number} number
   * @param {number} universe
   */
  constructor(number, universe) {
    super(`${number} cannot be a member; members are integers from 0 to ${universe - 1}`);
    this.name = 'UniverseError';
    this.number = number;
    this.universe = universe;
  }
}

export class SparseSet {
  #universe;
  #dense = [];
  #places = [];
  #size = 0;
  #written = 0;
  #visited = 0;

  /** @param {number} universe Members are the integers from 0 up to this one, which is not among them. */
  constructor(universe = 16) {
    if (!Number.isInteger(universe) || universe < 1) {
      throw new RangeError(`universe must be an integer of at least 1, not ${universe}`);
    }
    this.#universe = universe;
  }

  /** How many members there are. O(1). */
  get size() {
    return this.#size;
  }

  /** What was spent so far: cells of either array that were written, and members visited by iteration. */
  get cost() {
    return { written: this.#written, visited: this.#visited };
  }

  /** Whether a number is a member. O(1). */
  has(number) {
    const place = this.#places[number];
    return place < this.#size && this.#dense[place] === number;
  }

  /**
   * Makes a number a member and returns whether it was none. O(1).
   * @throws {UniverseError} the number is not in the universe
   */
  add(number) {
    if (!this.#isInUniverse(number)) throw new UniverseError(number, this.#universe);
    if (this.has(number)) return false;
    this.#put(this.#size, number);
    this.#size += 1;
    return true;
  }

  /** Makes a number no member and returns whether it was one. The last member moves into its place. O(1). */
  delete(number) {
    if (!this.has(number)) return false;
    this.#size -= 1;
    const last = this.#dense[this.#size];
    if (last !== number) this.#put(this.#places[number], last);
    return true;
  }

  /** Makes every number no member. O(1): no cell is written. */
  clear() {
    this.#size = 0;
  }

  /** Iterates over the members as they lie in `dense`; removal changes their order. O(size). */
  *values() {
    for (let place = 0; place < this.#size; place += 1) {
      this.#visited += 1;
      yield this.#dense[place];
    }
  }

  [Symbol.iterator]() {
    return this.values();
  }

  /** A copy of the members as they lie in `dense`, which costs nothing. */
  layout() {
    return this.#dense.slice(0, this.#size);
  }

  #isInUniverse(number) {
    return Number.isInteger(number) && 0 <= number && number < this.#universe;
  }

  /** Writes a member to a place in `dense`, and the place to `places`. */
  #put(place, number) {
    this.#dense[place] = number;
    this.#places[number] = place;
    this.#written += 2;
  }
}

/**
 * A set of integers below a bound, with `clear` in O(1), and iteration that visits only members.
 *
 * Members are contiguous in `dense`; `places` has the position of each number there, or its last position.
 * Invariants:
 *
 * 1. the members are the first `size` cells of `dense`, each once;
 * 2. `places` of a member is its position in `dense`;
 * 3. `places` of any other number is stale or was never written: it is not below `size`, or another number is there.
 *
 * So nothing has to be cleared when members are removed.
 *
 * @module
 */

/** A number to be inserted is not in the universe. */
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

  /** @param {number} universe Members are integers from 0 to `universe - 1`. */
  constructor(universe = 16) {
    if (!Number.isInteger(universe) || universe < 1) {
      throw new RangeError(`universe must be an integer of at least 1, not ${universe}`);
    }
    this.#universe = universe;
  }

  /** The number of members. O(1). */
  get size() {
    return this.#size;
  }

  /** The cost so far: cells of either array that were written, and members visited by iteration. */
  get cost() {
    return { written: this.#written, visited: this.#visited };
  }

  /** Whether a number is a member. O(1). */
  has(number) {
    const place = this.#places[number];
    return place < this.#size && this.#dense[place] === number;
  }

  /**
   * Inserts a number, and returns whether it was not a member before. O(1).
   * @throws {UniverseError} the number is not in the universe
   */
  add(number) {
    if (!this.#isInUniverse(number)) throw new UniverseError(number, this.#universe);
    if (this.has(number)) return false;
    this.#put(this.#size, number);
    this.#size += 1;
    return true;
  }

  /** Removes a number, and returns whether it was a member. The last member moves to its position. O(1). */
  delete(number) {
    if (!this.has(number)) return false;
    this.#size -= 1;
    const last = this.#dense[this.#size];
    if (last !== number) this.#put(this.#places[number], last);
    return true;
  }

  /** Removes all members. O(1): no cell is written. */
  clear() {
    this.#size = 0;
  }

  /** Iterates over the members in their order in `dense`, which removals change. O(size). */
  *values() {
    for (let place = 0; place < this.#size; place += 1) {
      this.#visited += 1;
      yield this.#dense[place];
    }
  }

  [Symbol.iterator]() {
    return this.values();
  }

  /** Returns a copy of the members in their order in `dense`; it does not count as cost. */
  layout() {
    return this.#dense.slice(0, this.#size);
  }

  #isInUniverse(number) {
    return Number.isInteger(number) && 0 <= number && number < this.#universe;
  }

  /** Writes a member to a position in `dense`, and the position to `places`. */
  #put(place, number) {
    this.#dense[place] = number;
    this.#places[number] = place;
    this.#written += 2;
  }
}

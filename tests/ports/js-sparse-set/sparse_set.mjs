/**
 * A set of integers below a bound, with `clear` in O(1), and iteration that visits only members.
 *
 * Members are contiguous in `dense`; `places` has the position of each number there, or its last position.
 * Invariants:
 *
 * 1. the members are the first `size` cells of `dense`, each once;
 * 2. `places` of a member is its position in `dense`;
 * 3. `places` of any other number is stale or was never written: it is not below `size`, or another number is there;
 * 4. while there is a mark, the members that were removed since are in `dense` behind the others, up to the mark.
 *
 * So nothing has to be cleared when members are removed, and they come back when only the size is raised.
 *
 * @module
 */

/** The position of a number that never was a member. */
const NEVER = -1;

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

/** Members cannot come back, because a number was inserted since the mark. */
export class UnmarkedError extends Error {
  constructor() {
    super('a number was inserted since the mark; mark the members again');
    this.name = 'UnmarkedError';
  }
}

export class SparseSet {
  #universe;
  #dense = [];
  #places = [];
  #size = 0;
  /** The size to go back to; undefined if a number was inserted since. */
  #marked = 0;
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
   * Inserts a number, and returns whether it was not a member before. O(1), or as many cells as `places` lacks.
   * @throws {UniverseError} the number is not in the universe
   */
  add(number) {
    if (!this.#isInUniverse(number)) throw new UniverseError(number, this.#universe);
    if (this.has(number)) return false;
    while (this.#places.length < number) {
      this.#places.push(NEVER);
      this.#written += 1;
    }
    this.#put(this.#size, number);
    this.#size += 1;
    this.#marked = undefined;
    return true;
  }

  /** Removes a number, and returns whether it was a member. It is exchanged with the last member. O(1). */
  delete(number) {
    if (!this.has(number)) return false;
    this.#size -= 1;
    this.#exchange(this.#places[number], this.#size);
    return true;
  }

  /** Keeps those of some numbers that are members, and no others. O(numbers), however many members there are. */
  keepOnly(numbers) {
    let kept = 0;
    for (const number of numbers) {
      if (!this.has(number)) continue;
      this.#exchange(kept, this.#places[number]);
      kept += 1;
    }
    this.#size = kept;
  }

  /** Notes the members, to go back to them. O(1). */
  mark() {
    this.#marked = this.#size;
  }

  /**
   * Goes back to the members at the mark. O(1): no cell is written.
   * @throws {UnmarkedError} a number was inserted since
   */
  undo() {
    if (this.#marked === undefined) throw new UnmarkedError();
    this.#size = this.#marked;
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

  /** Exchanges the numbers at two positions. */
  #exchange(place, other) {
    if (place === other) return;
    const [one, two] = [this.#dense[place], this.#dense[other]];
    this.#put(place, two);
    this.#put(other, one);
  }

  /** Writes a member to a position in `dense`, and the position to `places`. */
  #put(place, number) {
    this.#dense[place] = number;
    this.#places[number] = place;
    this.#written += 2;
  }
}

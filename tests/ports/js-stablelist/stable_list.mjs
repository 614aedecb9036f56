/**
 * StableList: a pool whose keys stay valid while other elements are added and removed.
 *
 * The elements are stored in the *element space*, a sequence of cells. A cell is `Has` (an element and its id), `Not`
 * (vacant, with the next vacancy of its free list) or still untouched. Three partitions share the space:
 *
 *     0          space/4       space/2                    space
 *     |    q1    |      q2     |            h2            |
 *
 * Insertion prefers q1 to q2 and q2 to h2, so h2 tends to become empty; then the space is halved (thesis, 5.2).
 *
 * Representation invariant:
 *   1. q1, q2 and h2 start at 0, space/4 and space/2; space is a multiple of 4 and never below the minimum.
 *   2. In each partition the first `opened` cells are touched, and `live` of these are `Has`.
 *   3. A partition is opened only after all cells of those before it: the touched cells are [0, opened).
 *   4. The free list of a partition contains each of its touched `Not` cells once, and no other cell.
 *   5. The id of a `Has` cell is the id that `add` gave its element; `nextId` is the id of the next `add`.
 *
 * Abstraction: a map with one entry for every `Has` cell, from the key (position, id) to the element.
 *
 * R1 to R16 are the rulings, which decide what the thesis leaves open.
 *
 * Errors:
 *     Error
 *     ├── BorrowError         a structural change while elements are lent, or a view used after its callback
 *     └── RangeError
 *         └── CapacityError   the index range is full
 *
 * @module
 */

/** What truncation releases (R6): nothing, element space only, or memory as well. */
export const Truncation = Object.freeze({ NEVER: 'never', ITERATION: 'iteration', MEMORY: 'memory' });

const UNIT = 4; // a space is divided into quarters, so its length is a multiple of this
const MOST_CELLS = 2 ** 32; // as many as the widest index can name

/** A call is not allowed while elements are lent (R14); the list is unchanged. */
export class BorrowError extends Error {
  /**
   * @param {string} operation the refused call
   * @param {string} advice what to do instead
   */
  constructor(operation, advice) {
    super(`cannot ${operation}: ${advice}`);
    this.name = 'BorrowError';
    this.operation = operation;
  }
}

/** Every index in the range is in use (R9); the list is unchanged. */
export class CapacityError extends RangeError {
  /** @param {number} capacity the number of indices of the list */
  constructor(capacity) {
    super(`all ${capacity} indices are taken: remove elements, or build the list with more index bits`);
    this.name = 'CapacityError';
    this.capacity = capacity;
  }
}

/**
 * The key of one element, valid until the element is removed (thesis, 5.1).
 *
 * A key is a plain pair. A list does not find a key that it did not issue (R10), unless index and id are both those of
 * an element.
 */
export class StableKey {
  /**
   * @param {number} index position in the element space
   * @param {number} id distinguishes this element from earlier ones at the same position
   */
  constructor(index, id) {
    this.index = index;
    this.id = id;
  }

  toString() {
    return `${this.index}.${this.id}`;
  }
}

/** A cell that holds an element. */
class Has {
  constructor(element, id) {
    this.element = element;
    this.id = id;
  }
}

/** A vacant cell, which is an entry of the free list of its partition. */
class Not {
  constructor(next) {
    this.next = next;
  }
}

/** A range of cells with its own counts and the head of its own free list (thesis, 5.2). */
class Partition {
  constructor(start, size) {
    this.start = start;
    this.size = size;
    this.live = 0;
    this.opened = 0;
    this.head = null;
  }

  /** Makes a partition whose first `opened` cells have elements, and whose other cells are untouched. */
  static filled(start, size, opened = size) {
    return Object.assign(new Partition(start, size), { opened, live: opened });
  }

  get end() {
    return this.start + this.size;
  }

  isFull() {
    return this.live === this.size;
  }

  contains(position) {
    return this.start <= position && position < this.end;
  }

  /** The position of the next element: the head of the free list, or else the next untouched cell (R2). */
  nextPosition() {
    return this.head ?? this.start + this.opened;
  }

  /** Puts an element at the next position. */
  occupy(cells, element, id) {
    const position = this.nextPosition();
    if (this.head === null) this.opened += 1;
    else this.head = cells[position].next;
    this.live += 1;
    cells[position] = new Has(element, id);
  }

  /** Pushes a position onto the front of the free list (R4). */
  vacate(cells, position) {
    cells[position] = new Not(this.head);
    this.head = position;
    this.live -= 1;
  }

  /** Links a vacancy after `tail`, the last one so far, and returns the new tail. */
  append(cells, position, tail) {
    if (tail === null) this.head = position;
    else cells[tail].next = position;
    cells[position].next = null;
    this.live -= 1;
    return position;
  }

  /** The number of vacancies, all of which a split walks. */
  get vacant() {
    return this.opened - this.live;
  }

  /** Halves this partition: vacancies below the middle keep their order, the others are reversed (R5). */
  split(cells) {
    const half = this.size / 2;
    const lower = Partition.filled(this.start, half, Math.min(this.opened, half));
    const upper = Partition.filled(lower.end, half, this.opened - lower.opened);
    let tail = null;
    for (let position = this.head, next; position !== null; position = next) {
      next = cells[position].next;
      if (upper.contains(position)) upper.vacate(cells, position);
      else tail = lower.append(cells, position, tail);
    }
    return [lower, upper];
  }

  /** The positions in the free list, from the head on. */
  *vacancies(cells) {
    for (let position = this.head; position !== null; position = cells[position].next) yield position;
  }
}

// Access between the list and its views that callers do not have; the classes set these variables.
let entriesOf; // iterates over a list without locking it
let lenderOf; // the list of a view that is still valid
let revoke; // ends a view

/**
 * A read-only view of all elements of a list except one, the *pivot*, passed on by `inspect` (thesis, 4.4 and 5.3;
 * R13).
 *
 * A view takes the keys of its list, never shows the pivot, and is valid only during its callback: afterwards, every
 * use throws a BorrowError (R14).
 *
 * @template T
 */
export class StableInspection {
  #list;
  #pivot;

  static {
    lenderOf = (view) => view.#lender();
    revoke = (view) => { view.#list = null; };
  }

  /**
   * @param {StableList<T>} list
   * @param {StableKey} pivot
   */
  constructor(list, pivot) {
    this.#list = list;
    this.#pivot = pivot.index;
  }

  /** The number of elements in the view, without the pivot. O(1). */
  get length() {
    return this.#lender().length - 1;
  }

  /**
   * Returns the element of a key, or undefined if there is none in this view. O(1).
   * @param {StableKey} key
   * @returns {T | undefined}
   */
  at(key) {
    return this.has(key) ? this.#list.at(key) : undefined;
  }

  /**
   * Returns whether the key resolves in this view. O(1).
   * @param {StableKey} key
   * @returns {boolean}
   */
  has(key) {
    return this.#lender().has(key) && key.index !== this.#pivot;
  }

  /**
   * Calls `f` for each element in ascending position. O(opened cells).
   * @param {(key: StableKey, element: T) => void} f
   */
  each(f) {
    for (const [key, element] of this) f(key, element);
  }

  /**
   * Iterates over [key, element] in ascending position. O(opened cells).
   * @returns {Generator<[StableKey, T]>}
   */
  *[Symbol.iterator]() {
    for (const entry of entriesOf(this.#lender())) {
      if (entry[0].index === this.#pivot) continue;
      yield entry;
      this.#lender();
    }
  }

  #lender() {
    if (this.#list === null) {
      throw new BorrowError('use this view', 'its callback has returned; take what you need before it does');
    }
    return this.#list;
  }
}

/**
 * A view whose elements can also be changed, passed on by `apply` and `traverse` (thesis, 4.4 and 5.3; R13, R15).
 *
 * @template T
 * @extends {StableInspection<T>}
 */
export class StableAccess extends StableInspection {
  /**
   * Replaces the element of a key; returns false if the key does not resolve in this view. O(1).
   * @param {StableKey} key
   * @param {T} element
   * @returns {boolean}
   */
  replace(key, element) {
    return this.has(key) && lenderOf(this).replace(key, element);
  }

  /**
   * Calls `f` with the element of a key, and replaces the element by the result, unless that is undefined; returns
   * false if the key does not resolve in this view. O(1), plus the cost of `f`.
   * @param {StableKey} key
   * @param {(element: T) => T | undefined} f
   * @returns {boolean}
   */
  atMut(key, f) {
    return this.has(key) && lenderOf(this).atMut(key, f);
  }

  /**
   * Does `atMut` for each element in ascending position. O(opened cells), plus the cost of `f`.
   * @param {(key: StableKey, element: T) => T | undefined} f
   */
  eachMut(f) {
    for (const [key] of this) this.atMut(key, (element) => f(key, element));
  }
}

/**
 * A pool of elements with stable keys, cross-iteration and proactive truncation (thesis, 4 and 5).
 *
 * A key is valid until its element is removed. With ids of `idBits` bits, a stale key can resolve again only a multiple
 * of 2^idBits insertions after its own (R8).
 *
 * @example
 * const pool = new StableList();
 * const key = pool.add('ant');
 * pool.at(key);                                        // 'ant'
 * pool.add('bee');
 * pool.apply(key, (ant, others) => others.length);     // 1
 * pool.remove(key);                                    // 'ant'
 * pool.has(key);                                       // false
 *
 * @template T
 */
export class StableList {
  #cells = []; // grows when cells are first touched
  #q1;
  #q2;
  #h2;
  #minimum;
  #truncation;
  #idCount;
  #indexCount;
  #nextId = 0;
  #lent = 0; // the number of callbacks and iterators that elements are lent to
  #allocated; // the cells that a vector of this capacity has memory for
  #cost = { visits: 0, moved: 0, dropped: 0, visited: 0 };

  static {
    entriesOf = (list) => list.#walk();
  }

  /**
   * Makes an empty list. O(1).
   * @param {object} [options]
   * @param {number} [options.minimum] the smallest space; rounded up to a multiple of 4 (R1)
   * @param {number} [options.capacity] the number of elements before the list grows; rounded up likewise
   * @param {'never' | 'iteration' | 'memory'} [options.truncation] what is released when h2 becomes empty (R6)
   * @param {number} [options.idBits] the width of the ids, 1 to 32 (R8)
   * @param {number} [options.indexBits] the width of the indices, 3 to 32 (R9)
   * @throws {RangeError} if an option is out of its range
   */
  constructor({
    minimum = UNIT, capacity = UNIT, truncation = Truncation.ITERATION, idBits = 32, indexBits = 32,
  } = {}) {
    this.#minimum = roundUp(checked('minimum', minimum, 0, MOST_CELLS));
    this.#truncation = checkedTruncation(truncation);
    this.#idCount = 2 ** checked('idBits', idBits, 1, 32);
    this.#indexCount = 2 ** checked('indexBits', indexBits, 3, 32);
    const initial = roundUp(checked('capacity', capacity, 0, MOST_CELLS));
    this.#divide(Math.max(this.#minimum, initial));
    this.#allocated = this.#space();
  }

  /**
   * What the operations so far have cost: free-list entries that truncation walked (`visits`), cells that a vector would
   * have moved when its memory changed (`moved`), cells that were opened and no longer are (`dropped`), and cells that
   * iterations came past (`visited`) (R6). O(1).
   */
  get cost() {
    return { ...this.#cost };
  }

  /** The number of elements. O(1). */
  get length() {
    return this.#q1.live + this.#q2.live + this.#h2.live;
  }

  /** Returns whether there is no element. O(1). */
  isEmpty() {
    return this.length === 0;
  }

  /**
   * Adds an element, and returns its key. O(1); the space doubles when it is full (R2, R3; thesis, 5.2).
   * @param {T} element
   * @returns {StableKey}
   * @throws {CapacityError} if the position is beyond the index range (R9)
   * @throws {BorrowError} if elements are lent (R14)
   */
  add(element) {
    this.#refuseWhileLent('add');
    const key = this.#nextKey();
    this.#occupy(key, element);
    return key;
  }

  /**
   * Adds the element that `factory` returns for its key, and returns the key. The elements are lent while `factory`
   * runs; if it throws, nothing changes, and no id is used up. Costs as `add`, plus the cost of `factory`.
   * @param {(key: StableKey) => T} factory
   * @returns {StableKey}
   * @throws {CapacityError} if the position is beyond the index range (R9); then `factory` is not called
   * @throws {BorrowError} if elements are lent (R14)
   */
  insertWith(factory) {
    this.#refuseWhileLent('insertWith');
    const key = this.#nextKey();
    const element = this.#whileLent(() => factory(new StableKey(key.index, key.id)));
    this.#occupy(key, element);
    return key;
  }

  /**
   * Adds all elements or none, in order, as `add` would, and returns their keys in this order.
   * @param {Iterable<T>} elements
   * @returns {StableKey[]}
   * @throws {CapacityError} if there are not enough indices for all of them (R9)
   * @throws {BorrowError} if elements are lent (R14)
   */
  extend(elements) {
    const all = [...elements]; // first, because `elements` may be this list itself
    this.#refuseWhileLent('extend');
    this.#refuseBeyondRange(all.length);
    return all.map((element) => this.add(element));
  }

  /**
   * Removes an element, and returns it; if the key does not resolve, changes nothing and returns undefined (R11).
   *
   * Amortised O(1). A removal that empties h2 may truncate, with one visit for each free-list entry walked (R4, R5).
   * @param {StableKey} key
   * @returns {T | undefined}
   * @throws {BorrowError} if elements are lent, whether the key resolves or not (R14)
   */
  remove(key) {
    this.#refuseWhileLent('remove');
    const cell = this.#find(key);
    if (cell === undefined) return undefined;
    const partition = this.#partitionOf(key.index);
    partition.vacate(this.#cells, key.index);
    if (partition === this.#h2 && this.#truncation !== Truncation.NEVER) this.#truncate();
    return cell.element;
  }

  /**
   * Removes all elements and retires their keys. Keeps the next id, and the space except in mode memory (R7). O(opened
   * cells).
   * @throws {BorrowError} if elements are lent (R14)
   */
  clear() {
    this.#refuseWhileLent('clear');
    this.#cost.dropped += this.#opened();
    if (this.#truncation === Truncation.MEMORY) {
      this.#cells.length = 0;
      this.#divide(this.#minimum);
      this.#allocated = this.#minimum;
    } else {
      this.#cells.fill(undefined, 0, this.#opened());
      this.#divide(this.#space());
    }
  }

  /**
   * Clears the list, and returns its elements as [key, element], in ascending position (R7). O(opened cells).
   * @returns {[StableKey, T][]}
   * @throws {BorrowError} if elements are lent (R14)
   */
  drain() {
    this.#refuseWhileLent('drain');
    const drained = [...this.#visit()];
    this.clear();
    return drained;
  }

  /**
   * Removes the elements for which `keeps` returns false, and returns them as [key, element].
   *
   * `keeps` is first called for every element in ascending position, while all are lent. Then the rejected elements are
   * removed in the same order, each as by `remove` (R4). If `keeps` throws, nothing changes. O(opened cells), plus the
   * cost of the removals.
   * @param {(key: StableKey, element: T) => boolean} keeps
   * @returns {[StableKey, T][]}
   * @throws {BorrowError} if elements are lent (R14)
   */
  retain(keeps) {
    this.#refuseWhileLent('retain');
    const refused = [];
    for (const entry of this) {
      if (!keeps(...entry)) refused.push(entry);
    }
    for (const [key] of refused) this.remove(key);
    return refused;
  }

  /**
   * Makes room for so many more elements, so that adding them allocates nothing; the space does not change. In mode
   * memory, the next truncation or `clear` releases the room again (R6). O(allocated cells).
   * @param {number} additional
   * @throws {RangeError} if `additional` is not a natural number
   * @throws {CapacityError} if there are not so many indices (R9)
   * @throws {BorrowError} if elements are lent (R14)
   */
  reserve(additional) {
    this.#refuseWhileLent('reserve');
    this.#refuseBeyondRange(checked('additional', additional, 0, Number.MAX_SAFE_INTEGER));
    let space = this.#space();
    while (space < this.length + additional) space *= 2;
    if (space > this.#allocated) this.#reallocate(space);
    while (this.#cells.length < space) this.#cells.push(undefined);
  }

  /**
   * Makes the list as short as possible, in every mode: halves the space as long as h2 is empty and R1 allows it, by
   * the steps of truncation (R5), and releases the memory past it. O(allocated cells).
   * @throws {BorrowError} if elements are lent (R14)
   */
  shrinkToFit() {
    this.#refuseWhileLent('shrinkToFit');
    while (this.#mayHalve()) this.#halve();
    if (this.#allocated > this.#space()) this.#reallocate(this.#space());
    this.#giveMemoryBack();
  }

  /**
   * Returns the element of a key, or undefined if the key does not resolve (R11). If elements can be undefined, use
   * `has`. O(1) (thesis, 4.3).
   * @param {StableKey} key
   * @returns {T | undefined}
   */
  at(key) {
    return this.#find(key)?.element;
  }

  /**
   * Returns whether the key resolves. O(1).
   * @param {StableKey} key
   * @returns {boolean}
   */
  has(key) {
    return this.#find(key) !== undefined;
  }

  /**
   * Replaces the element of a key; returns false if the key does not resolve. The key stays valid. This does not change
   * the structure, so it is allowed while elements are lent (R14). O(1).
   * @param {StableKey} key
   * @param {T} element
   * @returns {boolean}
   */
  replace(key, element) {
    const cell = this.#find(key);
    if (cell !== undefined) cell.element = element;
    return cell !== undefined;
  }

  /**
   * Calls `f` with the element of a key, and replaces the element by the result, unless that is undefined; returns
   * false if the key does not resolve (R15). O(1), plus the cost of `f`.
   * @param {StableKey} key
   * @param {(element: T) => T | undefined} f
   * @returns {boolean}
   */
  atMut(key, f) {
    const cell = this.#find(key);
    if (cell === undefined) return false;
    const element = this.#whileLent(() => f(cell.element));
    if (element !== undefined) cell.element = element;
    return true;
  }

  /**
   * Does `atMut` for each element, in ascending position (R12, R15). O(opened cells), plus the cost of `f`.
   * @param {(key: StableKey, element: T) => T | undefined} f
   */
  eachMut(f) {
    for (const [key] of this) this.atMut(key, (element) => f(key, element));
  }

  /**
   * Calls `f` for each element, in ascending position (R12). O(opened cells).
   * @param {(key: StableKey, element: T) => void} f
   */
  each(f) {
    for (const [key, element] of this) f(key, element);
  }

  /** Iterates over the keys, as `entries` does. */
  *keys() {
    for (const [key] of this) yield key;
  }

  /** Iterates over the elements, as `entries` does. */
  *values() {
    for (const [, element] of this) yield element;
  }

  /**
   * Iterates over [key, element] in ascending position (R12). O(opened cells).
   *
   * Elements are lent from the first `next()` until the iterator is exhausted or closed (R14). A `for` loop always
   * closes its iterator. If you call `next()` yourself and stop early, call `return()`.
   * @returns {Generator<[StableKey, T]>}
   */
  *entries() {
    this.#lent += 1;
    try {
      yield* this.#visit();
    } finally {
      this.#lent -= 1;
    }
  }

  [Symbol.iterator]() {
    return this.entries();
  }

  /**
   * Calls `f` with the element of a key, the pivot, and a view of all others, and returns its result; returns undefined
   * if the key does not resolve (R13; thesis, 4.4). O(1), plus the cost of `f`.
   * @template R
   * @param {StableKey} key
   * @param {(pivot: T, others: StableInspection<T>) => R} f
   * @returns {R | undefined}
   */
  inspect(key, f) {
    const pivot = this.#find(key);
    return pivot && this.#lendOthers(new StableInspection(this, key), (others) => f(pivot.element, others));
  }

  /**
   * Like `inspect`, with a view that allows changes (R13; thesis, 4.4). Use `replace` to replace the pivot.
   * @template R
   * @param {StableKey} key
   * @param {(pivot: T, others: StableAccess<T>) => R} f
   * @returns {R | undefined}
   */
  apply(key, f) {
    const pivot = this.#find(key);
    return pivot && this.#lendOthers(new StableAccess(this, key), (others) => f(pivot.element, others));
  }

  /**
   * Cross-iterates: calls `f` with each element in ascending position, and a view of all others (R13; thesis, 4.4).
   * O(opened cells), plus the cost of `f`.
   * @param {(key: StableKey, pivot: T, others: StableAccess<T>) => void} f
   */
  traverse(f) {
    this.#whileLent(() => {
      for (const [key, pivot] of this.#walk()) {
        this.#lendOthers(new StableAccess(this, key), (others) => f(key, pivot, others));
      }
    });
  }

  /**
   * Returns a key as one integer, with the id above the index; undefined if it is not a key, or too wide for this list.
   * O(1).
   * @param {StableKey} key
   * @returns {bigint | undefined}
   */
  pack(key) {
    if (!(key instanceof StableKey) || !isBelow(key.index, this.#indexCount) || !isBelow(key.id, this.#idCount)) {
      return undefined;
    }
    return BigInt(key.id) * BigInt(this.#indexCount) + BigInt(key.index);
  }

  /**
   * Returns the key of an integer. If the integer was not made by `pack`, the result is some key, which is looked up
   * like any key (R10), or undefined if the integer is too wide for this list. O(1).
   * @param {bigint} packed
   * @returns {StableKey | undefined}
   */
  unpack(packed) {
    const width = BigInt(this.#indexCount);
    const id = packed / width;
    if (packed < 0n || id >= BigInt(this.#idCount)) return undefined;
    return new StableKey(Number(packed % width), Number(id));
  }

  /**
   * Returns the whole state of this list as plain objects, which `structuredClone` and `postMessage` can copy if they
   * can copy the elements. `StableList.load` makes a list of them again. O(allocated cells).
   */
  save() {
    const cells = this.#cells.map((cell) => (cell instanceof Has ? [cell.element, cell.id] : cell?.next));
    const options = {
      minimum: this.#minimum, truncation: this.#truncation, idBits: Math.log2(this.#idCount),
      indexBits: Math.log2(this.#indexCount),
    };
    const partitions = this.#partitions().map((partition) => ({ ...partition }));
    return { options, nextId: this.#nextId, partitions, cells, allocated: this.#allocated, cost: this.cost };
  }

  /**
   * Makes a list from the result of `save`. It hands out the same keys and positions as the saved list would.
   * @template T
   * @returns {StableList<T>}
   */
  static load({ options, nextId, partitions, cells, allocated, cost }) {
    const list = new StableList(options);
    list.#nextId = nextId;
    list.#allocated = allocated;
    list.#cost = { ...cost };
    [list.#q1, list.#q2, list.#h2] = partitions.map((saved) => Object.assign(new Partition(0, 0), saved));
    list.#cells = cells.map(loadedCell);
    return list;
  }

  /** The layout: the space, q1, q2 and h2 with their free lists from the head on, and the next id. O(space). */
  layout() {
    const partitions = this.#partitions().map((partition) => {
      const { start, size, live, opened } = partition;
      return { start, size, live, opened, free: [...partition.vacancies(this.#cells)] };
    });
    return { space: this.#space(), partitions, nextId: this.#nextId };
  }

  #partitions() {
    return [this.#q1, this.#q2, this.#h2];
  }

  #space() {
    return this.#h2.end;
  }

  #opened() {
    return this.#q1.opened + this.#q2.opened + this.#h2.opened;
  }

  /** The `Has` cell of a key; undefined if the key is stale or was never issued by this list (R10). */
  #find(key) {
    if (!(key instanceof StableKey) || !isPosition(key.index)) return undefined;
    const cell = this.#cells[key.index];
    return cell instanceof Has && cell.id === key.id ? cell : undefined;
  }

  /** Iterates, which counts the opened cells. */
  *#visit() {
    this.#cost.visited += this.#opened();
    yield* this.#walk();
  }

  *#walk() {
    const opened = this.#opened();
    for (let position = 0; position < opened; position += 1) {
      const cell = this.#cells[position];
      if (cell instanceof Has) yield [new StableKey(position, cell.id), cell.element];
    }
  }

  /** The key of the next element (R2, R8). */
  #nextKey() {
    const roomy = this.#partitions().find((partition) => !partition.isFull());
    const position = roomy ? roomy.nextPosition() : this.#space();
    if (position >= this.#indexCount) throw new CapacityError(this.#indexCount);
    return new StableKey(position, this.#nextId);
  }

  /** Puts an element at the position of its key, and advances the ids (R3, R8). */
  #occupy({ index, id }, element) {
    if (index === this.#space()) this.#grow();
    this.#partitionOf(index).occupy(this.#cells, element, id);
    this.#nextId = (id + 1) % this.#idCount;
  }

  #partitionOf(position) {
    return this.#partitions().find((partition) => partition.contains(position));
  }

  #refuseBeyondRange(additional) {
    if (this.length + additional > this.#indexCount) throw new CapacityError(this.#indexCount);
  }

  #refuseWhileLent(operation) {
    if (this.#lent > 0) {
      throw new BorrowError(operation, 'elements are lent; let the callback return or close the iterator first');
    }
  }

  /** Calls `f` while the list is locked, and unlocks the list afterwards, even after an exception. */
  #whileLent(f) {
    this.#lent += 1;
    try {
      return f();
    } finally {
      this.#lent -= 1;
    }
  }

  /** Calls `f` with a view of all elements but one, and then makes the view invalid, even after an exception. */
  #lendOthers(others, f) {
    try {
      return this.#whileLent(() => f(others));
    } finally {
      revoke(others);
    }
  }

  /** Divides an untouched space into partitions. */
  #divide(space) {
    this.#q1 = new Partition(0, space / 4);
    this.#q2 = new Partition(space / 4, space / 4);
    this.#h2 = new Partition(space / 2, space / 2);
  }

  /**
   * Doubles a full space (R3):
   *
   *     | q1 | q2 |   h2    |
   *     |   q1    |   q2    |        h2         |
   */
  #grow() {
    const space = this.#space();
    if (2 * space > this.#allocated) this.#reallocate(2 * space);
    this.#q1 = Partition.filled(0, space / 2);
    this.#q2 = this.#h2;
    this.#h2 = new Partition(space, space);
  }

  /** Halves the space as long as h2 is empty and R1 allows it (R4). */
  #truncate() {
    while (this.#mayHalve()) {
      this.#cost.visits += this.#q1.vacant;
      this.#halve();
      if (this.#truncation !== Truncation.MEMORY) continue;
      this.#reallocate(this.#space());
      this.#giveMemoryBack();
    }
  }

  /** Counts the opened cells, which move to memory for so many cells. */
  #reallocate(allocated) {
    this.#allocated = allocated;
    this.#cost.moved += this.#opened();
  }

  #giveMemoryBack() {
    if (this.#cells.length > this.#space()) this.#cells.length = this.#space();
  }

  #mayHalve() {
    const half = this.#space() / 2;
    return this.#h2.live === 0 && half >= this.#minimum && half % UNIT === 0;
  }

  /**
   * Halves a space whose h2 is empty (R5):
   *
   *     |   q1    |   q2    |        h2         |
   *     | q1 | q2 |   h2    |
   */
  #halve() {
    this.#cost.dropped += this.#h2.opened;
    this.#h2 = this.#q2;
    [this.#q1, this.#q2] = this.#q1.split(this.#cells);
  }
}

/** Makes a cell from its form in `save`: [element, id], the next vacancy, or nothing. */
function loadedCell(saved) {
  if (Array.isArray(saved)) return new Has(...saved);
  return saved === undefined ? undefined : new Not(saved);
}

function isPosition(index) {
  return isBelow(index, Infinity);
}

function isBelow(number, bound) {
  return Number.isInteger(number) && 0 <= number && number < bound;
}

function roundUp(length) {
  return Math.max(UNIT, Math.ceil(length / UNIT) * UNIT);
}

function checked(name, value, least, most) {
  if (Number.isInteger(value) && least <= value && value <= most) return value;
  throw new RangeError(`${name} must be an integer from ${least} to ${most}, not ${value}`);
}

function checkedTruncation(value) {
  const modes = Object.values(Truncation);
  if (modes.includes(value)) return value;
  throw new RangeError(`truncation must be one of ${modes.join(', ')}, not ${value}`);
}

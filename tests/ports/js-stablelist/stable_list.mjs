/**
 * StableList: a pool that hands out a key for every element and keeps that key good while elements come and go.
 *
 * The elements live in the *element space*, a sequence of cells. A cell is `Has` (an element and its id), `Not`
 * (vacant, with the next vacancy of its free list) or still untouched. Three partitions share the space:
 *
 *     0          space/4       space/2                    space
 *     |    q1    |      q2     |            h2            |
 *
 * Insertion prefers q1 to q2 and q2 to h2, so h2 tends to run empty; when it does, the space is halved (thesis, 5.2).
 *
 * Representation invariant:
 *   1. q1, q2 and h2 start at 0, space/4 and space/2; space is a multiple of 4 and never below the minimum.
 *   2. In each partition the first `opened` cells are touched, and `live` of these are `Has`.
 *   3. A partition is opened only when those before it are wholly opened: the touched cells are [0, opened).
 *   4. The free list of a partition visits each of its touched `Not` cells once, and no other cell.
 *   5. The id of a `Has` cell is the one its element was given by `add`; `nextId` is the id of the next `add`.
 *
 * Abstraction: a map with one entry for every `Has` cell, from the key (position, id) to the element.
 *
 * R1 to R14 are the rulings that settle what the thesis leaves open.
 *
 * Errors:
 *     Error
 *     ├── BorrowError         a structural change while elements are lent, or a view kept too long
 *     └── RangeError
 *         └── CapacityError   the index range is full
 *
 * @module
 */

/** When a list gives space back (R6): never, in its element space only, or in its memory too. */
export const Truncation = Object.freeze({ NEVER: 'never', ITERATION: 'iteration', MEMORY: 'memory' });

const UNIT = 4; // a space is divided into quarters, so its length is a multiple of this
const MOST_CELLS = 2 ** 32; // as many as the widest index can name

/** Refused by the borrow rules (R14); the list is unchanged. */
export class BorrowError extends Error {
  /**
   * @param {string} operation what was attempted
   * @param {string} advice what to do instead
   */
  constructor(operation, advice) {
    super(`cannot ${operation}: ${advice}`);
    this.name = 'BorrowError';
    this.operation = operation;
  }
}

/** Refused because every index in range is taken (R9); the list is unchanged. */
export class CapacityError extends RangeError {
  /** @param {number} capacity how many indices the list can hand out */
  constructor(capacity) {
    super(`all ${capacity} indices are taken: remove elements, or build the list with more index bits`);
    this.name = 'CapacityError';
    this.capacity = capacity;
  }
}

/**
 * Names one element for as long as that element stays in its list (thesis, 5.1).
 *
 * A key is a plain pair. One that was not issued by the list it is shown to is simply not found (R10), unless index
 * and id both coincide.
 */
export class StableKey {
  /**
   * @param {number} index position in the element space
   * @param {number} id what tells this element from earlier ones at the same position
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

/** A vacant cell: an entry of its partition's free list. */
class Not {
  constructor(next) {
    this.next = next;
  }
}

/** A range of cells that keeps its own counts and the head of its own free list (thesis, 5.2). */
class Partition {
  constructor(start, size) {
    this.start = start;
    this.size = size;
    this.live = 0;
    this.opened = 0;
    this.head = null;
  }

  /** A partition whose cells all hold an element. */
  static full(start, size) {
    const partition = new Partition(start, size);
    partition.live = partition.opened = size;
    return partition;
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

  /** Where the next element goes: the head of the free list, else the next untouched cell (R2). */
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

  /** Links a vacancy in behind `tail`, the last one so far, and returns the new tail. */
  append(cells, position, tail) {
    if (tail === null) this.head = position;
    else cells[tail].next = position;
    cells[position].next = null;
    this.live -= 1;
    return position;
  }

  /** Two halves of a wholly opened partition: vacancies below the middle keep their order, the rest reverse (R5). */
  split(cells) {
    const half = this.size / 2;
    const lower = Partition.full(this.start, half);
    const upper = Partition.full(lower.end, half);
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

// What the list and its views may do with each other, and no caller can: set by the classes themselves.
let entriesOf; // walks over a list without locking it
let revoke; // ends a view

/**
 * All elements of a list but one, the *pivot*: what `apply` and `traverse` lend (thesis, 4.4 and 5.3; R13).
 *
 * A view takes the keys of its list, never shows the pivot, and is dead once its callback has returned: every use of
 * it then throws a BorrowError (R14).
 *
 * @template T
 */
export class StableAccess {
  #list;
  #pivot;

  static {
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

  /** The number of elements in the view: all but the pivot. O(1). */
  get length() {
    return this.#lender().length - 1;
  }

  /**
   * The element of a key, or undefined if there is none in this view. O(1).
   * @param {StableKey} key
   * @returns {T | undefined}
   */
  at(key) {
    return this.has(key) ? this.#list.at(key) : undefined;
  }

  /**
   * Does the key resolve in this view? O(1).
   * @param {StableKey} key
   * @returns {boolean}
   */
  has(key) {
    return this.#lender().has(key) && key.index !== this.#pivot;
  }

  /**
   * Puts another element in the place of the key's; false if the key does not resolve in this view. O(1).
   * @param {StableKey} key
   * @param {T} element
   * @returns {boolean}
   */
  replace(key, element) {
    return this.has(key) && this.#list.replace(key, element);
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
 * A pool of elements with stable keys, cross-iteration and proactive truncation (thesis, 4 and 5).
 *
 * A key is good until its element is removed. With ids of `idBits` bits a stale key can resolve again only after a
 * whole multiple of 2^idBits insertions since its own (R8).
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
  #cells = []; // grows as cells are first touched
  #q1;
  #q2;
  #h2;
  #minimum;
  #truncation;
  #idCount;
  #indexCount;
  #nextId = 0;
  #lent = 0; // how many callbacks and iterators hold elements at this moment

  static {
    entriesOf = (list) => list.#walk();
  }

  /**
   * Makes an empty list. O(1).
   * @param {object} [options]
   * @param {number} [options.minimum] space below which the list never truncates; rounded up to a multiple of 4 (R1)
   * @param {number} [options.capacity] elements the list holds before it grows; rounded up likewise
   * @param {'never' | 'iteration' | 'memory'} [options.truncation] what is given back when h2 runs empty (R6)
   * @param {number} [options.idBits] width of the ids, 1 to 32 (R8)
   * @param {number} [options.indexBits] width of the indices, 3 to 32 (R9)
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
  }

  /** The number of elements. O(1). */
  get length() {
    return this.#q1.live + this.#q2.live + this.#h2.live;
  }

  /** Is there no element? O(1). */
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
    const roomy = this.#partitions().find((partition) => !partition.isFull());
    const position = roomy ? roomy.nextPosition() : this.#space();
    if (position >= this.#indexCount) throw new CapacityError(this.#indexCount);
    const id = this.#takeId();
    (roomy ?? this.#grow()).occupy(this.#cells, element, id);
    return new StableKey(position, id);
  }

  /**
   * Removes an element, and returns it; undefined, and nothing changed, if the key does not resolve (R11).
   *
   * Amortised O(1). A removal that empties h2 may truncate: one visit for each free-list entry walked (R4, R5).
   * @param {StableKey} key
   * @returns {T | undefined}
   * @throws {BorrowError} if elements are lent, whether the key resolves or not (R14)
   */
  remove(key) {
    this.#refuseWhileLent('remove');
    const cell = this.#find(key);
    if (cell === undefined) return undefined;
    const partition = this.#partitions().find((each) => each.contains(key.index));
    partition.vacate(this.#cells, key.index);
    if (partition === this.#h2) this.#truncate();
    return cell.element;
  }

  /**
   * Retires every key; the next id is kept, and so is the space unless memory is truncated (R7). O(opened cells).
   * @throws {BorrowError} if elements are lent (R14)
   */
  clear() {
    this.#refuseWhileLent('clear');
    if (this.#truncation === Truncation.MEMORY) {
      this.#cells.length = 0;
      this.#divide(this.#minimum);
    } else {
      this.#cells.fill(undefined, 0, this.#opened());
      this.#divide(this.#space());
    }
  }

  /**
   * The element of a key, or undefined if the key does not resolve (R11); `has` tells an undefined element from none.
   * O(1) (thesis, 4.3).
   * @param {StableKey} key
   * @returns {T | undefined}
   */
  at(key) {
    return this.#find(key)?.element;
  }

  /**
   * Does the key resolve? O(1).
   * @param {StableKey} key
   * @returns {boolean}
   */
  has(key) {
    return this.#find(key) !== undefined;
  }

  /**
   * Puts another element in the place of the key's; false if the key does not resolve. The key stays good, and as the
   * structure does not change this is allowed while elements are lent (R14). O(1).
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
   * Lends each element to `f`, in ascending position (R12). O(opened cells).
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
   * Elements are lent from the first `next()` until the iterator is exhausted or closed (R14). A `for` loop closes
   * its iterator however it is left; whoever drives one by hand and stops early must call its `return()`.
   * @returns {Generator<[StableKey, T]>}
   */
  *entries() {
    this.#lent += 1;
    try {
      yield* this.#walk();
    } finally {
      this.#lent -= 1;
    }
  }

  [Symbol.iterator]() {
    return this.entries();
  }

  /**
   * Lends the key's element, the pivot, together with a view of all others, and returns what `f` returns; undefined
   * if the key does not resolve (R13; thesis, 4.4). O(1) and what `f` costs.
   * @template R
   * @param {StableKey} key
   * @param {(pivot: T, others: StableAccess<T>) => R} f
   * @returns {R | undefined}
   */
  apply(key, f) {
    const pivot = this.#find(key);
    return pivot && this.#lendOthers(key, (others) => f(pivot.element, others));
  }

  /**
   * Cross-iterates: lends each element in ascending position, together with a view of all others (R13; thesis, 4.4).
   * O(opened cells) and what the calls of `f` cost.
   * @param {(key: StableKey, pivot: T, others: StableAccess<T>) => void} f
   */
  traverse(f) {
    for (const [key, pivot] of this) this.#lendOthers(key, (others) => f(key, pivot, others));
  }

  /** Where everything lies: the space, q1, q2 and h2 with their free lists from the head on, the next id. O(space). */
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

  *#walk() {
    const opened = this.#opened();
    for (let position = 0; position < opened; position += 1) {
      const cell = this.#cells[position];
      if (cell instanceof Has) yield [new StableKey(position, cell.id), cell.element];
    }
  }

  #takeId() {
    const id = this.#nextId;
    this.#nextId = (id + 1) % this.#idCount;
    return id;
  }

  #refuseWhileLent(operation) {
    if (this.#lent > 0) {
      throw new BorrowError(operation, 'elements are lent; let the callback return or close the iterator first');
    }
  }

  /** Calls `f` with a view of all elements but the key's; whatever happens, the view dies and the list is unlocked. */
  #lendOthers(key, f) {
    const others = new StableAccess(this, key);
    this.#lent += 1;
    try {
      return f(others);
    } finally {
      this.#lent -= 1;
      revoke(others);
    }
  }

  /** Lays fresh partitions over an untouched space. */
  #divide(space) {
    this.#q1 = new Partition(0, space / 4);
    this.#q2 = new Partition(space / 4, space / 4);
    this.#h2 = new Partition(space / 2, space / 2);
  }

  /**
   * Doubles a full space, and returns the new h2 (R3):
   *
   *     | q1 | q2 |   h2    |
   *     |   q1    |   q2    |        h2         |
   */
  #grow() {
    const space = this.#space();
    this.#q1 = Partition.full(0, space / 2);
    this.#q2 = this.#h2;
    this.#h2 = new Partition(space, space);
    return this.#h2;
  }

  /** Halves the space for as long as h2 is empty and R1 allows (R4). */
  #truncate() {
    while (this.#h2.live === 0 && this.#mayHalve()) this.#halve();
  }

  #mayHalve() {
    const half = this.#space() / 2;
    return this.#truncation !== Truncation.NEVER && half >= this.#minimum && half % UNIT === 0;
  }

  /**
   * Halves a space whose h2 is empty (R5). As h2 has been used, q1 and q2 are wholly opened:
   *
   *     |   q1    |   q2    |        h2         |
   *     | q1 | q2 |   h2    |
   */
  #halve() {
    this.#h2 = this.#q2;
    [this.#q1, this.#q2] = this.#q1.split(this.#cells);
    if (this.#truncation === Truncation.MEMORY) this.#cells.length = this.#space();
  }
}

function isPosition(index) {
  return Number.isInteger(index) && index >= 0;
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

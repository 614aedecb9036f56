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

  /** A partition whose first `opened` cells hold an element each, while the others are untouched. */
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

  /** Two halves of this partition: vacancies below the middle keep their order, the rest reverse (R5). */
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

// What the list and its views may do with each other, and no caller can: set by the classes themselves.
let entriesOf; // walks over a list without locking it
let lenderOf; // the list behind a view that is still good
let revoke; // ends a view

/**
 * All elements of a list but one, the *pivot*, to be looked at: what `inspect` lends (thesis, 4.4 and 5.3; R13).
 *
 * A view takes the keys of its list, never shows the pivot, and is dead once its callback has returned: every use of
 * it then throws a BorrowError (R14).
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
 * The same, to be looked at and changed: what `apply` and `traverse` lend (thesis, 4.4 and 5.3; R13, R15).
 *
 * @template T
 * @extends {StableInspection<T>}
 */
export class StableAccess extends StableInspection {
  /**
   * Puts another element in the place of the key's; false if the key does not resolve in this view. O(1).
   * @param {StableKey} key
   * @param {T} element
   * @returns {boolean}
   */
  replace(key, element) {
    return this.has(key) && lenderOf(this).replace(key, element);
  }

  /**
   * Lends the key's element to `f`, and puts what `f` returns in its place, unless that is undefined; false if the key
   * does not resolve in this view. O(1) and what `f` costs.
   * @param {StableKey} key
   * @param {(element: T) => T | undefined} f
   * @returns {boolean}
   */
  atMut(key, f) {
    return this.has(key) && lenderOf(this).atMut(key, f);
  }

  /**
   * `atMut` for each element in ascending position. O(opened cells) and what the calls of `f` cost.
   * @param {(key: StableKey, element: T) => T | undefined} f
   */
  eachMut(f) {
    for (const [key] of this) this.atMut(key, (element) => f(key, element));
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
    const key = this.#nextKey();
    this.#occupy(key, element);
    return key;
  }

  /**
   * Adds what `factory` makes of the key that the element will have, and returns the key. While `factory` runs the list
   * is lent; if it throws nothing has changed, and no id is used up. O(1) as `add`, and what `factory` costs.
   * @param {(key: StableKey) => T} factory
   * @returns {StableKey}
   * @throws {CapacityError} if the position is beyond the index range (R9); `factory` is not called then
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
   * Adds all elements or none, and returns their keys in the same order; otherwise as `add` for each of them.
   * @param {Iterable<T>} elements
   * @returns {StableKey[]}
   * @throws {CapacityError} if there is no index for every one of them (R9)
   * @throws {BorrowError} if elements are lent (R14)
   */
  extend(elements) {
    const all = [...elements]; // before anything is asked of this list, which may be what is iterated over
    this.#refuseWhileLent('extend');
    this.#refuseBeyondRange(all.length);
    return all.map((element) => this.add(element));
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
    const partition = this.#partitionOf(key.index);
    partition.vacate(this.#cells, key.index);
    if (partition === this.#h2 && this.#truncation !== Truncation.NEVER) this.#truncate();
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
   * `clear`, and returns what there was: [key, element] in ascending position (R7). O(opened cells).
   * @returns {[StableKey, T][]}
   * @throws {BorrowError} if elements are lent (R14)
   */
  drain() {
    this.#refuseWhileLent('drain');
    const drained = [...this.#walk()];
    this.clear();
    return drained;
  }

  /**
   * Removes what `keeps` refuses, and returns it as [key, element].
   *
   * `keeps` is asked for every element in ascending position while all are lent, and only then are the refused ones
   * removed, in this order and each as by `remove` (R4); if it throws nothing has changed. O(opened cells), and what
   * the removals cost.
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
   * Makes room for so many more elements, so that adding them allocates nothing; the space stays as it is. In mode
   * memory the next truncation or `clear` gives the room back (R6). O(what is allocated).
   * @param {number} additional
   * @throws {RangeError} if that is no natural number
   * @throws {CapacityError} if the index range cannot name so many positions (R9)
   * @throws {BorrowError} if elements are lent (R14)
   */
  reserve(additional) {
    this.#refuseWhileLent('reserve');
    this.#refuseBeyondRange(checked('additional', additional, 0, Number.MAX_SAFE_INTEGER));
    let space = this.#space();
    while (space < this.length + additional) space *= 2;
    while (this.#cells.length < space) this.#cells.push(undefined);
  }

  /**
   * Makes the list as short as it can be, in every mode: halves the space for as long as h2 is empty and R1 allows, by
   * the steps of truncation (R5), and gives the memory past it back. O(what is allocated).
   * @throws {BorrowError} if elements are lent (R14)
   */
  shrinkToFit() {
    this.#refuseWhileLent('shrinkToFit');
    while (this.#mayHalve()) this.#halve();
    this.#giveMemoryBack();
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
   * Lends the key's element to `f`, and puts what `f` returns in its place, unless that is undefined; false if the key
   * does not resolve (R15). O(1) and what `f` costs.
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
   * `atMut` for each element, in ascending position (R12, R15). O(opened cells) and what the calls of `f` cost.
   * @param {(key: StableKey, element: T) => T | undefined} f
   */
  eachMut(f) {
    for (const [key] of this) this.atMut(key, (element) => f(key, element));
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
   * @param {(pivot: T, others: StableInspection<T>) => R} f
   * @returns {R | undefined}
   */
  inspect(key, f) {
    const pivot = this.#find(key);
    return pivot && this.#lendOthers(new StableInspection(this, key), (others) => f(pivot.element, others));
  }

  /**
   * `inspect`, and the view may be changed (R13; thesis, 4.4); `replace` puts another element in the pivot's place.
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
   * Cross-iterates: lends each element in ascending position, together with a view of all others (R13; thesis, 4.4).
   * O(opened cells) and what the calls of `f` cost.
   * @param {(key: StableKey, pivot: T, others: StableAccess<T>) => void} f
   */
  traverse(f) {
    for (const [key, pivot] of this) {
      this.#lendOthers(new StableAccess(this, key), (others) => f(key, pivot, others));
    }
  }

  /**
   * A key as one integer: its id above its index; undefined for what this list cannot have issued, being no key or too
   * wide. O(1).
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
   * The key behind an integer. If that was not made by `pack` it is some key that is found only if it was issued (R10),
   * or undefined if no key of this list can be so wide. O(1).
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
   * Everything that makes up this list, as plain objects, which `structuredClone` and `postMessage` can copy as far as
   * they can copy its elements. `StableList.load` makes a list of it again. O(what is allocated).
   */
  save() {
    const cells = this.#cells.map((cell) => (cell instanceof Has ? [cell.element, cell.id] : cell?.next));
    const options = {
      minimum: this.#minimum, truncation: this.#truncation, idBits: Math.log2(this.#idCount),
      indexBits: Math.log2(this.#indexCount),
    };
    const partitions = this.#partitions().map((partition) => ({ ...partition }));
    return { options, nextId: this.#nextId, partitions, cells };
  }

  /**
   * A list from what `save` gave. It gives out the same keys and positions afterwards as the saved one would.
   * @template T
   * @returns {StableList<T>}
   */
  static load({ options, nextId, partitions, cells }) {
    const list = new StableList(options);
    list.#nextId = nextId;
    [list.#q1, list.#q2, list.#h2] = partitions.map((saved) => Object.assign(new Partition(0, 0), saved));
    list.#cells = cells.map(loadedCell);
    return list;
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

  /** The key of the next element (R2, R8). */
  #nextKey() {
    const roomy = this.#partitions().find((partition) => !partition.isFull());
    const position = roomy ? roomy.nextPosition() : this.#space();
    if (position >= this.#indexCount) throw new CapacityError(this.#indexCount);
    return new StableKey(position, this.#nextId);
  }

  /** Puts an element where its key says, and advances the ids (R3, R8). */
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

  /** Calls `f` while the list is locked; whatever happens, it is unlocked afterwards. */
  #whileLent(f) {
    this.#lent += 1;
    try {
      return f();
    } finally {
      this.#lent -= 1;
    }
  }

  /** Calls `f` with a view of all elements but one; whatever happens, the view dies. */
  #lendOthers(others, f) {
    try {
      return this.#whileLent(() => f(others));
    } finally {
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
   * Doubles a full space (R3):
   *
   *     | q1 | q2 |   h2    |
   *     |   q1    |   q2    |        h2         |
   */
  #grow() {
    const space = this.#space();
    this.#q1 = Partition.filled(0, space / 2);
    this.#q2 = this.#h2;
    this.#h2 = new Partition(space, space);
  }

  /** Halves the space for as long as h2 is empty and R1 allows (R4). */
  #truncate() {
    while (this.#mayHalve()) {
      this.#halve();
      if (this.#truncation === Truncation.MEMORY) this.#giveMemoryBack();
    }
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
    this.#h2 = this.#q2;
    [this.#q1, this.#q2] = this.#q1.split(this.#cells);
  }
}

/** A cell from what `save` made of it: [element, id], the next vacancy, or nothing. */
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

/**
 * DyadicList: a pool whose keys stay valid while other elements are added and removed, and whose truncation walks nothing.
 *
 * The element space is made of *blocks*, [0, m), [m, 2m), [2m, 4m) and so on, where m is the minimum. Each has a free
 * list of its own. An element goes to the lowest block with room; when the last block is empty, empty blocks are dropped
 * from the end. So no free list is ever divided.
 *
 * What always holds:
 *   1. the blocks tile the element space; from the second on, each is as long as all blocks before it;
 *   2. the cells are the opened cells, which are those from the first position on, without a gap;
 *   3. the free list of a block contains each of its vacant cells once, and no other cell;
 *   4. the last block has an element, or was never opened, or is the first, or truncation is `never`.
 *
 * @module
 */

const UNIT = 4; // the minimum is a multiple of this
const MOST_CELLS = 2 ** 32; // as many as the widest index can name
const MODES = ['never', 'iteration', 'memory'];

/** No index is left; the list is unchanged. */
export class CapacityError extends RangeError {
  /** @param {number} capacity the number of indices of the list */
  constructor(capacity) {
    super(`all ${capacity} indices are taken: remove elements, or build the list with more index bits`);
    this.name = 'CapacityError';
    this.capacity = capacity;
  }
}

/** The key of one element: its position, and an id that distinguishes it from other elements at this position. */
export class Key {
  constructor(index, id) {
    this.index = index;
    this.id = id;
  }
}

/** A cell that holds an element. */
class Live {
  constructor(element, id) {
    this.element = element;
    this.id = id;
  }
}

/** A cell that can be filled again, and the vacancy of its block that is filled after it. */
class Vacant {
  constructor(next) {
    this.next = next;
  }
}

/** A part of the element space. */
class Block {
  live = 0;
  head = null; // the vacancy that is filled next

  constructor(start, size) {
    this.start = start;
    this.size = size;
  }

  get end() {
    return this.start + this.size;
  }

  /** How many of its cells were opened, if so many of the whole space were. */
  opened(all) {
    return Math.min(Math.max(all - this.start, 0), this.size);
  }
}

/**
 * A dyadic list.
 *
 * @example
 * const pool = new DyadicList();
 * const key = pool.add('ant');
 * pool.at(key);        // 'ant'
 * pool.remove(key);    // 'ant'
 * pool.has(key);       // false
 *
 * @template T
 */
export class DyadicList {
  #cells = [];
  #blocks;
  #minimum;
  #truncation;
  #idCount;
  #indexCount;
  #allocated; // the number of cells that there is memory for
  #nextId = 0;
  #cost = { moved: 0, dropped: 0, visited: 0 };

  /**
   * Makes an empty list.
   * @param {object} [options]
   * @param {number} [options.minimum] the smallest space; rounded up to a multiple of 4
   * @param {number} [options.capacity] the least space of the new list
   * @param {'never' | 'iteration' | 'memory'} [options.truncation] what is released when the last blocks are empty:
   *   nothing, element space only, or memory as well
   * @param {number} [options.idBits] the width of the ids, 1 to 32
   * @param {number} [options.indexBits] the width of the indices, 2 to 32
   * @throws {RangeError} if an option is out of its range
   */
  constructor({ minimum = UNIT, capacity = 0, truncation = 'iteration', idBits = 32, indexBits = 32 } = {}) {
    if (!MODES.includes(truncation)) throw new RangeError(`truncation must be one of ${MODES}, not ${truncation}`);
    this.#truncation = truncation;
    this.#idCount = 2 ** checked('idBits', idBits, 1, 32);
    this.#indexCount = 2 ** checked('indexBits', indexBits, 2, 32);
    this.#minimum = checked('minimum', roundUp(minimum), UNIT, this.#indexCount);
    this.#divide(checked('capacity', roundUp(capacity), UNIT, this.#indexCount));
    this.#allocated = this.#space;
  }

  /** The number of elements. O(blocks). */
  get length() {
    return this.#blocks.reduce((live, block) => live + block.live, 0);
  }

  /** Cells that memory moved, cells that were opened and no longer are, and cells that iterations visited. */
  get cost() {
    return { ...this.#cost };
  }

  /**
   * Adds an element and returns its key. O(blocks); the space doubles when it is full, which moves all cells.
   * @param {T} element
   * @returns {Key}
   * @throws {CapacityError} no index is left
   */
  add(element) {
    return this.insertWith(() => element);
  }

  /**
   * Adds the element that `make` returns for its key, and returns the key. `make` must not change the list.
   * @param {(key: Key) => T} make
   * @returns {Key}
   * @throws {CapacityError} no index is left
   */
  insertWith(make) {
    const roomy = this.#blocks.find((block) => block.live < block.size);
    const index = roomy ? (roomy.head ?? this.#cells.length) : this.#space;
    if (index >= this.#indexCount) throw new CapacityError(this.#indexCount);
    const key = new Key(index, this.#nextId);
    const element = make(key);
    this.#occupy(key, element);
    return key;
  }

  /**
   * Adds all elements or none, in order, and returns their keys.
   * @param {T[]} elements
   * @returns {Key[]}
   * @throws {CapacityError} there are not so many indices
   */
  extend(elements) {
    this.#checkRoom(elements.length);
    return elements.map((element) => this.add(element));
  }

  /**
   * Removes the element of a key and returns it; undefined if the key is not found. A removal that empties the last
   * block truncates. O(blocks), and with `memory` O(opened cells) when it truncates.
   * @param {Key} key
   * @returns {T | undefined}
   */
  remove(key) {
    const cell = this.#find(key);
    if (cell === undefined) return undefined;
    const block = this.#blockOf(key.index);
    this.#cells[key.index] = new Vacant(block.head);
    block.head = key.index;
    block.live -= 1;
    if (block === this.#blocks.at(-1) && block.live === 0 && this.#truncation !== 'never') this.#truncate();
    return cell.element;
  }

  /** Removes all elements; with `memory` only the first block stays. Ids go on. O(opened cells). */
  clear() {
    this.#cost.dropped += this.#cells.length;
    this.#cells = [];
    this.#divide(this.#truncation === 'memory' ? 0 : this.#space);
    if (this.#truncation === 'memory') this.#allocated = this.#space;
  }

  /** Clears the list and returns its elements, in ascending position. */
  drain() {
    const elements = Array.from(this, ([, element]) => element);
    this.clear();
    return elements;
  }

  /**
   * First calls `keep` for every element, then removes the rejected ones, and returns them in ascending position.
   * @param {(element: T) => boolean} keep
   * @returns {T[]}
   */
  retain(keep) {
    const rejected = [...this].filter(([, element]) => !keep(element));
    return rejected.map(([key]) => this.remove(key));
  }

  /** The element of a key, or undefined. O(1). */
  at(key) {
    return this.#find(key)?.element;
  }

  has(key) {
    return this.#find(key) !== undefined;
  }

  /** The key and the element that are live at a position; undefined if there is none. O(1). */
  keyAt(position) {
    const cell = this.#cells[position];
    return cell instanceof Live ? [new Key(position, cell.id), cell.element] : undefined;
  }

  /** Replaces the element of a key, and returns whether the key was found. O(1). */
  replace(key, element) {
    const cell = this.#find(key);
    if (cell !== undefined) cell.element = element;
    return cell !== undefined;
  }

  /** Iterates over [key, element] in ascending position. O(opened cells). */
  *[Symbol.iterator]() {
    this.#cost.visited += this.#cells.length;
    for (const [position, cell] of this.#cells.entries()) {
      if (cell instanceof Live) yield [new Key(position, cell.id), cell.element];
    }
  }

  /** A key as one integer, with the id above the index; undefined if this list cannot have issued it. O(1). */
  pack({ index, id }) {
    if (!isBelow(index, this.#indexCount) || !isBelow(id, this.#idCount)) return undefined;
    return BigInt(id) * BigInt(this.#indexCount) + BigInt(index);
  }

  /** The key of an integer. If the integer was not made by `pack`, it may be any key. O(1). */
  unpack(packed) {
    const width = BigInt(this.#indexCount);
    return new Key(Number(packed % width), Number(packed / width));
  }

  /** Makes the memory that so many insertions would make; the space does not change. O(opened cells). */
  reserve(additional) {
    this.#checkRoom(additional);
    let space = this.#space;
    while (space < this.length + additional) space *= 2;
    if (space > this.#allocated) this.#reallocate(space);
  }

  /** Drops empty blocks from the end, and frees the memory beyond the space. O(opened cells). */
  shrinkToFit() {
    this.#dropEmptyBlocks();
    if (this.#space < this.#allocated) this.#reallocate(this.#space);
  }

  /** A copy that behaves from now on as this list would. O(opened cells). */
  copy() {
    const [minimum, truncation] = [this.#minimum, this.#truncation];
    const [idBits, indexBits] = [Math.log2(this.#idCount), Math.log2(this.#indexCount)];
    const copy = new DyadicList({ minimum, truncation, idBits, indexBits });
    const cloned = (one) => Object.assign(Object.create(Object.getPrototypeOf(one)), one);
    copy.#cells = this.#cells.map(cloned);
    copy.#blocks = this.#blocks.map(cloned);
    [copy.#allocated, copy.#nextId, copy.#cost] = [this.#allocated, this.#nextId, this.cost];
    return copy;
  }

  /** The space, its blocks with their free lists, and the next id. O(space). */
  layout() {
    const blocks = this.#blocks.map((block) => ({
      start: block.start,
      size: block.size,
      live: block.live,
      opened: block.opened(this.#cells.length),
      free: [...this.#vacancies(block)],
    }));
    return { space: this.#space, blocks, nextId: this.#nextId };
  }

  get #space() {
    return this.#blocks.at(-1).end;
  }

  *#vacancies({ head }) {
    for (let position = head; position !== null; position = this.#cells[position].next) yield position;
  }

  /** The live cell of a key, if it is found. */
  #find({ index, id }) {
    const cell = this.#cells[index];
    return cell instanceof Live && cell.id === id ? cell : undefined;
  }

  #blockOf(position) {
    return this.#blocks[32 - Math.clz32(Math.floor(position / this.#minimum))];
  }

  /** Covers at least so many cells with untouched blocks. */
  #divide(length) {
    this.#blocks = [new Block(0, this.#minimum)];
    while (this.#space < length) this.#append();
  }

  #append() {
    this.#blocks.push(new Block(this.#space, this.#space));
  }

  /** Puts an element at the position of its key, which is the vacancy that is filled next. */
  #occupy({ index, id }, element) {
    if (index === this.#space) this.#grow();
    const block = this.#blockOf(index);
    if (index < this.#cells.length) block.head = this.#cells[index].next;
    this.#cells[index] = new Live(element, id);
    block.live += 1;
    this.#nextId = (id + 1) % this.#idCount;
  }

  /** Appends a block that is as long as all others together, which stay as they are. */
  #grow() {
    this.#append();
    if (this.#space > this.#allocated) this.#reallocate(this.#space);
  }

  #truncate() {
    const before = this.#space;
    this.#dropEmptyBlocks();
    if (this.#truncation === 'memory' && this.#space < before) this.#reallocate(this.#space);
  }

  /** Drops blocks without elements from the end, but never the first. Their cells are vacant. */
  #dropEmptyBlocks() {
    while (this.#blocks.length > 1 && this.#blocks.at(-1).live === 0) this.#blocks.pop();
    const dropped = Math.max(this.#cells.length - this.#space, 0);
    this.#cells.length -= dropped;
    this.#cost.dropped += dropped;
  }

  /** Moves the opened cells to memory for so many cells. */
  #reallocate(allocated) {
    this.#allocated = allocated;
    this.#cost.moved += this.#cells.length;
  }

  #checkRoom(additional) {
    if (this.length + additional > this.#indexCount) throw new CapacityError(this.#indexCount);
  }
}

function isBelow(number, bound) {
  return Number.isInteger(number) && 0 <= number && number < bound;
}

function roundUp(length) {
  return isBelow(length, MOST_CELLS + 1) ? Math.max(UNIT, Math.ceil(length / UNIT) * UNIT) : NaN;
}

function checked(name, value, least, most) {
  if (Number.isInteger(value) && least <= value && value <= most) return value;
  throw new RangeError(`${name} must be an integer, and from ${least} to ${most} when it is rounded`);
}

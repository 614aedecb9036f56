/**
 * A buffer of a fixed number of bytes, which has the last records that were written. Each has up to 255 bytes.
 *
 * A record is a byte with its length, and its bytes. Records lie one after the other; one that reaches the end of the
 * bytes goes on at the first byte. A mapped buffer has the same bytes a second time, behind the first, so that each of
 * its records can be read in one piece. Elsewhere the same memory is mapped twice; JavaScript cannot do that, so every
 * byte is written twice.
 *
 * Invariants:
 *
 * 1. the records that can be read are in the `used` bytes from `read` on; after the last byte comes the first;
 * 2. in a mapped buffer, both halves of the memory are equal.
 *
 * @module
 */

const LENGTH = 1;
const SHORTEST = LENGTH + 1;

export class ByteRing {
  #memory;
  #capacity;
  #mapped;
  #read = 0;
  #used = 0;
  #size = 0;

  /**
   * @param {number} capacity The number of bytes.
   * @param {boolean} mapped Whether every record lies in one piece.
   */
  constructor(capacity = 8, mapped = false) {
    if (!Number.isInteger(capacity) || capacity < 1) {
      throw new RangeError(`the capacity must be an integer of at least 1, not ${capacity}`);
    }
    this.#memory = new Uint8Array(mapped ? 2 * capacity : capacity);
    this.#capacity = capacity;
    this.#mapped = mapped;
  }

  /** The number of records that can be read. O(1). */
  get size() {
    return this.#size;
  }

  /** Whether every further record, even of one byte, overwrites the oldest one. O(1). */
  get isFull() {
    return this.#capacity - this.#used < SHORTEST;
  }

  /**
   * Writes a record, over the oldest ones if there is no room. O(bytes that are written and overwritten).
   *
   * @param {Uint8Array} bytes At least one.
   * @throws {RangeError} if it is longer than the buffer; nothing has changed.
   */
  write(bytes) {
    const length = LENGTH + bytes.length;
    if (bytes.length < 1 || bytes.length > 255 || length > this.#capacity) {
      throw new RangeError(`a record of ${bytes.length} bytes does not fit into ${this.#capacity} bytes`);
    }
    while (this.#capacity - this.#used < length) this.#drop();
    this.#put(0, [bytes.length]);
    this.#put(LENGTH, bytes);
    this.#used += length;
    this.#size += 1;
  }

  /** Reads the oldest record, which is not there afterwards; undefined if there is none. O(its length). */
  read() {
    const bytes = this.peek();
    if (bytes !== undefined) this.#drop();
    return bytes;
  }

  /** A copy of the oldest record, which stays; undefined if there is none. O(its length). */
  peek() {
    if (this.#size === 0) return undefined;
    const start = this.#read + LENGTH;
    const end = start + this.#memory[this.#read];
    if (this.#mapped || end <= this.#capacity) return this.#memory.slice(start, end);
    const tail = this.#memory.subarray(start);
    const bytes = new Uint8Array(end - start);
    bytes.set(tail);
    bytes.set(this.#memory.subarray(0, end - this.#capacity), tail.length);
    return bytes;
  }

  /** Forgets all records, and begins with the first byte again. O(1). */
  reset() {
    this.#read = 0;
    this.#used = 0;
    this.#size = 0;
  }

  /** The positions of the next byte to read and to write, and the bytes that can be read. O(number of bytes). */
  layout() {
    const cells = new Array(this.#capacity).fill(undefined);
    for (let i = 0; i < this.#used; i++) {
      const cell = this.#around(this.#read + i);
      cells[cell] = this.#memory[cell];
    }
    const write = this.#read + this.#used;
    return { read: this.#read, write: this.#mapped ? write : this.#around(write), cells };
  }

  /** Moves the read position behind the oldest record; from the second half it goes back to the first. */
  #drop() {
    const length = LENGTH + this.#memory[this.#read];
    this.#read = this.#around(this.#read + length);
    this.#used -= length;
    this.#size -= 1;
  }

  /** Writes bytes behind what is used, and so many further. */
  #put(distance, bytes) {
    const start = this.#read + this.#used + distance;
    for (let i = 0; i < bytes.length; i++) {
      const cell = this.#around(start + i);
      this.#memory[cell] = bytes[i];
      if (this.#mapped) this.#memory[cell + this.#capacity] = bytes[i];
    }
  }

  /** The byte at a position, which may be beyond the end once. */
  #around(position) {
    return position % this.#capacity;
  }
}

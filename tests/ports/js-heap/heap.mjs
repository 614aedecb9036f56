/**
 * A keyed heap: every key has a priority, and one with the least priority comes first.
 *
 * It is a binary heap in an array, beside a map from each key to its position there.
 *
 * @module
 */

export class Heap {
  #entries = [];
  #positions = new Map();

  get size() {
    return this.#entries.length;
  }

  /** The entries in any order, each a key and its priority. */
  [Symbol.iterator]() {
    return this.#entries.values();
  }

  has(key) {
    return this.#positions.has(key);
  }

  /** The priority of a key, or undefined. */
  get(key) {
    return this.#entries[this.#positions.get(key)]?.[1];
  }

  /** An entry with the least priority, or undefined. */
  peek() {
    return this.#entries[0];
  }

  clear() {
    this.#entries = [];
    this.#positions.clear();
  }

  /** Puts a key with a priority, or changes the one that it has, which is returned. */
  set(key, priority) {
    const old = this.get(key);
    const at = this.#positions.get(key) ?? this.#entries.length;
    this.#place(at, [key, priority]);
    this.#restore(at);
    return old;
  }

  /** Removes a key, and returns its priority, or undefined. */
  delete(key) {
    const priority = this.get(key);
    if (priority === undefined) return undefined;
    const at = this.#positions.get(key);
    const last = this.#entries.pop();
    this.#positions.delete(key);
    if (at < this.#entries.length) {
      this.#place(at, last);
      this.#restore(at);
    }
    return priority;
  }

  /** Removes an entry with the least priority, and returns it, or undefined. */
  pop() {
    const first = this.peek();
    if (first !== undefined) this.delete(first[0]);
    return first;
  }

  #place(at, entry) {
    this.#entries[at] = entry;
    this.#positions.set(entry[0], at);
  }

  #priority(at) {
    return this.#entries[at][1];
  }

  /** Moves the only entry that may be out of place, up or down. */
  #restore(at) {
    this.#sink(this.#rise(at));
  }

  /** Moves an entry up to where it belongs, and returns its position. */
  #rise(at) {
    const entry = this.#entries[at];
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#priority(parent) <= entry[1]) break;
      this.#place(at, this.#entries[parent]);
      at = parent;
    }
    this.#place(at, entry);
    return at;
  }

  /** Moves an entry down to where it belongs. */
  #sink(at) {
    const entry = this.#entries[at];
    for (let child = 2 * at + 1; child < this.size; child = 2 * at + 1) {
      if (child + 1 < this.size && this.#priority(child + 1) < this.#priority(child)) child += 1;
      if (this.#priority(child) >= entry[1]) break;
      this.#place(at, this.#entries[child]);
      at = child;
    }
    this.#place(at, entry);
  }
}

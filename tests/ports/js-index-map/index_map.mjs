/**
 * Rows side by side, each with an id, and a map from ids to the slots of their rows.
 *
 * Invariants:
 *
 * 1. the map has an entry for every id that was issued: the slot of its row, or `INVALID` if it has none any more;
 * 2. `rows[slots[id]].id` is `id`, for every id that has a row, and there are no other rows.
 *
 * Ids count up, and none is issued again. They stay valid when rows move, as they do after `remove` and `sort`.
 *
 * @module
 */

/** The entry of an id without a row. It is neither an id nor a slot. */
export const INVALID = -1;

export class IndexMap {
  #rows = [];
  #slots = [];
  #most;
  /** How many rows a removal or a sort has put into another slot. */
  moved = 0;

  /** @param {number} most The number of ids that can be issued. */
  constructor(most = 2 ** 32) {
    this.#most = most;
  }

  /** The number of rows. O(1). */
  get size() {
    return this.#rows.length;
  }

  /** Appends a row, and returns its id; undefined if all ids are used up. O(1), amortised. */
  append(element) {
    const id = this.#slots.length;
    if (id === this.#most) return undefined;
    this.#slots.push(this.#rows.length);
    this.#rows.push({ id, element });
    return id;
  }

  /** Whether an id has a row. O(1). */
  has(id) {
    return this.slotOf(id) !== undefined;
  }

  /** The slot of the row of an id, until the next removal or sort; undefined if there is none. O(1). */
  slotOf(id) {
    const slot = this.#slots[id];
    return slot === INVALID ? undefined : slot;
  }

  /** The element of an id; undefined if there is none. O(1). */
  get(id) {
    return this.#rows[this.slotOf(id)]?.element;
  }

  /** Replaces the element of an id, and returns whether there was one. O(1). */
  set(id, element) {
    const slot = this.slotOf(id);
    if (slot === undefined) return false;
    this.#rows[slot].element = element;
    return true;
  }

  /** Removes the row of an id, and returns its element; undefined if there is none. The last row moves there. O(1). */
  remove(id) {
    const slot = this.slotOf(id);
    if (slot === undefined) return undefined;
    const { element } = this.#rows[slot];
    const last = this.#rows.pop();
    this.#slots[id] = INVALID;
    if (last.id !== id) {
      this.#rows[slot] = last;
      this.#slots[last.id] = slot;
      this.moved += 1;
    }
    return element;
  }

  /** Sorts the rows by ascending rank; those of the same rank keep their order. O(n log n). */
  sort(rank) {
    this.#rows.sort((one, other) => rank(one.element) - rank(other.element));
    this.#rows.forEach(({ id }, slot) => {
      if (this.#slots[id] !== slot) this.moved += 1;
      this.#slots[id] = slot;
    });
  }

  /** The ids and elements, in the order of the rows. */
  *entries() {
    for (const { id, element } of this.#rows) yield [id, element];
  }

  /** The entries of the map, and the ids of the rows: copies. O(ids that were issued). */
  layout() {
    return { slots: [...this.#slots], ids: this.#rows.map(({ id }) => id) };
  }
}

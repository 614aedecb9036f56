/**
 * Slots whose clones share their arrays, until one of them is changed.
 *
 * A key is a pair: the index of a slot, and its version. What always holds:
 *
 * 1. a slot is live, or it is once in the list of vacancies, which begins with `head` and goes on with `next`;
 * 2. a key finds an element only if its slot still has the version of the key;
 * 3. arrays that another map may have, too, are not changed: whoever changes something owns its arrays.
 *
 * @module
 */

const NONE = -1;

export class SharingSlots {
  constructor(most = Infinity, versions = Infinity) {
    Object.assign(this, { most, versions, size: 0, head: NONE, cursor: 0, shared: false });
    Object.assign(this, { elements: [], stamps: [], next: [] });
  }

  /** Returns the key of an element that is added; undefined if there is no room. */
  insert(element) {
    if (this.size === this.most) return undefined;
    this.own();
    if (this.head === NONE) this.open();
    const index = this.head;
    this.head = this.next[index];
    this.elements[index] = element;
    this.size += 1;
    return [index, this.stamps[index]];
  }

  /** Opens a slot, as the only vacancy. */
  open() {
    this.head = this.elements.push(undefined) - 1;
    this.stamps.push(0);
    this.next.push(NONE);
  }

  get([index, stamp]) {
    return this.stamps[index] === stamp ? this.elements[index] : undefined;
  }

  /** Puts another element in the place of one; whether there was one. */
  set(key, element) {
    if (this.get(key) === undefined) return false;
    this.own();
    this.elements[key[0]] = element;
    return true;
  }

  remove(key) {
    const removed = this.get(key);
    if (removed !== undefined) this.vacate(key[0]);
    return removed;
  }

  vacate(index) {
    this.own();
    this.elements[index] = undefined;
    this.stamps[index] = (this.stamps[index] + 1) % this.versions;
    this.next[index] = this.head;
    this.head = index;
    this.size -= 1;
  }

  /** Keys and elements. */
  entries() {
    const live = [...this.elements.keys()].filter((index) => this.elements[index] !== undefined);
    return live.map((index) => [[index, this.stamps[index]], this.elements[index]]);
  }

  /** Removes the elements that are not to be kept, and returns them. */
  retain(keep) {
    const gone = this.entries().filter(([, element]) => !keep(element));
    return gone.map(([key]) => this.remove(key));
  }

  /** Shows every element once, and removes those that are not to be kept when they have been shown. */
  *visit(keep) {
    for (let index = 0; index < this.elements.length; index += 1) {
      const element = this.elements[index];
      if (element !== undefined) {
        yield element;
        if (!keep(element)) this.vacate(index);
      }
    }
  }

  /** The first elements, so many at most. A cursor of the map goes over its slots, as in languages without iterators. */
  first(most) {
    const visited = [];
    this.cursor = 0;
    while (this.cursor < this.elements.length && visited.length < most) {
      const element = this.elements[this.cursor++];
      if (element !== undefined) visited.push(element);
    }
    return visited;
  }

  /** A map in which the same keys are live. */
  clone() {
    this.shared = true;
    return Object.assign(new SharingSlots(), this);
  }

  /** Copies the arrays, if another map may have them. */
  own() {
    if (!this.shared) return;
    for (const name of ['elements', 'stamps', 'next']) this[name] = [...this[name]];
    this.shared = false;
  }

  /** Exchanges everything with another map. */
  swap(other) {
    const mine = { ...this };
    Object.assign(this, other);
    Object.assign(other, mine);
  }

  /** Whether both have the same elements under the same keys. */
  equals(other) {
    return this.size === other.size && this.entries().every(([key, element]) => other.get(key) === element);
  }
}

/**
 * Slots whose user may choose the one that an element goes into, by a key of this slot, which may be retired.
 *
 * @module
 */

import { Slots } from '../js-lifo-slotmap/slots.mjs';

export class PlacingSlots extends Slots {
  /** Adds an element under a key that was issued before, which is live again; returns the key, and what was there. */
  insertUnder(key, element) {
    return this.place(key[0], element, key[1]);
  }

  /** Adds an element at the slot of a key; returns its own key, and what was there. */
  insertBeside([index], element) {
    if (this.element(index) !== undefined) this.advance(index);
    return this.place(index, element, this.slots[index].version);
  }

  place(index, element, version) {
    const displaced = this.element(index);
    if (displaced === undefined) this.fill(index);
    this.slots[index].version = version;
    this.store(index, element);
    return [[index, version], displaced];
  }

  /** Takes a slot out of the vacancies. */
  fill(index) {
    this.vacant.splice(this.vacant.indexOf(index), 1);
    this.size += 1;
  }
}

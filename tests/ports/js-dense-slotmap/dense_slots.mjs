/**
 * Slots whose elements lie side by side in a dense array.
 *
 * What always holds, besides what holds of all slots:
 *
 * 1. a live slot has the place of its element in `dense`, and there is the index of that slot;
 * 2. a slot that is not live has no place.
 *
 * @module
 */

import { Slots } from '../js-lifo-slotmap/slots.mjs';

export class DenseSlots extends Slots {
  constructor(parameters, sentinels) {
    super(parameters, sentinels);
    this.dense = [];
  }

  element(index) {
    return this.dense[this.slots[index].place]?.element;
  }

  store(index, element) {
    const slot = this.slots[index];
    slot.place ??= this.dense.push({ index }) - 1;
    return (this.dense[slot.place].element = element);
  }

  /** Drops the element of a slot. The last one moves into the gap. */
  discard(index) {
    const { place } = this.slots[index];
    this.slots[index].place = undefined;
    const last = this.dense.pop();
    if (place === this.dense.length) return;
    this.dense[place] = last;
    this.slots[last.index].place = place;
    this.moved += 1;
  }

  /** Removes every element in turn, the last one first. */
  clear() {
    return this.live().reverse().map(([index]) => this.take(index));
  }

  /** Tests every element once: also the one that moved into a gap. */
  retain(keep) {
    const removed = [];
    this.visited += this.dense.length;
    for (let place = 0; place < this.dense.length; ) {
      const { index, element } = this.dense[place];
      if (keep(element)) place += 1;
      else removed.push(this.take(index));
    }
    return removed;
  }

  /** The keys of all elements. They are visited, and no vacancy is. */
  iterate() {
    this.visited += this.dense.length;
    return this.live();
  }

  live() {
    return this.dense.map(({ index }) => [index, this.slots[index].version]);
  }

  layout() {
    return `${super.layout()}|${this.dense.map(({ index }) => index)}`;
  }
}

/**
 * Slots that are appended, and an account of the memory that they take.
 *
 * What always holds, besides what holds of all slots: `memory` is the number of slots that memory is allocated for, and
 * no less than there are; there are no more slots than indices can name.
 *
 * @module
 */

import { Slots } from '../js-lifo-slotmap/slots.mjs';

export class StackSlotMap extends Slots {
  constructor({ index_bits = '32', id_bits }) {
    super({ id_bits });
    this.most = index_bits === '0' ? Infinity : 2 ** Number(index_bits);
    this.memory = 0;
  }

  /** The latest vacancy; if there is none, a slot is appended. */
  occupy() {
    return super.occupy() ?? this.append();
  }

  /** A new slot. If there is no memory for it, memory doubles, which moves the others. */
  append() {
    const index = this.slots.length;
    if (index === this.memory) {
      this.memory = this.memory * 2 || 1;
      this.moved += index;
    }
    this.slots.push({ version: 0 });
    return index;
  }
}

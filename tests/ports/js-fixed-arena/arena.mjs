/**
 * Cells that all exist from the beginning, each with a generation.
 *
 * What always holds, besides what holds of all slots:
 *
 * 1. there are as many cells as the capacity says;
 * 2. the first `used` cells were used before; all others have generation 0, no element, and are not in `vacant`.
 *
 * @module
 */

import { Slots } from '../js-lifo-slotmap/slots.mjs';

export class FixedArena extends Slots {
  /** @throws {RangeError} there would be no cell */
  constructor({ capacity = '16', id_bits }) {
    super({ id_bits });
    this.most = Number(capacity);
    if (!(this.most >= 1)) throw new RangeError(`capacity is ${capacity}; it must be at least 1`);
    this.slots = Array.from({ length: this.most }, () => ({ version: 0 }));
    this.used = 0;
  }

  /** The latest vacancy; if there is none, the next cell that was never used. */
  occupy() {
    return super.occupy() ?? this.used++;
  }

  /** The keys of all elements. Every cell that was used is visited. */
  iterate() {
    this.visited += this.used;
    return this.live();
  }

  layout() {
    const generations = this.slots.map(({ version }) => version);
    return `${this.size}:${this.used}:${this.vacancies()}|${generations}`;
  }
}

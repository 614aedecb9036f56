/**
 * Slots with one generation for all of them.
 *
 * What always holds, besides what holds of all slots:
 *
 * 1. a live slot has the generation in which its element was added as its version;
 * 2. there is memory for every slot, and no more slots than indices can name.
 *
 * @module
 */

import { Slots } from '../js-lifo-slotmap/slots.mjs';

export class Arena extends Slots {
  constructor({ capacity = '4', id_bits = '64', index_bits = '64' }) {
    super({ id_bits });
    this.most = index_bits === '0' ? Infinity : 2 ** Number(index_bits);
    Object.assign(this, { generation: 0, memory: 0, dropped: 0 });
    this.open(Math.max(Number(capacity), 1));
  }

  /**
   * Opens slots, as far as indices go, which are the next vacancies, in ascending order. If there is no memory for them,
   * the others move.
   */
  open(additional) {
    const before = this.slots.length;
    const after = Math.min(before + additional, this.most);
    if (after > this.memory) {
      this.memory = after;
      this.moved += before;
    }
    for (let index = before; index < after; index += 1) this.slots.push({ version: 0 });
    for (let index = after - 1; index >= before; index -= 1) this.vacant.push(index);
  }

  /** A vacancy; if there is none, the slots double. */
  occupy() {
    if (this.vacant.length === 0) this.open(this.slots.length || 1);
    return super.occupy();
  }

  stamp(index) {
    this.slots[index].version = this.generation;
  }

  advance() {
    this.generation = (this.generation + 1) % this.versions;
  }

  /** Opens slots before they are needed, whatever vacancies there are. */
  reserve(additional) {
    this.check(additional);
    this.open(additional);
  }

  /** Removes everything, and makes vacancies of all slots that there is memory for. */
  clear() {
    this.close();
    this.open(this.memory);
  }

  /** Removes everything with its slots, and returns the elements. */
  drain() {
    const drained = this.iterate().map((key) => this.at(key));
    this.dropped += this.slots.length;
    this.close();
    return drained;
  }

  close() {
    if (this.size > 0) this.advance();
    Object.assign(this, { slots: [], vacant: [], size: 0 });
  }

  layout() {
    return `${this.size}:${this.slots.length}:${this.vacancies()}|${this.generation}`;
  }
}

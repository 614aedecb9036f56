/**
 * Slots whose vacancies are in blocks, so that iteration passes a block at once.
 *
 * What always holds, besides what holds of all slots:
 *
 * 1. a block is a run of vacancies between two live slots, or before or behind all of them;
 * 2. the first and the last slot of a block refer to it; slots between them, and live ones, are not asked;
 * 3. `blocks` has all blocks, the oldest first, but for the one that begins with the sentinel.
 *
 * @module
 */

import { Slots } from '../js-lifo-slotmap/slots.mjs';

export class HopSlots extends Slots {
  constructor(parameters) {
    super(parameters, 1);
    Object.assign(this, { blocks: new Set(), sentinel: { first: 0, last: 0 } });
    this.slots[0].block = this.sentinel;
  }

  /** The last slot of the oldest block; of the sentinel's, if there is no other. */
  occupy() {
    const [block = this.sentinel] = this.blocks;
    const index = block.last;
    if (index === 0) return undefined;
    this.slots[index].block = undefined;
    block.last -= 1;
    if (block.last < block.first) this.blocks.delete(block);
    else this.slots[block.last].block = block;
    return index;
  }

  /** Joins a slot with the blocks beside it. The lower one stays where it is in the list, and takes the upper one in. */
  vacate(index) {
    const [lower, upper] = [this.slots[index - 1].block, this.slots[index + 1]?.block];
    const block = lower ?? upper ?? { first: index, last: index };
    if (lower && upper) this.blocks.delete(upper);
    block.first = Math.min(block.first, index);
    block.last = (upper ?? { last: index }).last;
    if (!lower) this.blocks.add(block);
    for (const changed of [index, block.last]) this.slots[changed].block = block;
  }

  vacancies() {
    const below = ({ first, last }) => Array.from({ length: last - first + 1 }, (_, down) => last - down);
    return [...this.blocks, { ...this.sentinel, first: 1 }].flatMap(below);
  }

  /** The keys of all elements. They are visited, and so is the first slot of each block between two of them. */
  iterate() {
    const keys = [];
    for (let index = this.sentinel.last + 1; keys.length < this.size; ) {
      const { block, version } = this.slots[index];
      this.visited += 1;
      if (!block) keys.push([index, version]);
      index = (block?.last ?? index) + 1;
    }
    return keys;
  }
}

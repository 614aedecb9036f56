/**
 * Slots with versions, the latest vacancy first: what the ports of slot maps, arenas and handle maps share.
 *
 * A key is a pair: the index of a slot, and its version. What always holds:
 *
 * 1. every slot from `first` on is either live or once in `vacant`, and then it has no element;
 * 2. a key finds an element only if its slot still has the version of the key;
 * 3. if there are sentinels, before `first`, versions are odd in live slots and even in all others.
 *
 * @module
 */

import { Full } from '../../stablelist_conformance/starters/javascript/starter.mjs';

export class Slots {
  constructor({ capacity = '0', id_bits = '32' }, sentinels = 0) {
    this.first = sentinels;
    this.most = Number(capacity) || Infinity;
    this.versions = id_bits === '0' ? Infinity : 2 ** Number(id_bits);
    this.slots = Array.from({ length: sentinels }, () => ({ version: 0 }));
    Object.assign(this, { vacant: [], size: 0, moved: 0, visited: 0 });
  }

  /**
   * Adds the element that is made of its key, and returns the key.
   * @throws {Full} every slot that there may be is live
   */
  insert(make) {
    this.check(1);
    const index = this.occupy() ?? this.slots.push({ version: 0 }) - 1;
    this.stamp(index);
    const key = [index, this.slots[index].version];
    this.store(index, make(key));
    this.size += 1;
    return key;
  }

  /** @throws {Full} so many elements more do not fit */
  check(additional) {
    if (this.size + additional > this.most) throw new Full();
  }

  /** Removes an element and returns it; a stale key removes none. */
  remove(key) {
    return this.has(key) ? this.take(key[0]) : undefined;
  }

  /** Removes the element of a slot that is live. */
  take(index) {
    const removed = this.element(index);
    this.discard(index);
    this.advance(index);
    this.vacate(index);
    this.size -= 1;
    return removed;
  }

  at([index, version]) {
    return this.slots[index]?.version === version ? this.element(index) : undefined;
  }

  has(key) {
    return this.at(key) !== undefined;
  }

  /** Changes an element, and returns what it is then. */
  change(key, changed) {
    const element = this.at(key);
    return element === undefined ? undefined : this.store(key[0], changed(element));
  }

  /** Removes every element in turn, and returns them. */
  clear() {
    return this.live().map(([index]) => this.take(index));
  }

  /** Removes the elements that are not to be kept, and returns them. */
  retain(keep) {
    const removed = this.iterate().filter((key) => !keep(this.at(key)));
    return removed.map(([index]) => this.take(index));
  }

  /** The keys of all elements. Every slot is visited. */
  iterate() {
    this.visited += this.slots.length - this.first;
    return this.live();
  }

  live() {
    const indices = [...this.slots.keys()].filter((index) => this.element(index) !== undefined);
    return indices.map((index) => [index, this.slots[index].version]);
  }

  /** A vacancy that is filled, if there is one. */
  occupy() {
    return this.vacant.pop();
  }

  vacate(index) {
    this.vacant.push(index);
  }

  /** The vacancies in the order in which they are filled. */
  vacancies() {
    return [...this.vacant].reverse();
  }

  /** Gives the version of its next key to a vacancy. */
  stamp(index) {
    if (this.first > 0) this.advance(index);
  }

  /** Makes the key of an element stale. */
  advance(index) {
    const slot = this.slots[index];
    slot.version = (slot.version + 1) % this.versions;
  }

  element(index) {
    return this.slots[index].element;
  }

  store(index, element) {
    return (this.slots[index].element = element);
  }

  discard(index) {
    this.slots[index].element = undefined;
  }

  layout() {
    const versions = this.slots.map(({ version }) => version);
    return `${this.size}:${this.slots.length - this.first}:${this.vacancies()}|${versions}`;
  }

  copy() {
    return Object.setPrototypeOf(structuredClone(this), Object.getPrototypeOf(this));
  }
}

/** Which method of slots each operation of the port protocol is. */
export const handles = {
  add: (slots, element) => slots.insert(() => element),
  insertWith: (slots, factory) => slots.insert(factory),
  remove: (slots, key) => slots.remove(key),
  at: (slots, key) => slots.at(key),
  contains: (slots, key) => slots.has(key),
  replace: (slots, key, element) => slots.change(key, () => element) !== undefined,
  atMut: (slots, key, difference) => slots.change(key, (element) => element + difference),
  eachMut: (slots, difference) => slots.iterate().forEach((key) => slots.change(key, (element) => element + difference)),
  len: ({ size }) => size,
  isEmpty: ({ size }) => size === 0,
  each: (slots) => slots.iterate().map((key) => [key, slots.at(key)]),
  keys: (slots) => slots.iterate(),
  layout: (slots) => slots.layout(),
  cost: ({ moved, visited }) => `0/${moved}/0/${visited}`,
  forge: (...key) => key,
  parts: (key) => key,
};

/** The same with what a slot map does to all elements. */
export const slotMap = {
  ...handles,
  clear: (slots) => slots.clear(),
  drain: (slots) => slots.iterate() && slots.clear(),
  retain: (slots, keep) => slots.retain(keep),
  reserve: (slots, additional) => slots.check(additional),
  reload: (slots) => slots.copy(),
};

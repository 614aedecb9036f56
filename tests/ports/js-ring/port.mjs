/**
 * The port of js-ring: maps each operation of the port protocol to a method of the ring.
 *
 * @module
 */

import { Refused, both, serve } from '../../stablelist_conformance/starters/family/javascript/starter.mjs';
import { TABLE } from '../tables/ring/table.mjs';
import { FullError, Ring } from './ring.mjs';

const open = ({ capacity, full }) => new Ring(Number(capacity) || Infinity, full !== 'refuses');

/** What a method returns; an error of the ring is a refusal. */
function tried(method) {
  try {
    return method();
  } catch (error) {
    if (error instanceof FullError) throw new Refused('full');
    throw error instanceof RangeError ? new Refused('range') : error;
  }
}

const numbers = (count, first) => Array.from({ length: count }, (_, i) => first + i);

/** The first elements that an iteration visits, which is left then. */
function* first(most, iteration) {
  if (most === 0) return;
  for (const value of iteration) {
    yield value;
    most -= 1;
    if (most === 0) return;
  }
}

/** Each element beside the one as far from the end, which is looked up while the ring is iterated. */
function* looking(ring) {
  let place = 0;
  for (const value of ring) {
    place += 1;
    yield both(value, ring.at(-place));
  }
}

/** All elements, of which those that do not leave the remainder are removed on the way. */
function* removing(ring, modulus, residue) {
  for (const { value, remove } of ring.removing()) {
    if (value % modulus !== residue) remove();
    yield value;
  }
}

serve('protocol=6 name=js-ring version=0.1.0 system=ring', TABLE, open, {
  push_back: (ring, value) => tried(() => ring.pushBack(value)),
  push_front: (ring, value) => tried(() => ring.pushFront(value)),
  extend: (ring, count, value) => tried(() => ring.extend(numbers(count, value))),
  pop_back: (ring) => ring.popBack(),
  pop_front: (ring) => ring.popFront(),
  drain: (ring, from, to) => tried(() => ring.drain(from, to)),
  truncate: (ring, count) => ring.truncate(count),
  clear: (ring) => ring.clear(),
  peek: (ring) => ring.at(0),
  get: (ring, place) => ring.at(place),
  from_end: (ring, place) => ring.at(-1 - place),
  len: (ring) => ring.size,
  is_empty: (ring) => ring.size === 0,
  is_full: (ring) => ring.isFull,
  each: (ring) => ring,
  each_backwards: (ring) => ring.backwards(),
  each_from: (ring, place) => ring.from(place),
  each_first: (ring, most) => first(most, ring),
  each_looking: (ring) => looking(ring),
  each_removing: (ring, modulus, residue) => removing(ring, modulus, residue),
  rotate: (ring, count) => ring.rotate(count),
  make_contiguous: (ring) => ring.makeContiguous(),
  copy: (ring) => ring.clone(),
  swap_containers: (ring, other) => ring.swap(other),
  equal: (ring, other) => ring.equals(other),
  append: (ring, other) => tried(() => ring.append(other)),
});

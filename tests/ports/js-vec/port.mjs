/**
 * The port of js-vec: an array as a vector that counts what its elements' places cost.
 *
 * @module
 */

import { Refused, both, serve } from '../../stablelist_conformance/starters/family/javascript/starter.mjs';
import { TABLE } from '../tables/vec/table.mjs';

/** An array that counts the elements that move, those that are dropped, and those that are visited. */
class Vector {
  constructor({ removal, beyond, capacity }) {
    Object.assign(this, { removal, beyond, capacity: Number(capacity) || Infinity });
    Object.assign(this, { cells: [], moved: 0, dropped: 0, visited: 0 });
  }

  /** Where a range begins and ends: as it is, or clipped; undefined if it is not there. */
  span(start, end) {
    const { length } = this.cells;
    if (this.beyond === 'clips') {
      const first = Math.min(start, length);
      return [first, Math.max(first, Math.min(end, length))];
    }
    return start <= end && end <= length ? [start, end] : undefined;
  }

  /** The place of an element. */
  place(index) {
    if (index >= this.cells.length) throw new Refused('range');
    return index;
  }

  /** Inserts all values or none. */
  insert(place, values) {
    const span = this.span(place, place);
    if (!span) throw new Refused('range');
    if (this.cells.length + values.length > this.capacity) throw new Refused('full');
    if (values.length > 0) this.moved += this.cells.length - span[0];
    this.cells.splice(span[0], 0, ...values);
  }

  /** Removes a range, and returns it; later elements move down. */
  drain(start, end) {
    const span = this.span(start, end);
    if (!span) throw new Refused('range');
    const removed = this.cells.splice(span[0], span[1] - span[0]);
    if (removed.length > 0) this.moved += this.cells.length - span[0];
    this.dropped += removed.length;
    return removed;
  }

  /** Removes an element, and returns it: later elements move down, or the last one fills the gap. */
  remove(index, removal = this.removal) {
    const place = this.place(index);
    if (removal === 'shifts') return this.drain(place, place + 1)[0];
    const removed = this.cells[place];
    const last = this.cells.pop();
    this.dropped += 1;
    if (place < this.cells.length) {
      this.cells[place] = last;
      this.moved += 1;
    }
    return removed;
  }

  /** Removes an element at an end, if there is one. */
  end(place) {
    return place in this.cells ? this.drain(place, place + 1)[0] : undefined;
  }

  /** Visits all elements, and keeps some of them in their order. */
  *keeping(keep) {
    let kept = 0;
    for (const [place, element] of this.cells.entries()) {
      if (keep(element)) {
        if (kept < place) this.moved += 1;
        this.cells[kept] = element;
        kept += 1;
      }
      yield element;
    }
    this.dropped += this.cells.length - kept;
    this.cells.length = kept;
  }

  /** Brings the elements that are at some places into their order. */
  arrange(places) {
    this.moved += places.filter((place, now) => place !== now).length;
    this.cells = places.map((place) => this.cells[place]);
  }

  /** Sorts by ascending rank; elements of the same rank keep their order. */
  sort(rank) {
    const places = [...this.cells.keys()];
    places.sort((one, other) => rank(this.cells[one]) - rank(this.cells[other]));
    this.arrange(places);
  }

  /** Moves the first elements to the end. */
  rotate(times) {
    const places = [...this.cells.keys()];
    const first = places.splice(0, times % places.length || 0);
    this.arrange([...places, ...first]);
  }

  /** Exchanges two elements. */
  swap(one, other) {
    const places = [...this.cells.keys()];
    [places[this.place(one)], places[this.place(other)]] = [other, one];
    this.arrange(places);
  }

  /** Visits elements, and counts them. */
  *visit(elements) {
    for (const element of elements) {
      this.visited += 1;
      yield element;
    }
  }

  /** Visits the elements, or at most so many, from a place on. */
  *iterate(from = 0, most = Infinity) {
    yield* this.visit(this.cells.slice(from, from + most));
  }
}

const numbers = (count, first) => Array.from({ length: count }, (_, i) => first + i);
const leaves = (modulus, residue) => (element) => element % modulus === residue;

serve('protocol=6 name=js-vec version=0.1.0 system=vec', TABLE, (choices) => new Vector(choices), {
  push: (vector, value) => vector.insert(vector.cells.length, [value]),
  unshift: (vector, value) => vector.insert(0, [value]),
  insert: (vector, place, value) => vector.insert(place, [value]),
  extend: (vector, count, value) => vector.insert(vector.cells.length, numbers(count, value)),
  insert_many: (vector, place, count, value) => vector.insert(place, numbers(count, value)),
  pop: (vector) => vector.end(vector.cells.length - 1),
  shift: (vector) => vector.end(0),
  remove_at: (vector, place) => vector.remove(place),
  swap_remove: (vector, place) => vector.remove(place, 'swaps'),
  truncate: (vector, length) => length < vector.cells.length && vector.drain(length, vector.cells.length),
  split_off: (vector, place) => vector.drain(place, vector.cells.length),
  drain: (vector, start, end) => vector.drain(start, end),
  retain: (vector, ...rest) => [...vector.keeping(leaves(...rest))].filter((element) => !leaves(...rest)(element)),
  clear: (vector) => vector.drain(0, vector.cells.length),
  set: (vector, place, value) => (vector.cells[vector.place(place)] = value),
  swap: (vector, one, other) => vector.swap(one, other),
  reverse: (vector) => vector.arrange([...vector.cells.keys()].reverse()),
  rotate: (vector, times) => vector.rotate(times),
  sort: (vector, modulus) => vector.sort((element) => element % modulus),
  get: (vector, place) => vector.cells[place],
  from_end: (vector, place) => vector.cells.at(-1 - place),
  contains: (vector, value) => vector.cells.includes(value),
  index_of: (vector, value) => (vector.cells.includes(value) ? vector.cells.indexOf(value) : undefined),
  slice(vector, start, end) {
    const span = vector.span(start, end);
    return span && vector.cells.slice(...span);
  },
  len: ({ cells }) => cells.length,
  each: (vector) => vector.iterate(),
  each_backwards: (vector) => vector.visit([...vector.cells].reverse()),
  each_from: (vector, place) => vector.iterate(place),
  each_first: (vector, most) => vector.iterate(0, most),
  each_looking: (vector) => [...vector.iterate()].map((element, place) => both(element, vector.cells.at(-1 - place))),
  each_removing: (vector, ...rest) => vector.visit(vector.keeping(leaves(...rest))),
  layout: ({ cells }) => `[${cells}]`,
  cost: ({ moved, dropped, visited }) => `0/${moved}/${dropped}/${visited}`,
});

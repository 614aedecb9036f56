/**
 * The port of js-index-map: maps each operation of the port protocol to a method of the index map.
 *
 * @module
 */

import { Full, serve } from '../../stablelist_conformance/starters/javascript/starter.mjs';
import { INVALID, IndexMap } from './index_map.mjs';

/** An index map that counts the rows that iterations visit. */
class Counting extends IndexMap {
  visited = 0;

  *entries() {
    this.visited += this.size;
    yield* super.entries();
  }

  add(element) {
    const id = this.append(element);
    if (id === undefined) throw new Full();
    return id;
  }

  change(id, difference) {
    return this.set(id, this.get(id) + difference) ? this.get(id) : undefined;
  }
}

function open({ index_bits = '32' }) {
  return new Counting(index_bits === '0' ? Infinity : 2 ** Number(index_bits));
}

function layout(map) {
  const { slots, ids } = map.layout();
  return `${slots.map((slot) => (slot === INVALID ? '-' : slot))}|${ids}`;
}

serve({
  handshake: { name: 'js-index-map', version: '0.1.0', system: 'index-map', level: 'cost', index_bits: '0,2-52' },
  open,
  add: (map, element) => map.add(element),
  remove: (map, id) => map.remove(id),
  at: (map, id) => map.get(id),
  contains: (map, id) => map.has(id),
  replace: (map, id, element) => map.set(id, element),
  atMut: (map, id, difference) => map.change(id, difference),
  eachMut: (map, difference) => [...map.entries()].forEach(([id]) => map.change(id, difference)),
  len: ({ size }) => size,
  isEmpty: ({ size }) => size === 0,
  each: (map) => map.entries(),
  keys: (map) => [...map.entries()].map(([id]) => id),
  sort: (map, rank) => map.sort(rank),
  layout,
  cost: ({ moved, visited }) => `0/${moved}/0/${visited}`,
  forge(index, id) {
    return id === 0 ? index : undefined;
  },
  parts: (id) => [id, 0],
});

/**
 * The port of js-dyadic: maps each operation of the port protocol to a method of DyadicList.
 *
 * @module
 */

import { serve } from '../../stablelist_conformance/starters/javascript/starter.mjs';
import { CapacityError, DyadicList, Key } from './dyadic_list.mjs';

serve({
  handshake: {
    name: 'js-dyadic',
    version: '0.1.0',
    system: 'dyadic',
    level: 'cost',
    id_bits: '1-32',
    index_bits: '2-32',
    without: 'maximum',
  },
  errors: { '!full': CapacityError },

  open: ({ minimum = 4, capacity = 0, truncate = 'iteration', id_bits = 32, index_bits = 32 }) =>
    new DyadicList({
      minimum: Number(minimum),
      capacity: Number(capacity),
      truncation: truncate,
      idBits: Number(id_bits),
      indexBits: Number(index_bits),
    }),
  add: (list, element) => list.add(element),
  insertWith: (list, factory) => list.insertWith(factory),
  extend: (list, elements) => list.extend(elements),
  remove: (list, key) => list.remove(key),
  at: (list, key) => list.at(key),
  keyAt: (list, { index }) => list.keyAt(index),
  contains: (list, key) => list.has(key),
  replace: (list, key, element) => list.replace(key, element),
  atMut: (list, key, difference) => (list.replace(key, list.at(key) + difference) ? list.at(key) : undefined),
  eachMut(list, difference) {
    for (const [key, element] of list) list.replace(key, element + difference);
  },
  len: (list) => list.length,
  isEmpty: (list) => list.length === 0,
  clear: (list) => list.clear(),
  each: (list) => list,
  keys: (list) => Array.from(list, ([key]) => key),
  drain: (list) => list.drain(),
  retain: (list, keep) => list.retain(keep),
  reserve: (list, additional) => list.reserve(additional),
  shrinkToFit: (list) => list.shrinkToFit(),

  repack(list, key) {
    const packed = list.pack(key);
    return packed === undefined ? undefined : list.unpack(packed);
  },

  reload: (list) => list.copy(),

  layout(list) {
    const { space, blocks, nextId } = list.layout();
    return [space, ...blocks.map(shown), nextId].join('|');
  },

  cost: ({ cost: { moved, dropped, visited } }) => `0/${moved}/${dropped}/${visited}`,
  forge: (index, id) => new Key(index, id),
  parts: ({ index, id }) => [index, id],
});

const shown = ({ start, size, live, opened, free }) => [start, size, live, opened, free.join(',')].join(':');

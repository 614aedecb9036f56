/**
 * The port of js-stablelist: maps each operation of the port protocol to a method of StableList.
 *
 * @module
 */

import { serve } from '../../stablelist_conformance/starters/javascript/starter.mjs';
import { BorrowError, CapacityError, StableKey, StableList } from './stable_list.mjs';

serve({
  handshake: {
    name: 'js-stablelist',
    version: '0.1.0',
    system: 'stablelist',
    level: 'cost',
    id_bits: '1-32',
    index_bits: '3-32',
    without: 'maximum,restore',
  },
  errors: { '!full': CapacityError, '!borrow': BorrowError },

  open: ({ minimum = 4, capacity = 0, truncate = 'iteration', id_bits = 32, index_bits = 32 }) =>
    new StableList({
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
  contains: (list, key) => list.has(key),
  replace: (list, key, element) => list.replace(key, element),
  atMut(list, key, difference) {
    list.atMut(key, (element) => element + difference);
    return list.at(key);
  },
  eachMut: (list, difference) => list.eachMut((key, element) => element + difference),
  len: (list) => list.length,
  isEmpty: (list) => list.isEmpty(),
  clear: (list) => list.clear(),
  each: (list) => list,
  keys: (list) => list.keys(),
  apply: (list, key) => list.apply(key, lent),
  inspect: (list, key) => list.inspect(key, lent),

  exchange: (list, key, otherKey) =>
    list.apply(key, (pivot, others) => {
      const other = others.at(otherKey);
      if (others.replace(otherKey, pivot)) list.replace(key, other);
      return [pivot, other];
    }),

  traverse(list) {
    const pivots = [];
    list.traverse((key, pivot, others) => {
      let sum = 0;
      others.each((otherKey, element) => { sum += element; });
      pivots.push([pivot, others.length, sum]);
    });
    return pivots;
  },

  lend: true,
  drain: (list) => list.drain().map(([, element]) => element),
  retain: (list, keep) => list.retain((key, element) => keep(element)).map(([, element]) => element),
  reserve: (list, additional) => list.reserve(additional),
  shrinkToFit: (list) => list.shrinkToFit(),

  repack(list, key) {
    const packed = list.pack(key);
    return packed === undefined ? undefined : list.unpack(packed);
  },

  reload: (list) => StableList.load(structuredClone(list.save())),

  layout(list) {
    const { space, partitions, nextId } = list.layout();
    return [space, ...partitions.map(partition), nextId].join('|');
  },

  cost: ({ cost: { visits, moved, dropped, visited } }) => [visits, moved, dropped, visited].join('/'),
  forge: (index, id) => new StableKey(index, id),
  parts: ({ index, id }) => [index, id],
});

const lent = (pivot, others) => ({ pivot, length: others.length, others: Array.from(others, ([, element]) => element) });
const partition = ({ start, size, live, opened, free }) => [start, size, live, opened, free.join(',')].join(':');

/**
 * The port of js-lifo-slab: maps each operation of the port protocol to a method of Slab. A key has the id 0.
 *
 * @module
 */

import { serve } from '../../stablelist_conformance/starters/javascript/starter.mjs';
import { CapacityError, Slab } from './slab.mjs';

serve({
  handshake: { name: 'js-lifo-slab', version: '0.1.0', system: 'lifo-slab', level: 'cost' },
  errors: { '!full': CapacityError },

  open: ({ capacity = 0 }) => new Slab(Number(capacity) || Infinity),
  add: (slab, element) => slab.add(element),
  insertWith: (slab, factory) => slab.insertWith(factory),
  extend: (slab, elements) => slab.extend(elements),
  remove: (slab, key) => slab.remove(key),
  at: (slab, key) => slab.at(key),
  contains: (slab, key) => slab.has(key),
  replace: (slab, key, element) => slab.replace(key, element),
  atMut: (slab, key, difference) => (slab.replace(key, slab.at(key) + difference) ? slab.at(key) : undefined),
  eachMut(slab, difference) {
    for (const [key, element] of slab) slab.replace(key, element + difference);
  },
  len: (slab) => slab.length,
  isEmpty: (slab) => slab.length === 0,
  clear: (slab) => slab.clear(),
  each: (slab) => slab,
  keys: (slab) => Array.from(slab, ([key]) => key),
  drain: (slab) => slab.drain(),
  retain: (slab, keep) => slab.retain(keep),
  reserve: (slab, additional) => slab.reserve(additional),
  shrinkToFit: (slab) => slab.shrinkToFit(),
  reload: (slab) => slab.copy(),

  layout(slab) {
    const { opened, free } = slab.layout();
    return `${slab.length}:${opened}:${free}`;
  },

  cost: ({ cost: { dropped, visited } }) => `0/0/${dropped}/${visited}`,
  forge: (index, id) => (id === 0 ? index : undefined),
  parts: (key) => [key, 0],
});

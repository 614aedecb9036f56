/** The port of js-sharing-slotmap. */

import { Full, serve } from '../../stablelist_conformance/starters/javascript/starter.mjs';
import { SharingSlots } from './sharing_slots.mjs';

function add(map, element) {
  const key = map.insert(element);
  if (!key) throw new Full();
  return key;
}

function atMut(map, key, difference) {
  return map.set(key, map.get(key) + difference) ? map.get(key) : undefined;
}

serve({
  handshake: { name: 'js-sharing-slotmap', version: '0.1.0', system: 'slotmap', id_bits: '0-32', capacity: 'fixed' },
  open: ({ capacity, id_bits: bits }) =>
    new SharingSlots(Number(capacity) || Infinity, bits === '0' ? Infinity : 2 ** Number(bits)),
  add,
  remove: (map, key) => map.remove(key),
  at: (map, key) => map.get(key),
  contains: (map, key) => map.get(key) !== undefined,
  replace: (map, key, element) => map.set(key, element),
  atMut,
  eachMut: (map, difference) => map.entries().forEach(([key]) => atMut(map, key, difference)),
  len: (map) => map.size,
  isEmpty: (map) => map.size === 0,
  clear: (map) => { map.retain(() => false); },
  each: (map) => map.entries(),
  keys: (map) => map.entries().map(([key]) => key),
  drain: (map) => map.retain(() => false),
  retain: (map, keep) => map.retain(keep),
  eachRemoving: (map, keep) => map.visit(keep),
  eachFirst: (map, most) => map.first(most) && map.first(Infinity),
  copy: (map) => map.clone(),
  swapContainers: (map, other) => map.swap(other),
  equal: (map, other) => map.equals(other),
  forge: (index, stamp) => [index, stamp],
  parts: (key) => key,
});

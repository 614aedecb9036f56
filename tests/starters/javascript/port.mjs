/** A port of the slot map beside it: an example of an adapter with all blanks filled in. */

import { serve } from '../../stablelist_conformance/starters/javascript/starter.mjs';
import { SlotMap } from './slot_map.mjs';

export const adapter = {
  handshake: { name: 'slot-map', version: '1.0.0', system: 'slotmap', id_bits: 0, capacity: 'fixed' },
  errors: { '!full': RangeError },
  open: ({ capacity }) => new SlotMap(Number(capacity) || Infinity),
  add: (map, element) => map.insert(element),
  remove: (map, key) => map.remove(key),
  at: (map, key) => map.get(key),
  contains: (map, key) => map.get(key) !== undefined,
  replace: (map, key, element) => map.set(key, element),
  len: (map) => map.size,
  isEmpty: (map) => map.size === 0,
  each: (map) => map.entries(),
  forge: (index, generation) => ({ index, generation }),
  parts: ({ index, generation }) => [index, generation],
};

if (process.argv[1] === import.meta.filename) serve(adapter);

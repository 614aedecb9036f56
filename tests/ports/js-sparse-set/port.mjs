/**
 * The port of js-sparse-set: maps each operation of the port protocol to a method of the sparse set.
 *
 * @module
 */

import { serve } from '../../stablelist_conformance/starters/javascript/starter.mjs';
import { SparseSet, UniverseError } from './sparse_set.mjs';

serve({
  handshake: { name: 'js-sparse-set', version: '0.1.0', system: 'sparse-set', level: 'cost' },
  errors: { '!beyond': UniverseError },
  open: ({ universe }) => new SparseSet(universe && Number(universe)),
  insert: (set, number) => set.add(number),
  remove: (set, number) => set.delete(number),
  contains: (set, number) => set.has(number),
  len: (set) => set.size,
  isEmpty: (set) => set.size === 0,
  clear: (set) => set.clear(),
  each: (set) => set,
  layout: (set) => set.layout(),
  cost: ({ cost: { written, visited } }) => `${written}/${visited}`,
});

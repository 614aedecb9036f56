/**
 * The port of js-sparse-set: maps each operation of the port protocol to a method of the sparse set.
 *
 * @module
 */

import { Refused, serve } from '../../stablelist_conformance/starters/family/javascript/starter.mjs';
import { SparseSet, UniverseError } from './sparse_set.mjs';

const TABLE = `
insert* number > truth -
remove* number > truth -
contains number > truth -
len > value -
is_empty > truth -
each > value -
clear > done -
layout > shown -
cost > shown -
`;

const open = ({ universe }) => new SparseSet(universe && Number(universe));

function insert(set, number) {
  try {
    return set.add(number);
  } catch (error) {
    throw error instanceof UniverseError ? new Refused('beyond') : error;
  }
}

serve('protocol=5 name=js-sparse-set version=0.1.0 system=sparse-set', TABLE, open, {
  insert,
  remove: (set, number) => set.delete(number),
  contains: (set, number) => set.has(number),
  len: (set) => set.size,
  is_empty: (set) => set.size === 0,
  clear: (set) => set.clear(),
  each: (set) => set,
  layout: (set) => set.layout(),
  cost: ({ cost: { written, visited } }) => `${written}/${visited}`,
});

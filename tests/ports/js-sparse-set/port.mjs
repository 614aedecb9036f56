/**
 * The port of js-sparse-set: maps each operation of the port protocol to a method of the sparse set.
 *
 * @module
 */

import { Refused, serve } from '../../stablelist_conformance/starters/family/javascript/starter.mjs';
import { TABLE } from '../tables/sparse-set/table.mjs';
import { SparseSet, UniverseError, UnmarkedError } from './sparse_set.mjs';

const open = ({ universe }) => new SparseSet(universe && Number(universe));

function insert(set, number) {
  try {
    return set.add(number);
  } catch (error) {
    throw error instanceof UniverseError ? new Refused('beyond') : error;
  }
}

function retain(set, modulus, residue) {
  const [kept, others] = [[], []];
  for (const member of set) (member % modulus === residue ? kept : others).push(member);
  set.keepOnly(kept);
  return others;
}

function undo(set) {
  try {
    set.undo();
  } catch (error) {
    throw error instanceof UnmarkedError ? new Refused('unmarked') : error;
  }
  return set.size;
}

serve('protocol=6 name=js-sparse-set version=0.1.0 system=sparse-set', TABLE, open, {
  insert,
  remove: (set, number) => set.delete(number),
  contains: (set, number) => set.has(number),
  len: (set) => set.size,
  is_empty: (set) => set.size === 0,
  clear: (set) => set.clear(),
  retain,
  intersect: (set, other) => {
    set.keepOnly(other);
    return set.size;
  },
  mark: (set) => set.mark(),
  undo,
  each: (set) => set,
  layout: (set) => set.layout(),
  cost: ({ cost: { written, visited } }) => `${written}/${visited}`,
});

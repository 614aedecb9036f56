/** Ports for JavaScript's Set and for published bit sets. The argument selects one. */

import FastBitSet from 'fastbitset';
import { TypedFastBitSet } from 'typedfastbitset';

import { serve } from '../../stablelist_conformance/starters/family/javascript/starter.mjs';
import { TABLE } from '../tables/set/table.mjs';

/** The first members that an iteration visits, which is left then. */
function first(members, most) {
  const visited = [];
  for (const member of members) if (visited.length === most || visited.push(member) === most) break;
  return visited;
}

function* looking(members) {
  for (const member of members) if (members.has(member)) yield member;
}

/** All members, of which those that do not leave the remainder are removed on the way. */
function* removing(members, modulus, residue) {
  for (const member of members) {
    if (member % modulus !== residue) members.delete(member);
    yield member;
  }
}

/** JavaScript's own Set. */
const set = {
  fields: 'name=Set version=ES2015 order=insertion',
  open: () => new Set(),
  functions: {
    insert: (members, number) => !members.has(number) && members.add(number) === members,
    remove: (members, number) => members.delete(number),
    retain: (members, modulus, residue) => {
      const left = [];
      for (const member of members) if (member % modulus !== residue && members.delete(member)) left.push(member);
      return left;
    },
    clear: (members) => members.clear(),
    copy: (members) => new Set(members),
    contains: (members, number) => members.has(number),
    len: (members) => members.size,
    is_empty: (members) => members.size === 0,
    each_in_order: (members) => members,
    each_first: (members, most) => first(members, most),
    each_looking: (members) => looking(members),
    each_removing: (members, modulus, residue) => removing(members, modulus, residue),
  },
};

const checked = (members, number) => members.checkedAdd(number) === 1;

/** A number that is added by the other method; `checkedAdd` of one package has a finding. */
function added(members, number) {
  const isNew = !members.has(number);
  members.add(number);
  return isNew;
}

/** A bit set; both packages have the same methods, but for those of ranges. */
const bits = (fields, Bits, functions = {}) => ({
  fields: `${fields} order=ascending`,
  open: () => new Bits(),
  functions: {
    insert: checked,
    remove: (members, number) => {
      const was = members.has(number);
      members.remove(number);
      return was;
    },
    clear: (members) => members.clear(),
    flip: (members, number) => {
      members.flip(number);
      return members.size();
    },
    compact: (members) => members.trim(),
    copy: (members) => members.clone(),
    equal: (members, other) => members.equals(other),
    union: (members, other) => members.union(other).size(),
    intersect: (members, other) => members.intersection(other).size(),
    subtract: (members, other) => members.difference(other).size(),
    contains: (members, number) => members.has(number),
    len: (members) => members.size(),
    is_empty: (members) => members.isEmpty(),
    each: (members) => members.array(),
    each_in_order: (members) => members,
    ...functions,
  },
});

const ranges = {
  insert_range: (members, start, end) => {
    members.addRange(start, Math.max(start, end));
    return members.size();
  },
  remove_range: (members, start, end) => {
    members.removeRange(start, Math.max(start, end));
    return members.size();
  },
};

const ports = {
  set,
  fastbitset: bits('name=FastBitSet version=0.5.2', FastBitSet),
  typedfastbitset: bits('name=TypedFastBitSet version=0.8.0', TypedFastBitSet, { ...ranges, insert: added }),
  'typedfastbitset-checked-add': bits('name=TypedFastBitSet version=0.8.0', TypedFastBitSet, ranges),
};

const port = ports[process.argv[2]];
if (port === undefined) {
  console.error(`name a port: ${Object.keys(ports).join(', ')}`);
  process.exit(2);
}
serve(`protocol=6 system=set universe=0 ${port.fields}`, TABLE, port.open, port.functions);

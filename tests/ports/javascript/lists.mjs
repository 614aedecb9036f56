/** Ports for published lists and the language's own array, as sequences. The argument selects one. */

import { List } from 'immutable';
import { Yallist } from 'yallist';
import { Refused, serve } from '../../stablelist_conformance/starters/family/javascript/starter.mjs';
import { TABLE } from '../tables/sequence/table.mjs';

const numbers = (count, value) => Array.from({ length: count }, (_, i) => value + i);

/** What a removal returned; nothing is a refusal. */
function removed([element]) {
  if (element === undefined) throw new Refused('range');
  return element;
}

const found = (place) => (place < 0 ? undefined : place);
const by = (modulus) => (one, other) => (one % modulus) - (other % modulus);

// --- Array, whose places beyond the end are clipped

const array = {
  fields: `name=array version=${process.versions.node} removal=shifts beyond=clips`,
  open: () => [],
  push: (list, value) => list.push(value),
  unshift: (list, value) => list.unshift(value),
  insert: (list, place, value) => list.splice(place, 0, value),
  extend: (list, count, value) => list.push(...numbers(count, value)),
  insert_many: (list, place, count, value) => list.splice(place, 0, ...numbers(count, value)),
  pop: (list) => list.pop(),
  shift: (list) => list.shift(),
  remove_at: (list, place) => removed(list.splice(place, 1)),
  truncate: (list, length) => list.splice(length),
  split_off: (list, place) => list.splice(place),
  drain: (list, start, end) => list.splice(start, end - start),
  clear: (list) => { list.length = 0; },
  reverse: (list) => list.reverse(),
  sort: (list, modulus) => list.sort(by(modulus)),
  get: (list, place) => list[place],
  from_end: (list, place) => list.at(-1 - place),
  contains: (list, value) => list.includes(value),
  index_of: (list, value) => found(list.indexOf(value)),
  slice: (list, start, end) => list.slice(start, end),
  len: (list) => list.length,
  each: (list) => list,
  each_backwards: (list) => list.toReversed(),
};

// --- immutable's List: every change makes another one

/** An operation that makes another list. */
const made = (change) => (box, ...given) => { box.list = change(box.list, ...given); };

/** The elements between two places, and the change that removes them. */
function cut(box, start, end) {
  const elements = box.list.slice(start, end);
  box.list = box.list.splice(start, Math.max(0, end - start));
  return elements;
}

const immutable = {
  fields: 'name=immutable-list version=5.2.1 beyond=clips',
  open: () => ({ list: List() }),
  push: made((list, value) => list.push(value)),
  unshift: made((list, value) => list.unshift(value)),
  insert: made((list, place, value) => list.insert(place, value)),
  extend: made((list, count, value) => list.push(...numbers(count, value))),
  insert_many: made((list, place, count, value) => list.splice(place, 0, ...numbers(count, value))),
  pop(box) {
    const last = box.list.last();
    box.list = box.list.pop();
    return last;
  },
  shift(box) {
    const first = box.list.first();
    box.list = box.list.shift();
    return first;
  },
  truncate: made((list, length) => list.take(length)),
  split_off: (box, place) => cut(box, place, Infinity),
  drain: cut,
  clear: made((list) => list.clear()),
  reverse: made((list) => list.reverse()),
  sort: made((list, modulus) => list.sort(by(modulus))),
  get: ({ list }, place) => list.get(place),
  from_end: ({ list }, place) => list.get(-1 - place),
  contains: ({ list }, value) => list.includes(value),
  index_of: ({ list }, value) => found(list.indexOf(value)),
  slice: ({ list }, start, end) => list.slice(start, end),
  len: ({ list }) => list.size,
  each: ({ list }) => list,
  each_backwards: ({ list }) => list.reverse(),
};

// --- yallist: `splice` is "like Array.splice", and has two findings

const yallist = (name, more) => ({
  fields: `name=yallist${name} version=5.0.0 beyond=clips`,
  open: () => new Yallist(),
  push: (list, value) => list.push(value),
  unshift: (list, value) => list.unshift(value),
  extend: (list, count, value) => list.push(...numbers(count, value)),
  pop: (list) => list.pop(),
  shift: (list) => list.shift(),
  reverse: (list) => list.reverse(),
  get: (list, place) => list.get(place),
  from_end: (list, place) => list.getReverse(place),
  slice: (list, start, end) => list.slice(start, end),
  len: (list) => list.length,
  each: (list) => list,
  each_backwards: (list) => list.toArrayReverse(),
  ...more,
});

const lists = {
  array,
  immutable,
  yallist: yallist('', {}),
  'yallist-insert': yallist('-insert', {
    insert: (list, place, value) => list.splice(place, 0, value),
    insert_many: (list, place, count, value) => list.splice(place, 0, ...numbers(count, value)),
  }),
  'yallist-remove': yallist('-remove', {
    remove_at: (list, place) => removed(list.splice(place, 1)),
    drain: (list, start, end) => list.splice(start, end - start),
  }),
};

const chosen = lists[process.argv[2]];
if (chosen === undefined) {
  console.error(`name a port: ${Object.keys(lists).join(', ')}`);
  process.exit(2);
}
const { fields, open, ...functions } = chosen;
serve(`protocol=6 system=sequence capacity=grows ${fields}`, TABLE, open, functions);

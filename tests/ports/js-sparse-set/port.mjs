/**
 * The port of js-sparse-set: a sparse set behind the conformance kit's line protocol, version 3.
 *
 * @module
 */

import { SparseSet, UniverseError } from './sparse_set.mjs';

const HANDSHAKE = 'port protocol=3 name=js-sparse-set version=0.1.0 system=sparse-set level=cost';

/** What each operation does with a set, given its operand and whether the order of members is shown. */
const OPERATIONS = {
  __proto__: null,
  insert: (set, number) => yesOrNo(set.add(number)),
  remove: (set, number) => yesOrNo(set.delete(number)),
  contains: (set, number) => yesOrNo(set.has(number)),
  len: (set) => set.size,
  is_empty: (set) => yesOrNo(set.size === 0),

  clear(set) {
    set.clear();
    return 'ok';
  },

  each(set, _, showsOrder) {
    const members = [...set];
    return listed(showsOrder ? members : members.sort((one, other) => one - other));
  },

  layout: (set) => listed(set.layout()),
  cost: ({ cost: { written, visited } }) => `${written}/${visited}`,
};

const yesOrNo = (truth) => (truth ? 'yes' : 'no');
const listed = (members) => `[${members.join(',')}]`;

/** The answer to one operation, whatever becomes of it. */
function attempt(set, word, showsOrder) {
  const [name, operand] = word.split(':');
  try {
    return OPERATIONS[name](set, Number(operand), showsOrder);
  } catch (error) {
    return error instanceof UniverseError ? '!beyond' : '!other';
  }
}

/** A fresh set, or undefined if the container refuses its configuration: then every operation fails. */
function open(pairs) {
  const { universe } = Object.fromEntries(pairs.map((pair) => pair.split('=')));
  try {
    return new SparseSet(universe && Number(universe));
  } catch {
    return undefined;
  }
}

/** The answer to one line: `level name=value … : operation …`. */
function answer(line) {
  if (line.startsWith('hello ')) return HANDSHAKE;
  const words = line.split(' ');
  const colon = words.indexOf(':');
  if (colon < 1) return '!other';
  const [level, ...pairs] = words.slice(0, colon);
  const set = open(pairs);
  return words.slice(colon + 1).map((word) => attempt(set, word, level !== 'contract')).join(' ');
}

let rest = ''; // a line whose end has not arrived yet
for await (const chunk of process.stdin.setEncoding('latin1')) {
  const lines = (rest + chunk).split(/\r?\n/);
  rest = lines.pop();
  for (const line of lines) {
    if (line !== '') process.stdout.write(`${answer(line)}\n`);
  }
}

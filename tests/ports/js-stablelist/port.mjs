/**
 * The port of js-stablelist: StableList behind the conformance kit's line protocol, version 2.
 *
 * Every operation is carried out by the container; the port keeps only the table of keys by number.
 *
 * @module
 */

import { BorrowError, CapacityError, StableKey, StableList } from './stable_list.mjs';

const HANDSHAKE =
  'port protocol=3 name=js-stablelist version=0.1.0 system=stablelist level=layout id_bits=1-32 index_bits=3-32';

/** What a program does not choose. */
const DEFAULTS = { minimum: 4, capacity: 0, truncate: 'iteration', id_bits: 32, index_bits: 32 };

/** A fresh list, and the keys that its `add`s returned. */
class Program {
  constructor(level, choices) {
    const chosen = { ...DEFAULTS, ...Object.fromEntries(choices.map((choice) => choice.split('='))) };
    this.showsPositions = level !== 'contract';
    this.list = new StableList({
      minimum: Number(chosen.minimum),
      capacity: Number(chosen.capacity),
      truncation: chosen.truncate,
      idBits: Number(chosen.id_bits),
      indexBits: Number(chosen.index_bits),
    });
    this.keys = [];
  }

  /** The key of that number, one near it for `number~index.id`, or any for `#index.id`; undefined if there is none. */
  key(name) {
    const [anchor, parts] = name.split(/[#~]/);
    if (parts === undefined) return this.keys[name];
    const near = anchor === '' ? new StableKey(0, 0) : this.keys[anchor];
    const [index, id] = parts.split('.');
    return near && new StableKey(near.index + Number(index), near.id + Number(id));
  }

  /** The answer to the insertion of that number. */
  insertion(number) {
    return this.showsPositions ? this.keys[number].toString() : 'ok';
  }
}

/** What each operation does with a program and the operands of its word; the result is the answer. */
const OPERATIONS = {
  __proto__: null,

  add(program) {
    const number = program.keys.push(undefined) - 1; // an insertion that fails has a number too
    program.keys[number] = program.list.add(number);
    return program.insertion(number);
  },

  insert_with(program) {
    const number = program.keys.push(undefined) - 1;
    let given;
    program.list.insertWith((key) => {
      given = key;
      return number;
    });
    program.keys[number] = given; // and not the one that was returned
    return program.insertion(number);
  },

  extend(program, count) {
    const numbers = Array.from({ length: Number(count) }, () => program.keys.push(undefined) - 1);
    const keys = program.list.extend(numbers);
    numbers.forEach((number, i) => { program.keys[number] = keys[i]; });
    return listed(numbers.map((number) => program.insertion(number)));
  },

  remove: (program, name) => found(program.list.remove(program.key(name))),
  at: (program, name) => found(program.list.at(program.key(name))),
  replace: (program, name, element) => yesOrNo(program.list.replace(program.key(name), Number(element))),

  at_mut(program, name, difference) {
    let answer;
    program.list.atMut(program.key(name), (element) => (answer = element + Number(difference)));
    return found(answer);
  },

  repack(program, name) {
    const { list } = program;
    const packed = list.pack(program.key(name));
    return found(packed === undefined ? undefined : list.at(list.unpack(packed)));
  },

  contains: (program, name) => yesOrNo(program.list.has(program.key(name))),
  len: (program) => program.list.length,
  is_empty: (program) => yesOrNo(program.list.isEmpty()),

  clear(program) {
    program.list.clear();
    return 'ok';
  },

  drain: ({ list }) => listed(list.drain().map(([, element]) => element)),

  retain({ list }, modulus, residue) {
    const removed = list.retain((key, element) => element % Number(modulus) === Number(residue));
    return listed(removed.map(([, element]) => element));
  },

  reserve({ list }, additional) {
    list.reserve(Number(additional));
    return 'ok';
  },

  shrink_to_fit({ list }) {
    list.shrinkToFit();
    return 'ok';
  },

  reload(program) {
    program.list = StableList.load(structuredClone(program.list.save()));
    return 'ok';
  },

  each_mut({ list }, difference) {
    list.eachMut((key, element) => element + Number(difference));
    return 'ok';
  },

  each({ list, showsPositions }) {
    const items = [];
    list.each((key, element) => items.push(showsPositions ? `${key}=${element}` : element));
    return listed(items);
  },

  keys({ list }) {
    const items = [];
    for (const key of list.keys()) items.push(found(list.at(key)));
    return listed(items);
  },

  apply: (program, name) => found(program.list.apply(program.key(name), shownPivot)),
  inspect: (program, name) => found(program.list.inspect(program.key(name), shownPivot)),

  exchange(program, name, otherName) {
    const [key, otherKey] = [program.key(name), program.key(otherName)];
    return found(program.list.apply(key, (pivot, others) => {
      const other = others.at(otherKey);
      if (others.replace(otherKey, pivot)) program.list.replace(key, other);
      return `${pivot}/${found(other)}`;
    }));
  },

  traverse({ list }) {
    const items = [];
    list.traverse((key, pivot, others) => {
      let sum = 0;
      others.each((otherKey, element) => { sum += element; });
      items.push(`${pivot}/${others.length}/${sum}`);
    });
    return listed(items);
  },

  lend(program, name, ...operands) {
    let answer;
    program.list.each(() => { answer ??= attempt(STRUCTURAL[name], program, operands); });
    return found(answer);
  },

  layout({ list }) {
    const { space, partitions, nextId } = list.layout();
    return [space, ...partitions.map(shownPartition), nextId].join('|');
  },
};

/** What `lend` can try. What it inserts is not numbered. */
const STRUCTURAL = {
  __proto__: null,
  add: ({ list, keys }) => list.add(keys.length).toString(),
  insert_with: ({ list, keys }) => list.insertWith(() => keys.length).toString(),
  extend: ({ list, keys }, count) => listed(list.extend(Array(Number(count)).fill(keys.length))),
  remove: OPERATIONS.remove,
  clear: OPERATIONS.clear,
  drain: OPERATIONS.drain,
  retain: OPERATIONS.retain,
  reserve: OPERATIONS.reserve,
  shrink_to_fit: OPERATIONS.shrink_to_fit,
};

/** What a callback of cross-iteration was shown. */
function shownPivot(pivot, others) {
  const items = [];
  for (const [, element] of others) items.push(element);
  return `${pivot}/${others.length}/${listed(items)}`;
}

const found = (element) => element ?? 'none';
const yesOrNo = (truth) => (truth ? 'yes' : 'no');
const listed = (items) => `[${items.join(',')}]`;
const shownPartition = ({ start, size, live, opened, free }) => [start, size, live, opened, free.join(',')].join(':');

/** The answer to one operation, whatever becomes of it. */
function attempt(operation, program, operands) {
  try {
    return operation(program, ...operands);
  } catch (error) {
    if (error instanceof CapacityError) return '!full';
    if (error instanceof BorrowError) return '!borrow';
    return '!other';
  }
}

/** A fresh program, or undefined if the container refuses its configuration: then every operation fails. */
function open(level, choices) {
  try {
    return new Program(level, choices);
  } catch {
    return undefined;
  }
}

/** The answer to one line. */
function answer(line) {
  if (line.startsWith('hello ')) return HANDSHAKE;
  const words = line.split(' ');
  const [level, ...choices] = words.splice(0, words.indexOf(':') + 1).slice(0, -1);
  const program = open(level, choices);
  return words.map((word) => {
    const [name, ...operands] = word.split(':');
    const answered = attempt(OPERATIONS[name], program, operands);
    return program?.showsPositions ? answered : inOrder(`${answered}`);
  }).join(' ');
}

/** A word with its list in ascending order, because a container may iterate in any. */
function inOrder(word) {
  const ascending = (items) => items.split(',').sort((a, b) => parseInt(a) - parseInt(b)).join(',');
  return word.replace(/\[(.*)\]/, (_, items) => `[${ascending(items)}]`);
}

let rest = ''; // a line whose end has not arrived yet
for await (const chunk of process.stdin.setEncoding('latin1')) {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const line of lines) {
    if (line !== '') process.stdout.write(`${answer(line)}\n`);
  }
}

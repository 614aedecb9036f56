/**
 * The port of js-stablelist: StableList behind the conformance kit's line protocol, version 1.
 *
 * Every operation is carried out by the container; the port keeps only the table of keys by number.
 *
 * @module
 */

import { BorrowError, CapacityError, StableKey, StableList } from './stable_list.mjs';

const HANDSHAKE =
  'port protocol=1 name=js-stablelist version=0.1.0 profile=stablelist level=layout id_bits=1-32 index_bits=3-32';

/** A fresh list, and the keys that its `add`s returned. */
class Program {
  constructor(configuration) {
    const [level, minimum, capacity, truncation, idBits, indexBits] = configuration.split(',');
    this.showsPositions = level !== 'contract';
    this.list = new StableList({
      minimum: Number(minimum),
      capacity: Number(capacity),
      truncation,
      idBits: Number(idBits),
      indexBits: Number(indexBits),
    });
    this.keys = [];
  }

  /** The key of that number, or a forged one for `#index.id`; undefined if there is none. */
  key(name) {
    if (!name.startsWith('#')) return this.keys[name];
    const [index, id] = name.slice(1).split('.');
    return new StableKey(Number(index), Number(id));
  }
}

/** What each operation does with a program and the operands of its word; the result is the answer. */
const OPERATIONS = {
  __proto__: null,

  add(program) {
    const number = program.keys.push(undefined) - 1; // an add that fails has a number too
    const key = program.list.add(number);
    program.keys[number] = key;
    return program.showsPositions ? key.toString() : 'ok';
  },

  remove: (program, name) => found(program.list.remove(program.key(name))),
  at: (program, name) => found(program.list.at(program.key(name))),
  contains: (program, name) => yesOrNo(program.list.has(program.key(name))),
  len: (program) => program.list.length,
  is_empty: (program) => yesOrNo(program.list.isEmpty()),

  clear(program) {
    program.list.clear();
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

  apply(program, name) {
    return found(program.list.apply(program.key(name), (pivot, others) => {
      const items = [];
      for (const [, element] of others) items.push(element);
      return `${pivot}/${others.length}/${listed(items)}`;
    }));
  },

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

/** What `lend` can try. Its `add` is not one of the numbered ones. */
const STRUCTURAL = {
  __proto__: null,
  add: (program) => program.list.add(program.keys.length).toString(),
  remove: OPERATIONS.remove,
  clear: OPERATIONS.clear,
};

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
function open(configuration) {
  try {
    return new Program(configuration);
  } catch {
    return undefined;
  }
}

/** The answer to one line. */
function answer(line) {
  if (line.startsWith('hello ')) return HANDSHAKE;
  const [configuration, ...words] = line.split(' ');
  const program = open(configuration);
  return words.map((word) => {
    const [name, ...operands] = word.split(':');
    return attempt(OPERATIONS[name], program, operands);
  }).join(' ');
}

let rest = ''; // a line whose end has not arrived yet
for await (const chunk of process.stdin.setEncoding('latin1')) {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const line of lines) {
    if (line !== '') process.stdout.write(`${answer(line)}\n`);
  }
}

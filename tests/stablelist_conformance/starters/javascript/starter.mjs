/**
 * The port protocol of the stablelist conformance kit, version 6, for a container written in JavaScript.
 *
 * Copy this file beside your port; it needs nothing else. `serve(adapter)` reads programs from standard input and
 * answers them. The adapter is an object that maps operations to methods of the container. An operation that it
 * does not have is left out: the handshake says so, and the judge never sends it.
 *
 *     serve({
 *       handshake: { name: 'my-map', version: '1.0.0', system: 'slotmap', id_bits: 32 },
 *       open: () => new SlotMap(),
 *       add: (map, element) => map.insert(element),
 *       remove: (map, key) => map.remove(key),
 *     });
 *
 * A program may have two containers; a word such as `2.add` is on the second. A function that concerns both is given the
 * other one, too; `copy` returns the clone, in which the same keys are live.
 *
 * Operations that repeat others need no function: `cycle`, `fill` and `thin` are `add` and `remove` in a loop.
 *
 * Keys can be any values but undefined and null, which mean that there is no key or no element. A function that
 * throws is answered by `!other`, or as `adapter.errors` says: `{ '!full': CapacityError }`.
 *
 * @license MIT
 * @module
 */

/**
 * The properties of an adapter. `handshake`, `open`, `add` and `remove` are required.
 *
 * @template C the container
 * @template K its keys
 * @typedef {object} Adapter
 * @property {Record<string, string | number>} handshake name, version, system, and the fields that the system asks for;
 *   `without` lists abilities that are left out (`negative`, `maximum`)
 * @property {Record<string, Function>} [errors] the classes of errors that are `!full` and `!borrow`, or another refusal
 *   of the system
 * @property {Record<string, Function>} [operations] of a system that is no pool: for each operation, a
 *   function of the program and the operands that returns the answer; its lists are in the right order (`ascending`)
 * @property {(parameters: Record<string, string>) => C} open a fresh container; a program's parameters are texts
 * @property {(container: C, element: number) => K} [add] the key of the new element
 * @property {(container: C, factory: (key: K) => number) => unknown} [insertWith] adds what the factory returns
 * @property {(container: C, elements: number[]) => Iterable<K>} [extend] the keys of all, or none is added
 * @property {(container: C, index: number, element: number) => [K, number?]} [put] the new key, and the old element
 * @property {(container: C, key: K, element: number) => [K, number?]} [insertAt] the same at the slot of a key
 * @property {(container: C, key: K) => number | boolean | undefined} [remove] the element; whether there was one,
 *   with `ids=only`
 * @property {(container: C, one: K, other: K) => [number?, number?]} [removeMany]
 * @property {(container: C, key: K) => number | undefined} [at]
 * @property {(container: C, one: K, other: K) => [number?, number?]} [pair]
 * @property {(container: C, key: K) => [K, number] | undefined} [keyAt] the key that is live at the index, its element
 * @property {(container: C, key: K) => boolean} [contains]
 * @property {(container: C, key: K, element: number) => boolean} [replace]
 * @property {(container: C, key: K, difference: number) => number | undefined} [atMut] adds in place: the new element
 * @property {(container: C, difference: number) => void} [eachMut] adds to every element in place
 * @property {(container: C) => number} [len]
 * @property {(container: C) => boolean} [isEmpty]
 * @property {(container: C) => void} [clear]
 * @property {(container: C) => Iterable<[K, number]>} [each] keys and elements
 * @property {(container: C) => Iterable<K>} [keys] needs `at`, as does `repack`
 * @property {(container: C, key: K) => Lent | undefined} [apply]
 * @property {(container: C, key: K) => Lent | undefined} [inspect]
 * @property {(container: C, key: K, other: K) => [number, number?] | undefined} [exchange]
 * @property {(container: C) => Iterable<[number, number, number]>} [traverse] pivot, length and sum of each view
 * @property {true} [lend] the container refuses changes while `each` runs
 * @property {(container: C) => Iterable<number>} [drain] the elements that it removed
 * @property {(container: C, keep: (element: number) => boolean) => Iterable<number>} [retain] those that it removed
 * @property {(container: C, keep: (element: number) => boolean) => Iterable<number>} [eachRemoving] the same during an
 *   iteration; all elements, as they were visited
 * @property {(container: C, most: number) => Iterable<number>} [eachFirst] leaves an iteration after so many elements;
 *   all, as they are visited by another one
 * @property {(container: C, rank: (element: number) => number) => void} [sort] by ascending rank; elements of the same
 *   rank keep their order
 * @property {(container: C, additional: number) => void} [reserve]
 * @property {(container: C) => void} [shrinkToFit]
 * @property {(container: C, key: K) => K | undefined} [repack] the key, packed and unpacked
 * @property {(container: C) => C} [reload] a copy in which the same keys are live
 * @property {(container: C) => C} [copy] a clone in which the same keys are live
 * @property {(container: C, other: C) => void} [swapContainers] exchanges everything between both
 * @property {(container: C, other: C) => boolean} [equal] whether both have the same elements under the same keys
 * @property {(container: C) => string | Iterable<number>} [layout] the text that the page of the system describes
 * @property {(container: C) => string} [cost]
 * @property {(index: number, id: number) => K | undefined} [forge] a key with these parts, if a key can hold them
 * @property {(key: K) => [number, number]} [parts] index and id; required above level contract, and by `forge`
 */

/** @typedef {{ pivot: number, length: number, others: Iterable<number> }} Lent an element, and a view of the others */

const PROTOCOL = 6;

/** The container has no room. Throw it if the container reports this in another way. */
export class Full extends Error {}

/** The container is lent. */
export class Borrowed extends Error {}

const REFUSALS = { '!full': Full, '!borrow': Borrowed };

let askedWay = 1;

/** The way in which the operation in progress is to be done, if the handshake declares several: `ways=add:2`. */
export const way = () => askedWay;

/** A word such as `add@2` without the way, which is kept. */
function withoutWay(word) {
  askedWay = Number(word.match(/@(\d+)/)?.[1] ?? 1);
  return word.replace(/@\d+/, '');
}

/**
 * A program in progress: a fresh container, and the keys that its insertions returned; and the same of the other one,
 * which is opened when it is needed. Insertions are numbered together.
 */
class Program {
  constructor(adapter, configuration) {
    const [level, ...parameters] = configuration.split(' ');
    this.adapter = adapter;
    this.showsKeys = level !== 'contract';
    this.open = () => adapter.open(Object.fromEntries(parameters.map((parameter) => parameter.split('='))));
    this.container = this.open();
    this.keys = [];
  }

  /** The answer to one word, which may be on the second container. */
  answerOn(word) {
    if (!word.startsWith('2.')) return this.answer(word);
    return attempt(() => {
      this.turn();
      try {
        return this.answer(word.slice(2));
      } finally {
        this.turn();
      }
    }, this, []);
  }

  /** What is known of the other container. */
  beside() {
    this.other ??= { container: this.open(), keys: [] };
    this.other.keys.length = Math.max(this.other.keys.length, this.keys.length);
    return this.other;
  }

  /** Goes on with the other container. */
  turn() {
    const { container, keys } = this.beside();
    Object.assign(this.other, { container: this.container, keys: this.keys });
    Object.assign(this, { container, keys });
  }

  /** The answer to one operation. */
  answer(word) {
    const [name, ...operands] = withoutWay(word).split(':');
    const operation = operations(this.adapter)[name] ?? (() => { throw new TypeError(`there is no operation ${name}`); });
    const answered = attempt(operation, this, operands);
    return this.showsKeys || this.adapter.operations ? answered : ascending(answered);
  }

  /** Calls a function of the adapter with the container. */
  ask(name, ...operands) {
    if (!this.adapter[name]) throw new TypeError(`the adapter has no ${name}`);
    return this.adapter[name](this.container, ...operands);
  }

  /** The same if the key is there; otherwise nothing was found. */
  find(name, word, ...operands) {
    const key = this.key(word) ?? this.otherwise;
    return present(key) ? this.ask(name, key, ...operands) : undefined;
  }

  /** The same with two keys; if one is missing, the other goes to a function for one key. */
  findBoth(name, alone, words) {
    const keys = words.map((word) => this.key(word) ?? this.otherwise);
    return keys.every(present)
      ? this.ask(name, ...keys)
      : keys.map((key) => (present(key) ? this.ask(alone, key) : undefined));
  }

  /** Returns the key with this number, a forged key for `#index.id`, or a key near another for `number~index.id`. */
  key(word) {
    const [number, parts] = word.split(/[#~]/);
    if (parts === undefined) return this.keys[number];
    const [index, id] = parts.split('.').map(Number);
    if (number === '') return this.adapter.forge(index, id);
    if (!present(this.keys[number])) return undefined;
    const near = this.adapter.parts(this.keys[number]);
    const forged = [near[0] + index, near[1] + id];
    return forged.every(Number.isSafeInteger) && forged[1] >= 0 ? this.adapter.forge(...forged) : undefined;
  }

  /** The items of an iteration: at most one more than there were insertions, since a wrong one may never end. */
  items(iteration) {
    const items = [];
    for (const item of iteration) {
      items.push(item);
      if (items.length > this.keys.length) break;
    }
    return items;
  }

  /** Numbers the next insertion, which keeps its number if it fails. */
  numbered(count = 1) {
    const first = this.keys.length;
    this.keys.length += count;
    return first;
  }

  /** The answer to an insertion. */
  inserted(key) {
    if (!present(key)) throw new TypeError('an insertion gave no key; throw Full if there is no room');
    return this.showsKeys ? this.shown(key) : 'ok';
  }

  shown(key) {
    return this.adapter.parts(key).join('.');
  }
}

/** An operation that tells the adapter what to keep, and answers elements. */
const keeping = (name) => (program, modulus, rest) => {
  const keep = (element) => element % Number(modulus) === Number(rest);
  return listed(program.items(program.ask(name, keep)));
};

/** The operations of a pool: functions of a program and the operands, which return the answer. */
const POOL = {
  __proto__: null,

  add(program) {
    const number = program.numbered();
    return program.inserted((program.keys[number] = program.ask('add', number)));
  },

  insert_with(program) {
    const number = program.numbered();
    let given; // the key of this insertion, which may differ from the result of insertWith
    program.ask('insertWith', (key) => {
      given = key;
      return number;
    });
    return program.inserted((program.keys[number] = given));
  },

  extend(program, count) {
    const first = program.numbered(Number(count));
    const keys = [...program.ask('extend', Array.from({ length: Number(count) }, (_, i) => first + i))];
    program.keys.splice(first, keys.length, ...keys);
    return listed(keys.map((key) => program.inserted(key)));
  },

  put(program, index) {
    const number = program.numbered();
    const [key, displaced] = program.ask('put', Number(index), number);
    program.keys[number] = key;
    return found(displaced);
  },

  insert_at(program, word) {
    const number = program.numbered();
    const [key, displaced] = program.find('insertAt', word, number) ?? [];
    program.keys[number] = key;
    return found(displaced);
  },

  remove(program, word) {
    const removed = program.find('remove', word);
    const { remove, ids } = program.adapter.handshake;
    if (ids === 'only') return yesOrNo(removed);
    return remove === 'silent' ? 'ok' : found(removed);
  },

  remove_many: (program, ...words) => both(program.findBoth('removeMany', 'remove', words)),
  at: (program, word) => found(program.find('at', word)),
  pair: (program, ...words) => both(program.findBoth('pair', 'at', words)),

  key_at(program, word) {
    const live = program.find('keyAt', word.replace(/\..*/, '.0')); // only the index counts, so any id will do
    return live ? item(program, live) : 'none';
  },

  contains: (program, word) => yesOrNo(program.find('contains', word)),
  replace: (program, word, element) => yesOrNo(program.find('replace', word, Number(element))),
  at_mut: (program, word, difference) => found(program.find('atMut', word, Number(difference))),
  each_mut: (program, difference) => done(program.ask('eachMut', Number(difference))),
  len: (program) => program.ask('len'),
  is_empty: (program) => yesOrNo(program.ask('isEmpty')),
  clear: (program) => done(program.ask('clear')),
  each: (program) => listed(program.items(program.ask('each')).map((live) => item(program, live))),
  keys: (program) => listed(program.items(program.ask('keys')).map((key) => found(program.ask('at', key)))),
  apply: (program, word) => lent(program, program.find('apply', word)),
  inspect: (program, word) => lent(program, program.find('inspect', word)),

  exchange(program, word, other) {
    if (!present(program.key(other))) {
      const alone = program.find('apply', word);
      return alone ? both([alone.pivot]) : 'none';
    }
    const exchanged = program.find('exchange', word, program.key(other));
    return exchanged ? both(exchanged) : 'none';
  },

  traverse: (program) => listed(program.items(program.ask('traverse')).map((pivot) => pivot.join('/'))),

  lend(program, name, ...operands) {
    for (const [key] of program.ask('each')) {
      // Inserted elements get no number. Any key replaces a missing one: the container refuses before it looks.
      const aside = { __proto__: program, keys: [...program.keys], otherwise: key };
      return attempt(POOL[name], aside, operands);
    }
    return 'none';
  },

  drain: (program) => listed(program.items(program.ask('drain'))),

  retain: keeping('retain'),
  each_removing: keeping('eachRemoving'),
  each_first: (program, most) => listed(program.items(program.ask('eachFirst', Number(most)))),

  sort: (program, modulus) => done(program.ask('sort', (element) => element % Number(modulus))),
  reserve: (program, additional) => done(program.ask('reserve', Number(additional))),
  shrink_to_fit: (program) => done(program.ask('shrinkToFit')),

  repack(program, word) {
    const key = program.find('repack', word);
    return found(present(key) ? program.ask('at', key) : undefined);
  },

  reload: (program) => done((program.container = program.ask('reload'))),

  copy(program) {
    Object.assign(program.beside(), { container: program.ask('copy'), keys: [...program.keys] });
    return done();
  },

  swap_containers(program) {
    const other = program.beside();
    program.ask('swapContainers', other.container);
    [program.keys, other.keys] = [other.keys, program.keys];
    return done();
  },

  equal: (program) => yesOrNo(program.ask('equal', program.beside().container)),
  layout: (program) => program.ask('layout'),
  cost: (program) => program.ask('cost'),

  /** Ends early if a removal does not return the element, so that they do not become many. */
  cycle(program, turns) {
    const number = program.numbered();
    const { adapter, container } = program;
    const { remove: silent, ids } = adapter.handshake;
    const right = ids === 'only' ? (removed) => removed : (removed) => silent === 'silent' || removed === number;
    let key;
    for (let left = Number(turns); left > 0; left--) {
      key = adapter.add(container, number);
      const removed = adapter.remove(container, key);
      if (removed !== number && !right(removed)) return found(removed);
    }
    return program.inserted((program.keys[number] = key));
  },

  /** Ends at the first element that there is no room for. */
  fill(program, count) {
    const answers = [];
    for (let left = Number(count) - 1; left >= 0; left--) {
      const answered = attempt(POOL.add, program, []);
      if (answered.startsWith('!')) {
        program.numbered(left);
        return answers.length && answered === '!full' ? abridged(answers) : answered;
      }
      answers.push(answered);
    }
    return abridged(answers);
  },

  thin(program, count, seed) {
    const numbers = drawn(Number(seed), Number(count), program.keys.length);
    const answers = numbers.map((number) => `${POOL.remove(program, `${number}`)}`);
    return abridged(answers.filter((answered) => answered !== 'none'));
  },
};

/** Operations that repeat others. */
const LOOPS = ['cycle', 'fill', 'thin'];

/** So many different numbers below a bound, or all of them, as the page of the protocol says. */
function drawn(seed, count, among) {
  const order = Uint32Array.from({ length: among }, (_, i) => i);
  const many = Math.min(count, among);
  for (let at = 0; at < many; at++) {
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    const other = at + ((seed >>> 0) % (among - at));
    [order[at], order[other]] = [order[other], order[at]];
  }
  return [...order.subarray(0, many)];
}

/** The length of a list, both ends, and a checksum. */
function abridged(answers) {
  if (!answers.length) return '0';
  let checksum = -1;
  const take = (code) => {
    checksum ^= code;
    for (let bit = 0; bit < 8; bit++) checksum = (checksum >>> 1) ^ (0xedb88320 & -(checksum & 1));
  };
  answers.forEach((answer, i) => {
    if (i > 0) take(44); // a comma
    for (let at = 0; at < answer.length; at++) take(answer.charCodeAt(at));
  });
  return [answers.length, answers[0], answers.at(-1), ~checksum >>> 0].join('/');
}

const present = (value) => value !== undefined && value !== null;
export const found = (element) => (present(element) ? element : 'none');
export const both = ([one, other]) => `${found(one)}/${found(other)}`;
const yesOrNo = (truth) => (truth ? 'yes' : 'no');
export const done = () => 'ok';
export const listed = (items) => `[${items.map((item) => item ?? 'none')}]`;
const lent = (program, view) =>
  view ? `${view.pivot}/${view.length}/${listed(program.items(view.others))}` : 'none';
export const item = (program, [key, element]) => (program.showsKeys ? `${program.shown(key)}=${element}` : element);

/** The answer to one operation, even if it fails. */
function attempt(operation, program, operands) {
  try {
    return `${operation(program, ...operands)}`;
  } catch (error) {
    return refused(error, program.adapter.errors);
  }
}

/** The word for an error. An error without a word is written to standard error, once. */
function refused(error, errors = {}) {
  const classes = (word) => [REFUSALS[word], errors[word]].filter(present);
  const meant = Object.keys({ ...REFUSALS, ...errors }).find((word) => classes(word).some((kind) => error instanceof kind));
  if (!meant && !told.has(`${error}`) && told.size < MOST_TOLD) {
    told.add(`${error}`);
    console.error(`answered !other: ${error?.stack ?? error}`);
  }
  return meant ?? '!other';
}

const told = new Set();
const MOST_TOLD = 20;

/** A word with its list in ascending order, because a container may iterate in any order. */
export function ascending(word) {
  const sorted = (items) => items.split(',').sort((one, other) => parseInt(one) - parseInt(other));
  return word.replace(/\[(.*)\]/, (_, items) => listed(sorted(items)));
}

/** Operations that need `at` to show keys. */
const LOOKED_UP = ['keys', 'repack'];

const operations = ({ operations: own = POOL }) => own;

/** The name of an operation in JavaScript. */
const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

/** Refuses unknown names, so that a mistyped name is not treated as an operation that is left out. */
export function check(adapter) {
  const others = ['handshake', 'errors', 'operations', 'open', 'forge', 'parts'];
  const functions = Object.keys(operations(adapter)).filter((name) => adapter.operations || !LOOPS.includes(name));
  const known = [...functions.map(camel), ...others];
  const wrong = Object.keys(adapter).find((name) => !known.includes(name));
  if (wrong) throw new TypeError(`an adapter has no ${wrong}; choose one of ${known.join(', ')}`);
}

/** Returns the handshake, which lists the operations that the adapter leaves out. */
export function handshake(adapter) {
  const { without = '', ...fields } = adapter.handshake;
  const optional = [...Object.keys(operations(adapter)), 'forge'];
  const loops = (name) => !adapter.operations && LOOPS.includes(name);
  const has = (name) => loops(name) || present(adapter.operations?.[name] ?? adapter[camel(name)]);
  const offers = (name) => has(name) && (!LOOKED_UP.includes(name) || present(adapter.at));
  const lacking = optional.filter((name) => !offers(name)).concat(`${without}`.split(',')).filter(Boolean);
  const all = { protocol: PROTOCOL, level: 'contract', ...fields, ...(lacking.length && { without: lacking.join(',') }) };
  return ['port', ...Object.entries(all).map((field) => field.join('='))].join(' ');
}

/** The answer to one line. */
export function answer(adapter, line) {
  if (line.startsWith('hello ')) return handshake(adapter);
  const colon = line.indexOf(' : ');
  if (colon < 0) return '!other';
  const words = line.slice(colon + 3).split(' ');
  try {
    const program = new Program(adapter, line.slice(0, colon));
    return words.map((word) => program.answerOn(word)).join(' ');
  } catch (error) {
    refused(error); // the container refuses this configuration, so every operation fails
    return words.map(() => '!other').join(' ');
  }
}

/** Answers every line of standard input, until it ends. If the answers cannot be written, the program ends with status 1. */
export async function serve(adapter) {
  check(adapter);
  process.stdout.on('error', () => process.exit(1));
  let rest = []; // the pieces of a line whose end has not arrived yet
  for await (const chunk of process.stdin.setEncoding('latin1')) {
    const [first, ...lines] = chunk.split('\n');
    rest.push(first);
    for (const next of lines) {
      const line = rest.join('').replace(/\r$/, '');
      if (line !== '') process.stdout.write(`${answer(adapter, line)}\n`);
      rest = [next];
    }
  }
}

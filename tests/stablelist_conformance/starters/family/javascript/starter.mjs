/**
 * The port protocol of the stablelist conformance kit, version 6, for a container of any family in JavaScript.
 *
 * Copy this file beside your port; it needs nothing else. `serve` is given the table of the family, one line for each
 * operation, and the functions of those that the container has. The others are left out: the handshake says so, and
 * the judge never sends them.
 *
 * A function is given the container and the operands: a key as the container returned it, a number, a word. That of an
 * insertion is given its element, too; that of several is given the elements instead of their number. It returns a key,
 * a number, a text, true or false, a list, or undefined, and throws `Refused` for a refusal of the family.
 *
 * A program may have two containers; a word such as `2.push:3` is on the second. A function that concerns both is given
 * the other one, too; one that clones its container returns the clone. Each container has keys of its own, which the
 * clone has, too, and which are exchanged with everything else.
 *
 * @license MIT
 * @module
 */

/** A refusal: `throw new Refused('full')` is answered by `!full`. */
export class Refused extends Error {}

/** The answer, or an item of a list, that is two elements, either of which may be undefined. */
export const both = (one, other) => `${one ?? 'none'}/${other ?? 'none'}`;

/** The order of two items: by their first elements, and then by the others. */
function ascending(one, other) {
  const [[first, second = 0], [third, fourth = 0]] = [one, other].map((item) => `${item}`.split('/').map(Number));
  return first - third || second - fourth;
}

/** The most items of a list. */
const MOST_ITEMS = 1 << 20;

const LEVELS = ['contract', 'layout', 'cost'];

let askedWay = 1;

/** The way in which the operation in progress is to be done, if the handshake declares several: `ways=add:2`. */
export const way = () => askedWay;

/** A word such as `add@2` without the way, which is kept. */
function withoutWay(word) {
  askedWay = Number(word.match(/@(\d+)/)?.[1] ?? 1);
  return word.replace(/@\d+/, '');
}

/** The rows of the table, such as `add_edge* key key > key !missing`; a star marks what is needed. */
function read(table) {
  const rows = new Map();
  for (const line of table.split('\n').filter(Boolean)) {
    const [before, after] = line.split('>').map((part) => part.trim().split(/\s+/));
    const [name, ...operands] = before;
    rows.set(name.replace('*', ''), { operands, answer: after[0], nothing: after[1], both: after.length > 2, needed: name.endsWith('*') });
  }
  return rows;
}

/** A program in progress: fresh containers, of which the second is made when it is needed, and the keys of each. */
class Program {
  constructor(open, functions, level) {
    Object.assign(this, { open, containers: [open()], functions, level, keys: [[], []], insertions: 0, most: 1 });
  }

  /** The first container, or the second. */
  container(second) {
    return this.containers[second] ??= this.open();
  }

  /** The answer to one operation, even if it fails. */
  answer(name, { operands, answer, nothing, both }, texts, second) {
    const first = this.insertions;
    const counted = operands.indexOf('count');
    if (answer.startsWith('key')) this.insertions += counted < 0 ? 1 : Number(texts[counted]);
    // A list has no more items than elements were added, and one more; an iteration that is wrong may never end.
    for (const number of texts.map(Number).filter((each) => each > 0)) this.most += number;
    this.most = Math.min((both ? 2 : 1) * this.most + 1, MOST_ITEMS);
    const given = operands.map((kind, i) => this.operand(kind, texts[i], first, second));
    if (operands.some((kind, i) => kind === 'key' && given[i] === undefined)) return nothing;
    if (answer === 'key') given.push(first);
    if (both) given.push(this.container(1 - second));
    try {
      const found = this.functions[name](this.container(second), ...given);
      if (answer === 'clone') this.cloned(second, found);
      if (answer === 'exchange') this.keys.reverse();
      return this.word(answer, found, first, second);
    } catch (error) {
      if (error instanceof Refused) return `!${error.message}`;
      console.error(`answered !other: ${error?.stack ?? error}`);
      return '!other';
    }
  }

  /** The other container is a clone now, in which the same keys are live. */
  cloned(second, clone) {
    this.containers[1 - second] = clone;
    this.keys[1 - second] = [...this.keys[second]];
  }

  /** An operand as the function is given it. */
  operand(kind, text, first, second) {
    if (kind === 'key') return this.keys[second][text];
    if (kind === 'count') return Array.from({ length: Number(text) }, (_, i) => first + i);
    return kind === 'word' ? text : Number(text);
  }

  /** What a function returned, as the protocol writes it. */
  word(answer, found, first, second) {
    if (answer.startsWith('key')) {
      const keys = answer === 'key' ? [found] : [...found];
      for (const [i, key] of keys.entries()) this.keys[second][first + i] = key;
      return answer === 'key' ? 'ok' : `[${keys.map(() => 'ok')}]`;
    }
    if (['done', 'clone', 'exchange'].includes(answer)) return 'ok';
    if (answer === 'truth') return found ? 'yes' : 'no';
    if (typeof found !== 'object') return `${found ?? 'none'}`;
    const items = [];
    for (const item of found ?? []) if (items.push(item ?? 'none') >= this.most) break;
    const anyOrder = answer === 'value' && this.level === LEVELS[0];
    return `[${anyOrder ? items.sort(ascending) : items}]`;
  }
}

/** The answers to a program. */
function answered(line, rows, open, functions) {
  const [configuration, words] = line.split(' : ');
  const [level, ...choices] = configuration.split(' ');
  try {
    const chosen = Object.fromEntries(choices.map((each) => each.split('=')));
    const program = new Program(() => open(chosen), functions, level);
    return words.split(' ').map((word) => {
      const [name, ...operands] = withoutWay(word).split(':');
      const alone = name.replace(/^2\./, '');
      return program.answer(alone, rows.get(alone), operands, Number(alone !== name));
    }).join(' ');
  } catch (error) { // the container refuses this configuration, so that every operation fails
    console.error(`answered !other: ${error?.stack ?? error}`);
    return words.split(' ').map(() => '!other').join(' ');
  }
}

/** The reason why nothing can be verified yet; undefined if there is none. */
function blank(rows, functions) {
  const names = [...rows.keys()];
  const wrong = Object.keys(functions).find((name) => !rows.has(name));
  if (wrong) return `there is no operation ${wrong}; choose one of ${names.join(', ')}`;
  const missing = names.filter((name) => rows.get(name).needed && !functions[name]);
  if (!Object.keys(functions).length && !missing.length) missing.push(...names.filter((name) => !isShown(rows, name)));
  return missing.length ? `nothing can be verified yet; fill in ${missing.join(', ')}` : undefined;
}

const isShown = (rows, name) => rows.get(name).answer === 'shown';

/** Answers every line of standard input, until it ends. */
export async function serve(fields, table, open, functions) {
  const rows = read(table);
  const reason = blank(rows, functions);
  if (reason) {
    console.error(reason);
    process.exit(1);
  }
  const without = [...rows.keys()].filter((name) => !functions[name]);
  if ([...rows.values()].some(({ operands }) => operands.includes('key'))) without.push('forge');
  const shown = [...rows.keys()].filter((name) => isShown(rows, name)).map((name) => !!functions[name]);
  const level = LEVELS[[...shown, false].indexOf(false)];
  const hello = `port ${fields} level=${level}${without.length ? ` without=${without.join(',')}` : ''}`;
  process.stdout.on('error', () => process.exit(1));
  let rest = '';
  for await (const chunk of process.stdin.setEncoding('latin1')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines.map((each) => each.trim()).filter(Boolean)) {
      process.stdout.write(`${line.startsWith('hello') ? hello : answered(line, rows, open, functions)}\n`);
    }
  }
}

// --- Words of the port protocol -------------------------------------------------------------------

/** More than this is refused: the protocol's own limits, and for `cycle` what does not keep the page waiting. */
const MOST = {
  words: 10_000,
  extend: 1_000,
  fill: 65_536,
  thin: 4_194_304,
  reserve: 65_536,
  cycle: 100_000,
  cells: 65_536,
};

const KEY = "(?:\\d+|#-?\\d+\\.\\d+|\\d+~-?\\d+\\.-?\\d+)";
const N = "\\d+";
const D = "-?\\d+";

/** The operands of each operation, and what it does. */
const OPERATIONS = {
  add: [[], () => "add an element"],
  insert_with: [[], () => "add the element that is made of its key"],
  extend: [[N], (n) => `add ${amount(n, "element")} at once`],
  fill: [[N], (n) => `add ${amount(n, "element")}, one by one`],
  thin: [[N, N], (n) => `remove with ${amount(n, "key")}, drawn from all that were ever handed out`],
  cycle: [[N], (n) => `add and remove an element, ${amount(n, "time")}`],
  remove: [[KEY], (key) => `remove with ${told(key)}`],
  at: [[KEY], (key) => `look up ${told(key)}`],
  contains: [[KEY], (key) => `ask whether ${told(key)} is live`],
  replace: [[KEY, N], (key, element) => `replace the element of ${told(key)} by ${element}`],
  at_mut: [[KEY, D], (key, difference) => `add ${difference} to the element of ${told(key)}`],
  each_mut: [[D], (difference) => `add ${difference} to each element`],
  len: [[], () => "count the elements"],
  is_empty: [[], () => "ask whether there is no element"],
  clear: [[], () => "remove all elements at once"],
  drain: [[], () => "take all elements out at once"],
  retain: [[N, N], (modulus, rest) => `keep only the elements whose remainder by ${modulus} is ${rest}`],
  each: [[], () => "iterate over keys and elements"],
  keys: [[], () => "iterate over the keys"],
  apply: [[KEY], (key) => `show all others to the element of ${told(key)}`],
  inspect: [[KEY], (key) => `show all others to the element of ${told(key)}`],
  exchange: [[KEY, KEY], (one, other) => `exchange the elements of ${told(one)} and ${told(other)}`],
  traverse: [[], () => "show each element all others"],
  key_at: [[KEY], (key) => `ask which element is in the cell of ${told(key)}`],
  repack: [[KEY], (key) => `pack and unpack ${told(key)}`],
  reserve: [[N], (n) => `make room for ${amount(n, "more element")}`],
  shrink_to_fit: [[], () => "give back what is not needed"],
  reload: [[], () => "save everything and load it again"],
  layout: [[], () => "show the layout"],
  cost: [[], () => "show the costs"],
};

const amount = (n, noun) => `${Number(n).toLocaleString("en")} ${noun}${Number(n) === 1 ? "" : "s"}`;

/** A key in words. */
function told(key) {
  if (key.startsWith("#")) return `a forged key ${key.slice(1)}`;
  const [number, near] = key.split("~");
  return near ? `a key near that of insertion ${number}` : `the key of insertion ${number}`;
}

const sentenceOf = (word) => {
  const [name, ...operands] = word.split(":");
  return OPERATIONS[name][1](...operands);
};

const PARAMETERS = { minimum: N, capacity: N, truncate: "never|iteration|memory", id_bits: N, index_bits: N };

/** A program that cannot be run, and why, in a sentence. */
class BadProgram extends Error {}

/** The configuration and the words of a line such as `layout id_bits=2 : add add`, or of words alone. */
function parsed(text) {
  const line = text
    .trim()
    .replace(/^#run=/, "")
    .replace(/\s+/g, " ");
  const colon = line.indexOf(" : ");
  const words = line
    .slice(colon < 0 ? 0 : colon + 3)
    .split(" ")
    .filter(Boolean);
  if (words.length > MOST.words) {
    throw new BadProgram(
      `This program has ${amount(words.length, "word")}; there may be ${MOST.words.toLocaleString("en")}.`,
    );
  }
  words.forEach(checkWord);
  return { ...configured(colon < 0 ? [] : line.slice(0, colon).split(" ")), words };
}

function checkWord(word, place) {
  const [name, ...operands] = word.split(":");
  const shown = word.length > 40 ? `${word.slice(0, 40)}\u2026` : word;
  if (!Object.hasOwn(OPERATIONS, name)) {
    throw new BadProgram(
      `Word ${place + 1}, \u201c${shown}\u201d, is no operation that a pool on this page has: write words such as add add remove:0 at:0.`,
    );
  }
  const [kinds] = OPERATIONS[name];
  const fits = operands.length === kinds.length && operands.every((each, at) => RegExp(`^${kinds[at]}$`).test(each));
  if (!fits) {
    const example = [name, ...kinds.map((kind) => (kind === D ? "-1" : kind === KEY ? "0" : "2"))].join(":");
    throw new BadProgram(
      `Word ${place + 1}, \u201c${shown}\u201d, does not say what it should: write it like ${example}.`,
    );
  }
  if (name in MOST && Number(operands[0]) > MOST[name]) {
    throw new BadProgram(
      `Word ${place + 1}, \u201c${shown}\u201d, is too much for a page: ${name} takes at most ${MOST[name].toLocaleString("en")}.`,
    );
  }
  if (name === "retain" && Number(operands[0]) === 0) {
    throw new BadProgram(`Word ${place + 1}, \u201c${shown}\u201d, divides by 0.`);
  }
}

/** The level and the parameters. Widths that no container here has become 32, which is noted. */
function configured(words) {
  let level = "layout";
  const parameters = [];
  const notes = [];
  for (const word of words) {
    if (["contract", "layout", "cost"].includes(word)) {
      level = word;
      continue;
    }
    const [name, value = ""] = word.split("=");
    if (!Object.hasOwn(PARAMETERS, name) || !RegExp(`^(?:${PARAMETERS[name]})$`).test(value)) {
      throw new BadProgram(
        `\u201c${word}\u201d is no parameter of a pool: write one such as minimum=8, capacity=16 or id_bits=2.`,
      );
    }
    const wide = name.endsWith("_bits") && (Number(value) === 0 || Number(value) > 32);
    if (wide) notes.push(`${name} is 32 here, not ${value}.`);
    else if (Number(value) > MOST.cells) throw new BadProgram(`\u201c${word}\u201d is too much for a page.`);
    else parameters.push(word);
  }
  return { level, parameters, notes };
}

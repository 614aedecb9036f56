// The worker of a pasted port: it loads the text, and answers one line after the other out of shared memory. It has no
// network: its policy lets it load nothing but the starter.

const ASKED = 2;
const ANSWERED = 3;
const FAILED = 4;
const READY = 1;
const MOST_TOLD = 4_000;
const MOST_ANSWERED = 1 << 20;

const told = [];
for (const name of ['error', 'warn', 'log', 'info', 'debug']) {
  console[name] = (...words) => {
    if (told.join('\n').length < MOST_TOLD) told.push(words.map(String).join(' ').slice(0, MOST_TOLD));
  };
}

/** The text with the address of the starter in place of its name: a text has no folder. */
const located = (text, starter) => text.replace(/(from\s*)(["'])[^"']*starter\.mjs\2/g, `$1"${starter}"`);

/** The adapter, with a note of texts that are longer than any answer: many of them would take all memory. */
function bounded(adapter, note) {
  const shorter = (value) => (typeof value === 'string' && value.length > MOST_ANSWERED ? note() : value);
  const functions = Object.entries(adapter).filter(([, value]) => typeof value === 'function');
  return { ...adapter, ...Object.fromEntries(functions.map(([name, own]) => [name, (...operands) => shorter(own.apply(adapter, operands))])) };
}

onmessage = async ({ data: { memory, text, system, starter } }) => {
  onmessage = null;
  const [state, bytes] = [new Int32Array(memory, 0, 2), new Uint8Array(memory, 8)];
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  /** Hands over an answer and what was written beside it; a text without an end is cut off where there is no room. */
  const say = (what, answer) => {
    const fits = !flooded && answer.length < bytes.length;
    const said = encoder.encode(JSON.stringify([fits ? answer : '', told.join('\n')]));
    state[1] = fits && said.length <= bytes.length ? said.length : -1;
    if (state[1] > 0) bytes.set(said);
    Atomics.store(state, 0, what);
    Atomics.notify(state, 0);
  };

  let answer;
  let flooded = false;
  const note = () => {
    flooded = true;
  };
  try {
    const { served, answerOf } = await import(starter);
    await import(URL.createObjectURL(new Blob([located(text, starter)], { type: 'text/javascript' })));
    if (!served.length) throw new TypeError('it never calls serve(adapter)');
    const adapter = bounded(served[0], note);
    if (system) adapter.handshake = { ...adapter.handshake, system };
    answer = (line) => answerOf(adapter, line);
  } catch (error) {
    say(FAILED, `${error}`);
    return;
  }
  say(READY, '');
  for (;;) {
    for (let now = Atomics.load(state, 0); now !== ASKED; now = Atomics.load(state, 0)) Atomics.wait(state, 0, now);
    const line = decoder.decode(bytes.slice(0, state[1]));
    try {
      say(ANSWERED, answer(line));
    } catch (error) {
      told.push(`${error?.stack ?? error}`);
      say(FAILED, `${error}`);
    }
  }
};

// The judge's worker: Python with the specification and the kit, which asks the port's worker through shared memory.

import { loadPyodide } from './pyodide/pyodide.mjs';

const ASKED = 2;
const FAILED = 4;
const ROOM = 8 * 1024 * 1024;
const PATIENCE = 1_000;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

let state;
let bytes;

/** Waits until the port has done something: its words, or a word that says what kept it from them. */
function waited(before, milliseconds, what) {
  const ends = performance.now() + milliseconds;
  while (Atomics.load(state, 0) === before) {
    const left = ends - performance.now();
    if (left <= 0) return ['late', '', ''];
    if (Atomics.wait(state, 0, before, Math.min(left, PATIENCE)) === 'timed-out' && left > PATIENCE) postMessage({ what });
  }
  if (state[1] < 0) return ['flooded', '', ''];
  const [said, told] = JSON.parse(decoder.decode(bytes.slice(0, state[1])));
  return [state[0] === FAILED ? 'failed' : '', said, told];
}

/** What Python calls. */
globalThis.bridge = {
  /** Has the page start a new worker for the port. Its memory is new, so that an earlier one cannot write to it. */
  begin(milliseconds) {
    const memory = new SharedArrayBuffer(ROOM);
    [state, bytes] = [new Int32Array(memory, 0, 2), new Uint8Array(memory, 8)];
    postMessage({ begin: memory });
    return waited(0, milliseconds, 'The port has not been loaded yet');
  },
  ask(line, milliseconds) {
    const asked = encoder.encode(line);
    bytes.set(asked);
    state[1] = asked.length;
    Atomics.store(state, 0, ASKED);
    Atomics.notify(state, 0);
    return waited(ASKED, milliseconds, `The port has not answered yet: ${line.slice(0, 200)}`);
  },
  end: () => postMessage({ end: true }),
  tell: (done, of, what) => postMessage({ done, of, what }),
};

async function fetched(name) {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name} is missing: build the folder again`);
  return answer.arrayBuffer();
}

const python = (async () => {
  const { archives } = await (await fetch('parts.json')).json();
  const all = archives.map(fetched); // while Python is loaded
  const loaded = await loadPyodide({ indexURL: new URL('pyodide/', import.meta.url).href });
  for (const archive of all) loaded.unpackArchive(await archive, 'zip', { extractDir: '/lib/python3.14/site-packages' });
  postMessage({ what: 'Python is there; the kit is being read' });
  loaded.runPython('import in_page');
  return loaded;
})();
python.then(() => postMessage({ ready: true }), (error) => postMessage({ broken: `${error.message ?? error}` }));

onmessage = async ({ data: { operations } }) => {
  try {
    const loaded = await python;
    postMessage({ result: JSON.parse(loaded.pyimport('in_page').verified(operations)) });
  } catch (error) {
    postMessage({ broken: `${error.message ?? error}` });
  }
};

// The page: it starts the worker of the judge, and for the judge those of the port, and ends them when asked to.

const byId = (id) => document.getElementById(id);
const NAMES = { verified: 'Verified', refuted: 'Refuted', undecided: 'Undecided' };
const EXAMPLES = JSON.parse(await (await fetch('examples.json')).text());

let judge;
let port;
let running;

/** Why the kit cannot run here; empty if it can. */
function lacking() {
  if (typeof WebAssembly !== 'object') return 'This browser has no WebAssembly, which Python needs here: use another one, or install the kit.';
  if (!crossOriginIsolated) return 'This page was not served with the headers that shared memory needs: serve it by make judge-serve.';
  return '';
}

function say(what) {
  byId('now').textContent = what;
}

const seconds = () => `${((performance.now() - running.began) / 1000).toFixed(0)} s`;

/** Some steps of the kit take long and tell nothing. */
setInterval(() => {
  byId('seconds').textContent = running ? seconds() : '';
}, 1_000);

function complain(what) {
  byId('problem').textContent = what;
  byId('problem').className = '';
  byId('problem').hidden = !what;
}

function endPort() {
  port?.terminate();
  port = undefined;
}

/** Starts a worker with the pasted text, which answers through this memory. */
function beginPort(memory) {
  endPort();
  port = new Worker('port.js', { type: 'module', name: 'port' });
  const { text, system } = running;
  port.postMessage({ memory, text, system, starter: new URL('served.mjs', location).href });
}

function startJudge() {
  judge = new Worker('worker.js', { type: 'module', name: 'judge' });
  judge.onmessage = ({ data }) => hear(data);
  judge.onerror = (event) => over(`The judge ended: ${event.message || 'its script could not be loaded'}.`);
  say('Python is being loaded');
}

function hear({ begin, end, done, of, what, ready, broken, result }) {
  if (begin && running) beginPort(begin);
  else if (end) endPort();
  else if (result) show(result);
  else if (broken) over(`The judge ended: ${broken.trim().split('\n').at(-1)}`);
  else if (ready) say(running ? 'The port is being met' : 'Ready');
  else if (of) advance(done, of, what);
  else if (what) say(what);
}

function advance(done, of, what) {
  Object.assign(byId('progress'), { hidden: false, max: of, value: Math.min(done, of) });
  say(what || `${done.toLocaleString('en')} of ${of.toLocaleString('en')} operations`);
}

/** Ends a run; with a complaint, the judge as well, because it is not known what it is doing. */
function over(complaint = '') {
  endPort();
  running = undefined;
  [byId('verify').disabled, byId('stop').disabled] = [false, true];
  byId('progress').hidden = true;
  say('');
  complain(complaint);
  if (complaint) {
    judge?.terminate();
    judge = undefined;
  }
}

function show({ outcome, text, page = '' }) {
  const took = seconds();
  over();
  if (!NAMES[outcome]) {
    complain(text);
    return;
  }
  say(`Done in ${took}`);
  byId('verdict').className = outcome;
  byId('outcome').textContent = NAMES[outcome];
  byId('report').textContent = text;
  byId('steps').srcdoc = page;
  [byId('verdict').hidden, byId('stepped').hidden] = [false, !page];
  byId('doing').scrollIntoView();
}

byId('form').onsubmit = (event) => {
  event.preventDefault();
  complain('');
  [byId('verdict').hidden, byId('stepped').hidden] = [true, true];
  [byId('verify').disabled, byId('stop').disabled] = [true, false];
  running = { text: byId('text').value, system: byId('system').value, began: performance.now() };
  if (!judge) startJudge();
  else say('The port is being met');
  judge.postMessage({ operations: Number(byId('operations').value) });
};

byId('stop').onclick = () => {
  over('It was stopped before its verdict; nothing is known about this port.');
};

byId('example').onchange = () => {
  byId('text').value = EXAMPLES[byId('example').value];
};

byId('text').value ||= EXAMPLES[byId('example').value];
const lacks = lacking();
complain(lacks);
byId('verify').disabled = Boolean(lacks);

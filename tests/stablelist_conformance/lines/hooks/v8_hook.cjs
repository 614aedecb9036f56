// Node writes V8's coverage when a program ends. This writes it twice a second, too, so that a program that is killed, or
// has crashed, counts: a thread of its own asks the main one, which answers even in an endless loop.
const { isMainThread, Worker } = require('node:worker_threads');
const { takeCoverage } = require('node:v8');

const asking = `
  const { Session } = require('node:inspector');
  const session = new Session();
  session.connectToMainThread();
  setInterval(() => session.post('Runtime.evaluate', { expression: 'stablelistTakeCoverage()' }), 500);
`;

if (isMainThread && process.env.NODE_V8_COVERAGE) {
  Object.defineProperty(globalThis, 'stablelistTakeCoverage', { value: takeCoverage });
  process.on('SIGTERM', () => process.exit(143));
  new Worker(asking, { eval: true, env: {} }).unref();
}

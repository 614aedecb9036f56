/**
 * The port of js-queue-graph: the operations are those of js-stable-graph, without a view of the inside.
 *
 * With the argument `least`, the graph documents no order of a node's edges, and does not hand them out with it.
 *
 * @module
 */

import { ascending, serve } from '../../stablelist_conformance/starters/javascript/starter.mjs';
import { operations } from '../js-stable-graph/operations.mjs';
import { MissingError, QueueGraph } from './queue_graph.mjs';

const { layout, cost, incident, degree, ...observed } = operations;

class LeastGraph extends QueueGraph {
  removeNode(node) {
    return super.removeNode(node).slice(0, 1);
  }
}

/** A list whose order is open, without what is in it twice. */
const once = (list) => ascending(`[${[...new Set(list.slice(1, -1).split(','))].join(',')}]`);
const unordered = ['outgoing', 'incoming', 'neighbours'].map((name) => [name, (...asked) => once(observed[name](...asked))]);

const least = process.argv[2] === 'least';
const declared = least
  ? { protocol: 6, without: 'incident,degree', order: 'none', remove_node: 'silent' }
  : { protocol: 5 };

serve({
  handshake: { ...declared, name: 'js-queue-graph', version: '0.1.0', system: 'stable-graph', level: 'contract' },
  errors: { '!missing': MissingError },
  operations: least ? { ...observed, ...Object.fromEntries(unordered) } : observed,
  open: (parameters) => (least ? new LeastGraph(parameters) : new QueueGraph(parameters)),
  forge: (...key) => key,
  parts: (key) => key,
});

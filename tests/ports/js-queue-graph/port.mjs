/**
 * The port of js-queue-graph: the operations are those of js-stable-graph, without a view of the inside.
 *
 * @module
 */

import { serve } from '../../stablelist_conformance/starters/javascript/starter.mjs';
import { operations } from '../js-stable-graph/operations.mjs';
import { MissingError, QueueGraph } from './queue_graph.mjs';

const { layout, cost, ...observed } = operations;

serve({
  handshake: { protocol: 5, name: 'js-queue-graph', version: '0.1.0', system: 'stable-graph', level: 'contract' },
  errors: { '!missing': MissingError },
  operations: observed,
  open: (parameters) => new QueueGraph(parameters),
  forge: (...key) => key,
  parts: (key) => key,
});

/**
 * The port of js-stable-graph.
 *
 * @module
 */

import { serve } from '../../stablelist_conformance/starters/javascript/starter.mjs';
import { operations } from './operations.mjs';
import { MissingError, StableGraph } from './stable_graph.mjs';

serve({
  handshake: { protocol: 6, name: 'js-stable-graph', version: '0.2.0', system: 'stable-graph', level: 'cost' },
  errors: { '!missing': MissingError },
  operations,
  open: (parameters) => new StableGraph(parameters),
  forge: (...key) => key,
  parts: (key) => key,
});

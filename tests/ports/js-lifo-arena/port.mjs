/**
 * The port of js-lifo-arena: slots with one generation for all of them.
 *
 * @module
 */

import { serve } from '../../stablelist_conformance/starters/javascript/starter.mjs';
import { slotMap } from '../js-lifo-slotmap/slots.mjs';
import { Arena } from './arena.mjs';

serve({
  ...slotMap,
  handshake: { name: 'js-lifo-arena', version: '0.1.0', system: 'lifo-arena', level: 'cost' },
  open: (parameters) => new Arena(parameters),
  drain: (arena) => arena.drain(),
  reserve: (arena, additional) => arena.reserve(additional),
  cost: ({ moved, dropped, visited }) => `0/${moved}/${dropped}/${visited}`,
});

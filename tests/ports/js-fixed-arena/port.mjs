/**
 * The port of js-fixed-arena: cells with generations, and elements in place, no more than the capacity.
 *
 * @module
 */

import { serve } from '../../stablelist_conformance/starters/javascript/starter.mjs';
import { handles } from '../js-lifo-slotmap/slots.mjs';
import { FixedArena } from './arena.mjs';

serve({
  ...handles,
  handshake: { name: 'js-fixed-arena', version: '0.1.0', system: 'fixed-arena', level: 'cost', capacity: 'fixed' },
  open: (parameters) => new FixedArena(parameters),
});

/**
 * The port of js-lifo-slotmap: slots behind a sentinel, with elements in place.
 *
 * @module
 */

import { serve } from '../../stablelist_conformance/starters/javascript/starter.mjs';
import { slotMap, Slots } from './slots.mjs';

serve({
  ...slotMap,
  handshake: { name: 'js-lifo-slotmap', version: '0.1.0', system: 'lifo-slotmap', level: 'cost' },
  open: (parameters) => new Slots(parameters, 1),
});

/**
 * The port of js-hop-slotmap: slots behind a sentinel, whose iteration passes a block of vacancies at once.
 *
 * @module
 */

import { serve } from '../../stablelist_conformance/starters/javascript/starter.mjs';
import { slotMap } from '../js-lifo-slotmap/slots.mjs';
import { HopSlots } from './hop_slots.mjs';

serve({
  ...slotMap,
  handshake: { name: 'js-hop-slotmap', version: '0.1.0', system: 'hop-slotmap', level: 'cost' },
  open: (parameters) => new HopSlots(parameters),
});

/**
 * The port of js-placing-slotmap. With the argument `keeps`, an insertion at the slot of a key makes this key live again.
 *
 * @module
 */

import { argv } from 'node:process';

import { serve } from '../../stablelist_conformance/starters/javascript/starter.mjs';
import { slotMap } from '../js-lifo-slotmap/slots.mjs';
import { PlacingSlots } from './placing_slots.mjs';

const keeps = argv[2] === 'keeps';

serve({
  ...slotMap,
  layout: undefined,
  cost: undefined,
  handshake: {
    name: `js-placing-slotmap${keeps ? '-keeps' : ''}`,
    version: '0.1.0',
    system: 'slotmap',
    id_bits: '0-32',
    ...(keeps && { insert_at: 'keeps' }),
  },
  open: (parameters) => new PlacingSlots(parameters),
  insertAt: (slots, key, element) => (keeps ? slots.insertUnder(key, element) : slots.insertBeside(key, element)),
});

/**
 * The port of js-dense-slotmap: slots behind a sentinel, with elements in a dense array.
 *
 * @module
 */

import { serve } from '../../stablelist_conformance/starters/javascript/starter.mjs';
import { slotMap } from '../js-lifo-slotmap/slots.mjs';
import { DenseSlots } from './dense_slots.mjs';

serve({
  ...slotMap,
  handshake: { name: 'js-dense-slotmap', version: '0.1.0', system: 'dense-slotmap', level: 'cost' },
  open: (parameters) => new DenseSlots(parameters, 1),
});

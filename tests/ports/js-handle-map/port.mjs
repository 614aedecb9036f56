/**
 * The port of js-handle-map: entries with generations (the sparse array), and elements in a dense array, each with the
 * index of its entry (the reverse array).
 *
 * @module
 */

import { serve } from '../../stablelist_conformance/starters/javascript/starter.mjs';
import { DenseSlots } from '../js-dense-slotmap/dense_slots.mjs';
import { handles } from '../js-lifo-slotmap/slots.mjs';

serve({
  ...handles,
  handshake: { name: 'js-handle-map', version: '0.1.0', system: 'handle-map', level: 'cost' },
  open: (parameters) => new DenseSlots(parameters),
});

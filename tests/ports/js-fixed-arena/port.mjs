/**
 * The port of js-fixed-arena: cells with generations, and elements in place. A stack slot map is the same container.
 *
 * @module
 */

import { serve } from '../../stablelist_conformance/starters/javascript/starter.mjs';
import { handles, Slots } from '../js-lifo-slotmap/slots.mjs';

const [, , system = 'fixed-arena'] = process.argv;

serve({
  ...handles,
  handshake: { name: `js-${system}`, version: '0.1.0', system, level: 'cost' },
  open: (parameters) => new Slots(parameters),
});

/**
 * The port of js-stack-slotmap: slots with generations, which are appended, and a stack of vacancies.
 *
 * @module
 */

import { serve } from '../../stablelist_conformance/starters/javascript/starter.mjs';
import { handles } from '../js-lifo-slotmap/slots.mjs';
import { StackSlotMap } from './slot_map.mjs';

serve({
  ...handles,
  handshake: { name: 'js-stack-slotmap', version: '0.1.0', system: 'stack-slotmap', level: 'cost' },
  open: (parameters) => new StackSlotMap(parameters),
});

/**
 * The port @name@: maps each operation of the port protocol to a function of your container.
 *
 * Fill in the blank. Remove the // from the operations that your container has; the port says that it lacks the others.
 */

import { Refused, both, serve, way } from './starter.mjs';
import { TABLE } from './table.mjs';
// BLANK: import your container.

/** A fresh container@choices@. */
function open(choices) {
  return {}; // BLANK
}

const functions = {
  // Elements are numbers. For a refusal, throw new Refused('...'), without the exclamation mark.
  // @operation@: (container@arguments@) => undefined, // @sentence@
};

// @@ options
// If your container has only some of the choices, declare these in the fields, such as
// @option@.
// @@
serve('@fields@', TABLE, open, functions);

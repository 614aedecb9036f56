/** Ports for published containers. The argument selects one; `adapters.mjs` maps the operations to its functions. */

import { serve } from '../../stablelist_conformance/starters/javascript/starter.mjs';
import { ports } from './adapters.mjs';

const port = ports[process.argv[2]];
if (port === undefined) {
  console.error(`name a port: ${Object.keys(ports).join(', ')}`);
  process.exit(2);
}
serve(port);

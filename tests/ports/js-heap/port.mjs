/**
 * The port of js-heap: maps each operation of the port protocol to a method of the heap.
 *
 * @module
 */

import { both, serve } from '../../stablelist_conformance/starters/family/javascript/starter.mjs';
import { TABLE } from '../tables/heap/table.mjs';
import { Heap } from './heap.mjs';

const entry = (found) => found && both(...found);

serve('protocol=6 name=js-heap version=0.1.0 system=heap', TABLE, () => new Heap(), {
  put: (heap, key, priority) => heap.set(key, priority),
  change: (heap, key, priority) => (heap.has(key) ? heap.set(key, priority) : undefined),
  remove: (heap, key) => heap.delete(key),
  pop: (heap) => entry(heap.pop()),
  clear: (heap) => heap.clear(),
  peek: (heap) => entry(heap.peek()),
  priority: (heap, key) => heap.get(key),
  contains: (heap, key) => heap.has(key),
  len: (heap) => heap.size,
  entries: (heap) => [...heap].map(entry),
});

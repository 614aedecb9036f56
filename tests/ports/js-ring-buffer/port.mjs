/**
 * The port of js-ring-buffer: maps each operation of the port protocol to a method of the ring buffer.
 *
 * @module
 */

import { serve } from '../../stablelist_conformance/starters/family/javascript/starter.mjs';
import { RingBuffer } from './ring_buffer.mjs';

const TABLE = `
push_back* number > done -
pop_front* > value -
clear > done -
peek > number -
len > number -
is_empty > truth -
is_full > truth -
layout > shown -
`;

const open = ({ capacity }) => new RingBuffer(capacity && Number(capacity));

function layout(buffer) {
  const { read, write, cells } = buffer.layout();
  return `${read}:${write}:[${cells.map((value) => value ?? '-')}]`;
}

serve('protocol=6 name=js-ring-buffer version=0.1.0 system=ring-buffer', TABLE, open, {
  push_back: (buffer, value) => buffer.write(value),
  pop_front: (buffer) => buffer.read(),
  clear: (buffer) => buffer.reset(),
  peek: (buffer) => buffer.peek(),
  len: (buffer) => buffer.size,
  is_empty: (buffer) => buffer.size === 0,
  is_full: (buffer) => buffer.isFull,
  layout,
});

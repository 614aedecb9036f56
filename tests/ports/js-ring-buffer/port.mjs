/**
 * The port of js-ring-buffer: maps each operation of the port protocol to a method of a ring buffer.
 *
 * @module
 */

import { Refused, serve } from '../../stablelist_conformance/starters/family/javascript/starter.mjs';
import { TABLE } from '../tables/ring-buffer/table.mjs';
import { ByteRing } from './byte_ring.mjs';
import { RingBuffer } from './ring_buffer.mjs';

/** A ring of bytes whose records are the decimal digits of numbers. */
class Digits extends ByteRing {
  write(value) {
    try {
      super.write(Uint8Array.from(String(value), Number));
    } catch (error) {
      throw error instanceof RangeError ? new Refused('full') : error;
    }
  }

  peek() {
    const bytes = super.peek();
    return bytes && Number(bytes.join(''));
  }
}

function open({ capacity, store = 'values' }) {
  const cells = capacity && Number(capacity);
  return store === 'values' ? new RingBuffer(cells) : new Digits(cells, store === 'mapped');
}

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

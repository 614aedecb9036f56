/**
 * The port of js-paged-vector: maps each operation of the port protocol to a method of the vector.
 *
 * @module
 */

import { Refused, serve } from '../../stablelist_conformance/starters/family/javascript/starter.mjs';
import { TABLE } from '../tables/paged-vector/table.mjs';
import { FullError, PagedVector } from './paged_vector.mjs';

const open = ({ pages, page, size }) => new PagedVector(Number(pages), Number(page), Number(size));

function pushed(vector, values) {
  try {
    vector.push(...values);
  } catch (error) {
    if (error instanceof FullError) throw new Refused('full');
    throw error;
  }
}

serve('protocol=6 name=js-paged-vector version=0.1.0 system=paged-vector', TABLE, open, {
  push: (vector, value) => pushed(vector, [value]),
  extend: (vector, count, value) => pushed(vector, Array.from({ length: count }, (_, each) => value + each)),
  pop: (vector) => vector.pop(),
  truncate: (vector, length) => vector.truncate(length),
  clear: (vector) => vector.truncate(0),
  set: (vector, place, value) => {
    if (!vector.set(place, value)) throw new Refused('range');
  },
  get: (vector, place) => vector.at(place),
  len: (vector) => vector.length,
  each: (vector) => vector,
  layout: (vector) => `${vector.pages}:${vector.capacity}:[${[...vector]}]`,
});

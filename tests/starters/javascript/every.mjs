/** Ports with every operation, and with what else a container may do: the first argument says which. */

import { Borrowed, Full, serve, way } from '../../stablelist_conformance/starters/javascript/starter.mjs';
import { adapter } from './port.mjs';

const items = (map) => [...map.entries()];
const replaceAll = (map, change) => items(map).forEach(([key, element]) => map.set(key, change(element)));
const removed = (map, keep) => items(map).filter(([, element]) => !keep(element)).map(([key]) => map.remove(key));
const visited = (map, keep) =>
  items(map).map(([key, element]) => (keep(element) ? element : map.remove(key)));
const left = (map, most) => {
  let visited = 0;
  for (const _ of map.entries()) if (++visited >= most) break;
  return items(map).map(([, element]) => element);
};
const lent = (map, key) => (map.get(key) === undefined ? undefined : { pivot: map.get(key), length: 2, others: [5, 3] });
const raise = (error) => { throw error; };
const put = (map, key, element) => {
  const displaced = map.get(key);
  return map.set(key, element) ? [key, displaced] : raise(new Full());
};
const limited = (number) => number > 1000 && raise(new Full());

const whole = {
  ...adapter,
  insertWith: (map, factory) => {
    const key = map.insert(-1);
    map.set(key, factory(key));
    return { index: 9, generation: 9 }; // another one, which is not asked for
  },
  extend: (map, elements) => limited(elements.length) || elements.map((element) => map.insert(element)),
  put: (map, index, element) => put(map, { index, generation: 0 }, element),
  insertAt: put,
  pair: (map, one, other) => [map.get(one), map.get(other)],
  removeMany: (map, one, other) => [map.remove(one), map.remove(other)],
  keyAt: (map, key) => [key, map.get(key)],
  atMut: (map, key, difference) => {
    map.set(key, map.get(key) + difference);
    return map.get(key);
  },
  eachMut: (map, difference) => replaceAll(map, (element) => element + difference),
  clear: (map) => { removed(map, () => false); },
  keys: (map) => items(map).map(([key]) => key),
  apply: lent,
  inspect: lent,
  exchange: (map, one, other) => (map.get(one) === undefined ? undefined : [map.get(one), map.get(other)]),
  traverse: () => [[4, 1, 2], [2, 1, 4]],
  drain: (map) => removed(map, () => false),
  retain: removed,
  eachRemoving: visited,
  eachFirst: left,
  sort: replaceAll, // to show the ranks
  reserve: (map, additional) => { limited(additional); },
  shrinkToFit: () => {},
  repack: (map, key) => ({ ...key }),
  reload: (map) => map,
  copy: (map) => map.clone(),
  swapContainers: (map, other) => map.swap(other),
  equal: (map, other) => JSON.stringify(items(map)) === JSON.stringify(items(other)),
  layout: (map) => `${map.size}|0`,
  cost: () => `0/${way() - 1}`,
};
const { open, add, remove, keys } = whole;
const says = (field) => ({ ...adapter, handshake: { ...adapter.handshake, ...field } });

const variants = {
  whole,
  blind: { handshake: { name: 'x', version: '1', system: 'slab', level: 'layout', without: 'negative' }, open, add, remove, keys },
  'by-index': {
    ...whole,
    keyAt: (map, { index }) => items(map).find(([live]) => live.index === index),
    forge: (index, generation) => (generation === 0 ? { index, generation } : undefined),
  },
  failing: { ...adapter, at: () => raise(new Error('oops')), clear: () => raise(new Error('oops')) },
  refusing: { ...adapter, open: () => raise(new Error('refused')) },
  silent: says({ remove: 'silent' }),
  only: says({ ids: 'only' }),
  lent: { ...adapter, lend: true },
  borrowed: { ...adapter, lend: true, remove: () => raise(new Borrowed()) },
  endless: { ...adapter, *each(map) { for (;;) yield* items(map); } },
  backwards: { ...adapter, each: (map) => items(map).reverse() },
};

serve(variants[process.argv[2]]);

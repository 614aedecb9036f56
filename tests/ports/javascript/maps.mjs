/** Ports for published maps and caches. The argument selects one. */

import { LRUCache } from 'lru-cache';
import LRUCache7183 from 'lru-cache-7.18.3';
import LRUCache730 from 'lru-cache-7.3.0';
import LRUCache731 from 'lru-cache-7.3.1';
import LRUCache800 from 'lru-cache-8.0.0';

import { both, serve } from '../../stablelist_conformance/starters/family/javascript/starter.mjs';
import { TABLE } from '../tables/map/table.mjs';

/** The items of an iterator, written by a function; an iterator may never end. */
function* written(items, write) {
  for (const item of items) yield write(item);
}
const entry = ([key, value]) => both(key, value);

/** JavaScript's own Map. */
const map = {
  fields: 'name=Map version=ES2015 order=insertion capacity=grows',
  open: () => new Map(),
  functions: {
    put: (entries, key, value) => {
      const old = entries.get(key);
      entries.set(key, value);
      return old;
    },
    remove: (entries, key) => {
      const old = entries.get(key);
      entries.delete(key);
      return old;
    },
    clear: (entries) => entries.clear(),
    get: (entries, key) => entries.get(key),
    contains: (entries, key) => entries.has(key),
    len: (entries) => entries.size,
    keys: (entries) => entries.keys(),
    values: (entries) => entries.values(),
    each: (entries) => written(entries, entry),
  },
};

/** Removes the least recently used key of a cache, which is the last one. */
function pop_first(cache) {
  let [key, left] = [undefined, cache.size]; // the iteration may never end
  for (key of cache.keys()) if (--left <= 0) break;
  const value = cache.pop();
  return value === undefined ? undefined : both(key, value);
}

/** A release of lru-cache, which iterates from the most recently used key on; one finding is about pop alone. */
const lru = (version, Cache, { pops = true } = {}) => ({
  fields: `name=lru-cache version=${version} order=use full=evicts capacity=fixed`,
  open: ({ capacity }) => new Cache({ max: Number(capacity) }),
  functions: {
    put: (cache, key, value) => {
      const old = cache.peek(key);
      cache.set(key, value);
      return old;
    },
    remove: (cache, key) => {
      const old = cache.peek(key);
      cache.delete(key);
      return old;
    },
    clear: (cache) => cache.clear(),
    get: (cache, key) => cache.get(key),
    peek: (cache, key) => cache.peek(key),
    contains: (cache, key) => cache.has(key),
    len: (cache) => cache.size,
    keys: (cache) => cache.keys(),
    values: (cache) => cache.values(),
    each_backwards: (cache) => written(cache.entries(), entry),
    ...(pops && { pop_first }),
  },
});

const ports = {
  map,
  'lru-cache': lru('11.5.3', LRUCache),
  'lru-cache-7.3.0': lru('7.3.0', LRUCache730, { pops: false }),
  'lru-cache-7.3.1': lru('7.3.1', LRUCache731, { pops: false }),
  'lru-cache-7.18.3': lru('7.18.3', LRUCache7183),
  'lru-cache-8.0.0': lru('8.0.0', LRUCache800),
};

const port = ports[process.argv[2]];
if (port === undefined) {
  console.error(`name a port: ${Object.keys(ports).join(', ')}`);
  process.exit(2);
}
serve(`protocol=6 system=map ${port.fields}`, TABLE, port.open, port.functions);

/** Maps each operation of the port protocol to a function of each published container. */

import { idgen } from '@thi.ng/idgen';
import {
  addEntity, createEntityIndex, createWorld as createBitWorld, entityExists, getAllEntities, removeEntity, withVersioning,
} from 'bitecs';
import { createWorld as createKootaWorld, trait } from 'koota';
import { World as MiniplexWorld } from 'miniplex';
import { World as PiecsWorld } from 'piecs';

const YES = true; // used instead of an element by a container that only issues ids

/** Makes a key of 32 bits from two numbers, with the index in the lower bits, if both fit. */
const packed = (bits) => ({
  forge: (index, id) => (index < 2 ** bits && id < 2 ** (32 - bits) ? id * 2 ** bits + index : undefined),
  parts: (key) => [key % 2 ** bits, Math.floor(key / 2 ** bits)],
});

// --- @thi.ng/idgen, with versions and without

const ids = (name, system, bits, versions) => ({
  handshake: { name, version: '2.2.65', ...system, ids: 'only', clear: 'forgets' },
  open: () => idgen(bits, versions),
  add: (generator) => generator.next(),
  remove: (generator, key) => (generator.free(key) ? YES : undefined),
  contains: (generator, key) => generator.has(key),
  len: (generator) => generator.used,
  clear: (generator) => generator.clear(),
  ...packed(bits),
});

// --- bitecs, with versions and without

const entities = (name, system, open, bits) => ({
  handshake: { name, version: '0.4.0', ...system, ids: 'only' },
  open,
  add: (world) => addEntity(world),
  remove: (world, key) => {
    const there = entityExists(world, key);
    removeEntity(world, key);
    return there ? YES : undefined;
  },
  contains: (world, key) => entityExists(world, key),
  len: (world) => getAllEntities(world).length,
  ...packed(bits),
});

// --- koota, whose entities are numbers with a generation, and have traits

const Value = trait({ value: 0 });
let kootaWorld; // there can be 16 at a time

const koota = {
  handshake: { name: 'koota', version: '0.6.6', system: 'slotmap', id_bits: 8 },
  open: () => {
    kootaWorld?.destroy();
    return (kootaWorld = createKootaWorld());
  },
  add: (world, value) => world.spawn(Value({ value })),
  remove: (world, key) => {
    const value = world.has(key) ? key.get(Value).value : undefined;
    if (world.has(key)) key.destroy();
    return value;
  },
  at: (world, key) => (world.has(key) ? key.get(Value).value : undefined),
  contains: (world, key) => world.has(key),
  replace: (world, key, value) => {
    if (world.has(key)) key.set(Value, { value });
    return world.has(key);
  },
  eachMut: (world, difference) => world.query(Value).updateEach(([state]) => { state.value += difference; }),
  len: (world) => world.query(Value).length,
  each: (world) => world.query(Value).map((key) => [key, key.get(Value).value]),
  keys: (world) => [...world.query(Value)],
};

// --- miniplex, whose entities are the caller's objects

/** Iterates from the end, as its documentation asks of those who remove entities on the way. */
function* shrinking(world, keep) {
  for (const entity of world) {
    yield entity.value;
    if (!keep(entity.value)) world.remove(entity);
  }
}

/** Leaves an iteration after so many entities; the values of all, in another one. */
function left(world, most) {
  let visited = 0;
  for (const _ of world) if (++visited >= most) break;
  return [...world].map((entity) => entity.value);
}

const miniplex = {
  handshake: { name: 'miniplex', version: '2.0.0', system: 'slotmap', id_bits: 0 },
  open: () => new MiniplexWorld(),
  add: (world, value) => world.add({ value }),
  remove: (world, key) => {
    const there = world.has(key);
    world.remove(key);
    return there ? key.value : undefined;
  },
  at: (world, key) => (world.has(key) ? key.value : undefined),
  contains: (world, key) => world.has(key),
  replace: (world, key, value) => {
    if (world.has(key)) world.update(key, { value });
    return world.has(key);
  },
  eachMut: (world, difference) => { for (const entity of world) entity.value += difference; },
  len: (world) => world.size,
  isEmpty: (world) => world.size === 0,
  clear: (world) => world.clear(),
  eachRemoving: shrinking,
  eachFirst: left,
  each: (world) => [...world].map((key) => [key, key.value]),
  keys: (world) => [...world],
};

// --- piecs, whose entities are numbers that are reused

const piecs = {
  handshake: { name: 'piecs', version: '0.4.0', system: 'slab', ids: 'only' },
  open: () => {
    const world = new PiecsWorld();
    world.initialize();
    return world;
  },
  add: (world) => world.createEntity(),
  remove: (world, key) => {
    const there = world.hasEntity(key);
    if (there) world.deleteEntity(key);
    return there ? YES : undefined;
  },
  contains: (world, key) => world.hasEntity(key),
  forge: (index, id) => (id === 0 ? index : undefined),
  parts: (key) => [key, 0],
};

const versioned = { system: 'slotmap', id_bits: 8 };
const plain = { system: 'slab' };

/** Maps the argument that selects a port to the port. */
export const ports = {
  'idgen-versioned': ids('thi.ng-idgen-versioned', versioned, 24, 8),
  idgen: ids('thi.ng-idgen', plain, 16, 0),
  'bitecs-versioned': entities(
    'bitecs-versioned', versioned, () => createBitWorld(createEntityIndex(withVersioning(8))), 24,
  ),
  bitecs: entities('bitecs', plain, () => createBitWorld(), 32),
  koota,
  miniplex,
  piecs,
};

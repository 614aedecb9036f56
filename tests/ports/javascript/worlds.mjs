/** Ports for published entity component systems, with their components. The argument selects one. */

import {
  addComponent, addEntity, createEntityIndex, createWorld, entityExists, getAllEntities, hasComponent, query, removeComponent,
  removeEntity, withVersioning,
} from 'bitecs';

import { both, serve } from '../../stablelist_conformance/starters/family/javascript/starter.mjs';
import { TABLE } from '../tables/components/table.mjs';

/** A world of bitecs: a type is an array, with the component of an entity at its place, which is the caller's. */
class BitWorld {
  types = [[], [], []];
  numbers = new Map(); // by entity

  constructor(options) {
    this.world = createWorld(...options);
  }

  /** The components of some types of the entities that have all of them, with the number of each entity. */
  having(...kinds) {
    const types = kinds.map((kind) => this.types[kind % this.types.length]);
    return [...query(this.world, types)].flatMap((entity) =>
      types.map((type) => both(this.numbers.get(entity), type[entity])));
  }

  has(entity, kind) {
    return entityExists(this.world, entity) && hasComponent(this.world, entity, this.types[kind]);
  }
}

/** An operation on an entity that does not exist is documented as an error, so that it is asked first. */
const bitecs = {
  make({ world, numbers }, number) {
    const entity = addEntity(world);
    numbers.set(entity, number);
    return entity;
  },
  remove({ world }, entity) {
    const there = entityExists(world, entity);
    removeEntity(world, entity);
    return there;
  },
  insert({ world, types }, entity, kind, value) {
    if (!entityExists(world, entity)) return false;
    addComponent(world, entity, types[kind]);
    types[kind][entity] = value;
    return true;
  },
  take(worlds, entity, kind) {
    const found = worlds.has(entity, kind) ? worlds.types[kind][entity] : undefined;
    if (found !== undefined) removeComponent(worlds.world, entity, worlds.types[kind]);
    return found;
  },
  get: (worlds, entity, kind) => (worlds.has(entity, kind) ? worlds.types[kind][entity] : undefined),
  is_alive: ({ world }, entity) => entityExists(world, entity),
  contains: (worlds, entity, kind) => worlds.has(entity, kind),
  entities: ({ world, numbers }) => [...getAllEntities(world)].map((entity) => numbers.get(entity)),
  each: (worlds, kind) => worlds.having(kind),
  join: (worlds, kind) => worlds.having(kind, kind + 1),
};

/** The ports by their names: further fields, and what a world is made of. */
const PORTS = {
  bitecs: ['id_bits=0 stale=undefined', () => []],
  'bitecs-versioned': ['id_bits=8', () => [createEntityIndex(withVersioning(8))]],
};

const name = process.argv[2];
if (!Object.hasOwn(PORTS, name)) {
  console.error(`usage: node worlds.mjs ${Object.keys(PORTS).join('|')}`);
  process.exit(2);
}
const [fields, options] = PORTS[name];
serve(`protocol=6 name=${name} version=0.4.0 system=components ${fields}`, TABLE, () => new BitWorld(options()), bitecs);

/**
 * The port of js-dense-components: maps each operation of the port protocol to a method of a world. With the argument
 * `contract`, it is offered as any system of components.
 *
 * @module
 */

import { done, found, listed, serve } from '../../stablelist_conformance/starters/javascript/starter.mjs';
import { FullError, World } from './world.mjs';

const TYPES = 3;

const yesOrNo = (is) => (is ? 'yes' : 'no');

/** An operation on the entity of a key. An insertion that failed has none, which is answered as a stale one. */
const about = (write, ask) => (program, word, ...numbers) =>
  write(ask(program.container, program.key(word) ?? [-1, 0], ...numbers.map(Number)));

/** A list of an iteration, in its own order above level contract. */
function list(program, items) {
  if (!program.showsKeys) items.sort(([one, a], [other, b]) => one - other || a - b);
  return listed(items.map((item) => item.join('/')));
}

/** The components of some types of each entity, with the number that was noted of it. */
const numbered = ({ active }, iteration) =>
  [...iteration].flatMap(([entity, ...components]) => components.map((each) => [active.get(entity), each]));

function layout({ container: world }) {
  const storages = Array.from({ length: TYPES }, (_, type) => {
    const storage = world.storages.get(type);
    if (!storage) return '-';
    const places = Array.from(storage.places, (each) => each?.place ?? '-');
    return `${[...world.each(type)].map(([[index], component]) => `${index}=${component}`)}:${places}`;
  });
  const entities = world.active.entities.map((entity) => entity.join('.'));
  return [`${world.nextId}:${world.opened}:${world.free}`, entities, ...storages].join(';');
}

const SYSTEMS = {
  layout: { name: 'js-dense-components', version: '0.1.0', system: 'dense-components', level: 'layout' },
  contract: { name: 'js-components', version: '0.1.0', system: 'components', id_bits: 0, level: 'contract' },
};
const level = process.argv[2] ?? 'layout';

serve({
  handshake: SYSTEMS[level],
  errors: { '!full': FullError },
  open: ({ limit }) => new World(Number(limit ?? 0) || Infinity),
  forge: (...key) => key,
  parts: (key) => key,
  operations: {
    make(program) {
      const number = program.numbered();
      return program.inserted((program.keys[number] = program.container.make(number)));
    },
    remove: about(yesOrNo, (world, entity) => world.remove(entity)),
    clear: ({ container }) => done(container.clear()),
    insert: about(yesOrNo, (world, entity, type, value) => world.insert(entity, type, value)),
    take: about(found, (world, entity, type) => world.take(entity, type)),
    get: about(found, (world, entity, type) => world.get(entity, type)),
    is_alive: about(yesOrNo, (world, entity) => world.isAlive(entity)),
    contains: about(yesOrNo, (world, entity, type) => world.get(entity, type) !== undefined),
    entities: (program) => list(program, program.container.active.data.map((number) => [number])),
    each: (program, type) => list(program, numbered(program.container, program.container.each(Number(type)))),
    join: (program, type) =>
      list(program, numbered(program.container, program.container.join(Number(type), (Number(type) + 1) % TYPES))),
    ...(level === 'layout' && { layout }),
  },
});

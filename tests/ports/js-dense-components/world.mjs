/**
 * A world of entities whose components are dense: an entity component system.
 *
 * @module
 */

/** What a world throws when its ids are used up. */
export class FullError extends Error {}

/** The components of one type side by side, and the entity of each; a sparse array says where they are. */
export class Storage {
  data = [];
  entities = [];
  places = []; // by the index of an entity: its id, and the place of its component

  /** The place of the component of an entity; undefined if it has none. */
  find([index, id]) {
    const found = this.places[index];
    return found?.id === id ? found.place : undefined;
  }

  get(entity) {
    return this.data[this.find(entity)];
  }

  insert(entity, component) {
    const place = this.find(entity);
    if (place !== undefined) {
      this.data[place] = component;
      return;
    }
    const [index, id] = entity;
    while (this.places.length < index) this.places.push(undefined);
    this.places[index] = { id, place: this.data.length };
    this.data.push(component);
    this.entities.push(entity);
  }

  /** Removes the component of an entity, and returns it; the last one takes its place. */
  remove(entity) {
    const place = this.find(entity);
    if (place === undefined) return undefined;
    const component = this.data[place];
    const [last, mover] = [this.data.pop(), this.entities.pop()];
    if (place < this.data.length) {
      this.data[place] = last;
      this.entities[place] = mover;
      this.places[mover[0]].place = place;
    }
    this.places[entity[0]] = undefined;
    return component;
  }
}

/** An entity is a pair: an index, which is used again, and an id, which is not. */
export class World {
  nextId = 1;
  opened = 0;
  free = [];
  active = new Storage();
  storages = new Map();

  constructor(limit = Infinity) {
    this.limit = limit;
  }

  /** Makes an entity, of which something may be noted. */
  make(note) {
    if (this.nextId > this.limit) throw new FullError('the ids are used up');
    const entity = [this.free.pop() ?? this.opened++, this.nextId++];
    this.active.insert(entity, note);
    return entity;
  }

  isAlive(entity) {
    return this.active.find(entity) !== undefined;
  }

  /** Removes an entity and its components; false if it is not there. */
  remove(entity) {
    if (!this.isAlive(entity)) return false;
    this.free.push(entity[0]);
    this.active.remove(entity);
    for (const storage of this.storages.values()) storage.remove(entity);
    return true;
  }

  clear() {
    while (this.active.entities.length) this.remove(this.active.entities.at(-1));
  }

  /** Gives an entity a component of a type; false if it is not there. The storage is made when the type comes first. */
  insert(entity, type, component) {
    if (!this.storages.has(type)) this.storages.set(type, new Storage());
    const there = this.isAlive(entity);
    if (there) this.storages.get(type).insert(entity, component);
    return there;
  }

  take(entity, type) {
    return this.storages.get(type)?.remove(entity);
  }

  get(entity, type) {
    return this.storages.get(type)?.get(entity);
  }

  /** Entities and their components of a type. */
  *each(type) {
    const { entities, data } = this.storages.get(type) ?? new Storage();
    for (const [place, entity] of entities.entries()) yield [entity, data[place]];
  }

  /** Entities that have components of two types, with both, in the order of the first. */
  *join(type, other) {
    for (const [entity, component] of this.each(type)) {
      const found = this.get(entity, other);
      if (found !== undefined) yield [entity, component, found];
    }
  }
}

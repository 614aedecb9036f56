/**
 * The port of js-shared-vec: an array of objects, whose keys are references to these objects.
 *
 * @module
 */

import { Full, serve } from '../../stablelist_conformance/starters/javascript/starter.mjs';

/** A cell that the vector and keys share. Once it is removed from the vector, keys find nothing. */
class Shared {
  constructor(element, serial) {
    Object.assign(this, { element, serial, owned: true });
  }

  get found() {
    return this.owned ? this.element : undefined;
  }

  replace(element) {
    if (this.owned) this.element = element;
    return this.owned;
  }
}

/** An array of shared cells that counts the cost of its removals, and of sorting. */
class Vector {
  constructor({ removal = 'shifts', capacity = '0' }) {
    Object.assign(this, { removal, capacity: Number(capacity), issued: 0, cells: [] });
    Object.assign(this, { visits: 0, moved: 0, dropped: 0, visited: 0 });
  }

  /** Appends the element that `made` returns for its cell. */
  push(made) {
    if (this.capacity > 0 && this.issued === this.capacity) throw new Full();
    const cell = new Shared(undefined, this.issued);
    cell.element = made(cell);
    this.issued += 1;
    this.cells.push(cell);
    return cell;
  }

  /** Removes a cell at any position, and returns its element. */
  remove(cell) {
    if (!cell.owned) return undefined;
    const place = this.cells.indexOf(cell);
    const later = this.cells.length - place - 1;
    this.visits += place + 1;
    if (this.removal === 'swaps' && later > 0) {
      this.cells[place] = this.cells.pop();
      this.moved += 1;
    } else {
      this.cells.splice(place, 1);
      this.moved += later;
    }
    return this.left([cell])[0];
  }

  /** Keeps some cells in their order, and returns the elements of the others. */
  retain(keep) {
    const stays = ({ element }) => keep(element);
    const first = this.iterate().findIndex((cell) => !stays(cell));
    const removed = this.cells.filter((cell) => !stays(cell));
    this.cells = this.cells.filter(stays);
    if (first >= 0) this.moved += this.cells.length - first;
    return this.left(removed);
  }

  /** Sorts the references by ascending rank of their elements; those of the same rank keep their order. */
  sort(rank) {
    const before = this.cells;
    this.cells = [...before].sort((one, other) => rank(one.element) - rank(other.element));
    this.moved += before.filter((cell, place) => cell !== this.cells[place]).length;
  }

  /** Removes every cell, and returns their elements. */
  clear() {
    return this.left(this.cells.splice(0));
  }

  /** Marks cells as removed, and returns their elements. */
  left(cells) {
    this.dropped += cells.length;
    return cells.map((cell) => {
      cell.owned = false;
      return cell.element;
    });
  }

  /** Returns the cells, and counts the visits. */
  iterate() {
    this.visited += this.cells.length;
    return this.cells;
  }
}

serve({
  handshake: { name: 'js-shared-vec', version: '0.1.0', system: 'shared-vec', level: 'cost' },
  open: (parameters) => new Vector(parameters),
  add: (vector, element) => vector.push(() => element),
  insertWith: (vector, factory) => vector.push(factory),
  remove: (vector, cell) => vector.remove(cell),
  at: (_, cell) => cell.found,
  contains: (_, cell) => cell.owned,
  replace: (_, cell, element) => cell.replace(element),
  atMut: (_, cell, difference) => (cell.owned ? (cell.element += difference) : undefined),
  eachMut: (vector, difference) => vector.iterate().forEach((cell) => (cell.element += difference)),
  len: ({ cells }) => cells.length,
  isEmpty: ({ cells }) => cells.length === 0,
  clear: (vector) => vector.clear(),
  drain: (vector) => vector.iterate() && vector.clear(),
  retain: (vector, keep) => vector.retain(keep),
  sort: (vector, rank) => vector.sort(rank),
  each: (vector) => vector.iterate().map((cell) => [cell, cell.element]),
  keys: (vector) => [...vector.iterate()],
  layout: ({ cells }) => `[${cells.map(({ serial }) => serial)}]`,
  cost: ({ visits, moved, dropped, visited }) => `${visits}/${moved}/${dropped}/${visited}`,
  parts: ({ serial }) => [serial, 0],
});

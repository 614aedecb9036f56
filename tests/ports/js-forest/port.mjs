/**
 * The port of js-forest: maps each operation of the port protocol to a method of the forest.
 *
 * @module
 */

import { Refused, serve } from '../../stablelist_conformance/starters/family/javascript/starter.mjs';
import { TABLE } from '../tables/forest/table.mjs';
import { Forest, ForestError } from './forest.mjs';

/** A move by a method; an error of the forest is a refusal. */
const moving = (method) => (forest, node, other) => {
  try {
    forest[method](node, other);
  } catch (error) {
    throw error instanceof ForestError ? new Refused(error.reason) : error;
  }
};

serve('protocol=6 name=js-forest version=0.1.0 system=forest', TABLE, () => new Forest(), {
  node: (forest, node) => forest.add(node),
  remove: (forest, node) => forest.remove(node),
  remove_subtree: (forest, node) => forest.removeSubtree(node),
  clear: (forest) => forest.clear(),
  append: moving('append'),
  prepend: moving('prepend'),
  before: moving('before'),
  after: moving('after'),
  contains: (forest, node) => forest.has(node),
  parent: (forest, node) => forest.parent(node),
  children: (forest, node) => forest.children(node),
  descendants: (forest, node) => forest.descendants(node),
  roots: (forest) => forest.roots(),
  len: (forest) => forest.size,
});

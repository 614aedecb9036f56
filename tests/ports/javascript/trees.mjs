/** A port for symbol-tree, a published package of trees, as a forest. Its objects are kept under their names. */

import SymbolTree from 'symbol-tree';

import { Refused, serve } from '../../stablelist_conformance/starters/family/javascript/starter.mjs';
import { TABLE } from '../tables/forest/table.mjs';

class Forest {
  tree = new SymbolTree();
  nodes = new Map();

  /** The names of some nodes of the tree that belong to a node, if it is there. */
  names(name, some) {
    const node = this.nodes.get(name);
    return node && some(this.tree, node).map((each) => each.name);
  }
}

/** A move by a method of the tree, which takes an object only after it was removed, and does not look for cycles. */
const moving = (method, { beside = false } = {}) => ({ tree, nodes }, name, place) => {
  const [node, other] = [nodes.get(name), nodes.get(place)];
  if (node === undefined || other === undefined) throw new Refused('missing');
  if (tree.ancestorsToArray(other).includes(node)) throw new Refused('cycle');
  if (beside && tree.parent(other) === null) throw new Refused('root');
  tree.remove(node);
  tree[method](other, node);
};

/** Removes a node; its children, before which it stands, become roots if it is one. */
function remove({ tree, nodes }, name) {
  const node = nodes.get(name);
  if (node === undefined) return false;
  for (const child of tree.childrenToArray(node)) {
    tree.remove(child);
    if (tree.parent(node) !== null) tree.insertBefore(node, child);
  }
  tree.remove(node);
  return nodes.delete(name);
}

function remove_subtree({ tree, nodes }, name) {
  const node = nodes.get(name);
  if (node === undefined) return false;
  tree.remove(node);
  for (const each of tree.treeToArray(node)) nodes.delete(each.name);
  return true;
}

serve('protocol=6 name=symbol-tree version=3.2.4 system=forest', TABLE, () => new Forest(), {
  node: ({ tree, nodes }, name) => !nodes.has(name) && nodes.set(name, tree.initialize({ name })) === nodes,
  remove,
  remove_subtree,
  clear: ({ nodes }) => nodes.clear(),
  append: moving('appendChild'),
  prepend: moving('prependChild'),
  before: moving('insertBefore', { beside: true }),
  after: moving('insertAfter', { beside: true }),
  descendants: (forest, name) => forest.names(name, (tree, node) => tree.treeToArray(node).slice(1)),
  contains: ({ nodes }, name) => nodes.has(name),
  parent: ({ tree, nodes }, name) => (nodes.has(name) ? tree.parent(nodes.get(name))?.name : undefined),
  children: (forest, name) => forest.names(name, (tree, node) => tree.childrenToArray(node)),
  roots: ({ tree, nodes }) => [...nodes.values()].filter((node) => tree.parent(node) === null).map((node) => node.name),
  len: ({ nodes }) => nodes.size,
});

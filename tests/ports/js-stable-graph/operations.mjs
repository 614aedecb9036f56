/**
 * The operations of a graph in the port protocol: each is mapped to a method of the graph.
 *
 * A key is a pair: an index, and 0 for a node or 1 for an edge.
 *
 * @module
 */

import { ascending, both, done, found, item, listed } from '../../stablelist_conformance/starters/javascript/starter.mjs';

const NODE = 0;
const EDGE = 1;

/** Returns the index of a key of the given kind; undefined if there is no such key. */
function index(program, word, kind) {
  const key = program.key(word);
  return key?.[1] === kind ? key[0] : undefined;
}

/** Returns a list whose order is not specified. */
const bag = (program, items) => (program.showsKeys ? listed(items) : ascending(listed(items)));
const items = (program, kind, pairs) => pairs.map(([i, element]) => item(program, [[i, kind], element]));
const edges = ({ container }, list) => list.map((edge) => [edge, container.edges.element(edge)]);

/** Inserts a node or an edge, records its key, and returns the answer. */
function inserted(program, kind, insert) {
  const number = program.numbered();
  return program.inserted((program.keys[number] = [insert(number), kind]));
}

export const operations = {
  add_node: (program) => inserted(program, NODE, (number) => program.container.addNode(number)),
  add_edge(program, ...words) {
    const ends = words.map((word) => index(program, word, NODE));
    return inserted(program, EDGE, (number) => program.container.addEdge(...ends, number));
  },
  node: (program, word) => found(program.container.nodes.element(index(program, word, NODE))),
  edge: (program, word) => found(program.container.edges.element(index(program, word, EDGE))),
  endpoints(program, word) {
    const ends = program.container.ends(index(program, word, EDGE));
    return ends ? both(ends.map((node) => program.container.nodes.element(node))) : 'none';
  },
  find_edge(program, ...words) {
    const edge = program.container.findEdge(...words.map((word) => index(program, word, NODE)));
    return edge === undefined ? 'none' : items(program, EDGE, edges(program, [edge]))[0];
  },
  neighbours(program, word) {
    const { container } = program;
    const nodes = container.outgoing(index(program, word, NODE)).map((edge) => container.ends(edge)[1]);
    return listed(items(program, NODE, nodes.map((node) => [node, container.nodes.element(node)])));
  },
  outgoing: (program, word) =>
    listed(items(program, EDGE, edges(program, program.container.outgoing(index(program, word, NODE))))),
  incoming: (program, word) =>
    listed(items(program, EDGE, edges(program, program.container.incoming(index(program, word, NODE))))),
  incident: (program, word) => {
    const list = edges(program, program.container.incident(index(program, word, NODE)));
    return bag(program, items(program, EDGE, list));
  },
  degree: (program, word) => found(program.container.degree(index(program, word, NODE))),
  node_count: ({ container }) => container.nodes.size,
  edge_count: ({ container }) => container.edges.size,
  nodes: (program) => bag(program, items(program, NODE, program.container.iterate(program.container.nodes))),
  edges: (program) => bag(program, items(program, EDGE, program.container.iterate(program.container.edges))),
  remove_node: (program, word) => bag(program, program.container.removeNode(index(program, word, NODE))),
  remove_edge: (program, word) => found(program.container.removeEdge(index(program, word, EDGE))),
  clear_edges: (program) => bag(program, program.container.clearEdges()),
  clear: ({ container }) => done(container.clear()),
  layout: ({ container }) => `${container.nodes.layout()}|${container.edges.layout()}`,
  cost: ({ container }) => `${container.visited}/${container.links}`,
};

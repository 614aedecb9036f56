/** Ports for published graphs. The argument selects one. */

import { MultiDirectedGraph } from 'graphology';
import graphology0191 from 'graphology-0.19.1';
import graphology0211 from 'graphology-0.21.1';
import graphology0220 from 'graphology-0.22.0';

import { Refused, both, serve } from '../../stablelist_conformance/starters/family/javascript/starter.mjs';
import { TABLE } from '../tables/stable-graph/table.mjs';

/** Those of a system with a second graph. */
const CLONED = `${TABLE}copy > clone -
swap_containers > exchange - both
equal > truth - both
`;

/** The names that the caller chose as elements, in ascending order, since no order is documented. */
const elements = (names) => names.map(Number).sort((one, other) => one - other);
const named = (element) => `${element}`;

/** A release of graphology, whose nodes and edges are named by the caller; each finding is about one operation. */
const graphology = (version, Graph, without = []) => ({
  fields: `name=graphology version=${version} nodes=0 edges=0 order=none remove_node=silent`,
  open: () => new Graph(),
  functions: Object.fromEntries(Object.entries(FUNCTIONS).filter(([name]) => !without.includes(name))),
});

const FUNCTIONS = {
  add_node: (graph, element) => graph.addNode(named(element)),
  add_edge: (graph, source, target, element) => {
    if (!graph.hasNode(source) || !graph.hasNode(target)) throw new Refused('missing');
    return graph.addEdgeWithKey(named(element), source, target);
  },
  node: (graph, node) => (graph.hasNode(node) ? node : undefined),
  edge: (graph, edge) => (graph.hasEdge(edge) ? edge : undefined),
  endpoints: (graph, edge) => (graph.hasEdge(edge) ? both(...graph.extremities(edge)) : undefined),
  find_edge: (graph, source, target) =>
    graph.hasNode(source) && graph.hasNode(target) ? graph.outEdges(source, target)[0] : undefined,
  neighbours: (graph, node) => (graph.hasNode(node) ? elements(graph.outNeighbors(node)) : []),
  outgoing: (graph, node) => (graph.hasNode(node) ? elements(graph.outEdges(node)) : []),
  incoming: (graph, node) => (graph.hasNode(node) ? elements(graph.inEdges(node)) : []),
  incident: (graph, node) => (graph.hasNode(node) ? graph.edges(node) : []),
  degree: (graph, node) => (graph.hasNode(node) ? graph.degree(node) : undefined),
  node_count: (graph) => graph.order,
  edge_count: (graph) => graph.size,
  nodes: (graph) => graph.nodes(),
  edges: (graph) => graph.edges(),
  remove_node: (graph, node) => {
    if (!graph.hasNode(node)) return [];
    graph.dropNode(node);
    return [node];
  },
  remove_edge: (graph, edge) => {
    if (!graph.hasEdge(edge)) return undefined;
    graph.dropEdge(edge);
    return edge;
  },
  clear_edges: (graph) => {
    const edges = graph.edges();
    graph.clearEdges();
    return edges;
  },
  clear: (graph) => graph.clear(),
};

const newest = graphology('0.26.0', MultiDirectedGraph);

const ports = {
  graphology: newest,
  'graphology-cloned': { ...newest, system: 'graph', functions: { ...newest.functions, copy: (graph) => graph.copy() } },
  'graphology-0.19.1': graphology('0.19.1', graphology0191.MultiDirectedGraph, ['incident', 'degree']),
  'graphology-0.21.1': graphology('0.21.1', graphology0211.MultiDirectedGraph, ['incident']),
  'graphology-0.22.0': graphology('0.22.0', graphology0220.MultiDirectedGraph),
};

const port = ports[process.argv[2]];
if (port === undefined) {
  console.error(`name a port: ${Object.keys(ports).join(', ')}`);
  process.exit(2);
}
const { system = 'stable-graph', fields, open, functions } = port;
serve(`protocol=6 system=${system} ${fields}`, system === 'graph' ? CLONED : TABLE, open, functions);

/** The port of js-sharing-graph. */

import { Refused, both, serve } from '../../stablelist_conformance/starters/family/javascript/starter.mjs';
import { TABLE } from '../tables/graph/table.mjs';
import { GraphError, SharingGraph } from './sharing_graph.mjs';

/** An insertion by a method; an error of the graph is a refusal. */
const inserting = (method) => (graph, ...told) => {
  try {
    return graph[method](...told);
  } catch (error) {
    throw error instanceof GraphError ? new Refused(error.message) : error;
  }
};

const elements = (shelf, keys) => keys.map((key) => shelf.at(key)?.element);
const listing = (name) => (graph) => elements(graph[name], graph[name].entries().map(([key]) => key));

serve(
  'protocol=6 name=js-sharing-graph version=0.1.0 system=graph',
  TABLE,
  ({ nodes = 0, edges = 0 }) => new SharingGraph(Number(nodes) || Infinity, Number(edges) || Infinity),
  {
    add_node: inserting('addNode'),
    add_edge: inserting('addEdge'),
    node: (graph, key) => graph.nodes.at(key)?.element,
    edge: (graph, key) => graph.edges.at(key)?.element,
    endpoints: (graph, edge) => {
      const ends = graph.edges.at(edge)?.ends;
      return ends && both(...elements(graph.nodes, ends));
    },
    find_edge: (graph, source, target) => {
      const edge = graph.findEdge(source, target);
      return edge && graph.edges.at(edge).element;
    },
    neighbours: (graph, node) => elements(graph.nodes, graph.outgoing(node).map((edge) => graph.edges.at(edge).ends[1])),
    outgoing: (graph, node) => elements(graph.edges, graph.outgoing(node)),
    incoming: (graph, node) => elements(graph.edges, graph.incoming(node)),
    incident: (graph, node) => elements(graph.edges, graph.incident(node)),
    degree: (graph, node) => graph.nodes.at(node) && graph.outgoing(node).length + graph.incoming(node).length,
    node_count: (graph) => graph.nodes.size,
    edge_count: (graph) => graph.edges.size,
    nodes: listing('nodes'),
    edges: listing('edges'),
    remove_node: (graph, node) => graph.removeNode(node),
    remove_edge: (graph, edge) => graph.removeEdge(edge),
    clear_edges: (graph) => graph.clearEdges(),
    clear: (graph) => graph.clear(),
    copy: (graph) => graph.clone(),
    swap_containers: (graph, other) => graph.swap(other),
    equal: (graph, other) => graph.equals(other),
  },
);

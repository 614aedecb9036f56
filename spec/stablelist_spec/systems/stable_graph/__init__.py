"""Stable graph: nodes and directed edges in cells, each with one free list, and keys that are only an index.

It is modelled after `StableGraph` of the Rust crate *petgraph* 0.8.3; where its documentation is silent, after what the
release does. Its contract (`stablelist_spec.families.graph_contract`) leaves these points open. The key of a node has
the id 0, that of an edge the id 1: the crate has a type for each.

Representation invariant:

1. A cell holds an element, or the next vacancy of its kind.
2. Each of the two free lists runs through all vacant cells of its kind, each once, and ends.
3. An edge leads from one live node to another, or to itself.
4. Every node has two lists: each live edge that leads from it is once in the first, each that leads to it once in the
   second. The latest edge comes first.

The abstraction is a directed graph with parallel edges: live nodes and live edges, as maps from keys to elements.

- Stamps: none. A stale key finds the current node or edge at its index, but never a node for an edge, or the other way
  round.
- Vacancies: last in, first out, for nodes and for edges.
- Elements: in place. Iteration visits every opened cell of its kind.
- Truncation: none. `clear` forgets all cells, `clear_edges` those of the edges.
- Bulk: `remove_node` removes the edges of the node first: the outgoing ones from the latest on, then the incoming ones
  from the latest on. So the next edge takes the place of the earliest edge that led to the node, if there was one.
- Full: a cell is appended. `nodes` and `edges` are the most of each; in the crate, the type of an index bounds both.
- An edge to or from a node that does not exist is refused, and changes nothing. If there is also no room, the answer
  is that.
- `find_edge` finds the latest of parallel edges.

The costs are the cells that iteration visited, and the edges that removals passed in the lists of nodes, to unlink an
edge behind them.

`remove_node` and `clear_edges` hand the removed elements out. Those of the crate do not, but its user can list the
edges before.

(thesis 3.5)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.system import System
from stablelist_spec.families.graph import GRAPH
from stablelist_spec.families.graph_contract import Graphs
from stablelist_spec.families.multigraph import degree
from stablelist_spec.parts.crafted import crafted

from .invariants import INVARIANTS
from .model import step
from .observer import LABELS, classify
from .picturing import cost_word, picture, variables
from .refinement import refines
from .state import Configuration, State, extent, forgotten, initial, layout_word, live

__all__ = ["STABLE_GRAPH", "Configuration", "State"]

MEASURES: Final[Mapping[str, Callable[[State], int]]] = {
    "nodes": lambda state: state.nodes.live,
    "edges": lambda state: state.edges.live,
    "outgoing": lambda state: degree(state.outgoing),
    "incoming": lambda state: degree(state.incoming),
}
"""What programs should bring far; the first two are bounded by options of the same names."""

STABLE_GRAPH: Final = System(
    name="stable-graph",
    family=GRAPH,
    configuration=Configuration,
    noun="graph",
    like="graph",
    axes=Axes(
        stamps="none",
        vacancies="last in, first out, of nodes and of edges",
        elements="in place",
        truncation="none",
        bulk="the edges of a node are removed before it",
        full="a cell is appended",
    ),
    fields=("order", "remove_node"),
    promised=lambda said, chosen: Graphs(chosen.nodes, chosen.edges, said.documented),
    initial=initial,
    step=step,
    classify=classify,
    refines=refines,
    shown={"layout": layout_word, "cost": cost_word},
    measures=MEASURES,
    extent=extent,
    live=live,
    period=lambda _: 1,
    invariants=INVARIANTS,
    labels=LABELS,
    forgotten=forgotten,
    leaves_out="costs, elements, the ends of vacant edges",
    picture=picture,
    variables=variables,
    choices={"nodes": (0, 0, 1, 2, 3, 8, 64), "edges": (0, 0, 1, 2, 3, 8, 64)},
    ranges={"nodes": (0, 65_536), "edges": (0, 65_536)},
    scopes=(Configuration(3, 1), Configuration(2, 2), Configuration(1, 3)),
    crafted=crafted("systems/stable_graph/crafted.programs"),
)
"""The system: a stable graph with its exact layout."""

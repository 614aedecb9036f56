"""Stable graph: nodes and directed edges in cells, each with one free list, and keys that are only an index.

It is modelled after `StableGraph` of the Rust crate *petgraph* 0.8.3; where its documentation is silent, after what the
release does. The key of a node has the id 0, that of an edge the id 1: the crate has a type for each.

Representation invariant:

1. A cell holds an element, or the next vacancy of its kind.
2. Each of the two free lists runs through all vacant cells of its kind, each once, and ends.
3. An edge leads from one live node to another, or to itself.
4. Every node has two lists: each live edge that leads from it is once in the first, each that leads to it once in the
   second. The latest edge comes first.

The abstraction is a directed graph with parallel edges: live nodes and live edges, as maps from keys to elements.

- Stamps: none. A stale key finds the current node or edge at its index. Never a node for an edge, or the other way round.
- Vacancies: last in, first out, for nodes and for edges.
- Elements: in place. Iteration visits every opened cell of its kind.
- Truncation: none. `clear` forgets all cells, `clear_edges` those of the edges.
- Bulk: `remove_node` removes the edges of the node first: the outgoing ones from the latest on, then the incoming ones from
  the latest on. So the vacancy that is filled first is that of its earliest incoming edge, or, without one, of its earliest
  outgoing edge.
- Full: a cell is appended. `nodes` and `edges` are the most of each; in the crate, the type of the indices bounds both.
- An edge to or from a node that does not exist is refused, and changes nothing. If there is no room either, that is the
  answer. (The release does change something: see the findings.)
- `find_edge` finds the latest of parallel edges.

The costs are the cells that iteration visited, and the edges that removals passed in the lists of nodes, to unlink an edge
behind them.

An insertion hands out the element's key, a removal the elements that are gone: the crate's `remove_node` returns that of the
node only.

(thesis 3.5)
"""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.system import System
from stablelist_spec.families.graph import GRAPH

from .invariants import INVARIANTS
from .labels import LABELS
from .picturing import cost_word, picture, variables
from .state import Configuration, State, extent, forgotten, initial, layout_word, live
from .steps import OF_ONE, step

__all__ = ["STABLE_GRAPH", "Configuration", "State"]

ABOUT_A_KEY: Final = tuple(
    text.replace("?", name)
    for name in OF_ONE
    for text in (
        # two nodes and an edge; all of them vacant; all of them live again, under the same indices
        "cost nodes=0 edges=0 : add_node add_node add_edge:0:1 remove_node:1 ?:1 ?:2 add_node add_edge:0:3 ?:1 ?:2 layout",
        "cost nodes=0 edges=0 : add_node add_edge:0:0 ?:#-1.0 ?:#0.7 ?:#9.0 ?:#9.1 ?:#0.0 layout",
        "cost nodes=0 edges=0 : add_node add_edge:0:0 ?:#0.1 ?:#9007199254740991.1 layout cost",
    )
)
"""Programs for every operation on one key."""

STABLE_GRAPH: Final = System(
    name="stable-graph",
    family=GRAPH,
    configuration=Configuration,
    noun="graph",
    axes=Axes(
        stamps="none",
        vacancies="last in, first out, of nodes and of edges",
        elements="in place",
        truncation="none",
        bulk="the edges of a node are removed before it",
        full="a cell is appended",
    ),
    initial=initial,
    step=step,
    shown={"layout": layout_word, "cost": cost_word},
    extent=extent,
    live=live,
    period=lambda _: 1,
    invariants=INVARIANTS,
    labels=LABELS,
    forgotten=forgotten,
    picture=picture,
    variables=variables,
    choices={"nodes": (0, 0, 1, 2, 3, 8, 64), "edges": (0, 0, 1, 2, 3, 8, 64)},
    scopes=(Configuration(3, 1), Configuration(2, 2), Configuration(1, 3)),
    crafted=(
        *ABOUT_A_KEY,
        # the order in which the edges of a node become vacant: 4 and 2 lead from node 0, 5 and 3 lead to it
        (
            "cost nodes=0 edges=0 : add_node add_node add_edge:0:1 add_edge:1:0 add_edge:0:1 add_edge:1:0 add_edge:1:1 "
            "outgoing:0 incoming:0 remove_node:0 layout cost add_node add_edge:7:1 add_edge:7:1 add_edge:7:1 edges layout"
        ),
        # loops and parallel edges; an edge in the middle of its lists
        (
            "cost nodes=0 edges=0 : add_node add_node add_edge:0:0 add_edge:0:1 add_edge:0:0 find_edge:0:0 find_edge:0:1 "
            "find_edge:1:0 remove_edge:3 outgoing:0 incoming:1 neighbours:0 cost remove_node:0 layout cost clear_edges"
        ),
        # what is refused: a node that does not exist, with and without a vacant edge; no room
        (
            "cost nodes=2 edges=2 : add_node add_node add_node add_edge:0:1 remove_node:1 add_edge:0:1 add_edge:1:0 "
            "add_edge:0:3 edge:3 edges edge_count layout find_edge:0:1 find_edge:1:0 add_edge:0:0 add_edge:0:0 add_edge:0:1 "
            "add_edge:1:1 edges layout cost"
        ),
        # everything is removed
        (
            "cost nodes=0 edges=0 : clear clear_edges nodes edges node_count edge_count add_node add_node remove_node:0 "
            "add_edge:1:1 add_edge:1:1 remove_edge:2 clear_edges add_edge:1:1 layout clear add_node add_edge:5:5 layout cost"
        ),
        # many
        "cost nodes=0 edges=0 : add_node*40 add_edge:0:39 remove_node:2..30 layout add_node*9 nodes layout cost",
    ),
)
"""The system: a stable graph with its exact layout."""

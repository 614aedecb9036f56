"""The family of graphs: nodes and directed edges, which both have keys, and edges that are removed with their nodes.

Keys of both kinds are named by the number of their insertion, which is also the element of the node or edge. A key of
one kind finds nothing where one of the other kind is expected.
"""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.family import KEY, OTHER, Answer, Family, Kind, Refusal, Role
from stablelist_spec.core.second import CLONING, EQUAL

__all__ = ["EDGE", "FINDING", "GRAPH", "NODE", "GraphError"]


class GraphError(Refusal):
    """The errors of a graph. They change nothing."""

    FULL = "full"
    """There is no room for another node, or for another edge."""
    MISSING = "missing"
    """An end of the new edge is not a node of the graph."""


NODE: Final = "add_node"
EDGE: Final = "add_edge"
"""The insertions, which also stand for the two kinds of elements."""

GRAPH: Final = Family(
    "graph",
    {
        NODE: Kind("add the next element as a node", Role.GROW, inserts=True),
        EDGE: Kind(
            "add the next element as an edge from one node to another",
            Role.GROW,
            (KEY, OTHER),
            inserts=True,
            of=NODE,
        ),
        "node": Kind("look up a node", Role.READ, (KEY,), of=NODE),
        "edge": Kind("look up an edge", Role.READ, (KEY,), of=EDGE),
        "endpoints": Kind("ask for the two nodes of an edge", Role.READ, (KEY,), of=EDGE),
        "find_edge": Kind(
            "find an edge from one node to another", Role.READ, (KEY, OTHER), of=NODE
        ),
        "neighbours": Kind(
            "list the nodes that edges of a node lead to",
            Role.READ, (KEY,), Answer.SEQUENCE, of=NODE, finds=False,
        ),
        "outgoing": Kind(
            "list the edges from a node", Role.READ, (KEY,), Answer.SEQUENCE, of=NODE, finds=False
        ),
        "incoming": Kind(
            "list the edges to a node", Role.READ, (KEY,), Answer.SEQUENCE, of=NODE, finds=False
        ),
        "incident": Kind(
            "list the edges from and to a node, each once",
            Role.READ, (KEY,), of=NODE, finds=False, since=6,
        ),
        "degree": Kind(
            "count the ends of edges at a node, those of a loop twice",
            Role.READ, (KEY,), Answer.NUMBER, of=NODE, since=6,
        ),
        "node_count": Kind("count the nodes", Role.READ, answer=Answer.NUMBER),
        "edge_count": Kind("count the edges", Role.READ, answer=Answer.NUMBER),
        "nodes": Kind("iterate over the nodes", Role.READ),
        "edges": Kind("iterate over the edges", Role.READ),
        "remove_node": Kind(
            "remove a node and its edges, handing them out", Role.SHRINK, (KEY,), of=NODE
        ),
        "remove_edge": Kind("remove an edge", Role.SHRINK, (KEY,), of=EDGE),
        "clear_edges": Kind("remove every edge, handing them out", Role.SHRINK, of=EDGE),
        "clear": Kind("remove everything", Role.RESET, answer=Answer.DONE),
        **CLONING,
        "equal": EQUAL,
        "layout": Kind("show nodes, edges and their vacancies", Role.SHOW),
        "cost": Kind("show the cost counters", Role.SHOW),
    },
    essential=frozenset({NODE, EDGE, "remove_node"}),
)  # fmt: skip
"""Every operation of a graph."""

FINDING: Final = frozenset({"node", "edge", "remove_edge"})
"""Operations whose answer is the element of their key."""

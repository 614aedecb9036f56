"""Programs for a stable graph, for behaviour that no small scope shows; the insertions are numbered from 0."""

from __future__ import annotations

from typing import Final

from .model import OF_ONE

__all__ = ["CRAFTED"]

OF_A_KEY: Final = (
    # two nodes and an edge; all of them vacant; all of them live again, under the same indices
    "cost : add_node add_node add_edge:0:1 remove_node:1 ?:1 ?:2 add_node add_edge:0:3 ?:1 ?:2 layout",
    # forged keys by kind
    "cost : add_node add_edge:0:0 ?:#-1.0 ?:#0.7 ?:#9.0 ?:#9.1 ?:#0.0 layout",
    "cost : add_node add_edge:0:0 ?:#0.1 ?:#9007199254740991.1 layout cost",
)
"""Programs for every operation on one key, which replaces the question mark."""

CRAFTED: Final = (
    *(text.replace("?", name) for name in OF_ONE for text in OF_A_KEY),
    # the order in which edges become vacant: 4 and 2 lead from node 0, 5 and 3 lead to it
    (
        "cost : add_node add_node add_edge:0:1 add_edge:1:0 add_edge:0:1 add_edge:1:0 add_edge:1:1 outgoing:0 "
        "incoming:0 remove_node:0 layout cost add_node add_edge:7:1 add_edge:7:1 add_edge:7:1 edges layout"
    ),
    # loops and parallel edges; an edge in the middle of its lists
    (
        "cost : add_node add_node add_edge:0:0 add_edge:0:1 add_edge:0:0 find_edge:0:0 find_edge:0:1 find_edge:1:0 "
        "remove_edge:3 outgoing:0 incoming:1 neighbours:0 cost remove_node:0 layout cost clear_edges"
    ),
    # an edge is found and unlinked behind others
    (
        "cost : add_node*3 add_edge:0:1 add_edge:0:2 add_edge:0:1 add_edge:2:1 find_edge:0:1 find_edge:0:2 "
        "remove_edge:3 cost incoming:1 outgoing:0 find_edge:0:1 remove_edge:5 find_edge:0:1 neighbours:0 cost"
    ),
    # what is refused: a node that does not exist, with and without a vacant edge; no room
    (
        "cost nodes=2 edges=2 : add_node*3 add_edge:0:1 remove_node:1 add_edge:0:1 add_edge:1:0 add_edge:0:3 "
        "edge:3 edges edge_count layout find_edge:0:1 find_edge:1:0 add_edge:0:0 add_edge:0:0 add_edge:0:1 "
        "add_edge:0:0 edges layout cost"
    ),
    "cost : add_node add_edge:0:#5.0 add_edge:#5.0:0 add_edge:0:#0.1 edge_count edges add_edge:0:0 edges layout",
    # everything is removed
    (
        "cost : clear clear_edges nodes edges node_count edge_count add_node*2 remove_node:0 add_edge:1:1 "
        "add_edge:1:1 remove_edge:2 clear_edges add_edge:1:1 layout clear add_node add_edge:5:5 layout cost"
    ),
    # many
    (
        "cost : add_node*40 add_edge:0:39 remove_node:2..30 layout add_node*9 nodes layout cost node_count "
        "remove_node:39 edge_count edges cost"
    ),
)
"""The programs, one line each."""

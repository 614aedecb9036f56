"""Labels: the closed vocabulary of a stable graph's transitions."""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.step import Label

from .steps import OF_ONE

__all__ = ["LABELS"]

_OF_A_KEY: Final = {
    "live": "a key of a live node or edge, as the operation needs it",
    "revived": "a retired key, whose index is live again",
    "stale": "a retired key, whose index is vacant or no longer opened",
    "other_kind": "the key of an edge for a node, or of a node for an edge",
    "forged_hit": "a forged key that coincides with a live one",
    "forged_miss": "a forged key that finds nothing",
}

_OWN: Final = {
    "add_node_append": "no node is vacant: one is appended",
    "add_node_reuse": "the node that was vacated last",
    "add_node_full": "refused: there are as many nodes as there may be, nothing changes",
    "add_edge_append": "no edge is vacant: one is appended",
    "add_edge_reuse": "the edge that was vacated last",
    "add_edge_loop": "an edge from a node to itself",
    "add_edge_parallel": "there is an edge between these nodes already",
    "add_edge_full": "refused: there are as many edges as there may be, nothing changes",
    "add_edge_missing": "refused: one of the nodes does not exist, nothing changes",
    "find_edge_found": "there is an edge between two nodes",
    "find_edge_none": "there is no edge between two nodes",
    "find_edge_missing": "one of the nodes does not exist",
    "remove_node_alone": "the node has no edges",
    "remove_node_and_edges": "the edges of the node are removed with it",
    "clear_edges_some": "every edge is removed",
    "clear_edges_none": "there is no edge",
    "clear_some": "clear of a graph with nodes",
    "clear_empty": "clear of a graph without nodes",
    "node_count_some": "nodes are counted",
    "node_count_zero": "no node is counted",
    "edge_count_some": "edges are counted",
    "edge_count_zero": "no edge is counted",
    "nodes_empty": "iteration over no nodes",
    "nodes_all_live": "iteration over nodes without a vacancy",
    "nodes_skips_vacancy": "iteration passes a vacant node",
    "edges_empty": "iteration over no edges",
    "edges_all_live": "iteration over edges without a vacancy",
    "edges_skips_vacancy": "iteration passes a vacant edge",
}

LABELS: Final[dict[Label, str]] = _OWN | {
    f"{name}_{word}": f"{name} with {meaning}"
    for name in OF_ONE
    for word, meaning in _OF_A_KEY.items()
}
"""Every label with its meaning. The set is closed: the model returns no other word."""

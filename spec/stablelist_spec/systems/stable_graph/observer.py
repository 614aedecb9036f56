"""The observer of a stable graph: its labels, and what they are told by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Label, Provenance, StepOf
from stablelist_spec.families.graph import GraphError

from .model import OF_ONE, between
from .state import EDGES, State, Store

__all__ = ["LABELS", "classify"]

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


# --- What they are told by ------------------------------------------------------------------------

Step = StepOf[State, Any]
HIT: Final = {
    Provenance.ISSUED: "live",
    Provenance.RETIRED: "revived",
    Provenance.FORGED: "forged_hit",
}


def classify(
    before: State, operation: Operation, step: Step, origin: Provenance
) -> tuple[Label, ...]:
    """The labels of a step."""
    name = operation.name
    if name in OF_ONE:
        return tuple(of_one(before, operation, step, origin))
    return tuple(f"{name}_{word}" for word in OTHERS[name](before, operation, step.answer))


def of_one(before: State, operation: Operation, step: Step, origin: Provenance) -> Iterator[Label]:
    """Whether a key was found, or why not; and whether a node had edges."""
    name, key, (about, _) = operation.name, operation["key"], OF_ONE[operation.name]
    store = before.edges if about == EDGES else before.nodes
    if store.element(key) is not None:
        yield f"{name}_{HIT[origin]}"
        if name == "remove_node":
            yield "remove_node_and_edges" if step.answer[1:] else "remove_node_alone"
    elif origin is Provenance.FORGED:
        yield f"{name}_forged_miss"
    else:
        yield f"{name}_{'stale' if key.id == about else 'other_kind'}"


def edge_added(before: State, operation: Operation, answer: object) -> Iterator[str]:
    """Whether a vacancy was filled, and whether the nodes are one, or have an edge already."""
    yield added(before.edges, answer)
    source, target = operation["key"], operation["other"]
    if isinstance(answer, Key):
        if source == target:
            yield "loop"
        if between(before, source.index, target.index) is not None:
            yield "parallel"


def added(store: Store, answer: object) -> str:
    """Whether a vacancy was filled, or why nothing was added."""
    if isinstance(answer, Key):
        return "reuse" if answer.index < len(store.cells) else "append"
    return "full" if answer is GraphError.FULL else "missing"


def edge_found(before: State, operation: Operation, answer: object) -> tuple[str]:
    """Whether there is an edge between two nodes, if both exist."""
    if answer is not None:
        return ("found",)
    nodes = (operation["key"], operation["other"])
    known = all(before.nodes.element(key) is not None for key in nodes)
    return ("none" if known else "missing",)


def shown(store: Store) -> tuple[str]:
    """Whether an iteration finds nothing, skips vacancies, or neither."""
    if store.live == 0:
        return ("empty",)
    return ("all_live" if store.live == len(store.cells) else "skips_vacancy",)


OTHERS: Final[dict[str, Callable[[State, Operation, object], Iterable[str]]]] = {
    "add_node": lambda before, _, answer: (added(before.nodes, answer),),
    "add_edge": edge_added,
    "find_edge": edge_found,
    "clear": lambda before, _, __: ("some" if before.nodes.live else "empty",),
    "clear_edges": lambda before, _, __: ("some" if before.edges.live else "none",),
    "node_count": lambda before, _, __: ("some" if before.nodes.live else "zero",),
    "edge_count": lambda before, _, __: ("some" if before.edges.live else "zero",),
    "nodes": lambda before, _, __: shown(before.nodes),
    "edges": lambda before, _, __: shown(before.edges),
}
"""The ends of the labels of operations that are not about one key."""

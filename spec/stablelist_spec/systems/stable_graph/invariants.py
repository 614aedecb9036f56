"""The invariants of a stable graph: named predicates, one clause each."""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.key import FreshKeys
from stablelist_spec.parts import invariants as parts
from stablelist_spec.parts.cells import Has

from .state import EDGES, NODES, State, Store

__all__ = ["INVARIANTS"]


def stores(state: State) -> tuple[Store, Store]:
    """The nodes and the edges."""
    return state.nodes, state.edges


def free_lists_are_acyclic(state: State, fresh: FreshKeys) -> bool:
    """Both free lists end, and run through vacant cells only."""
    return all(parts.free_lists_are_acyclic(store, fresh) for store in stores(state))


def free_lists_are_complete(state: State, fresh: FreshKeys) -> bool:
    """Every vacant node and every vacant edge is in its free list."""
    return all(parts.free_lists_are_complete(store, fresh) for store in stores(state))


def keys_tell_nodes_from_edges(state: State, _: FreshKeys) -> bool:
    """The id of a node is 0, that of an edge is 1."""
    ids = zip(stores(state), (NODES, EDGES), strict=True)
    return all(
        cell.id == id_ for store, id_ in ids for cell in store.cells if isinstance(cell, Has)
    )


def every_edge_joins_two_live_nodes(state: State, _: FreshKeys) -> bool:
    """No edge outlives one of its nodes."""
    nodes = {key.index for key, _ in state.nodes.items()}
    return all(nodes.issuperset(state.ends[key.index]) for key, _ in state.edges.items())


def every_edge_is_listed_once_at_each_end(state: State, _: FreshKeys) -> bool:
    """A node lists exactly its live edges: those that lead from it, and those that lead to it."""
    edges = [key.index for key, _ in state.edges.items()]
    return all(
        sorted((node, edge) for node, listed in enumerate(lists) for edge in listed)
        == sorted((state.ends[edge][end], edge) for edge in edges)
        for end, lists in enumerate((state.outgoing, state.incoming))
    )


def bounds_are_kept(state: State, _: FreshKeys) -> bool:
    """There are no more nodes or edges than the configuration allows."""
    bounds = zip(stores(state), (state.configuration.nodes, state.configuration.edges), strict=True)
    return all(most == 0 or len(store.cells) <= most for store, most in bounds)


INVARIANTS: Final = parts.named(
    free_lists_are_acyclic,
    free_lists_are_complete,
    keys_tell_nodes_from_edges,
    every_edge_joins_two_live_nodes,
    every_edge_is_listed_once_at_each_end,
    bounds_are_kept,
)
"""Every invariant by its name."""

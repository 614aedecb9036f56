"""The invariants of a slab. No clause is about retired keys: they find the current element of their cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stablelist_spec.core.key import FreshKeys
from stablelist_spec.parts.cells import Has
from stablelist_spec.parts.invariants import (
    counts_agree,
    free_lists_are_acyclic,
    free_lists_are_complete,
    live_key_resolves,
)

from .state import State

__all__ = ["INVARIANTS"]


def capacity_is_kept(state: State, _: FreshKeys) -> bool:
    """A slab of fixed capacity opens no more cells than that."""
    return state.configuration.capacity == 0 or state.opened <= state.configuration.capacity


def elements_bear_no_id(state: State, _: FreshKeys) -> bool:
    """Every id is 0, so a key is only an index."""
    return all(cell.id == 0 for cell in state.cells if isinstance(cell, Has))


INVARIANTS: Final[dict[str, Callable[[State, FreshKeys], bool]]] = {
    predicate.__name__: predicate
    for predicate in (
        capacity_is_kept,
        elements_bear_no_id,
        free_lists_are_acyclic,
        free_lists_are_complete,
        counts_agree,
        live_key_resolves,
    )
}
"""Every invariant by its name."""

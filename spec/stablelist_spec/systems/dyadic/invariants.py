"""The invariants of a dyadic list: those that it shares with StableList, and those about blocks."""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.key import FreshKeys
from stablelist_spec.parts.invariants import OF_KEYS, OF_PARTITIONS, named
from stablelist_spec.parts.parameters import Truncate

from .state import State

__all__ = ["INVARIANTS"]


def blocks_tile_the_element_space(state: State, _: FreshKeys) -> bool:
    """Each block begins where the one before it ends and is as long as all before it; the space is lawful.

    (R1)
    """
    base, *others = state.partitions
    starts = [block.end for block in state.partitions[:-1]]
    return (
        (base.start, base.size) == (0, state.parameters.least_space)
        and [(block.start, block.size) for block in others] == [(end, end) for end in starts]
        and state.space <= state.allocated
    )


def truncation_leaves_the_top_block_live(state: State, _: FreshKeys) -> bool:
    """If the top block was opened and is empty, it is the base or truncation is off.

    (R4)
    """
    top = state.partitions[-1]
    return (
        top.live > 0
        or top.opened == 0
        or len(state.partitions) == 1
        or state.parameters.truncate is Truncate.NEVER
    )


def truncation_visits_nothing(state: State, _: FreshKeys) -> bool:
    """Truncation never visits a free-list entry.

    (R5)
    """
    return state.cost.visits == 0


INVARIANTS: Final = {
    **named(blocks_tile_the_element_space),
    **OF_PARTITIONS,
    **OF_KEYS,
    **named(truncation_leaves_the_top_block_live, truncation_visits_nothing),
}
"""Every invariant by its name."""

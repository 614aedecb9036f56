"""The invariants of a StableList; those of all containers with cells are in `stablelist_spec.parts.invariants`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from stablelist_spec.core.key import FreshKeys
from stablelist_spec.parts.invariants import (
    OF_KEYS,
    OF_PARTITIONS,
    Invariant,
    named,
    visits_never_exceed_removals,
)
from stablelist_spec.parts.parameters import QUARTERS, Truncate

from .state import State

__all__ = ["INVARIANTS", "broken"]


def partitions_tile_the_element_space(state: State, _: FreshKeys) -> bool:
    """q1 is the first quarter, q2 the second, h2 the second half; the space is lawful.

    (5.2; R1)
    """
    q1, q2, h2 = state.partitions
    space, parameters = state.space, state.parameters
    return (
        space % QUARTERS == 0
        and parameters.least_space <= space <= state.allocated
        and (q1.start, q1.size) == (0, space // 4)
        and (q2.start, q2.size) == (space // 4, space // 4)
        and (h2.start, h2.size) == (space // 2, space // 2)
    )


def cascade_leaves_h2_live(state: State, _: FreshKeys) -> bool:
    """If h2 was opened and is empty, truncation is off or R1 forbids another halving.

    (5.2; R4)
    """
    h2 = state.partitions[2]
    return (
        h2.live > 0
        or h2.opened == 0
        or state.parameters.truncate is Truncate.NEVER
        or not state.parameters.may_halve(state.space)
    )


INVARIANTS: Final = {
    **named(partitions_tile_the_element_space),
    **OF_PARTITIONS,
    **OF_KEYS,
    **named(cascade_leaves_h2_live, visits_never_exceed_removals),
}
"""Every invariant by its name."""


def broken(
    state: State,
    fresh: FreshKeys = FreshKeys(),  # noqa: B008 - immutable
    among: Mapping[str, Invariant] = INVARIANTS,
) -> list[str]:
    """The names of the invariants that do not hold.

    >>> from stablelist_spec import Parameters, stable_list
    >>> broken(stable_list.initial(Parameters()))
    []
    """
    return [name for name, holds in among.items() if not holds(state, fresh)]

"""The invariants, checked in many states at once; the model's are in `stablelist_spec.systems.stable_list.invariants`.

A number represents free lists of distinct opened cells of one partition each; all other opened cells are live. So some
invariants hold in every numbered state (`OF_EVERY_NUMBER`): the state after a step that breaks one of them would have
no number. That the model's steps never do so is shown by the comparison in `stablelist_proofs.explore.tie`, not here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from stablelist_spec.parts.parameters import QUARTERS, Truncate
from stablelist_spec.systems.stable_list.invariants import INVARIANTS

from .numbering import States
from .scope import Keep
from .system import System
from .vacancies import Flags

__all__ = [
    "ASKED",
    "OF_EVERY_BLOCK",
    "OF_EVERY_NUMBER",
    "OF_KEYS",
    "VISITS",
    "asked",
    "broken",
    "needed",
    "of_numbers",
]

VISITS: Final = "visits_never_exceed_removals"
"""The invariant about transitions; see `stablelist_proofs.explore.potential`."""

OF_EVERY_NUMBER: Final = (
    "free_lists_stay_in_their_partition",
    "free_lists_are_acyclic",
    "free_lists_are_complete",
    "free_lists_are_disjoint",
    "opened_cells_form_a_prefix",
    "counts_agree",
)

OF_EVERY_BLOCK: Final = (
    "partitions_tile_the_element_space",
    "allocated_memory_is_the_space_doubled",
)
"""Checked once for each block of numbers: the numbering computes partitions from the space, and cannot show others."""

ACYCLIC: Final = "free_lists_are_acyclic"

Broken = Callable[[System, States], Flags]


def partitions_do_not_tile(system: System, states: States) -> Flags:
    """Whether a block's space is not lawful (R1)."""
    space, allocated = states.block.space, states.block.extent.allocated
    lawful = space % QUARTERS == 0 and space >= system.parameters.least_space
    return np.full(len(states.places), not lawful or (allocated or space) < space)


def allocated_memory_is_no_doubling(_: System, states: States) -> Flags:
    """Whether a block's allocated memory is not the space, doubled some number of times (R3, R6)."""
    space, allocated = states.block.space, states.block.extent.allocated
    doublings, rest = divmod(allocated or space, space)
    return np.full(len(states.places), rest != 0 or doublings.bit_count() != 1)


def cascade_leaves_h2_empty(system: System, states: States) -> Flags:
    """States where h2 was opened and is empty, although truncation should have gone on (R4)."""
    block, never = states.block, system.scope.mode is Truncate.NEVER
    if never or block.opened_in[2] == 0 or not system.parameters.may_halve(block.space):
        return np.zeros(len(states.places), np.bool_)
    return np.equal(system.live_in_h2(states), 0)


def live_ids_are_not_distinct(system: System, states: States) -> Flags:
    """States where another live element has a live key's id before ids started over (R8)."""
    keys, known = system.keys, states.keys
    return ~keys.retired[known] & keys.namesake[known] & ~keys.wrapped[known]


def live_key_does_not_resolve(system: System, states: States) -> Flags:
    """States where a key that is not retired finds nothing."""
    keys, known = system.keys, states.keys
    return np.asarray(
        (known != 0) & ~keys.retired[known] & ~keys.borne[known] & ~keys.wrapped[known]
    )


def retired_key_resolves(system: System, states: States) -> Flags:
    """States where a retired key finds an element before its id was issued again (R8)."""
    keys, known = system.keys, states.keys
    return keys.retired[known] & keys.borne[known] & ~keys.wrapped[known]


OF_LAYOUTS: Final[dict[str, Broken]] = {
    "partitions_tile_the_element_space": partitions_do_not_tile,
    "allocated_memory_is_the_space_doubled": allocated_memory_is_no_doubling,
    "cascade_leaves_h2_live": cascade_leaves_h2_empty,
}
OF_KEYS: Final[dict[str, Broken]] = {
    "live_ids_are_distinct": live_ids_are_not_distinct,
    "live_key_resolves": live_key_does_not_resolve,
    "retired_key_never_resolves": retired_key_resolves,
}
ASKED: Final = OF_LAYOUTS | OF_KEYS
"""Every invariant about states, with the function that finds states that break it."""

assert {*ASKED, *OF_EVERY_NUMBER, VISITS} == set(INVARIANTS), "the model knows other invariants"


def asked(keep: Keep) -> tuple[str, ...]:
    """The names of the invariants that can be checked in a scope."""
    names = [name for name in OF_LAYOUTS if keep is not Keep.SETS or "memory" not in name]
    return (*names, *(OF_KEYS if keep is Keep.KEY else ()), VISITS)


def of_numbers(keep: Keep) -> tuple[str, ...]:
    """The names of the invariants that hold in every numbered state; without an order nothing has a cycle."""
    return tuple(name for name in OF_EVERY_NUMBER if keep is not Keep.SETS or name != ACYCLIC)


def needed(name: str) -> Keep:
    """The least that must be kept of a state for an invariant to be about it."""
    return next(keep for keep in Keep if name in (*asked(keep), *of_numbers(keep)))


def broken(system: System, states: States, names: tuple[str, ...]) -> dict[str, Flags]:
    """For each of these invariants that is broken, the states that break it."""
    answers = {name: ASKED[name](system, states) for name in names if name in ASKED}
    return {name: flags for name, flags in answers.items() if flags.any()}

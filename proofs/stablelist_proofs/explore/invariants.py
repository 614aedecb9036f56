"""The invariants, asked of many states at once; the model's are in `stablelist_spec.systems.stable_list.invariants`.

A number stands for free lists of distinct opened cells of one partition, and whatever is opened and in none is live.
So some invariants hold of every number (`OF_EVERY_NUMBER`): a step that broke one of them would have no number to go
to. That the model's steps never do is what the comparison in `stablelist_proofs.explore.tie` shows, not this.
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

__all__ = ["ASKED", "OF_EVERY_NUMBER", "VISITS", "asked", "broken"]

VISITS: Final = "visits_never_exceed_removals"
"""About transitions, see `stablelist_proofs.explore.potential`."""

OF_EVERY_NUMBER: Final = (
    "free_lists_stay_in_their_partition",
    "free_lists_are_acyclic",
    "free_lists_are_complete",
    "free_lists_are_disjoint",
    "opened_cells_form_a_prefix",
    "counts_agree",
)

Broken = Callable[[System, States], Flags]


def partitions_do_not_tile(system: System, states: States) -> Flags:
    """A space that is not lawful (R1); of a block."""
    space, allocated = states.block.space, states.block.extent.allocated
    lawful = space % QUARTERS == 0 and space >= system.parameters.least_space
    return np.full(len(states.places), not lawful or (allocated or space) < space)


def allocated_memory_is_no_doubling(_: System, states: States) -> Flags:
    """Allocated memory that is not the space, doubled or not (R3, R6); of a block."""
    space, allocated = states.block.space, states.block.extent.allocated
    doublings, rest = divmod(allocated or space, space)
    return np.full(len(states.places), rest != 0 or doublings.bit_count() != 1)


def cascade_leaves_h2_empty(system: System, states: States) -> Flags:
    """An h2 that was opened and is empty, where truncation should have gone on (R4)."""
    block, never = states.block, system.scope.mode is Truncate.NEVER
    if never or block.opened_in[2] == 0 or not system.parameters.may_halve(block.space):
        return np.zeros(len(states.places), np.bool_)
    return np.equal(system.live_in_h2(states), 0)


def live_ids_are_not_distinct(system: System, states: States) -> Flags:
    """A namesake of a live key before its id was given out again (R8)."""
    keys, known = system.keys, states.keys
    return ~keys.retired[known] & keys.namesake[known] & ~keys.wrapped[known]


def live_key_does_not_resolve(system: System, states: States) -> Flags:
    """A key that is not retired, and met nothing (5.1)."""
    keys, known = system.keys, states.keys
    return np.asarray(
        (known != 0) & ~keys.retired[known] & ~keys.borne[known] & ~keys.wrapped[known]
    )


def retired_key_resolves(system: System, states: States) -> Flags:
    """A retired key that meets an element before its id was given out again (R8)."""
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
"""Every invariant that is asked of states, and how it is broken."""

assert {*ASKED, *OF_EVERY_NUMBER, VISITS} == set(INVARIANTS), "the model knows other invariants"


def asked(keep: Keep) -> tuple[str, ...]:
    """The names of the invariants that there is something to ask for."""
    names = [name for name in OF_LAYOUTS if keep is not Keep.SETS or "memory" not in name]
    return (*names, *(OF_KEYS if keep is Keep.KEY else ()), VISITS)


def broken(system: System, states: States, names: tuple[str, ...]) -> dict[str, Flags]:
    """Which states break which of these invariants; only invariants that are broken."""
    answers = {name: ASKED[name](system, states) for name in names if name in ASKED}
    return {name: flags for name, flags in answers.items() if flags.any()}

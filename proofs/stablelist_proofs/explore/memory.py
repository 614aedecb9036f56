"""Memory on request, in many states at once.

The model's is `stablelist_spec.systems.stable_list.model` (4.2, 5.2; R6).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from stablelist_spec.core.explore import Action
from stablelist_spec.core.step import Label

from .numbering import States
from .system import ALL, Moves, System, unmoved
from .truncation import Halved, halvings
from .vacancies import Flags

__all__ = ["reserve", "shrink_to_fit"]

SHRINK_TO_FIT: Final = Action("shrink_to_fit")


def reserve(system: System, states: States) -> Iterator[Moves]:
    """Reserve room for one element more than the element space has: doubles memory, if indices allow (R6, R9)."""
    live, block = system.live(states), states.block
    space, allocated = block.space, block.extent.allocated
    assert allocated is not None, "memory is forgotten"
    for amount in np.unique(live):
        chosen = states.pick(live == amount)
        action = Action("reserve", operands=(("count", int(space - amount + 1)),))
        if not system.parameters.indexable(space):
            yield from unmoved(action, chosen, {"reserve_full": ALL})
        elif 2 * space <= allocated:
            yield from unmoved(action, chosen, {"reserve_has_room": ALL})
        else:
            after = system.numbering.block(space, 2 * space, block.opened)
            yield Moves(action, replace(chosen, block=after), {"reserve_allocates": ALL})


def shrink_to_fit(system: System, states: States) -> Iterator[Moves]:
    """Halve as often as possible, in every mode; then free memory beyond the element space (R5, R6)."""
    for after in halvings(system, states, frees=False):
        block = after.states.block
        allocated = block.extent.allocated
        frees = allocated is not None and allocated > block.space
        labels = halving_labels(after) if after.steps else {}
        if frees:
            labels["shrink_to_fit_frees"] = ALL
            block = system.numbering.block(block.space, block.space, block.opened)
        elif not after.steps:
            labels["shrink_to_fit_nothing"] = ALL
        yield Moves(SHRINK_TO_FIT, replace(after.states, block=block), labels)


def halving_labels(after: Halved) -> dict[Label, Flags | None]:
    """The labels of the halvings; q1 may be opened only in part, since h2 may never have been used (R5)."""
    labels: dict[Label, Flags | None] = {
        "shrink_to_fit_halves": ALL,
        "shrink_to_fit_deals_out": after.deals_out,
    }
    return labels | ({"shrink_to_fit_halves_unopened": ALL} if after.unopened else {})

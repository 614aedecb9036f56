"""Insertion, in many states at once.

The model's is `stablelist_spec.systems.stable_list.model` (4.2, 5.2; R2, R3, R8, R9).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np

from stablelist_spec.core.explore import Action
from stablelist_spec.core.step import Label
from stablelist_spec.systems.stable_list.state import NAMES

from .numbering import Block, States
from .system import ALL, Moves, System, unmoved
from .vacancies import Flags, Ints

__all__ = ["add"]

ADD: Final = Action("add")
ADD_AND_FOLLOW: Final = Action("add", followed=True)


class Placed(NamedTuple):
    """States in which a cell was taken, but no id was issued yet."""

    states: States
    positions: Ints
    labels: dict[Label, Flags | None]


def add(system: System, states: States) -> Iterator[Moves]:
    """Every insertion, with and without following its key from then on."""
    full, room = by_room(system, states)
    yield from unmoved(ADD, full, {"add_index_range_full": ALL})
    for after, positions, labels in placed(system, room):
        yield from issued(system, after, positions, labels)


def full(system: System, states: States) -> Flags:
    """Whether no position is left: all opened cells are live, and no more may be opened (R9)."""
    if system.parameters.indexable(states.block.opened):
        return np.zeros(len(states.places), np.bool_)
    return np.equal(vacancy_first(states), len(NAMES))


def by_room(system: System, states: States) -> tuple[States, States]:
    """The states that refuse an insertion, and the others."""
    refused = full(system, states)
    return states.pick(refused), states.pick(~refused)


def vacancy_first(states: States) -> Ints:
    """The first partition with a vacancy, or 3."""
    return np.select([numbers != 0 for numbers in states.lists], [0, 1, 2], 3)


def placed(system: System, states: States) -> Iterator[Placed]:
    """A cell for the new element, in the first partition with room: a vacant one if there is one (R2, R3)."""
    block = states.block
    for which in range(len(NAMES)):
        vacant = states.lists[which] != 0
        yield from reused(system, states.pick(vacant), which)
        states = states.pick(~vacant)
        if not len(states.places):
            return
        if block.opened_in[which] < block.sizes[which]:
            yield from opened(states, opened_further(system, block), f"add_append_{NAMES[which]}")
            return
    yield from grown(system, states)


def reused(system: System, states: States, which: int) -> Iterator[Placed]:
    """States that reuse a vacancy of a partition."""
    for chosen, cells, after in system.lists.taken(states.lists[which]):
        if len(chosen):
            taken = states.pick(chosen).with_list(which, after)
            positions = cells + states.block.starts[which]
            yield Placed(taken, positions, {f"add_reuse_{NAMES[which]}": ALL})


def opened(states: States, block: Block, label: Label | None) -> Iterator[Placed]:
    """States that open the next untouched cell; free lists keep their numbers."""
    positions = np.full(len(states.places), states.block.opened)
    labels: dict[Label, Flags | None] = {} if label is None else {label: ALL}
    yield Placed(replace(states, block=block), positions, labels)


def opened_further(system: System, block: Block) -> Block:
    """The block with one more cell opened."""
    return system.numbering.block(block.space, block.extent.allocated, block.opened + 1)


def grown(system: System, states: States) -> Iterator[Placed]:
    """States that double the element space; q1 and q2 are full, and the new element opens h2 (R3)."""
    space, allocated = 2 * states.block.space, states.block.extent.allocated
    label = None
    if allocated is not None:
        label = f"add_grow_{'in_place' if space <= allocated else 'moving'}"
        allocated = max(allocated, space)
    yield from opened(
        states, system.numbering.block(space, allocated, states.block.opened + 1), label
    )


def issued(
    system: System, states: States, positions: Ints, labels: dict[Label, Flags | None]
) -> Iterator[Moves]:
    """The id is issued; the key may be followed from now on, unless another one is (R8)."""
    keys, known = system.keys, states.keys
    wraps: dict[Label, Flags | None] = {}
    if keys.followed:
        wrapping = keys.about_to_wrap[known]
        wraps = {"add_id_wraps": wrapping}
    after = (
        replace(states, keys=keys.after_insertion(known, positions)) if keys.followed else states
    )
    yield Moves(ADD, after, labels | wraps)
    if keys.followed:
        free = known == 0
        following = states.pick(free)
        if len(following.places):
            after = replace(following, keys=keys.after_following(positions[free]))
            yield Moves(ADD_AND_FOLLOW, after, labels)

"""Removal, in many states at once.

The model's is `stablelist_spec.systems.stable_list.model` (4.2, 5.2; R4, R7).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from stablelist_spec.core.explore import Action
from stablelist_spec.core.step import Label
from stablelist_spec.parts.parameters import Truncate
from stablelist_spec.systems.stable_list.state import NAMES

from .numbering import States
from .system import ALL, Moves, System
from .truncation import halvings, truncation_labels
from .vacancies import Flags

__all__ = ["clear", "drain", "remove", "removed_at"]

CLEAR: Final = Action("clear")
DRAIN: Final = Action("drain")
H2: Final = 2


def remove(system: System, states: States) -> Iterator[Moves]:
    """The removal of each element."""
    for position in range(states.block.opened):
        action = Action("remove", position)
        yield from removed_at(system, states, position, action, "remove_live")


def removed_at(
    system: System, states: States, position: int, action: Action, label: Label
) -> Iterator[Moves]:
    """The removal of the element at a position, in the states that have one there."""
    block = states.block
    which = sum(position >= start for start in block.starts) - 1
    cell, numbers = position - block.starts[which], states.lists[which]
    live = np.flatnonzero(system.lists.masks(numbers) & np.int64(1 << cell) == 0)
    if not len(live):
        return
    picked = states.pick(live)
    pushed = system.lists.pushed(numbers[live], cell)
    after = picked.with_list(which, pushed)
    if system.keys.followed:
        after = replace(after, keys=system.keys.after_removal(after.keys, position))
    labels: dict[Label, Flags | None] = {label: ALL}
    empty = system.live_in_h2(after) == 0
    if which != H2:
        labels |= {f"remove_from_{NAMES[which]}": ALL, "remove_while_h2_empty": empty}
        yield Moves(action, after, labels, 1)
        return
    if not empty.all():
        yield Moves(action, after.pick(~empty), labels | {"remove_from_h2": ALL}, 1)
    yield from truncated(system, after.pick(empty), action, labels)


def truncated(
    system: System, states: States, action: Action, labels: dict[Label, Flags | None]
) -> Iterator[Moves]:
    """The cascade in states whose h2 has just been emptied (R4)."""
    if system.scope.mode is Truncate.NEVER:
        if len(states.places):
            yield Moves(action, states, labels | {"remove_empties_h2_never": ALL}, 1)
        return
    for after in halvings(system, states, frees=system.scope.mode is Truncate.MEMORY):
        happened = truncation_labels(system, states, after)
        yield Moves(action, after.states, labels | happened, 1 - after.walked)


def clear(system: System, states: States) -> Iterator[Moves]:
    """`clear`: no cell is opened afterwards (R7)."""
    block = states.block
    space, allocated = block.space, block.extent.allocated
    if system.scope.mode is Truncate.MEMORY:
        space = system.parameters.least_space
        allocated = None if allocated is None else space
    none = np.zeros_like(states.q1)
    keys = system.keys.after_clear(states.keys)
    target = system.numbering.block(space, allocated, 0)
    after = States(target, none, none, none, keys, states.places)
    empty = system.live(states) == 0
    shrinks = "to_minimum" if system.scope.mode is Truncate.MEMORY else "keeps_space"
    yield Moves(CLEAR, after, {"clear_empty": empty, f"clear_{shrinks}": ~empty})


def drain(system: System, states: States) -> Iterator[Moves]:
    """`drain`: like `clear`, but returns the elements (R7)."""
    for moves in clear(system, states):
        labels = {label.replace("clear", "drain"): flags for label, flags in moves.labels.items()}
        yield replace(moves, action=DRAIN, labels=labels)

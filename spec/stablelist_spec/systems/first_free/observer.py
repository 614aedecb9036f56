"""The observer of a first-free list: its labels, and what they are told by.

Labels shared with StableList mean the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Label
from stablelist_spec.parts.labels import LIMITS, SHARED, insertion_labels
from stablelist_spec.parts.observer import (
    PARAMETRISED,
    Rules,
    Step,
    inserted,
    observer,
    released,
    removed,
    reused,
    shrunk,
    times,
)
from stablelist_spec.parts.parameters import Truncate

from .state import State

__all__ = ["LABELS", "RULES", "classify", "left", "placed"]


def placed(before: State, after: State, key: Key) -> Iterator[Label]:
    """Whether a new element is in a vacancy or in the next cell, and what became of the queue."""
    if reused(before, key):
        yield "add_reuse"
        return
    if after.space == before.space:
        yield "add_append"
    if before.queue:
        yield "add_forgets_queue"


def left(before: State, after: State, position: int) -> Iterator[Label]:
    """Whether the last cell was dropped, with vacancies before it, and how often that halved the space."""
    if position < before.opened - 1:
        yield "remove_inside"
    elif before.parameters.truncate is Truncate.NEVER:
        yield "remove_last_never"
    else:
        drops = after.opened < before.opened - 1
        yield "remove_last_drops_vacancies" if drops else "remove_last"
    if after.space < before.space:
        yield f"truncate_{times(before, after)}"
        yield from released(before)


def fitted(before: State, _: Operation, step: Step) -> tuple[Label, ...]:
    """What `shrink_to_fit` dropped and halved."""
    after = step.state
    drops, halves = after.opened < before.opened, after.space < before.space
    return shrunk(before, after, drops=drops, halves=halves)


RULES: Final[Rules] = {
    **PARAMETRISED,
    "add": inserted(placed),
    "remove": removed(left),
    "shrink_to_fit": fitted,
}
"""What labels are told by, for each operation."""
classify: Final = observer(RULES)
"""The labels of a step."""

_INSERTIONS: Final = {
    "append": "there is no vacancy: the next untouched cell",
    "reuse": "the lowest vacancy, the head of the queue",
    "forgets_queue": "there is no vacancy: all entries of the queue were cut off and are forgotten",
    "grow_moving": "the list was full: the space doubles and its cells move",
    "grow_in_place": "the list was full: the space doubles within memory kept or reserved earlier",
    **LIMITS,
}

_OWN: Final = {
    "remove_inside": "a vacancy before the last cell, which is queued",
    "remove_last": "the last cell is dropped, and the one before it is live, if there is one",
    "remove_last_drops_vacancies": "the last cell is dropped, with vacancies before it",
    "remove_last_never": "the last cell, but the mode is NEVER: it becomes a vacancy",
    "truncate_1": "the upper half is empty: the space is halved",
    "truncate_2": "the space is halved twice",
    "truncate_3_or_more": "the space is halved three times or more",
    "shrink_to_fit_nothing": "there is nothing to drop, to halve or to give back",
    "shrink_to_fit_drops": "vacancies at the end are dropped, which only NEVER has",
    "shrink_to_fit_halves": "the upper half is empty: the space is halved, perhaps repeatedly",
}

LABELS: Final[dict[Label, str]] = insertion_labels(_INSERTIONS) | SHARED | _OWN
"""Every label with its meaning. The set is closed: the model returns no other word."""

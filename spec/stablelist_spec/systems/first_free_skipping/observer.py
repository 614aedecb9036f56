"""The observer of a first-free list with vacancy skipping: a first-free list's, and what becomes of regions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stablelist_spec.core.key import Key
from stablelist_spec.core.step import Label
from stablelist_spec.parts.labels import insertion_labels
from stablelist_spec.parts.observer import inserted, observer, removed, reused
from stablelist_spec.systems.first_free import observer as first_free

from .model import State
from .regions import length

__all__ = ["LABELS", "classify"]


def placed(before: State, after: State, key: Key) -> Iterator[Label]:
    """The labels of a first-free list, and whether a region became shorter or was filled."""
    yield from first_free.placed(before, after, key)
    if reused(before, key):
        only = length(before.cells, key.index) == 1
        yield "add_fills_region" if only else "add_shortens_region"


def left(before: State, after: State, position: int) -> Iterator[Label]:
    """The labels of a first-free list, and how many regions a vacancy that stays has joined."""
    yield from first_free.left(before, after, position)
    if position < after.opened:
        joined = sum(length(before.cells, at) > 0 for at in (position - 1, position + 1))
        yield ("remove_begins_region", "remove_extends_region", "remove_joins_regions")[joined]


classify: Final = observer({**first_free.RULES, "add": inserted(placed), "remove": removed(left)})
"""The labels of a step."""

LABELS: Final[dict[Label, str]] = (
    first_free.LABELS
    | insertion_labels(
        {
            "fills_region": "the only vacancy of a region is filled",
            "shortens_region": "a region of several vacancies loses its first one",
        }
    )
    | {
        "remove_begins_region": "a vacancy without a vacant neighbour",
        "remove_extends_region": "a vacancy beside a region, which becomes longer by one",
        "remove_joins_regions": "a vacancy between two regions, which become one",
    }
)
"""Every label with its meaning. The set is closed: the model returns no other word."""

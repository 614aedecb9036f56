"""Sorting: whether a container can be sorted, and what its keys find afterwards.

A container can be sorted if it has an operation that changes the order of the elements and nothing else, and if an
iteration then shows them in the order that was asked for. Whether its keys stay right is another question, because keys
need not be places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .confusion import Confusion, confusion
from .search import MODULI, Moment, Words

__all__ = ["Sorting", "sorting"]


class Sorting(NamedTuple):
    """What sorting does.

    Attributes:
        operation: its name.
        sorts: whether every iteration after it shows the elements in this order, and equal ones as before.
        confusion: the shortest program whose sort makes a key wrong that was right before; None if there is none.
    """

    operation: str
    sorts: bool
    confusion: Confusion | None


def sorting(played_moments: Iterable[Moment], words: Words) -> Sorting | None:
    """What a sort does at the end of each program; None if there is no operation that sorts."""
    if not words.ordering:
        return None
    sorts, found = True, None
    for before in played_moments:
        for modulus, after in zip(MODULI, before.ordered(words), strict=True):
            asked = sorted(before.found(words), key=modulus.__rmod__)
            sorts = sorts and [*after.found(words)] == asked
            found = found or next(confused(before, after, words), None)
    return Sorting(words.ordering, sorts, found)


def confused(before: Moment, after: Moment, words: Words) -> Iterator[Confusion]:
    """The keys that were right before and are not afterwards."""
    for was, now in zip(before.meetings(words), after.meetings(words), strict=True):
        if was.right and not now.right:
            yield confusion(after, now)

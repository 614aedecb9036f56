"""Vectors: elements side by side, the ways to take one out, and sorting."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, Generic, NamedTuple, TypeVar

from stablelist_spec.core.step import Label

__all__ = ["SORTING", "Removal", "Sorted", "Taken", "in_order", "numbers", "without"]

T = TypeVar("T")


class Removal(Enum):
    """How a vector removes an element (thesis 3.1)."""

    SHIFT = "shift"
    """Every later element moves down by one."""
    SWAP = "swap"
    """The last element moves into the gap."""
    POP = "pop"
    """Only the last element can be removed."""


class Taken(NamedTuple, Generic[T]):
    """The rest of a vector, how many of its elements have moved, and what happened, as a word."""

    rest: tuple[T, ...]
    moved: int
    word: str


def without(vector: tuple[T, ...], place: int, removal: Removal) -> Taken[T]:
    """A vector without the element at a place.

    >>> without((5, 6, 7, 8), 1, Removal.SHIFT)
    Taken(rest=(5, 7, 8), moved=2, word='shifts')
    >>> without((5, 6, 7, 8), 1, Removal.SWAP)
    Taken(rest=(5, 8, 7), moved=1, word='swaps')
    """
    later = len(vector) - place - 1
    if later == 0:
        return Taken(vector[:-1], 0, "last")
    assert removal is not Removal.POP, "only the last element can be popped"
    if removal is Removal.SWAP:
        return Taken((*vector[:place], vector[-1], *vector[place + 1 : -1]), 1, "swaps")
    return Taken((*vector[:place], *vector[place + 1 :]), later, "shifts")


class Sorted(NamedTuple, Generic[T]):
    """A sorted vector, how many of its elements are at another place than before, and what happened, as labels."""

    vector: tuple[T, ...]
    moved: int
    labels: tuple[Label, ...]


SORTING: Final[dict[Label, str]] = {
    "sort_empty": "there are no elements",
    "sort_moves_none": "the elements are in this order already",
    "sort_moves_some": "elements are at another place afterwards",
    "sort_keeps_ties": "elements move, and two with the same remainder keep their order",
}
"""The labels of sorting, with their meanings."""


def in_order(vector: tuple[T, ...], ranks: Sequence[int]) -> Sorted[T]:
    """A vector in ascending order of the ranks of its elements; those of the same rank keep their order.

    >>> in_order(("a", "b", "c"), (2, 1, 1))
    Sorted(vector=('b', 'c', 'a'), moved=3, labels=('sort_moves_some', 'sort_keeps_ties'))
    >>> in_order(("a", "b", "c"), (1, 1, 2)).moved
    0
    """
    places = sorted(range(len(vector)), key=ranks.__getitem__)
    moved = sum(now != before for now, before in enumerate(places))
    amount = "empty" if not vector else "moves_some" if moved else "moves_none"
    ties = ("sort_keeps_ties",) if moved and len({*ranks}) < len(ranks) else ()
    return Sorted(tuple(vector[place] for place in places), moved, (f"sort_{amount}", *ties))


def numbers(_: object, field: str) -> Sequence[int]:
    """The values of an operand that an exploration tries; by 4, the elements 0 to 3 are sorted by themselves."""
    return (1, 2, 3, 4) if field == "modulus" else (1, 2)

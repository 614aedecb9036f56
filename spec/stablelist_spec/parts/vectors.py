"""Vectors: elements side by side, and the ways to take one out."""

from __future__ import annotations

from enum import Enum
from typing import Generic, NamedTuple, TypeVar

__all__ = ["Removal", "Taken", "without"]

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

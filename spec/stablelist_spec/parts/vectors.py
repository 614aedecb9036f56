"""Sorting a vector: what moves, and what an observer says of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Label

from .cells import Celled, items
from .observer import Step

__all__ = ["MODULI", "SORTING", "Sorted", "in_order", "sorting"]

T = TypeVar("T")


class Sorted(NamedTuple, Generic[T]):
    """A sorted vector, and how many of its elements are at another place than before."""

    vector: tuple[T, ...]
    moved: int


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
    Sorted(vector=('b', 'c', 'a'), moved=3)
    >>> in_order(("a", "b", "c"), (1, 1, 2)).moved
    0
    """
    places = sorted(range(len(vector)), key=ranks.__getitem__)
    moved = sum(now != before for now, before in enumerate(places))
    return Sorted(tuple(vector[place] for place in places), moved)


def sorting(before: Celled, operation: Operation, step: Step) -> Iterator[Label]:
    """Whether sorting moved elements, and kept the order of some that moved."""
    moved = step.state.cost.moved - before.cost.moved
    yield f"sort_{'empty' if before.live == 0 else 'moves_some' if moved else 'moves_none'}"
    remainders = {element % operation["modulus"] for _, element in items(before)}
    if moved and len(remainders) < before.live:
        yield "sort_keeps_ties"


MODULI: Final[Mapping[str, Callable[[object], Sequence[int]]]] = {"modulus": lambda _: (1, 2, 3, 4)}
"""The moduli that an exploration tries; by 4, the elements 0 to 3 are sorted by themselves."""

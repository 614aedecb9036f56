"""Lists of the public class with a few elements, of which one may be removed: what its contracts begin with."""

from __future__ import annotations

from stablelist import Key, StableList
from stablelist.ids import unbounded

from . import domain

__all__ = ["MOST", "elements", "filled", "one_removed"]

MOST = 5
"""The most elements: a fresh list has room for four, so one of five has grown."""


def elements(count: int, first: int) -> list[int]:
    """So many different elements, of which the first is given."""
    return [first + each for each in range(count)]


def filled(count: int, first: int) -> tuple[StableList[int], list[Key[int]]]:
    """A list of so many elements, and their keys."""
    domain.within(0 <= count <= MOST)
    pool = StableList[int](ids=unbounded)
    return pool, pool.extend(elements(count, first))


def one_removed(count: int, gone: int, first: int) -> tuple[StableList[int], list[Key[int]]]:
    """The same list without one element, and the keys of all."""
    domain.within(0 <= gone < count)
    pool, keys = filled(count, first)
    pool.remove(keys[gone])
    return pool, keys

"""The inside of a port: keys, layout and costs, parsed from its answers.

It is the inverse of `protocol`, and tolerant: a negative count is accepted, and a word that cannot be parsed gives
None.
"""

from __future__ import annotations

from typing import NamedTuple

from stablelist_conformance.wire.operations import decimal
from stablelist_spec.core.key import Key
from stablelist_spec.parts.cells import Cost, Partition

__all__ = ["Layout", "read_cost", "read_keys", "read_layout"]


def read_keys(word: str) -> tuple[Key, ...] | None:
    """The keys that an insertion returned.

    >>> read_keys("7.0"), read_keys("[0.0,1.1]"), read_keys("!full")
    ((Key(index=7, id=0),), (Key(index=0, id=0), Key(index=1, id=1)), None)
    """
    texts = (word[1:-1] if word.startswith("[") else word).split(",")
    try:
        pairs = [map(decimal, text.split(".")) for text in texts]
        return tuple(Key(index, id_) for index, id_ in pairs)
    except ValueError:
        return None


class Layout(NamedTuple):
    """The layout in an answer to ``layout``."""

    space: int
    partitions: tuple[Partition, Partition, Partition]
    free_lists: tuple[tuple[int, ...], ...]
    next_id: int


def read_layout(word: str) -> Layout | None:
    """Read the layout of an answer to ``layout``.

    >>> shown = read_layout("4|0:1:0:1:0|1:1:1:1:|2:2:0:0:|2")
    >>> shown.partitions[0], shown.free_lists
    (Partition(start=0, size=1, live=0, opened=1, head=0), ((0,), (), ()))
    """
    try:
        space, *parts, next_id = word.split("|")
        (q1, first), (q2, second), (h2, third) = map(_partition, parts)
        return Layout(decimal(space), (q1, q2, h2), (first, second, third), decimal(next_id))
    except ValueError:
        return None


def _partition(text: str) -> tuple[Partition, tuple[int, ...]]:
    """A partition and its free list.

    Raises:
        ValueError: it is none.
    """
    *numbers, listed = text.split(":")
    start, size, live, opened = map(decimal, numbers)
    free = tuple(map(decimal, listed.split(","))) if listed else ()
    return Partition(start, size, live, opened, free[0] if free else None), free


def read_cost(word: str, removals: int) -> Cost | None:
    """The costs in an answer to ``cost``; *removals* is not part of the answer.

    >>> read_cost("3/0/8/0", removals=4)
    Cost(visits=3, moved=0, dropped=8, cells=0, removals=4)
    """
    try:
        visits, moved, dropped, cells = map(decimal, word.split("/"))
    except ValueError:
        return None
    return Cost(visits, moved, dropped, cells, removals)

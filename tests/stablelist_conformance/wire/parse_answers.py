"""The inside of a port: keys, layout and costs, parsed from its answers.

It is the inverse of `protocol`, and tolerant: a negative count is accepted, and a word that cannot be parsed gives
None.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from stablelist_spec.core.key import Key
from stablelist_spec.parts.cells import Cost, Partition

__all__ = ["Layout", "read_cost", "read_keys", "read_layout"]

_NUMBER: Final = r"-?\d{1,40}"
_KEY: Final = re.compile(rf"{_NUMBER}\.{_NUMBER}")
_PARTITION: Final = re.compile(rf"(?:{_NUMBER}:){{4}}(?:{_NUMBER}(?:,{_NUMBER})*)?")


def read_keys(word: str) -> tuple[Key, ...] | None:
    """The keys that an insertion returned.

    >>> read_keys("7.0"), read_keys("[0.0,1.1]"), read_keys("!full")
    ((Key(index=7, id=0),), (Key(index=0, id=0), Key(index=1, id=1)), None)
    """
    texts = (word[1:-1] if word.startswith("[") else word).split(",")
    if not all(map(_KEY.fullmatch, texts)):
        return None
    return tuple(Key(*map(int, text.split("."))) for text in texts)


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
    space, *parts, next_id = word.split("|") if word.count("|") == 4 else ("", "")
    if not _are_numbers((space, next_id)) or not all(map(_PARTITION.fullmatch, parts)):
        return None
    (q1, first), (q2, second), (h2, third) = map(_partition, parts)
    return Layout(int(space), (q1, q2, h2), (first, second, third), int(next_id))


def _partition(text: str) -> tuple[Partition, tuple[int, ...]]:
    """A partition and its free list."""
    *numbers, listed = text.split(":")
    start, size, live, opened = map(int, numbers)
    free = tuple(map(int, listed.split(","))) if listed else ()
    return Partition(start, size, live, opened, free[0] if free else None), free


def read_cost(word: str, removals: int) -> Cost | None:
    """The costs in an answer to ``cost``; *removals* is not part of the answer.

    >>> read_cost("3/0/8/0", removals=4)
    Cost(visits=3, moved=0, dropped=8, cells=0, removals=4)
    """
    numbers = word.split("/")
    if len(numbers) != 4 or not _are_numbers(numbers):
        return None
    visits, moved, dropped, cells = map(int, numbers)
    return Cost(visits, moved, dropped, cells, removals)


def _are_numbers(texts: Iterable[str]) -> bool:
    """Whether all words are numbers."""
    return all(re.fullmatch(_NUMBER, text) for text in texts)

"""Marks: a byte for each cell, 1 if the cell is live; iteration reads them.

If many cells are live, an iteration visits every cell. If few are, it jumps from one live cell to the next with
`bytearray.find`. The costs in the model's units are the same. (R12)

Abstraction function: a `bytearray` of marks is the set of the positions at which it holds 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress, islice
from typing import Final, NoReturn, TypeVar, final

from .lending import refuse_copy
from .partition import NONE

__all__ = ["marked"]

Cell = TypeVar("Cell")

FEW: Final = 32
"""One jump takes as long as visiting this many cells."""


def marked(cells: list[Cell], marks: bytearray, opened: int, count: int) -> Iterator[Cell]:
    """The contents of the *count* marked cells among the opened ones, ascending.

    >>> list(marked(["ant", "bee", "cat"], bytearray([1, 0, 1]), 3, 2))
    ['ant', 'cat']
    """
    if FEW * count < opened:
        return map(cells.__getitem__, Jumps(marks, opened))
    return compress(cells, islice(marks, opened))


@final
class Jumps:
    """An iterator over the marked positions. Not a generator, which two threads cannot use at once."""

    __slots__ = ("_marks", "_opened", "_passed")

    def __init__(self, marks: bytearray, opened: int) -> None:
        self._marks = marks
        self._opened = opened
        self._passed = 0

    def __iter__(self) -> Jumps:
        return self

    def __next__(self) -> int:
        position = self._marks.find(1, self._passed, self._opened)
        if position == NONE:
            raise StopIteration
        self._passed = position + 1
        return position

    def __reduce__(self) -> NoReturn:
        refuse_copy()

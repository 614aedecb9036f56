"""The numbers of a free list: each arrangement of a partition's vacancies has a number; 0 is the empty list.

An arrangement among *n* opened cells is also one among *n* + 1, with the same number, so opening a cell changes no
number. Cells are counted from the partition's start, so a free list also keeps its number when it is handed over with
its partition.

- `Stacks` keep the order: lists of distinct cells, head first. Their numbers are looked up in tables.
- `Sets` forget the order: a number is the mask of the vacant cells, and any of them may be reused next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import perm
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

__all__ = ["Flags", "Ints", "Sets", "Stacks", "Taken", "Vacancies"]

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class Taken(NamedTuple):
    """The reuse of a vacancy, in the lists that *which* selects."""

    which: Ints
    cells: Ints
    after: Ints


class Vacancies(Protocol):
    """Numbered arrangements; the methods take and return arrays of numbers, unless they say otherwise."""

    @staticmethod
    def count(cells: int) -> int:
        """How many arrangements a number of opened cells has."""
        ...

    def masks(self, numbers: Ints) -> Ints:
        """The vacant cells as a mask."""
        ...

    def sizes(self, numbers: Ints) -> Ints:
        """How many vacant cells there are."""
        ...

    def heads(self, numbers: Ints) -> Ints:
        """The cell at the head, or -1."""
        ...

    def pushed(self, numbers: Ints, cell: int) -> Ints:
        """The lists after a live cell became vacant (R4)."""
        ...

    def taken(self, numbers: Ints) -> Iterator[Taken]:
        """The lists after a vacancy was reused, in every possible way (R2); no list may be empty."""
        ...

    def split(self, numbers: Ints, size: int) -> tuple[Ints, Ints]:
        """The lists of the first *size* cells, and those of the next partition (R5)."""
        ...

    def arrangement(self, number: int) -> tuple[int, ...]:
        """The vacant cells, head first if there is an order."""
        ...

    def number(self, arrangement: Sequence[int]) -> int:
        """The number of an arrangement."""
        ...


class Sets:
    """Which cells are vacant, without an order.

    >>> Sets().arrangement(0b1010), Sets().number((1, 3))
    ((1, 3), 10)
    """

    @staticmethod
    def count(cells: int) -> int:
        """Every subset."""
        return 1 << cells

    def masks(self, numbers: Ints) -> Ints:
        """The number itself."""
        return numbers

    def sizes(self, numbers: Ints) -> Ints:
        """Set bits."""
        return np.bitwise_count(numbers).astype(np.int64)

    def heads(self, numbers: Ints) -> Ints:
        """Forgotten."""
        raise NotImplementedError("a set has no head")

    def pushed(self, numbers: Ints, cell: int) -> Ints:
        """One bit more."""
        return numbers | np.int64(1 << cell)

    def taken(self, numbers: Ints) -> Iterator[Taken]:
        """One bit less, any bit."""
        for cell in range(int(numbers.max(initial=0)).bit_length()):
            which = np.flatnonzero(numbers & np.int64(1 << cell))
            yield Taken(which, np.full(len(which), cell), numbers[which] ^ np.int64(1 << cell))

    def split(self, numbers: Ints, size: int) -> tuple[Ints, Ints]:
        """Low bits and high bits."""
        return numbers & np.int64((1 << size) - 1), numbers >> np.int64(size)

    def arrangement(self, number: int) -> tuple[int, ...]:
        """Positions of set bits."""
        return tuple(cell for cell in range(number.bit_length()) if number >> cell & 1)

    def number(self, arrangement: Sequence[int]) -> int:
        """A bit for each."""
        return sum(1 << cell for cell in arrangement)


class Stacks:
    """Vacant cells in the order in which they will be reused.

    Args:
        cells: how many a partition has at most.

    >>> stacks = Stacks(3)
    >>> [stacks.arrangement(number) for number in range(5)]
    [(), (0,), (1,), (1, 0), (0, 1)]
    >>> stacks.arrangement(int(stacks.pushed(np.array([3]), 2)[0]))
    (2, 1, 0)
    """

    def __init__(self, cells: int) -> None:
        self.cells = cells
        self._lists = arrangements(cells)
        self._numbers = {list_: number for number, list_ in enumerate(self._lists)}
        self._masks = self._table(lambda list_: sum(1 << cell for cell in list_))
        self._sizes = self._table(len)
        self._heads = self._table(lambda list_: list_[0] if list_ else -1)
        self._rests = self._table(lambda list_: self._numbers[list_[1:]])
        self._pushed = [self._pushes(cell) for cell in range(cells)]
        self._splits: dict[int, tuple[Ints, Ints]] = {}

    @staticmethod
    def count(cells: int) -> int:
        """Every ordered subset."""
        return sum(perm(cells, length) for length in range(cells + 1))

    def masks(self, numbers: Ints) -> Ints:
        """Looked up."""
        return self._masks[numbers]

    def sizes(self, numbers: Ints) -> Ints:
        """Looked up."""
        return self._sizes[numbers]

    def heads(self, numbers: Ints) -> Ints:
        """Looked up."""
        return self._heads[numbers]

    def pushed(self, numbers: Ints, cell: int) -> Ints:
        """A new head."""
        return self._pushed[cell][numbers]

    def taken(self, numbers: Ints) -> Iterator[Taken]:
        """The head, and nothing else."""
        yield Taken(np.arange(len(numbers)), self._heads[numbers], self._rests[numbers])

    def split(self, numbers: Ints, size: int) -> tuple[Ints, Ints]:
        """Walk from the head: entries below *size* keep their order, the others are pushed, which reverses them."""
        if size not in self._splits:
            stay = self._table(lambda list_: self._numbers[tuple(c for c in list_ if c < size)])
            pushed = self._table(
                lambda list_: self._numbers[tuple(c - size for c in list_ if c >= size)[::-1]]
            )
            self._splits[size] = stay, pushed
        stay, pushed = self._splits[size]
        return stay[numbers], pushed[numbers]

    def arrangement(self, number: int) -> tuple[int, ...]:
        """Look up the list of a number."""
        return self._lists[number]

    def number(self, arrangement: Sequence[int]) -> int:
        """Look up the number of a list."""
        return self._numbers[tuple(arrangement)]

    def _pushes(self, cell: int) -> Ints:
        """The numbers after a push; a list that already has the cell keeps its number, which is never used."""
        return self._table(lambda list_: self._numbers[list_ if cell in list_ else (cell, *list_)])

    def _table(self, value: Callable[[tuple[int, ...]], int]) -> Ints:
        """An array with one value for each list."""
        return np.fromiter(map(value, self._lists), np.int64, len(self._lists))


@cache
def arrangements(cells: int) -> tuple[tuple[int, ...], ...]:
    """All ordered subsets of *cells* cells; those of the first cells come first."""
    if cells == 0:
        return ((),)
    fewer, last = arrangements(cells - 1), cells - 1
    more = [
        (*list_[:place], last, *list_[place:]) for list_ in fewer for place in range(len(list_) + 1)
    ]
    return (*fewer, *more)

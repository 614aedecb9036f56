"""A picture of a container as data: numbers, rows of cells, groups of cells, chains of vacancies.

A system returns its picture as a `Picture`, so that renderers are independent of systems. Most parts are optional: a
counter has numbers only, a sparse set has two rows without groups or chains.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

__all__ = ["VACANT", "Cell", "Chain", "Group", "Picture", "Row"]


class Cell(NamedTuple):
    """An opened cell: its content, and a second word such as its id."""

    live: bool
    word: str = ""
    second: str = ""


VACANT: Final = Cell(live=False)
"""A vacant cell that has no words of its own."""


class Group(NamedTuple):
    """Neighbouring cells that have a name, such as a partition or a block."""

    name: str
    start: int
    end: int


class Chain(NamedTuple):
    """Vacancies in the order of reuse, named after their group; a single chain needs no name."""

    name: str
    positions: Sequence[int]


@dataclass(frozen=True)
class Row:
    """A row of cells.

    Attributes:
        length: how many cells there are.
        cells: the opened ones, which come first.
        groups: none, or some that make up the row, in order; none of them is empty.
        chains: the order in which vacancies are reused.
        name: distinguishes this row from others.
        word: the meaning of the word in a live cell.
        second: the meaning of the second word, if there is one.
    """

    length: int
    cells: Sequence[Cell]
    groups: Sequence[Group] = ()
    chains: Sequence[Chain] = ()
    name: str = ""
    word: str = "element"
    second: str = ""

    @cached_property
    def following(self) -> Mapping[int, int | None]:
        """The next vacancy after each one in a chain; None after the last.

        >>> Row(4, [VACANT] * 3, chains=[Chain("", (2, 0))]).following
        {2: 0, 0: None}
        """
        return {
            position: following
            for _, chain in self.chains
            for position, following in zip(chain, (*chain[1:], None), strict=False)
        }


@dataclass(frozen=True)
class Picture:
    """A picture of a container.

    Attributes:
        facts: the numbers of the whole. A number is an amount; a word is shown as it is.
        costs: the costs of the operations so far, if they are shown.
        rows: of cells. Keys, if they name cells, name those of the first row.

    >>> Picture({"count": 3, "next id": "7"}).rows
    ()
    """

    facts: Mapping[str, int | str] = field(default_factory=dict)
    costs: Mapping[str, int] = field(default_factory=dict)
    rows: Sequence[Row] = ()

"""A picture as text: the contents of the cells, and which vacancy is reused next.

A live cell shows its element and its id, a vacant cell shows a point and the next vacancy of its chain, and an
untouched cell is empty. At contract level, the cells stand for insertions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from stablelist_conformance.report.excerpt import (
    Segment,
    cell_words,
    gap_words,
    segments,
    share,
    stretches,
    worth_showing,
)
from stablelist_conformance.report.panels import UNMARKED, Marks, amount
from stablelist_conformance.wire.text import COLUMNS, wrapped
from stablelist_spec.core.picture import Chain, Group, Picture, Row

__all__ = ["NO_CELLS", "chain_name", "facts", "free_list_words", "lines"]

NO_CELLS: Final = "no cells"
"""Stands for the cells of a row that has none."""
_LABEL: Final = 9
_LEAST_CELL: Final = 4
_MOST_FOR_HEADING: Final = 8
_PER_ROW: Final = (16, 8, 4)
"""The first number of cells that fits a line is taken; rows end where groups do."""
_LISTED: Final = 12


def lines(shown: Picture, marks: Marks = UNMARKED) -> list[str]:
    """The picture, with marks below some cells or keys."""
    told = [line for fact in facts(shown) for line in wrapped(fact, "  ")]
    rows = (_Row(row, marks.get(number, ())) for number, row in enumerate(shown.rows))
    return told + [line for row in rows for line in row.lines()]


def facts(shown: Picture) -> list[str]:
    """The counts of the container, and on a line of their own the costs so far, if there are any."""
    told = ", ".join(f"{name} {amount(fact)}" for name, fact in shown.facts.items())
    spent = ", ".join(f"{number:,} {name}" for name, number in shown.costs.items())
    return [told] * bool(told) + [f"cost so far: {spent}"] * bool(spent)


def free_list_words(free: Sequence[int]) -> str:
    """A free list, starting with its head.

    >>> free_list_words((3, 1)), free_list_words(())
    ('3 -> 1 -> end', 'end')
    """
    shown = [str(position) for position in free[:_LISTED]]
    if len(free) > _LISTED:
        shown.append(f"({len(free) - _LISTED:,} more)")
    return " -> ".join([*shown, "end"])


def chain_name(chain: Chain) -> str:
    """The name of a chain.

    >>> chain_name(Chain("q1", ())), chain_name(Chain("", ()))
    ('free in q1', 'free')
    """
    return f"free in {chain.name}" if chain.name else "free"


# --- Rows of cells --------------------------------------------------------------------------------


class _Row:
    """A row of cells in one or more blocks of lines, then its chains."""

    def __init__(self, row: Row, marks: Collection[int]) -> None:
        self.row, self.marks = row, marks
        self.second = ", ".join(filter(None, (row.second, "next" if row.chains else "")))
        self.label = max(_LABEL, 1 + max(len(row.word), len(self.second)))
        self.width = cell_width(row)

    def lines(self) -> list[str]:
        """All lines of the row, below its name."""
        row, shown = self.row, [f"  {self.row.name}:"] * bool(self.row.name)
        shown += [f"  {NO_CELLS}"] * (row.length == 0)
        fitting = (number for number in _PER_ROW if self.columns(number) <= COLUMNS)
        per_row = next(fitting, _PER_ROW[-1])
        for run in stretches(row.length, per_row, worth_showing(row, self.marks)):
            gap = f"  {'...':<{self.label}}{gap_words(row, run)}"
            shown += self.block(segments(row, run.start, run.end)) if run.shown else [gap]
        for chain in row.chains:
            shown += wrapped(free_list_words(chain.positions), f"  {chain_name(chain)}: ")
        return shown

    def columns(self, number: int) -> int:
        """The width of the lines with *cells* cells, where most groups meet."""
        starts = {group.start // number * number for group in self.row.groups}
        parts = max((len(segments(self.row, at, at + number)) for at in starts), default=1)
        return len("  ") + self.label + number * self.width + parts + len("|")

    def block(self, parts: list[Segment]) -> list[str]:
        """The lines of a block: headings, positions, words, second words, and marks, if there are any."""
        headings = "+".join(map(self.ruled, parts))
        shown = [
            f"  {'':<{self.label}}+{headings}+",
            self.line("position", parts, str),
            self.line(self.row.word, parts, lambda position: cell_words(self.row, position)[0]),
        ]
        if self.second:
            seconds = self.line(self.second, parts, lambda at: cell_words(self.row, at)[1])
            shown.append(seconds)
        marks = self.line("", parts, lambda at: "^" if at in self.marks else "", edge=" ").rstrip()
        return [*shown, marks] if marks else shown

    def ruled(self, part: Segment) -> str:
        """The heading of a part of a group, shortened if the part is small."""
        name, width = part.group.name, (part.end - part.start) * self.width
        headings = (heading(self.row, part.group), f" {name} ")
        fitting = (words for words in headings if name and len(words) <= width)
        return f"{next(fitting, ''):-^{width}}"

    def line(
        self, label: str, parts: list[Segment], word: Callable[[int], str], edge: str = "|"
    ) -> str:
        """One line: a word for each cell."""
        shown = ("".join(f"{word(at):>{self.width}}" for at in range(*part[1:])) for part in parts)
        return f"  {label:<{self.label}}{edge}{edge.join(shown)}{edge}"


def cell_width(row: Row) -> int:
    """The width of a cell: enough for every content, and if not too wide for the heading of its group."""
    words = (word for position in range(len(row.cells)) for word in cell_words(row, position))
    longest = max(map(len, (*words, str(row.length - 1))))
    headings = (-(-len(heading(row, group)) // (group.end - group.start)) for group in row.groups)
    return max(_LEAST_CELL, longest + 1, min(_MOST_FOR_HEADING, max(headings, default=0)))


def heading(row: Row, group: Group) -> str:
    """A group with its live cells and its size."""
    size, _, live = share(row, group)
    return f" {group.name} {live}/{size} "

"""Excerpts of a long row of cells: some of its cells, and a summary of the rest."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from stablelist_conformance.wire.text import count
from stablelist_spec.core.picture import Group, Row

__all__ = [
    "Segment",
    "Share",
    "Stretch",
    "cell_words",
    "gap_words",
    "next_word",
    "segments",
    "share",
    "stretches",
    "worth_showing",
]

_LARGE: Final = 64
"""The most cells of a space that is shown completely."""

_TOUCHED_SHOWN: Final = 3


class Stretch(NamedTuple):
    """Neighbouring positions: a row of cells, or a gap that is only summarized."""

    start: int
    end: int
    shown: bool


def stretches(length: int, per_row: int, worth: Collection[int]) -> list[Stretch]:
    """Cut positions into rows; those without a position that is *worth* showing become gaps.

    >>> for run in stretches(64, 16, {0}):
    ...     print(run)
    Stretch(start=0, end=16, shown=True)
    Stretch(start=16, end=64, shown=False)
    """
    rows = {position // per_row for position in worth}
    found: list[Stretch] = []
    for start in range(0, length, per_row):
        run = Stretch(start, min(start + per_row, length), start // per_row in rows)
        if found and not run.shown and not found[-1].shown:
            run = found.pop()._replace(end=run.end)
        found.append(run)
    return found


def worth_showing(row: Row, touched: Collection[int]) -> set[int]:
    """Positions worth showing: all opened ones; in a large row, only the relevant ones."""
    opened = len(row.cells)
    if row.length <= _LARGE:
        return {0, *range(opened), *touched}
    heads = {chain.positions[0] for chain in row.chains if chain.positions}
    return {0, max(0, opened - 1), *heads, *sorted(touched)[:_TOUCHED_SHOWN]}


class Segment(NamedTuple):
    """The part of a group that lies in a run."""

    group: Group
    start: int
    end: int


def segments(row: Row, start: int, end: int) -> list[Segment]:
    """The parts of groups between two positions; without groups, one part for all of them."""
    groups = row.groups or [Group("", 0, row.length)]
    parts = (Segment(group, max(group.start, start), min(group.end, end)) for group in groups)
    return [part for part in parts if part.start < part.end]


class Share(NamedTuple):
    """How many cells there are between two positions, how many of them are opened, and live."""

    size: int
    opened: int
    live: int


def share(row: Row, part: Group | Segment | Stretch) -> Share:
    """The counts of a part of a row."""
    cells = row.cells[part.start : part.end]
    return Share(part.end - part.start, len(cells), sum(cell.live for cell in cells))


def cell_words(row: Row, position: int) -> tuple[str, str]:
    """The two words of an opened cell; a vacant cell is a point with the next vacancy."""
    if position >= len(row.cells):
        return "", ""
    cell = row.cells[position]
    return cell.word or ".", f"{cell.second} {next_word(row, position, '>')}".strip()


def next_word(row: Row, position: int, arrow: str) -> str:
    """The successor of a vacancy, if it is in a chain."""
    if position not in row.following:
        return ""
    following = row.following[position]
    return "end" if following is None else f"{arrow}{following}"


def gap_words(row: Row, run: Stretch) -> str:
    """The summary of a gap."""
    size, opened, live = share(row, run)
    numbers = {"live": live, "vacant": opened - live, "untouched": size - opened}
    told = ", ".join(f"{number:,} {kind}" for kind, number in numbers.items() if number)
    return f"{run.start} to {run.end - 1}, {count(size, 'cell')}: {told}"

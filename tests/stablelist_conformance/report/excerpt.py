"""What of a large element space is worth showing: rows of cells, and the rest in numbers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from stablelist_spec.stable_list import Has, Not, State

from .plain import count

__all__ = [
    "Run",
    "cell_words",
    "gap_words",
    "keys_worth_showing",
    "runs",
    "segments",
    "worth_showing",
]

_LARGE: Final = 64
"""A space with more cells than this is abbreviated."""

_TOUCHED_SHOWN: Final = 3


class Run(NamedTuple):
    """Neighbouring positions: a row of cells, or a gap that is only summed up."""

    start: int
    end: int
    shown: bool


def runs(length: int, per_row: int, worth: Collection[int]) -> list[Run]:
    """Cut positions into rows; those without a position that is *worth* showing become gaps.

    >>> for run in runs(64, 16, {0}):
    ...     print(run)
    Run(start=0, end=16, shown=True)
    Run(start=16, end=64, shown=False)
    """
    rows = {position // per_row for position in worth}
    found: list[Run] = []
    for start in range(0, length, per_row):
        run = Run(start, min(start + per_row, length), start // per_row in rows)
        if found and not run.shown and not found[-1].shown:
            run = found.pop()._replace(end=run.end)
        found.append(run)
    return found


def worth_showing(state: State, touched: Collection[int]) -> set[int]:
    """Positions that a person wants to see: all opened ones, of a large space the telling ones."""
    if state.space <= _LARGE:
        return {0, *range(state.opened), *touched}
    heads = {partition.head for partition in state.partitions if partition.head is not None}
    return {0, max(0, state.opened - 1), *heads, *_few(touched)}


def keys_worth_showing(numbers: Sequence[int], touched: Collection[int]) -> set[int]:
    """Places in the order of keys: all, of many the first, the last and a few touched ones."""
    if len(numbers) <= _LARGE:
        return set(range(len(numbers)))
    places = (numbers.index(number) for number in _few(set(touched) & set(numbers)))
    return {0, len(numbers) - 1, *places}


def _few(touched: Collection[int]) -> list[int]:
    """The first few of the touched ones."""
    return sorted(touched)[:_TOUCHED_SHOWN]


def segments(state: State, run: Run) -> list[tuple[int, int, int]]:
    """The parts of a row by partition: its number, start and end."""
    parts = (
        (which, max(partition.start, run.start), min(partition.end, run.end))
        for which, partition in enumerate(state.partitions)
    )
    return [(which, start, end) for which, start, end in parts if start < end]


def cell_words(state: State, position: int) -> tuple[str, str]:
    """The element and id of a live cell; a point and the next position of a vacant one."""
    if position >= state.opened:
        return "", ""
    cell = state.cells[position]
    if isinstance(cell, Has):
        return str(cell.element), str(cell.id)
    return ".", "end" if cell.next is None else f">{cell.next}"


def gap_words(state: State, run: Run) -> str:
    """A gap in numbers."""
    cells = state.cells[run.start : run.end]
    vacant = sum(isinstance(cell, Not) for cell in cells)
    numbers = {
        "live": len(cells) - vacant,
        "vacant": vacant,
        "untouched": run.end - run.start - len(cells),
    }
    told = ", ".join(f"{number:,} {kind}" for kind, number in numbers.items() if number)
    return f"{run.start} to {run.end - 1}, {count(run.end - run.start, 'cell')}: {told}"

"""Regions of neighbouring vacancies: the cells at both ends of a region have its length, so iteration can skip it.

A region of length 1 has one end. The cells between the ends have lengths of earlier regions, or none; nobody reads
them. (thesis 5.6.2)
"""

from __future__ import annotations

from collections.abc import Iterator

from stablelist_spec.parts.cells import Cell, Not

__all__ = ["ending", "extended", "length", "shortened", "visited"]


def length(cells: tuple[Cell, ...], position: int) -> int:
    """The length of the region that ends or begins at a position; 0 if there is no vacant cell."""
    if not 0 <= position < len(cells):
        return 0
    cell = cells[position]
    if not isinstance(cell, Not):
        return 0
    assert cell.next is not None, f"the cell {position} is within a region"
    return cell.next


def written(cells: tuple[Cell, ...], start: int, size: int) -> tuple[Cell, ...]:
    """The cells with the length of a region at both of its ends."""
    changed = list(cells)
    changed[start] = changed[start + size - 1] = Not(size)
    return tuple(changed)


def extended(cells: tuple[Cell, ...], position: int) -> tuple[Cell, ...]:
    """The cells after a new vacancy joined the regions beside it.

    >>> extended((Not(1), Not(None), Not(2), Not(2)), 1)[0]
    Not(next=4)
    """
    before, after = length(cells, position - 1), length(cells, position + 1)
    return written(cells, position - before, before + 1 + after)


def shortened(cells: tuple[Cell, ...], position: int, size: int) -> tuple[Cell, ...]:
    """The cells after the first one of a region of some size was filled."""
    return cells if size == 1 else written(cells, position + 1, size - 1)


def ending(cells: tuple[Cell, ...]) -> tuple[int, int]:
    """Where the cells end if the last one is dropped with the region before it, whose length is one read.

    >>> ending((Not(2), Not(2), Not(None)))
    (0, 1)
    """
    last = len(cells) - 1
    size = length(cells, last - 1)
    return last - size, min(size, 1)


def visited(cells: tuple[Cell, ...]) -> Iterator[int]:
    """The positions that an iteration visits: each live one, and the first one of each region."""
    position = 0
    while position < len(cells):
        yield position
        position += max(1, length(cells, position))

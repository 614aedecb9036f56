"""A container that skips vacant regions, whose lengths are kept by the formulas in 5.6.2 of seed 000.

The lowest vacancy is used first. Each end of a region holds its length; the formulas look for the other end as many
cells away as the new length, which is one too many.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from heapq import heappop, heappush
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "stablelist_conformance/starters/python"))

import starter


class SkippingByListing:
    """Integers in cells; *lengths* has a number for every cell that was vacated."""

    def __init__(self) -> None:
        self._cells: list[int | None] = []
        self._lengths: list[int] = []
        self._free: list[int] = []

    def _vacant(self, place: int) -> bool:
        """Whether there is a vacancy."""
        return 0 <= place < len(self._cells) and self._cells[place] is None

    def _end(self, place: int, length: int) -> None:
        """Tell the length to the end of a region, if there is such a cell."""
        if 0 <= place < len(self._lengths):
            self._lengths[place] = length

    def add(self, element: int) -> int:
        """Use the lowest vacancy, the left end of a region, else a new cell."""
        if not self._free:
            self._cells.append(element)
            self._lengths.append(0)
            return len(self._cells) - 1
        place = heappop(self._free)
        self._cells[place] = element
        length = self._lengths[place]
        if self._vacant(place + 1):
            self._end(place + 1, length - 1)
            self._end(place + length, length - 1)
        return place

    def remove(self, place: int) -> int | None:
        """Vacate a cell; the regions beside it become one."""
        if self._vacant(place):
            return None
        element, self._cells[place] = self._cells[place], None
        heappush(self._free, place)
        before = self._lengths[place - 1] if self._vacant(place - 1) else 0
        after = self._lengths[place + 1] if self._vacant(place + 1) else 0
        length = before + 1 + after
        self._lengths[place] = 0 if before and after else length
        if before and after:
            self._end(place - before, length)
            self._end(place + after, length)
        elif before:
            self._end(place - length, length)
        elif after:
            self._end(place + length, length)
        return element

    def at(self, place: int) -> int | None:
        """The element of a cell."""
        return self._cells[place]

    def each(self) -> Iterator[tuple[int, int]]:
        """Elements; from the left end of a region on, as many cells are skipped as it says."""
        place = 0
        while place < len(self._cells):
            element = self._cells[place]
            if element is None:
                if not self._lengths[place]:
                    raise RecursionError("a region without cells is skipped for ever")
                place += self._lengths[place]
            else:
                yield place, element
                place += 1


port = starter.Port(
    {"name": "skipping-by-listing", "version": "seed-000", "system": "slab"},
    open=lambda parameters: SkippingByListing(),
    add=SkippingByListing.add,
    remove=SkippingByListing.remove,
    at=SkippingByListing.at,
    each=SkippingByListing.each,
)

if __name__ == "__main__":
    port.serve()

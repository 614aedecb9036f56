"""An arena that advances a counter of its index at each removal, as the article on a generational arena writes it.

Free indices are kept on a stack. If it is empty, the next index is the counter of used indices.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

sys.path.append(str(Path(__file__).parents[1] / "stablelist_conformance/starters/python"))

import starter


class Handle(NamedTuple):
    """An index, and how many removals there have been at it."""

    place: int
    count: int


class CountingArena:
    """A bounded number of integers. A missing element is represented by 0 if elements are values."""

    def __init__(self, room: int, nothing: int | None) -> None:
        self._nothing = nothing
        self._elements = [nothing] * room
        self._counts = [0] * room
        self._used = 0
        self._free: list[int] = []

    def add(self, element: int) -> Handle:
        """Use the index freed last, or else the next one. Either way, the counter of used indices grows."""
        place = self._free.pop() if self._free else self._used
        self._elements[place] = element
        self._used += 1
        return Handle(place, self._counts[place])

    def at(self, handle: Handle) -> int | None:
        """Return the element, or the value for a missing one if there was a removal at the index since."""
        current = self._counts[handle.place] == handle.count
        return self._elements[handle.place] if current else self._nothing

    def remove(self, handle: Handle) -> None:
        """Free the index without checking that the handle still belongs to an element."""
        self._counts[handle.place] += 1
        self._free.append(handle.place)


def port_of(kind: str) -> starter.Port:
    """With ``values``, the value 0 means a missing element; with ``references``, it is an element like any other."""
    nothing = 0 if kind == "values" else None
    return starter.Port(
        {
            "name": f"counting-arena-of-{kind}",
            "version": "listing",
            "system": "slotmap",
            "id_bits": 32,
            "capacity": "fixed",
            "remove": "silent",
        },
        errors={"!full": IndexError},
        open=lambda parameters: CountingArena(int(parameters["capacity"]) or 65_536, nothing),
        add=CountingArena.add,
        remove=CountingArena.remove,
        at=CountingArena.at,
    )


if __name__ == "__main__":
    port_of(sys.argv[1]).serve()

"""An arena that advances a counter of its index at each removal, as the article of seed 001 writes it.

What is free is a stack, and the number of used indices says which one is next when the stack is empty.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

sys.path.append(str(Path(__file__).parents[1] / "stablelist_conformance/starters/python"))

import starter


class Handle(NamedTuple):
    """A place, and how often something was removed there."""

    place: int
    count: int


class CountingArena:
    """At most so many integers, and what stands for an element that is not there: 0 where elements are values."""

    def __init__(self, room: int, nothing: int | None) -> None:
        self._nothing = nothing
        self._elements = [nothing] * room
        self._counts = [0] * room
        self._used = 0
        self._free: list[int] = []

    def add(self, element: int) -> Handle:
        """Use what was freed last, else the next index. Either way, one more counts as used."""
        place = self._free.pop() if self._free else self._used
        self._elements[place] = element
        self._used += 1
        return Handle(place, self._counts[place])

    def at(self, handle: Handle) -> int | None:
        """The element, if nothing was removed there since; else what stands for none."""
        current = self._counts[handle.place] == handle.count
        return self._elements[handle.place] if current else self._nothing

    def remove(self, handle: Handle) -> None:
        """Free the place; whether the handle is still that of an element is not asked."""
        self._counts[handle.place] += 1
        self._free.append(handle.place)


def port_of(kind: str) -> starter.Port:
    """Where elements are ``values``, none of them looks like 0; where they are ``references``, it does not."""
    nothing = 0 if kind == "values" else None
    return starter.Port(
        {
            "name": f"counting-arena-of-{kind}",
            "version": "seed-001",
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

"""A handle map of a sparse, a dense and a reverse array, erasing as listing 22 of seed 004 does.

How handles are inserted and looked up is not listed there; here it is done as the text says.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

sys.path.append(str(Path(__file__).parents[1] / "stablelist_conformance/starters/python"))

import starter


class Handle(NamedTuple):
    """A place in the sparse array, and its generation."""

    sparse: int
    generation: int


class HandleMap:
    """Integers that stand densely, whatever is erased."""

    def __init__(self) -> None:
        self._dense_of: list[int] = []
        self._generations: list[int] = []
        self._sparse_of: list[int] = []
        self._items: list[int] = []
        self._free: list[int] = []

    def insert(self, item: int) -> Handle:
        """Append an item, with a handle that was freed last, or a new one."""
        if not self._free:
            self._free.append(len(self._dense_of))
            self._dense_of.append(0)
            self._generations.append(0)
        sparse = self._free.pop()
        self._dense_of[sparse] = len(self._items)
        self._items.append(item)
        self._sparse_of.append(sparse)
        return Handle(sparse, self._generations[sparse])

    def get(self, handle: Handle) -> int | None:
        """The item of a handle."""
        if not 0 <= handle.sparse < len(self._generations):
            return None
        if self._generations[handle.sparse] != handle.generation:
            return None
        return self._items[self._dense_of[handle.sparse]]

    def erase(self, handle: Handle) -> None:
        """Move the last item into the gap. A handle is in range if its place is below the number of items."""
        if not handle.sparse < len(self._items):
            raise IndexError("the handle is out of range")
        if self._generations[handle.sparse] != handle.generation:
            return
        gap, moved = self._dense_of[handle.sparse], self._sparse_of[-1]
        self._items[gap] = self._items[-1]
        self._sparse_of[gap] = moved
        self._dense_of[moved] = gap
        self._items.pop()
        self._sparse_of.pop()
        self._free.append(handle.sparse)
        self._generations[handle.sparse] += 1

    def place(self, handle: Handle) -> int:
        """Where the item of a handle stands."""
        return self._dense_of[handle.sparse]

    def reverse(self, place: int) -> int:
        """Which place of the sparse array an item belongs to."""
        return self._sparse_of[place]


port = starter.Port(
    {
        "name": "handle-map",
        "version": "seed-004",
        "system": "slotmap",
        "id_bits": 32,
        "remove": "silent",
        "panics": "remove.stale,remove.forged",
    },
    open=lambda parameters: HandleMap(),
    add=HandleMap.insert,
    remove=HandleMap.erase,
    at=HandleMap.get,
)

if __name__ == "__main__":
    port.serve()

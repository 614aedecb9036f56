"""A sparse set whose sparse array is resized to just beyond each new member, as the article on sparse sets writes it.

The numbers of the article have no bound. Here they have one, so that the kit can limit its programs to it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "stablelist_conformance/starters/family/python"))

import spoken
import starter


class ResizingSparseSet:
    """Members in a dense array, and the position of each in a sparse one; *written* counts cells written."""

    def __init__(self, bound: int) -> None:
        self._bound = bound
        self._dense: list[int] = []
        self._sparse: list[int | None] = []
        self.written = 0

    def place(self, number: int) -> int | None:
        """Return the position that the sparse array has for a number."""
        return self._sparse[number] if number < len(self._sparse) else None

    def insert(self, number: int) -> bool:
        """Make a number a member, unless the sparse array says that it is one."""
        if number >= self._bound:
            raise starter.Refused("beyond")
        if self.place(number) is not None:
            return False
        self.written += 2 + max(0, number + 1 - len(self._sparse))
        self._sparse = [*self._sparse, *[None] * (number + 1)][: number + 1]
        self._sparse[number] = len(self._dense)
        self._dense.append(number)
        return True

    def remove(self, number: int) -> bool:
        """Remove a member by moving the last one to its position."""
        place = self.place(number)
        if place is None:
            return False
        last = self._dense.pop()
        if place < len(self._dense):
            self._dense[place] = last
            self._sparse[last] = place
        self._sparse[number] = None
        return True

    def contains(self, number: int) -> bool:
        """Return whether the two arrays point at each other."""
        place = self.place(number)
        return place is not None and place < len(self._dense) and self._dense[place] == number

    def clear(self) -> None:
        """Clear both arrays."""
        self._dense.clear()
        self._sparse.clear()

    def __iter__(self) -> Iterator[int]:
        return iter(self._dense)


port = starter.Port(
    "protocol=6 name=resizing-sparse-set version=listing system=sparse-set",
    spoken.SETS,
    lambda choices: ResizingSparseSet(int(choices["universe"])),
    {
        "insert": ResizingSparseSet.insert,
        "remove": ResizingSparseSet.remove,
        "contains": ResizingSparseSet.contains,
        "clear": ResizingSparseSet.clear,
        "each": iter,
    },
)

if __name__ == "__main__":
    port.serve()

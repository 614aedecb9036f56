"""A sparse set whose sparse array is resized to just beyond each new member, as the article of seed 002 writes it.

There, numbers have no bound; here they have one, so that the kit does not ask for more.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "stablelist_conformance/starters/python"))

import starter


class ResizingSparseSet:
    """Members in a dense array, and the place of each in a sparse one; *written* counts the cells that were written."""

    def __init__(self, bound: int) -> None:
        self._bound = bound
        self._dense: list[int] = []
        self._sparse: list[int | None] = []
        self.written = 0

    def place(self, number: int) -> int | None:
        """Where the sparse array says that a number is."""
        return self._sparse[number] if number < len(self._sparse) else None

    def insert(self, number: int) -> bool:
        """Make a number a member, unless the sparse array says that it is one."""
        if number >= self._bound:
            raise OverflowError(f"{number} is beyond the bound {self._bound}")
        if self.place(number) is not None:
            return False
        self.written += 2 + max(0, number + 1 - len(self._sparse))
        self._sparse = [*self._sparse, *[None] * (number + 1)][: number + 1]
        self._sparse[number] = len(self._dense)
        self._dense.append(number)
        return True

    def remove(self, number: int) -> bool:
        """The last member takes the place of the one that is removed."""
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
        """Whether the two arrays point at each other."""
        place = self.place(number)
        return place is not None and place < len(self._dense) and self._dense[place] == number

    def clear(self) -> None:
        """Forget both arrays."""
        self._dense.clear()
        self._sparse.clear()

    def __iter__(self) -> Iterator[int]:
        return iter(self._dense)


port = starter.Port(
    {
        "name": "resizing-sparse-set",
        "version": "seed-002",
        "system": "sparse-set",
        "level": "layout",
        "without": "layout",
    },
    errors={"!beyond": OverflowError},
    open=lambda parameters: ResizingSparseSet(int(parameters["universe"])),
    insert=ResizingSparseSet.insert,
    remove=ResizingSparseSet.remove,
    contains=ResizingSparseSet.contains,
    clear=ResizingSparseSet.clear,
    each=iter,
)

if __name__ == "__main__":
    port.serve()

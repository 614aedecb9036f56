"""A dense map that corrects the outer index of the element that was removed, as the formula in 3.6 of seed 000 says.

It should correct that of the element that was moved.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

sys.path.append(str(Path(__file__).parents[1] / "stablelist_conformance/starters/python"))

import starter


class Key(NamedTuple):
    """An outer index and a version."""

    outer: int
    version: int


class MisdirectingDenseMap:
    """Integers that stand densely in an inner list."""

    def __init__(self) -> None:
        self._outer: list[int] = []
        self._versions: list[int] = []
        self._inner: list[tuple[int, int]] = []
        self._free: list[int] = []

    def insert(self, element: int) -> Key:
        """Append an element."""
        if not self._free:
            self._free.append(len(self._outer))
            self._outer.append(0)
            self._versions.append(0)
        outer = self._free.pop()
        self._outer[outer] = len(self._inner)
        self._inner.append((outer, element))
        return Key(outer, self._versions[outer])

    def at(self, key: Key) -> int | None:
        """The element of a key, by way of the outer list."""
        if self._versions[key.outer] != key.version:
            return None
        return self._inner[self._outer[key.outer]][1]

    def remove(self, key: Key) -> int | None:
        """The last element is moved into the gap."""
        element = self.at(key)
        if element is None:
            return None
        place = self._outer[key.outer]
        self._inner[place] = self._inner[-1]
        self._inner.pop()
        self._outer[key.outer] = place
        self._versions[key.outer] += 1
        self._free.append(key.outer)
        return element


port = starter.Port(
    {
        "name": "misdirecting-dense-map",
        "version": "seed-000",
        "system": "slotmap",
        "id_bits": 32,
    },
    open=lambda parameters: MisdirectingDenseMap(),
    add=MisdirectingDenseMap.insert,
    remove=MisdirectingDenseMap.remove,
    at=MisdirectingDenseMap.at,
)

if __name__ == "__main__":
    port.serve()

"""The slot map in plain Python, as a peer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from sys import getsizeof
from typing import Any, ClassVar

from bench.names import SLOT_MAP

from .slot_map import SlotMap

__all__ = ["PlainSlotMap"]


class PlainSlotMap:
    """Keys are pairs of an index and a version."""

    name: ClassVar[str] = SLOT_MAP
    package: ClassVar[str] = ""
    tells_stale: ClassVar[bool] = True

    def __init__(self) -> None:
        self.pool: SlotMap[Any] = SlotMap()

    def add(self, elements: Sequence[object]) -> None:
        """`pool.add(element)`."""
        pool = self.pool
        for element in elements:
            pool.add(element)

    def keys(self) -> list[tuple[int, int]]:
        """The keys, which are created anew."""
        return [key for key, _ in self.pool.items()]

    def at(self, keys: Sequence[tuple[int, int]]) -> object:
        """`pool.at(key)`."""
        pool, found = self.pool, None
        for key in keys:
            found = pool.at(key)
        return found

    def subscript(self, keys: Sequence[tuple[int, int]]) -> object:
        """`pool[key]`."""
        pool, found = self.pool, None
        for key in keys:
            found = pool[key]
        return found

    def remove(self, keys: Sequence[tuple[int, int]]) -> object:
        """`pool.remove(key)`."""
        pool, found = self.pool, None
        for key in keys:
            found = pool.remove(key)
        return found

    def elements(self) -> Iterable[Any]:
        """`pool.values()`."""
        return self.pool.values()

    def pairs(self) -> Iterable[tuple[tuple[int, int], Any]]:
        """`pool.items()`."""
        return self.pool.items()

    def bytes(self) -> int:
        """The bytes of the three lists; versions are small ints, which Python shares."""
        pool = self.pool
        return sum(map(getsizeof, (pool, pool.elements, pool.versions, pool.vacant)))

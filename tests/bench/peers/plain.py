"""The slot map in plain Python, as a peer."""

from __future__ import annotations

from sys import getsizeof
from typing import Any, ClassVar

from bench.names import SLOT_MAP

from .slot_map import SlotMap
from .stable import Stable

__all__ = ["PlainSlotMap"]


class PlainSlotMap(Stable):
    """Keys are pairs of an index and a version. Its methods have StableList's names, so the loops are the same."""

    name: ClassVar[str] = SLOT_MAP
    package: ClassVar[str] = ""

    def __init__(self) -> None:
        self.pool: Any = SlotMap()

    def keys(self) -> list[Any]:
        """The keys, which are created anew."""
        return [key for key, _ in self.pool.items()]

    def bytes(self) -> int:
        """The bytes of the three lists; versions are small ints, which Python shares."""
        pool = self.pool
        return sum(map(getsizeof, (pool, pool.elements, pool.versions, pool.vacant)))

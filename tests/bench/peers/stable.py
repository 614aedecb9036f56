"""StableList itself, with default ids and with ids of 64 bits, which are the default now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from sys import getsizeof
from typing import Any, ClassVar

from bench.names import WIDE
from stablelist import Key, StableList, ids

__all__ = ["Stable", "WideStable"]


class Stable:
    """A StableList with default options: ids of 64 bits, truncation in mode `iteration`."""

    name: ClassVar[str] = "StableList"
    package: ClassVar[str] = "stablelist"
    tells_stale: ClassVar[bool] = True

    def __init__(self) -> None:
        self.pool: StableList[Any] = StableList()

    def add(self, elements: Sequence[object]) -> None:
        """`pool.add(element)`."""
        pool = self.pool
        for element in elements:
            pool.add(element)

    def keys(self) -> list[Key[Any]]:
        """The keys of the list."""
        return list(self.pool.keys())

    def at(self, keys: Sequence[Key[Any]]) -> object:
        """`pool.at(key)`."""
        pool, found = self.pool, None
        for key in keys:
            found = pool.at(key)
        return found

    def subscript(self, keys: Sequence[Key[Any]]) -> object:
        """`pool[key]`."""
        pool, found = self.pool, None
        for key in keys:
            found = pool[key]
        return found

    def remove(self, keys: Sequence[Key[Any]]) -> object:
        """`pool.remove(key)`."""
        pool, found = self.pool, None
        for key in keys:
            found = pool.remove(key)
        return found

    def elements(self) -> Iterable[Any]:
        """`pool.values()`."""
        return self.pool.values()

    def pairs(self) -> Iterable[tuple[Key[Any], Any]]:
        """`pool.items()`."""
        return self.pool.items()

    def bytes(self) -> int:
        """The bytes of the list with its cells, and of the keys in them."""
        return getsizeof(self.pool) + sum(map(getsizeof, self.pool.keys()))


class WideStable(Stable):
    """The same with ids of 64 bits."""

    name: ClassVar[str] = WIDE

    def __init__(self) -> None:
        self.pool: StableList[Any] = StableList(ids=ids.u64)

"""Containers of the standard library: dict, OrderedDict, and a list of optionals."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from itertools import count
from sys import getsizeof
from typing import Any, ClassVar

__all__ = ["CountedDict", "CountedOrderedDict", "Optionals"]


class CountedDict:
    """A dict with the values of a counter as keys: what most programs use, and the yardstick."""

    name: ClassVar[str] = "dict"
    package: ClassVar[str] = ""
    tells_stale: ClassVar[bool] = True

    def __init__(self) -> None:
        self.pool: dict[int, Any] = {}
        self.counter = count()

    def add(self, elements: Sequence[object]) -> None:
        """`pool[next(counter)] = element`."""
        pool, counter = self.pool, self.counter
        for element in elements:
            pool[next(counter)] = element

    def keys(self) -> list[int]:
        """The keys of the dict."""
        return list(self.pool)

    def at(self, keys: Sequence[int]) -> object:
        """`pool.get(key)`."""
        pool, found = self.pool, None
        for key in keys:
            found = pool.get(key)
        return found

    def subscript(self, keys: Sequence[int]) -> object:
        """`pool[key]`."""
        pool, found = self.pool, None
        for key in keys:
            found = pool[key]
        return found

    def remove(self, keys: Sequence[int]) -> object:
        """`pool.pop(key, None)`."""
        pool, found = self.pool, None
        for key in keys:
            found = pool.pop(key, None)
        return found

    def elements(self) -> Iterable[Any]:
        """`pool.values()`."""
        return self.pool.values()

    def pairs(self) -> Iterable[tuple[int, Any]]:
        """`pool.items()`."""
        return self.pool.items()

    def bytes(self) -> int:
        """The bytes of the dict and of its ints."""
        return getsizeof(self.pool) + sum(map(getsizeof, self.pool))


class CountedOrderedDict(CountedDict):
    """An OrderedDict with the values of a counter as keys: its iteration skips removed entries."""

    name: ClassVar[str] = "OrderedDict"

    def __init__(self) -> None:
        super().__init__()
        self.pool = OrderedDict()


class Optionals:
    """A list in which None is a vacancy, with a stack of vacant indices. An index is a key."""

    name: ClassVar[str] = "list of optionals"
    package: ClassVar[str] = ""
    tells_stale: ClassVar[bool] = False

    def __init__(self) -> None:
        self.pool: list[Any] = []
        self.vacant: list[int] = []

    def add(self, elements: Sequence[object]) -> None:
        """Use the latest vacancy, or append."""
        pool, vacant = self.pool, self.vacant
        for element in elements:
            if vacant:
                pool[vacant.pop()] = element
            else:
                pool.append(element)

    def keys(self) -> list[int]:
        """The indices of all elements."""
        return [index for index, element in enumerate(self.pool) if element is not None]

    def at(self, keys: Sequence[int]) -> object:
        """`pool[key]`, which may be None."""
        pool, found = self.pool, None
        for key in keys:
            found = pool[key]
        return found

    subscript = at

    def remove(self, keys: Sequence[int]) -> object:
        """Store None, and push the index on the stack."""
        pool, vacant, found = self.pool, self.vacant, None
        for key in keys:
            found = pool[key]
            if found is not None:
                pool[key] = None
                vacant.append(key)
        return found

    def elements(self) -> Iterable[Any]:
        """The elements without the vacancies; `filter` is the fastest way to skip them in Python."""
        return filter(None, self.pool)

    def pairs(self) -> Iterable[tuple[int, Any]]:
        """Indices and elements, without the vacancies."""
        return ((key, element) for key, element in enumerate(self.pool) if element is not None)

    def bytes(self) -> int:
        """The bytes of both lists; an index exists only where a program keeps it."""
        return getsizeof(self.pool) + getsizeof(self.vacant)

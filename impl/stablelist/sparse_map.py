"""A map from few keys of a large list to further values: `SecondaryMap`, on a dict.

At any time at most one key is live at an index, and the list knows which. A value can be set only for a live key; it
replaces the value of a retired key at the same index.

Representation invariant: `_entries[index]` is a pair (key, value) with `key.index == index`.

Abstraction function: the finite map {key: value} over the entries whose key is live in `_pool`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Self, TypeVar, overload

from .entries import LEAST_LIMIT, refuse_missing, refuse_unmade, refuse_value
from .key import Key, require
from .keyed_map import KeyedMap
from .partition import NONE
from .pool import Pool
from .stable_list import StableList

__all__ = ["SparseSecondaryMap"]

V = TypeVar("V")
D = TypeVar("D")

MISSING: Final = object()
"""No value, or no default."""


class SparseSecondaryMap(KeyedMap[V]):
    """A `SecondaryMap` for few of the elements of a large list: its memory depends on its values alone.

    It does what a `SecondaryMap` does, more slowly: iterating sorts the values by index and looks each key up in the
    list, and counting looks up every key as well.

    >>> from stablelist import SparseSecondaryMap, StableList
    >>> pool = StableList(range(1000))
    >>> *_, last = pool
    >>> marked = SparseSecondaryMap[str](pool, {last: "x"})
    >>> marked[last], len(marked)
    ('x', 1)
    """

    # Source: R10, R11

    __slots__ = ("__weakref__", "_entries", "_limit", "_pool")

    _pool: Any
    _entries: dict[int, tuple[Key[Any], V]]
    _limit: int

    def __new__(cls, *_args: object, **_kwargs: object) -> Self:
        """No values, for no list yet."""
        values = super().__new__(cls)
        values._pool, values._entries, values._limit = None, {}, LEAST_LIMIT
        return values

    def __init__(
        self,
        pool: StableList[Any],
        values: Mapping[Key[Any], V] | Iterable[tuple[Key[Any], V]] = (),
        /,
    ) -> None:
        KeyedMap.__init__(self, pool, values)

    def _begin(self, pool: StableList[Any]) -> None:
        """Have no values, for keys of a list."""
        self._pool, self._entries, self._limit = pool, {}, LEAST_LIMIT

    # --- one value ---------------------------------------------------------------------------

    def __getitem__(self, key: Key[Any]) -> V:
        value = self._value(key)
        if value is MISSING:
            refuse_missing(self._pool, key)
        return value  # type: ignore[no-any-return]

    def __setitem__(self, key: Key[Any], value: V) -> None:
        if not self._is_live(key):
            refuse_value(self._pool, key)
        if len(self._entries) >= self._limit and key.index not in self._entries:
            self.sweep()
        self._entries[key.index] = (key, value)

    def __delitem__(self, key: Key[Any]) -> None:
        self.pop(key)

    def __contains__(self, key: object) -> bool:
        return type(key) is Key and self._value(key) is not MISSING

    @overload
    def get(self, key: Key[Any], /) -> V | None: ...
    @overload
    def get(self, key: Key[Any], default: V | D, /) -> V | D: ...
    def get(self, key: Key[Any], default: object = None, /) -> object:
        """The value of *key*, or *default* if it has none or is stale, in O(1).

        Raises:
            TypeError: *key* is not a `Key`.

        >>> from stablelist import Key, SparseSecondaryMap, StableList
        >>> SparseSecondaryMap[int](StableList[str]()).get(Key(0, 0), 6)
        6
        """
        # Source: R10, R11
        value = self._value(key)
        return default if value is MISSING else value

    @overload
    def pop(self, key: Key[Any], /) -> V: ...
    @overload
    def pop(self, key: Key[Any], default: V | D, /) -> V | D: ...
    def pop(self, key: Key[Any], default: object = MISSING, /) -> object:
        """Remove the value of *key*; return it, or *default* if there is none, in O(1).

        Raises:
            TypeError: *key* is not a `Key`.
            StaleKeyError: the key names no element, and no default was given.
            KeyError: the key has no value, and no default was given.

        >>> from stablelist import SparseSecondaryMap, StableList
        >>> pool = StableList[str]()
        >>> ant = pool.add("ant")
        >>> legs = SparseSecondaryMap[int](pool, {ant: 6})
        >>> legs.pop(ant), legs.pop(ant, 0)
        (6, 0)
        """
        # Source: R10, R11
        value = self._value(key)
        if value is not MISSING:
            del self._entries[key.index]
            return value
        if default is MISSING:
            refuse_missing(self._pool, key)
        return default

    # --- all values --------------------------------------------------------------------------

    def __iter__(self) -> Iterator[Key[Any]]:
        if self._pool is None:
            refuse_unmade()
        self.sweep()
        for index in sorted(self._entries):
            entry = self._entries.get(index)
            if entry is not None and self._is_live(entry[0]):
                yield entry[0]

    def __len__(self) -> int:
        self.sweep()
        return len(self._entries)

    def clear(self) -> None:
        """Drop every value; the list stays as it is.

        >>> from stablelist import SparseSecondaryMap, StableList
        >>> pool = StableList(["ant"])
        >>> legs = SparseSecondaryMap[int](pool, dict.fromkeys(pool, 6))
        >>> legs.clear()
        >>> len(legs), len(pool)
        (0, 1)
        """
        self._entries.clear()
        self._limit = LEAST_LIMIT

    def sweep(self) -> None:
        """Drop the values of retired keys now, in O(entries).

        >>> from stablelist import SparseSecondaryMap, StableList
        >>> pool = StableList(["ant"])
        >>> legs = SparseSecondaryMap[int](pool, dict.fromkeys(pool, 6))
        >>> pool.clear()
        >>> legs.sweep()
        """
        entries = self._entries
        # Iterates over a copy, which keeps the values until the end: a callback from `__del__` finds the map swept.
        # Entries that a finaliser or another thread changes in between are left alone.
        for entry in list(entries.values()):
            key = entry[0]
            if not self._is_live(key) and entries.get(key.index) is entry:
                del entries[key.index]
        self._limit = max(LEAST_LIMIT, 2 * len(entries))

    # --- copies ------------------------------------------------------------------------------

    def __getstate__(self) -> object:
        self.sweep()
        return super().__getstate__()

    # --- inside ------------------------------------------------------------------------------

    def _value(self, key: Key[Any]) -> Any:  # noqa: ANN401 - a V, or MISSING
        """The value of a live key, or MISSING; refuses what is not a key."""
        require(key)
        if self._pool is None:
            refuse_unmade()
        entry = self._entries.get(key.index)
        if entry is None or entry[0] != key or not self._is_live(key):
            return MISSING
        return entry[1]

    def _is_live(self, key: Key[Any]) -> bool:
        """Whether the list has an element of that key."""
        return type(key) is Key and Pool._find(self.pool, key) != NONE

"""A map from the keys of a list to further values, for data that is kept apart from the elements.

At any time at most one key is live at an index, and the list knows which. So the map refers to its list, and looks keys
up in it. It never has to decide which of two keys is older, which is impossible after ids have wrapped, or if they are
UUIDs. A value can be set only for a live key; it replaces the value of a retired key at the same index.

Representation invariant: `_entries[index]` is a pair (key, value) with `key.index == index`.

Abstraction function: the finite map {key: value} over the entries whose key is live in `_pool`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from reprlib import recursive_repr
from typing import Any, Final, Self, TypeVar, overload

from .key import Key, require
from .showing import shown_items
from .stable_list import StableList
from .stale import refuse

__all__ = ["SecondaryMap"]

V = TypeVar("V")
D = TypeVar("D")

MISSING: Final = object()
"""No value, or no default."""

NOT_STORED: Final = (
    "nothing was stored; where an element may be gone, ask first whether the key is in the list"
)
"""What to do about a stale key that is given a value."""

LEAST_LIMIT: Final = 8
"""The smallest number of entries at which setting a value sweeps the map."""


class SecondaryMap(MutableMapping[Key[Any], V]):
    """Values of type V for keys of *pool*, in ascending order of index.

    As soon as the list retires a key, the map no longer finds it. The value is dropped when the map is next counted,
    iterated over, compared, copied or saved, or by `sweep`; at the latest when the map has twice as many entries as
    after the last sweep. Getting, setting and deleting take amortised O(1). Counting and iterating look up every entry
    in the list.

    Because no element is lent, the map and its list may be changed during an iteration. It leaves out entries that are
    removed before it reaches them, and may leave out entries that are added.

    Args:
        pool: the list whose keys these are; it is kept alive.
        values: a mapping, or pairs of key and value, to begin with.

    Raises:
        TypeError: *pool* is not a `StableList`, or one of the keys is not a `Key`.
        StaleKeyError: one of the keys names no element.

    >>> from stablelist import StableList
    >>> pool = StableList[str]()
    >>> ant, bee = pool.extend(["ant", "bee"])
    >>> legs = SecondaryMap[int](pool, {ant: 6})
    >>> legs[ant], legs.get(bee), bee in legs
    (6, None, False)
    >>> pool.remove(ant)
    'ant'
    >>> ant in legs, len(legs)
    (False, 0)

    (R10, R11)
    """

    __slots__ = ("__weakref__", "_entries", "_limit", "_pool")

    def __init__(
        self,
        pool: StableList[Any],
        values: Mapping[Key[Any], V] | Iterable[tuple[Key[Any], V]] = (),
        /,
    ) -> None:
        if not isinstance(pool, StableList):
            raise TypeError(
                f"{pool!r} is not a StableList; pass the list whose keys have values here"
            )
        self._pool = pool
        self._entries: dict[int, tuple[Key[Any], V]] = {}
        self._limit = LEAST_LIMIT
        self.update(values)

    @property
    def pool(self) -> StableList[Any]:
        """The list whose keys these are, in O(1).

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> SecondaryMap[int](pool).pool is pool
        True
        """
        return self._pool

    # --- one value ---------------------------------------------------------------------------

    def __getitem__(self, key: Key[Any]) -> V:
        value = self._value(key)
        if value is MISSING:
            self._refuse(key)
        return value  # type: ignore[no-any-return]

    def __setitem__(self, key: Key[Any], value: V) -> None:
        if key not in self._pool:
            refuse(self._pool, key, NOT_STORED)
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

        >>> from stablelist import Key, StableList
        >>> SecondaryMap[int](StableList[str]()).get(Key(0, 0), 6)
        6

        (R10, R11)
        """
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

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> ant = pool.add("ant")
        >>> legs = SecondaryMap[int](pool, {ant: 6})
        >>> legs.pop(ant), legs.pop(ant, 0)
        (6, 0)

        (R10, R11)
        """
        value = self._value(key)
        if value is not MISSING:
            del self._entries[key.index]
            return value
        if default is MISSING:
            self._refuse(key)
        return default

    # --- all values --------------------------------------------------------------------------

    def __iter__(self) -> Iterator[Key[Any]]:
        self.sweep()
        for index in sorted(self._entries):
            entry = self._entries.get(index)
            if entry is not None and entry[0] in self._pool:
                yield entry[0]

    def __len__(self) -> int:
        self.sweep()
        return len(self._entries)

    def update(  # type: ignore[override] # no key is a str, so there are no keyword arguments
        self, values: Mapping[Key[Any], V] | Iterable[tuple[Key[Any], V]] = (), /
    ) -> None:
        """Set all *values*, or none, in O(number of values).

        Raises:
            TypeError: one of the keys is not a `Key`; nothing was changed.
            StaleKeyError: one of them names no element; nothing was changed.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> ant, bee = pool.extend(["ant", "bee"])
        >>> legs = SecondaryMap[int](pool)
        >>> legs.update({ant: 6, bee: 6})
        >>> list(legs.values())
        [6, 6]
        """
        added = dict(values)
        for key in added:
            if key not in self._pool:
                refuse(self._pool, key, NOT_STORED)
        for key, value in added.items():
            self[key] = value

    def clear(self) -> None:
        """Drop every value; the list stays as it is.

        >>> from stablelist import StableList
        >>> pool = StableList(["ant"])
        >>> legs = SecondaryMap[int](pool, dict.fromkeys(pool, 6))
        >>> legs.clear()
        >>> len(legs), len(pool)
        (0, 1)
        """
        self._entries.clear()
        self._limit = LEAST_LIMIT

    def sweep(self) -> None:
        """Drop the values of retired keys now, in O(entries).

        >>> from stablelist import StableList
        >>> pool = StableList(["ant"])
        >>> legs = SecondaryMap[int](pool, dict.fromkeys(pool, 6))
        >>> pool.clear()
        >>> legs.sweep()
        """
        entries = self._entries
        # Iterates over a copy, which keeps the values until the end: a callback from `__del__` finds the map swept.
        # Entries that a finaliser or another thread changes in between are left alone.
        for entry in list(entries.values()):
            key = entry[0]
            if key not in self._pool and entries.get(key.index) is entry:
                del entries[key.index]
        self._limit = max(LEAST_LIMIT, 2 * len(entries))

    # --- copies ------------------------------------------------------------------------------

    def copy(self) -> Self:
        """An independent map for the same list, with the same values, in O(entries).

        `copy.deepcopy` and `pickle` include the list: copy or save both in one call to keep them together.

        >>> from stablelist import StableList
        >>> pool = StableList(["ant"])
        >>> legs = SecondaryMap[int](pool, dict.fromkeys(pool, 6))
        >>> legs.copy() == legs, legs.copy().pool is pool
        (True, True)
        """
        return type(self)(self._pool, self)

    def __copy__(self) -> Self:
        return self.copy()

    def __getstate__(self) -> object:
        self.sweep()
        return super().__getstate__()

    @recursive_repr("SecondaryMap(...)")
    def __repr__(self) -> str:
        return f"{type(self).__name__}({{{shown_items(self.items())}}})"

    # --- inside ------------------------------------------------------------------------------

    def _value(self, key: Key[Any]) -> Any:  # noqa: ANN401 - a V, or MISSING
        """The value of a live key, or MISSING; refuses what is not a key."""
        require(key)
        entry = self._entries.get(key.index)
        if entry is None or entry[0] != key or key not in self._pool:
            return MISSING
        return entry[1]

    def _refuse(self, key: Key[Any]) -> None:
        """Raise the error for a key without a value: it is stale, or no value was set."""
        if key not in self._pool:
            refuse(self._pool, key)
        missing = KeyError(key)
        missing.add_note(
            f"no value was set for {key!r}; set one, or use get, which gives a default"
        )
        raise missing

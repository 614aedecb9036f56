"""Values for the keys of a pool, each at the index of its key; the native twin is in impl/native/secondary.c.

At any time at most one key is live at an index, and the pool knows which. So a key and its value are stored at that
index, and a key is looked up in the pool, unless no key was retired since the entries were last swept: the pool counts
that. So a look-up reads one slot as long as nothing is removed, and the number of values is known without counting.

Representation invariant:

1. `_keys` and `_values` are equally long. If a slot is taken, `_keys[n]` is a key with the index n; otherwise both are
   None. `_taken` is the number of taken slots.
2. If `_swept` equals `_retired` of the pool, the key in every taken slot is live.

Abstraction function: the finite map {_keys[n]: _values[n]} over the taken slots whose key is live in `_pool`.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Iterator, Sequence
from typing import Any, Final, Generic, NoReturn, Self, TypeVar, cast, overload

from .compiled import native
from .key import Key, require
from .partition import NONE
from .pool import Pool
from .stale import refuse
from .views import ItemsView, KeysView, ValuesView

__all__ = ["Entries", "refuse_missing", "refuse_unmade", "refuse_value"]

V = TypeVar("V")
D = TypeVar("D")

LEAST_LIMIT: Final = 8
"""The smallest number of values at which setting another one sweeps."""

NOT_STORED: Final = (
    "nothing was stored; where an element may be gone, ask first whether the key is in the list"
)
"""What to do about a stale key that is given a value."""


def refuse_value(pool: Pool[Any], key: Key[Any]) -> NoReturn:
    """Refuse to store a value for a key that is stale, or for an object that is not a key."""
    refuse(pool, key, NOT_STORED)


def refuse_missing(pool: Pool[Any], key: Key[Any]) -> NoReturn:
    """Raise the error for a key without a value: it is stale, or no value was set."""
    require(key)
    if Pool._find(pool, key) == NONE:
        refuse(pool, key)
    raise missing(key)


def missing(key: Key[Any]) -> KeyError:
    """The error itself; where it is raised, no variable refers to it, which would be a cycle with the traceback."""
    error = KeyError(key)
    error.add_note(f"no value was set for {key!r}; set one, or use get, which gives a default")
    return error


def refuse_unmade() -> NoReturn:
    """Refuse to use a map whose `__init__` was not called."""
    raise TypeError("this map has no list; make it with the list whose keys have values in it")


@native
class Entries(Generic[V]):
    """Values for keys of a pool; the fast part of `SecondaryMap`."""

    __slots__ = ("_keys", "_limit", "_pool", "_swept", "_taken", "_values")

    _pool: Pool[Any] | None
    _keys: list[Key[Any] | None]
    _values: list[Any]
    _swept: object
    _taken: int
    _limit: int

    def __new__(cls, *_args: object, **_kwargs: object) -> Self:
        """No values, for no list yet."""
        entries = super().__new__(cls)
        entries._pool = entries._swept = None
        entries._keys, entries._values, entries._taken = [], [], 0
        entries._limit = LEAST_LIMIT
        return entries

    def _begin(self, pool: Pool[Any]) -> None:
        """Have no values, for keys of a pool."""
        self._pool, self._swept = pool, None
        Entries.clear(self)

    def _load(self, items: list[tuple[Key[Any], V]]) -> None:
        """Set values of keys that need not be live, because the list may be loaded later."""
        self._swept = None
        for item in items:
            if not (isinstance(item, tuple) and len(item) == 2 and type(item[0]) is Key):
                raise ValueError(f"{item!r} is not a key with its value")
            if item[0].index < 0:
                raise ValueError(f"{item!r} is not a key with its value")
            self._put(*item)

    # --- one value ---------------------------------------------------------------------------

    def __getitem__(self, key: Key[Any]) -> V:
        slot = self._slot(key)
        if slot == NONE:
            refuse_missing(self._list(), key)
        return cast("V", self._values[slot])

    def __setitem__(self, key: Key[Any], value: V) -> None:
        if self._slot(key) == NONE:
            self._require_live(key)
            if self._taken >= self._limit and not self._is_taken(key.index):
                Entries.sweep(self)
                self._limit = max(LEAST_LIMIT, 2 * self._taken, len(self._keys) // 64)
                self._require_live(key)  # a value that was dropped may have called back
        self._put(key, value)

    def __delitem__(self, key: Key[Any]) -> None:
        Entries.pop(self, key)

    def __contains__(self, key: object) -> bool:
        return type(key) is Key and self._slot(key) != NONE

    @overload
    def get(self, key: Key[Any], /) -> V | None: ...
    @overload
    def get(self, key: Key[Any], default: V | D, /) -> V | D: ...
    def get(self, key: Key[Any], default: object = None, /) -> object:
        """The value of *key*, or *default* if it has none or is stale, in O(1).

        Raises:
            TypeError: *key* is not a `Key`.

        >>> from stablelist import Key, SecondaryMap, StableList
        >>> SecondaryMap[int](StableList[str]()).get(Key(0, 0), 6)
        6
        """
        # Source: R10, R11
        slot = self._slot(key)
        return default if slot == NONE else self._values[slot]

    @overload
    def pop(self, key: Key[Any], /) -> V: ...
    @overload
    def pop(self, key: Key[Any], default: V | D, /) -> V | D: ...
    def pop(self, key: Key[Any], /, *default: object) -> object:
        """Remove the value of *key*; return it, or the *default* if there is none, in O(1).

        Raises:
            TypeError: *key* is not a `Key`.
            StaleKeyError: the key names no element, and no default was given.
            KeyError: the key has no value, and no default was given.

        >>> from stablelist import SecondaryMap, StableList
        >>> pool = StableList[str]()
        >>> ant = pool.add("ant")
        >>> legs = SecondaryMap[int](pool, {ant: 6})
        >>> legs.pop(ant), legs.pop(ant, 0)
        (6, 0)
        """
        # Source: R10, R11
        if len(default) > 1:
            raise TypeError(f"pop() takes a key and a default, not {1 + len(default)} arguments")
        slot = self._slot(key)
        if slot != NONE:
            return self._take(slot)
        if not default:
            refuse_missing(self._list(), key)
        return default[0]

    # --- all values --------------------------------------------------------------------------

    def __len__(self) -> int:
        Entries.sweep(self)
        return self._taken

    def __iter__(self) -> Iterator[Key[Any]]:
        return self._lent_keys()

    def keys(self) -> abc.KeysView[Key[Any]]:
        """A view of the keys that have values, ascending; a set.

        >>> from stablelist import SecondaryMap, StableList
        >>> pool = StableList(["ant", "bee"])
        >>> ant, bee = pool
        >>> legs = SecondaryMap[int](pool, {ant: 6})
        >>> list(legs.keys()), bee in legs.keys(), legs.keys() | {bee} == {ant, bee}
        ([Key(index=0, id=0)], False, True)
        """
        return KeysView(self)

    def values(self) -> abc.ValuesView[V]:
        """A view of the values, by ascending index.

        >>> from stablelist import SecondaryMap, StableList
        >>> pool = StableList(["ant"])
        >>> list(SecondaryMap[int](pool, dict.fromkeys(pool, 6)).values())
        [6]
        """
        return ValuesView(self)

    def items(self) -> abc.ItemsView[Key[Any], V]:
        """A view of keys and values, by ascending index; a set, if the values are hashable.

        >>> from stablelist import SecondaryMap, StableList
        >>> pool = StableList(["ant"])
        >>> for key, value in SecondaryMap[int](pool, dict.fromkeys(pool, 6)).items():
        ...     print(key.index, value)
        0 6
        """
        return cast("abc.ItemsView[Key[Any], V]", ItemsView(self))

    def clear(self) -> None:
        """Drop every value; the list stays as it is.

        >>> from stablelist import SecondaryMap, StableList
        >>> pool = StableList(["ant"])
        >>> legs = SecondaryMap[int](pool, dict.fromkeys(pool, 6))
        >>> legs.clear()
        >>> len(legs), len(pool)
        (0, 1)
        """
        held = self._values  # which are released at the end, when a callback finds no values
        self._keys, self._values, self._taken = [], [], 0
        self._limit = LEAST_LIMIT
        del held

    def sweep(self) -> None:
        """Drop the values of retired keys now: in O(values), or in O(1) if no element was removed since the last time.

        >>> from stablelist import SecondaryMap, StableList
        >>> pool = StableList(["ant"])
        >>> legs = SecondaryMap[int](pool, dict.fromkeys(pool, 6))
        >>> pool.clear()
        >>> legs.sweep()
        """
        pool = self._pool
        if pool is None or self._swept == pool._retired:
            return
        now, slot = pool._retired, 0
        # A value that is dropped may call back, and change the map or its list; so may another thread.
        while slot < len(self._keys):
            key = self._keys[slot]
            if key is not None and Pool._find(pool, key) == NONE:
                self._take(slot)
            slot += 1
        if self._pool is pool:
            self._swept = now
        while self._keys and self._keys[-1] is None:
            del self._keys[-1], self._values[-1]

    def _lent_keys(self) -> Iterator[Key[Any]]:
        return (key for key, _ in self._lent_items())

    def _lent_values(self) -> Iterator[V]:
        return (value for _, value in self._lent_items())

    def _lent_items(self) -> Iterator[tuple[Key[Any], V]]:
        self._list()
        Entries.sweep(self)
        return joined([self], keyed=True)

    @staticmethod
    def _joined(keyed: bool, *maps: object) -> Iterator[tuple[Any, ...]] | None:
        """The values of the keys that are in all maps, by ascending index; if *keyed*, the key first.

        None, unless all are maps of entries for the keys of one list.
        """
        entries = [each for each in maps if isinstance(each, Entries) and each._pool is not None]
        if len(entries) < len(maps) or any(each._pool is not entries[0]._pool for each in entries):
            return None
        for each in entries:
            Entries.sweep(each)
        return joined(entries, keyed)

    # --- inside ------------------------------------------------------------------------------

    @property
    def _sizes(self) -> tuple[int, int]:
        """So many slots are taken, and so many were reached; for tests."""
        return self._taken, len(self._keys)

    def _memory(self) -> int:
        """The size of the slots in bytes."""
        return self._keys.__sizeof__() + self._values.__sizeof__()

    def _list(self) -> Pool[Any]:
        """The list, if there is one."""
        if self._pool is None:
            refuse_unmade()
        return self._pool

    def _slot(self, key: Key[Any]) -> int:
        """The slot of a live key that has a value, or NONE; refuses what is not a key."""
        require(key)
        pool, slot = self._list(), key.index
        if not self._is_taken(slot) or self._keys[slot] != key:
            return NONE
        is_live = self._swept == pool._retired or Pool._find(pool, key) != NONE
        return slot if is_live else NONE

    def _is_taken(self, slot: int) -> bool:
        return 0 <= slot < len(self._keys) and self._keys[slot] is not None

    def _require_live(self, key: Key[Any]) -> None:
        pool = self._list()
        if Pool._find(pool, key) == NONE:
            refuse_value(pool, key)

    def _put(self, key: Key[Any], value: V) -> None:
        """Put a value into the slot of a key, which may not have been reached."""
        slot = key.index
        more = [None] * (slot + 1 - len(self._keys))
        self._keys += more
        self._values += more
        held = self._values[slot]
        self._taken += self._keys[slot] is None
        self._keys[slot], self._values[slot] = key, value
        del held  # only now, because it may run a `__del__` that calls back

    def _take(self, slot: int) -> V:
        """Take the value out of a slot that is taken."""
        value: V = self._values[slot]
        self._keys[slot] = self._values[slot] = None
        self._taken -= 1
        return value


def joined(maps: Sequence[Entries[Any]], keyed: bool) -> Iterator[tuple[Any, ...]]:
    """The values of the keys that are in all of several maps, which may change meanwhile; if *keyed*, the key first."""
    slot = 0
    while all(slot < len(entries._keys) for entries in maps):
        key = maps[0]._keys[slot]
        if key is not None and all(Entries.__contains__(entries, key) for entries in maps):
            values = (entries._values[slot] for entries in maps)
            yield (key, *values) if keyed else tuple(values)
        slot += 1

"""A map from the keys of a list to further values, for data that is kept apart from the elements.

This is the public class. Its fast part, access to values, is in `entries`; what it has in common with the map for few
values is in `keyed_map`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from .compiled import with_own_methods
from .entries import Entries
from .key import Key
from .keyed_map import KeyedMap
from .stable_list import StableList

__all__ = ["SecondaryMap"]

V = TypeVar("V")


@with_own_methods
class SecondaryMap(Entries[V], KeyedMap[V]):
    """Values of type V for keys of *pool*, in ascending order of index.

    As soon as the list retires a key, the map no longer finds it. The value is dropped when the map is next counted,
    iterated over, compared, copied or saved, or by `sweep`; at the latest when the map has twice as many values as
    after the last sweep. Getting, setting and deleting take amortised O(1). Counting takes O(1), and O(values) once
    after elements were removed.

    Each value has a place at the index of its key: the map takes 16 bytes for each index up to the highest one that has
    a value. For few elements of a large list, take a `SparseSecondaryMap`, whose memory depends on its values alone.

    Because no element is lent, the map and its list may be changed during an iteration. It leaves out values that are
    removed before it reaches them, and may leave out values that are added.

    Args:
        pool: the list whose keys these are; it is kept alive.
        values: a mapping, or pairs of key and value, to begin with.

    Raises:
        TypeError: *pool* is not a `StableList`, or one of the keys is not a `Key`.
        StaleKeyError: one of the keys names no element.
        ValueError: *values* is a map of another list.

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
    """

    # Source: R10, R11

    __slots__ = ("__weakref__",)

    def __init__(
        self,
        pool: StableList[Any],
        values: Mapping[Key[Any], V] | Iterable[tuple[Key[Any], V]] = (),
        /,
    ) -> None:
        KeyedMap.__init__(self, pool, values)

    def __sizeof__(self) -> int:
        return object.__sizeof__(self) + self._memory()

    def __getstate__(self) -> tuple[dict[str, Any] | None, dict[str, Any]]:
        entries = {key.index: (key, value) for key, value in Entries.items(self)}
        return vars(self) if hasattr(self, "__dict__") else None, {
            "_entries": entries,
            "_pool": self._pool,
        }

    def __setstate__(self, state: tuple[dict[str, Any] | None, dict[str, Any]]) -> None:
        attributes, slots = state
        self._begin(slots["_pool"])
        self._load(list(slots["_entries"].values()))
        if attributes:
            vars(self).update(attributes)

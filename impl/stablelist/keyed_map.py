"""What both maps from the keys of a list have in common: they are made, updated, copied, saved and shown alike.

A map refers to its list, keeps it alive, and looks keys up in it. It never has to decide which of two keys is older,
which is impossible after ids have wrapped, or if they are UUIDs. (R10, R11)
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, MutableMapping
from reprlib import recursive_repr
from typing import Any, Self, TypeVar

from .entries import refuse_unmade, refuse_value
from .key import Key
from .partition import NONE
from .pool import Pool
from .showing import shown_items
from .stable_list import StableList

__all__ = ["KeyedMap"]

V = TypeVar("V")


class KeyedMap(MutableMapping[Key[Any], V]):
    """The common base of `SecondaryMap` and `SparseSecondaryMap`."""

    __slots__ = ()

    _pool: Any

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
        self._begin(pool)
        self.update(values)

    @property
    def pool(self) -> StableList[Any]:
        """The list whose keys these are, in O(1); it is kept alive.

        >>> from stablelist import SecondaryMap, StableList
        >>> pool = StableList[str]()
        >>> SecondaryMap[int](pool).pool is pool
        True
        """
        pool: StableList[Any] | None = self._pool
        if pool is None:
            refuse_unmade()
        return pool

    def update(  # type: ignore[override] # no key is a str, so there are no keyword arguments
        self, values: Mapping[Key[Any], V] | Iterable[tuple[Key[Any], V]] = (), /
    ) -> None:
        """Set all *values*, or none, in O(number of values).

        Raises:
            TypeError: one of the keys is not a `Key`; nothing was changed.
            StaleKeyError: one of them names no element; nothing was changed.
            ValueError: *values* is a map of another list; nothing was changed.

        >>> from stablelist import SecondaryMap, StableList
        >>> pool = StableList[str]()
        >>> ant, bee = pool.extend(["ant", "bee"])
        >>> legs = SecondaryMap[int](pool)
        >>> legs.update({ant: 6, bee: 6})
        >>> list(legs.values())
        [6, 6]
        """
        pool = self.pool
        if isinstance(values, KeyedMap) and values.pool is not pool:
            raise ValueError(
                f"{values!r} is for keys of another list; if that is a copy of this one, pass dict() of it"
            )
        added = dict(values)
        for key in added:
            if type(key) is not Key or Pool._find(pool, key) == NONE:
                refuse_value(pool, key)
        for key, value in added.items():
            self[key] = value

    def copy(self) -> Self:
        """An independent map for the same list, with the same values, in O(values).

        `copy.deepcopy` and `pickle` include the list: copy or save both in one call to keep them together.

        >>> from stablelist import SecondaryMap, StableList
        >>> pool = StableList(["ant"])
        >>> legs = SecondaryMap[int](pool, dict.fromkeys(pool, 6))
        >>> legs.copy() == legs, legs.copy().pool is pool
        (True, True)
        """
        return type(self)(self.pool, self)

    def __copy__(self) -> Self:
        return self.copy()

    @recursive_repr("SecondaryMap(...)")
    def __repr__(self) -> str:
        return f"{type(self).__name__}({{{shown_items(self.items())}}})"

    @abstractmethod
    def _begin(self, pool: StableList[Any]) -> None:
        """Have no values, for keys of a list."""

    @abstractmethod
    def sweep(self) -> None:
        """Drop the values of retired keys now."""

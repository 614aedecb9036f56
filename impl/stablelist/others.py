"""A view of all elements of a pool but one; its native twin is in impl/native/others.c.

The excluded element is the *pivot*. The thesis splits the element space into two slices around it and shifts the
indices behind it. Here the view stores the position of the pivot and skips it, so that the keys of the list are also
the keys of the view.

Representation invariant:

1. While the view is valid, `_pool` is the list and `_pivot` a live position of it: the list is lent, so
   no cell can become vacant. Afterwards `_pool` is None, or `_era` is no longer that of the list.
2. `_marks`, once created, are the marks of the opened cells, except for that of the pivot; they are emptied when the
   view ends.

Abstraction function: the list's map from keys to elements, without the pivot. (4.4, 5.3; R13)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, NoReturn, Self, TypeVar, cast, final, overload

from .compiled import native
from .key import Key
from .lending import lent, refuse_copy, refuse_ended, refuse_invalidated, refuse_view
from .marks import marked
from .partition import NONE
from .pool import Pool
from .stale import refuse, refuse_pivot
from .views import ItemsView, KeysView, ValuesView

__all__ = ["Others"]

T = TypeVar("T")
D = TypeVar("D")
Cell = TypeVar("Cell")


@native
class Others(Generic[T]):
    """All elements of a pool but the pivot; the fast part of `StableInspection`."""

    __slots__ = ("_era", "_marks", "_pivot", "_pool")

    _pool: Pool[T] | None
    _pivot: int
    _marks: bytearray | None
    _era: int

    def __new__(cls, *_args: object, **_kwargs: object) -> Self:
        """Refused: who makes a view has to lend it the list."""
        refuse_view()

    @classmethod
    def _of(cls, pool: Pool[T], pivot: int) -> Self:
        """A view of a lent pool without the element at a live position."""
        view = super().__new__(cls)
        view._pool, view._pivot, view._marks, view._era = pool, pivot, None, pool._era
        return view

    # --- one element -------------------------------------------------------------------------

    def at(self, key: Key[T], /) -> T | None:
        """The element of *key*, or None if the key is stale or the pivot's, in O(1).

        Raises:
            TypeError: *key* is not a `Key`.
            BorrowError: the callback has returned.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> ant, bee = pool.add("ant"), pool.add("bee")
        >>> pool.apply(ant, lambda _, others: print(others.at(ant), others.at(bee)))
        None bee
        True
        """
        # Source: 4.4; R13
        position = self._find(key)
        return None if position == NONE else self._lent_pool()._element(position)

    @overload
    def get(self, key: Key[T], /) -> T | None: ...
    @overload
    def get(self, key: Key[T], default: T | D, /) -> T | D: ...
    def get(self, key: Key[T], default: object = None, /) -> object:
        """The element of *key*, or *default* if the key is stale or the pivot's, in O(1).

        Raises:
            TypeError: *key* is not a `Key`.
            BorrowError: the callback has returned.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> ant = pool.add("ant")
        >>> pool.apply(ant, lambda _, others: print(others.get(ant, "nobody")))
        nobody
        True
        """
        # Source: R13
        position = self._find(key)
        return default if position == NONE else self._lent_pool()._element(position)

    def __getitem__(self, key: Key[T]) -> T:
        pool = self._lent_pool()
        position = pool._find(key)
        if position == self._pivot:
            refuse_pivot(key)
        if position == NONE:
            refuse(pool, key)
        return pool._element(position)

    def __contains__(self, key: object) -> bool:
        self._lent_pool()
        return type(key) is Key and self._find(key) != NONE

    def contains(self, key: Key[T], /) -> bool:
        """Whether *key* resolves and is not the pivot's, in O(1).

        Raises:
            TypeError: *key* is not a `Key`.
            BorrowError: the callback has returned.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> ant, bee = pool.add("ant"), pool.add("bee")
        >>> pool.apply(ant, lambda _, others: print(others.contains(ant), others.contains(bee)))
        False True
        True
        """
        # Source: 5.1; R10, R13
        return self._find(key) != NONE

    # --- all elements ------------------------------------------------------------------------

    def keys(self) -> KeysView[T]:
        """A view of every other key, ascending; to iterate over it, or over this, takes O(opened).

        Raises:
            BorrowError: the callback has returned; also while iterating, if it returns meanwhile.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> ant, bee = pool.add("ant"), pool.add("bee")
        >>> pool.apply(ant, lambda _, others: print(list(others.keys()), list(others)))
        [Key(index=1, id=1)] [Key(index=1, id=1)]
        True
        """
        # Source: R12, R13
        self._lent_pool()
        return KeysView(self)

    def values(self) -> ValuesView[T]:
        """A view of every other element, by ascending position; to iterate over it takes O(opened).

        Raises:
            BorrowError: the callback has returned; also while iterating, if it returns meanwhile.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> ant, bee = pool.add("ant"), pool.add("bee")
        >>> pool.apply(bee, lambda _, others: print(list(others.values())))
        ['ant']
        True
        """
        # Source: R12, R13
        self._lent_pool()
        return ValuesView(self)

    def items(self) -> ItemsView[T]:
        """A view of every other key and element, ascending; to iterate over it takes O(opened).

        Raises:
            BorrowError: the callback has returned; also while iterating, if it returns meanwhile.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> ant, bee = pool.add("ant"), pool.add("bee")
        >>> pool.apply(bee, lambda _, others: print(list(others.items())))
        [(Key(index=0, id=0), 'ant')]
        True
        """
        # Source: R12, R13
        self._lent_pool()
        return ItemsView(self)

    def __iter__(self) -> Iterator[Key[T]]:
        return self._lent_keys()

    def __reversed__(self) -> Iterator[Key[T]]:
        return reversed(list(Others.__iter__(self)))

    def __len__(self) -> int:
        return Pool.__len__(self._lent_pool()) - 1

    def _lent_keys(self) -> Iterator[Key[T]]:
        pool = self._lent_pool()
        return lent(pool, self._others(cast("list[Key[T]]", pool._cells()[1])), _End(self))

    def _lent_values(self) -> Iterator[T]:
        pool = self._lent_pool()
        return lent(pool, self._others(pool._cells()[0]), _End(self))

    def _lent_items(self) -> Iterator[tuple[Key[T], T]]:
        pool = self._lent_pool()
        elements, keys, _, _ = pool._cells()
        others = zip(self._others(cast("list[Key[T]]", keys)), self._others(elements), strict=False)
        return lent(pool, others, _End(self))

    # --- inside ------------------------------------------------------------------------------

    def _end(self) -> None:
        """End the view: the callback has returned, and neither the view nor an iterator may be used any more."""
        self._pool = None
        if self._marks is not None:
            self._marks.clear()

    def _lent_pool(self) -> Pool[T]:
        if self._pool is None:
            refuse_ended()
        if self._era != self._pool._era:
            refuse_invalidated()
        return self._pool

    def _find(self, key: Key[T]) -> int:
        position = self._lent_pool()._find(key)
        return NONE if position == self._pivot else position

    def _others(self, cells: list[Cell]) -> Iterator[Cell]:
        """The contents of all live cells but the pivot's."""
        pool = self._lent_pool()
        _, opened, _ = pool._lengths()
        if self._marks is None:
            self._marks = pool._cells()[3][:opened]
            self._marks[self._pivot] = 0
        return marked(cells, self._marks, opened, len(self))


@final
class _End:
    """The end of an iteration over a view, as opposed to the end of the view itself."""

    __slots__ = ("_is_over", "_view")

    def __init__(self, view: Others[Any]) -> None:
        self._view = view
        self._is_over = False

    def __iter__(self) -> _End:
        return self

    def __next__(self) -> NoReturn:
        self.require()
        self._is_over = True
        raise StopIteration

    def require(self) -> None:
        """Refuse to go on if the view has ended, or was invalidated."""
        if not self._is_over:
            self._view._lent_pool()

    def __reduce__(self) -> NoReturn:
        refuse_copy()

"""The `for` form of cross-iteration.

Representation invariant: while the loop runs, the elements are lent, and `_view` is the view of the current step. It
ends with the step; the last view ends with the loop, even if the loop is left early. At the end `_pool` is None, and
the list is no longer kept alive. The native twin is in impl/native/others.c. (5.5; R13)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, NoReturn, TypeVar, final

from .compiled import native
from .key import Key
from .lending import Loan, lent, refuse_copy
from .pool import Pool
from .stable_access import StableAccess

__all__ = ["Pivots"]

T = TypeVar("T")


@native
@final
class Pivots(Generic[T]):
    """An iterator over each key, its element, and a view of all others, which is of the class *kind*."""

    __slots__ = ("_items", "_kind", "_pool", "_view")

    def __init__(self, pool: Pool[T], kind: type[StableAccess[T]]) -> None:
        self._view: StableAccess[T] | None = None
        loan = Loan(pool)
        self._pool: Pool[T] | None = pool
        self._kind = kind
        self._items: Iterator[tuple[Key[T], T]] = lent(pool, pool._live_items(), loan)

    def __iter__(self) -> Pivots[T]:
        return self

    def __next__(self) -> tuple[Key[T], T, StableAccess[T]]:
        self._end_step()
        item, pool = next(self._items, None), self._pool
        if item is None or pool is None:
            self._pool, self._items = None, iter(())  # which still refer to the list
            raise StopIteration
        key, _ = item
        self._view = self._kind._of(pool, key.index)
        # Not the element in the item: `zip` fetched it before the step in which it was replaced.
        return key, pool._element(key.index), self._view

    def __del__(self) -> None:
        # An object created without arguments has no fields.
        try:  # noqa: SIM105 - as for a loan
            self._end_step()
        except AttributeError:
            pass

    def __reduce__(self) -> NoReturn:
        refuse_copy()

    def _end_step(self) -> None:
        if self._view is not None:
            self._view._end()

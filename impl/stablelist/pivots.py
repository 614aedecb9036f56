"""The `for` form of cross-iteration, which the thesis could not have (5.5; R13).

Representation invariant: while the loop is under way the elements are lent, and `_view` is the view
of the step that is being taken, or was taken last. It ends with the step, and the last one with the
loop, also when the loop is left half-way. Its native twin is in impl/native/others.c.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, NoReturn, TypeVar, final

from .compiled import native
from .key import Key
from .lending import Loan, refuse_copy
from .pool import Pool
from .stable_access import StableAccess

__all__ = ["Pivots"]

T = TypeVar("T")


@native
@final
class Pivots(Generic[T]):
    """An iterator over each key, its element, and a view of all others, which is of the class *kind*."""

    __slots__ = ("_items", "_kind", "_loan", "_pool", "_view")

    def __init__(self, pool: Pool[T], kind: type[StableAccess[T]]) -> None:
        self._view: StableAccess[T] | None = None
        self._loan = Loan(pool)
        self._pool = pool
        self._kind = kind
        self._items: Iterator[tuple[Key[T], T]] = pool._live_items()

    def __iter__(self) -> Pivots[T]:
        return self

    def __next__(self) -> tuple[Key[T], T, StableAccess[T]]:
        self._end_step()
        item = next(self._items, None)
        if item is None:
            self._loan.end()
            self._items = iter(())  # the one that has ended holds the last element
            raise StopIteration
        key, _ = item
        self._view = self._kind(self._pool, key.index)
        # Not what is in the item: `zip` has fetched it before the step in which it was replaced.
        return key, self._pool._element(key.index), self._view

    def __del__(self) -> None:
        # Without arguments it has no fields.
        try:  # noqa: SIM105 - as for a loan
            self._end_step()
        except AttributeError:
            pass

    def __reduce__(self) -> NoReturn:
        refuse_copy()

    def _end_step(self) -> None:
        if self._view is not None:
            self._view._end()

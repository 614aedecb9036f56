"""The `for` form of cross-iteration, which the thesis could not have (5.5; R13).

Representation invariant: while the loop is under way the elements are lent, and `_view` is the view
of the step that is being taken, or was taken last. It ends with the step, and the last one with the
loop, also when the loop is left half-way.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, NoReturn, TypeVar, final

from .compiling import Unchecked, mypyc_attr
from .element_space import ElementSpace
from .key import Key
from .lending import UNCOPYABLE, Loan, Loans
from .stable_access import StableAccess

__all__ = ["Pivots"]

T = TypeVar("T")


@final
@mypyc_attr()
class Pivots(Generic[T]):
    """An iterator over each key, its element, and a view of all others."""

    __slots__ = ("_keys", "_loan", "_space", "_view")

    def __init__(self, space: ElementSpace[T], loans: Loans) -> None:
        self._begin(space, loans)

    def _begin(self, space: ElementSpace[T], loans: Loans) -> None:
        # Not in __init__, for the same reason as a loan's.
        self._view: StableAccess[T] | None = None
        self._loan = Loan(loans)
        self._space = space
        self._keys: Iterator[Key[T]] = space.live_keys()

    def __iter__(self) -> Pivots[T]:
        return self

    # Unchecked, because mypyc 2.4 compiles no `__next__` that returns a tuple (as one by itself).
    def __next__(self) -> Unchecked[tuple[Key[T], T, StableAccess[T]]]:
        self._end_step()
        key = next(self._keys, None)
        if key is None:
            self._loan.end()
            raise StopIteration
        position = key._index
        self._view = StableAccess(self._space, position)
        return key, self._space.elements[position], self._view

    def __del__(self) -> None:
        try:  # noqa: SIM105 - as for a loan
            self._end_step()
        except AttributeError:
            pass

    def __reduce__(self) -> NoReturn:
        raise TypeError(UNCOPYABLE)

    def _end_step(self) -> None:
        if self._view is not None:
            self._view._end()

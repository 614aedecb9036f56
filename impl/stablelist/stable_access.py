"""Cross-iteration: the views through which a callback reads or changes all elements but one.

These are the public classes. Their fast part, reading, is in `others`.
(Sections 4.4 and 5.3 of the thesis.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, TypeVar, final

from .errors import BorrowError
from .key import Key
from .lending import refuse_copy
from .others import Others
from .partition import NONE
from .stale import refuse, refuse_pivot

__all__ = ["StableAccess", "StableInspection"]

T = TypeVar("T")


class StableInspection(Others[T]):
    """All elements of a `StableList` but the pivot, for reading; made by `inspect`.

    The view is valid until the callback returns. Afterwards every method raises `BorrowError`.

    >>> from stablelist import StableList
    >>> pool = StableList[int]()
    >>> ant, bee, cat = pool.add(1), pool.add(2), pool.add(3)
    >>> pool.inspect(ant, lambda element, others: print(element, len(others), sum(others.values())))
    1 2 5
    True
    """

    # Source: 4.4; R13

    __slots__ = ()

    def each(self, f: Callable[[Key[T], T], object]) -> None:
        """Call *f* with every other key and element, ascending: O(opened).

        Raises:
            BorrowError: the callback has returned.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> ant, bee = pool.add("ant"), pool.add("bee")
        >>> pool.apply(ant, lambda _, others: others.each(print))
        Key(index=1, id=1) bee
        True
        """
        # Source: 4.4; R12, R13
        for key, element in self.items():
            f(key, element)

    def __repr__(self) -> str:
        name = type(self).__name__
        try:
            pool, count = self._lent_pool(), len(self)
        except BorrowError:
            return f"<{name}, ended>"
        plural = "" if count == 1 else "s"
        return f"<{name} to {count} element{plural} beside {pool._key_at(self._pivot)!r}>"

    def __reduce__(self) -> NoReturn:
        refuse_copy()

    def _position(self, key: Key[T]) -> int:
        """The position that *key* resolves to; NONE if it is the pivot's."""
        position = self._lent_pool()._find(key)
        return NONE if position == self._pivot else position


@final
class StableAccess(StableInspection[T]):
    """All elements of a `StableList` but the pivot, to read and to change.

    Made by `apply`, `traverse` and `pivots`. The view is valid until the callback returns or the loop takes its next
    step. Afterwards every method raises `BorrowError`.

    >>> from stablelist import StableList
    >>> pool = StableList[int]()
    >>> ant, bee, cat = pool.add(1), pool.add(2), pool.add(3)
    >>> pool.apply(ant, lambda element, others: others.each_mut(lambda _, other: other + element))
    True
    >>> list(pool.values())
    [1, 3, 4]
    """

    # Source: 4.4, 5.3; R13, R15

    __slots__ = ()

    def replace(self, key: Key[T], element: T, /) -> bool:
        """Replace the element of *key*, in O(1); False if *key* is stale or the pivot's.

        Raises:
            TypeError: *key* is not a `Key`.
            BorrowError: the callback has returned.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> ant, bee = pool.add("ant"), pool.add("bee")
        >>> pool.apply(ant, lambda _, others: print(others.replace(bee, "wasp"), others.at(bee)))
        True wasp
        True
        """
        # Source: R13, R15
        position = self._position(key)
        if position == NONE:
            return False
        self._lent_pool()._exchange(position, element)
        return True

    def __setitem__(self, key: Key[T], element: T) -> None:
        pool = self._lent_pool()
        position = pool._find(key)
        if position == self._pivot:
            refuse_pivot(key)
        if position == NONE:
            refuse(pool, key)
        pool._exchange(position, element)

    def at_mut(self, key: Key[T], f: Callable[[T], T | None], /) -> bool:
        """Let *f* change the element of *key*, in O(1); False if *key* is stale or the pivot's.

        The return value of *f* replaces the element, unless it is None.

        Raises:
            TypeError: *key* is not a `Key`.
            BorrowError: the callback has returned.

        >>> from stablelist import StableList
        >>> pool = StableList[int]()
        >>> ant, bee = pool.add(1), pool.add(2)
        >>> for _, element, others in pool.pivots():
        ...     _ = others.at_mut(bee, lambda two: two + 1)
        >>> pool.at(bee)
        3
        """
        # Source: R15
        position = self._position(key)
        if position == NONE:
            return False
        outcome = f(self._lent_pool()._element(position))
        if outcome is not None:
            self._lent_pool()._exchange(position, outcome)
        return True

    def each_mut(self, f: Callable[[Key[T], T], T | None]) -> None:
        """Let *f* change every other element, ascending: O(opened).

        The return value of *f* replaces the element, unless it is None.

        Raises:
            BorrowError: the callback has returned.

        >>> from stablelist import StableList
        >>> pool = StableList[int]()
        >>> ant, bee = pool.add(1), pool.add(2)
        >>> pool.apply(ant, lambda _, others: others.each_mut(lambda key, other: 10 * other))
        True
        >>> list(pool.values())
        [1, 20]
        """
        # Source: 4.4; R12, R13, R15
        for key, element in self.items():
            outcome = f(key, element)
            if outcome is not None:
                self._lent_pool()._exchange(key.index, outcome)

    def replace_pivot(self, element: T) -> None:
        """Replace the pivot, whose key stays valid, in O(1).

        This is how `apply` and `traverse` change an element that is immutable.

        Raises:
            BorrowError: the callback has returned.

        >>> from stablelist import StableList
        >>> pool = StableList[int]()
        >>> _ = pool.add(1), pool.add(2)
        >>> pool.traverse(lambda key, element, others: others.replace_pivot(10 * element))
        >>> list(pool.values())
        [10, 20]
        """
        # Source: 4.4; R13, R15
        self._lent_pool()._exchange(self._pivot, element)

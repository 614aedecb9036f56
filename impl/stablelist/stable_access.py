"""Cross-iteration: a view of all elements but one, while that one is in hand (4.4, 5.3).

The element in hand is the *pivot*. The thesis cuts the element space in two slices around it and
shifts the indices behind it; here the view keeps the position of the pivot and skips it, so that
the list's own keys are the view's keys.

Representation invariant:

1. While the callback that the view was made for is running, `_space` is the list's element space
   and `_pivot` a live position of it: the list is lent, so no cell can become vacant.
2. Afterwards `_space` is None.

Abstraction function: the list's map from keys to elements, without the pivot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from .element_space import ElementSpace
from .errors import BorrowError
from .key import Key
from .partition import NONE

__all__ = ["StableAccess"]

T = TypeVar("T")


class StableAccess(Generic[T]):
    """All elements of a `StableList` but the pivot; made by `apply` and `traverse` (4.4, 5.3; R13).

    The view is good until the callback returns. Afterwards its every method raises `BorrowError`.

    >>> from stablelist import StableList
    >>> pool = StableList[int]()
    >>> ant, bee, cat = pool.add(1), pool.add(2), pool.add(3)
    >>> pool.apply(ant, lambda element, others: print(element, len(others), list(others.values())))
    1 2 [2, 3]
    True
    """

    __slots__ = ("_pivot", "_space")

    def __init__(self, space: ElementSpace[T], pivot: int) -> None:
        self._space: ElementSpace[T] | None = space
        self._pivot = pivot

    def at(self, key: Key[T]) -> T | None:
        """The element of *key*, or None if the key is stale or the pivot's, in O(1) (4.4; R13).

        Raises:
            BorrowError: the callback has returned.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> ant, bee = pool.add("ant"), pool.add("bee")
        >>> pool.apply(ant, lambda _, others: print(others.at(ant), others.at(bee)))
        None bee
        True
        """
        space = self._lent_space()
        position = self._find(key)
        return None if position == NONE else space.elements[position]

    def replace(self, key: Key[T], element: T) -> bool:
        """Put *element* in another's place, in O(1); False if *key* is stale or the pivot's (R13).

        Raises:
            BorrowError: the callback has returned.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> ant, bee = pool.add("ant"), pool.add("bee")
        >>> pool.apply(ant, lambda _, others: others.replace(bee, "wasp"))
        True
        >>> list(pool.values())
        ['ant', 'wasp']
        """
        space = self._lent_space()
        position = self._find(key)
        if position == NONE:
            return False
        space.elements[position] = element
        return True

    def replace_pivot(self, element: T) -> None:
        """Put *element* in the place of the pivot, which keeps its key, in O(1) (4.4; R13, R15).

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
        self._lent_space().elements[self._pivot] = element

    def each(self, f: Callable[[Key[T], T], object]) -> None:
        """Call *f* with every other key and element, ascending: O(opened) (4.4; R12, R13).

        Raises:
            BorrowError: the callback has returned.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> ant, bee = pool.add("ant"), pool.add("bee")
        >>> pool.apply(ant, lambda _, others: others.each(print))
        Key(index=1, id=1) bee
        True
        """
        space = self._lent_space()
        for position in self._positions(space):
            f(*space.item(position))

    def keys(self) -> Iterator[Key[T]]:
        """Iterate over every other key, ascending: O(opened) (R12, R13).

        Raises:
            BorrowError: the callback has returned; also while iterating, if it returns meanwhile.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> ant, bee = pool.add("ant"), pool.add("bee")
        >>> pool.apply(ant, lambda _, others: print(list(others.keys()), list(others)))
        [Key(index=1, id=1)] [Key(index=1, id=1)]
        True
        """
        space = self._lent_space()
        return map(space.key, self._positions(space))

    def values(self) -> Iterator[T]:
        """Iterate over every other element, ascending: O(opened) (R12, R13).

        Raises:
            BorrowError: the callback has returned; also while iterating, if it returns meanwhile.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> ant, bee = pool.add("ant"), pool.add("bee")
        >>> pool.apply(bee, lambda _, others: print(list(others.values())))
        ['ant']
        True
        """
        space = self._lent_space()
        return map(space.elements.__getitem__, self._positions(space))

    def items(self) -> Iterator[tuple[Key[T], T]]:
        """Iterate over every other key and element, ascending: O(opened) (R12, R13).

        Raises:
            BorrowError: the callback has returned; also while iterating, if it returns meanwhile.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> ant, bee = pool.add("ant"), pool.add("bee")
        >>> pool.apply(bee, lambda _, others: print(list(others.items())))
        [(Key(index=0, id=0), 'ant')]
        True
        """
        space = self._lent_space()
        return map(space.item, self._positions(space))

    def __iter__(self) -> Iterator[Key[T]]:
        return self.keys()

    def __len__(self) -> int:
        return self._lent_space().live() - 1

    def __contains__(self, key: object) -> bool:
        return self._find(key) != NONE

    def __repr__(self) -> str:
        if self._space is None:
            return "<StableAccess, ended>"
        return f"<StableAccess to {len(self)} elements beside {self._space.key(self._pivot)}>"

    def _end(self) -> None:
        """The callback has returned."""
        self._space = None

    def _lent_space(self) -> ElementSpace[T]:
        if self._space is None:
            raise BorrowError(
                "access through the view",
                "the callback that it was lent to has returned",
                "keep keys instead of the view, and look them up in the list",
            )
        return self._space

    def _find(self, key: object) -> int:
        position = self._lent_space().find(key)
        return NONE if position == self._pivot else position

    def _positions(self, space: ElementSpace[T]) -> Iterator[int]:
        """The other live positions, ascending."""
        for position in space.live_positions():
            if position != self._pivot:
                yield position
                # Whoever kept this generator beyond the callback must not read on.
                self._lent_space()

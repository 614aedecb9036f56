"""Cross-iteration: a view of all elements but one, while that one is in hand (4.4, 5.3).

The element in hand is the *pivot*. The thesis cuts the element space in two slices around it and
shifts the indices behind it; here the view keeps the position of the pivot and skips it, so that
the list's own keys are the view's keys.

Representation invariant:

1. While the view is good, `_space` is the list's element space and `_pivot` a live position of it:
   the list is lent, so no cell can become vacant. Afterwards `_space` is None.
2. `_keys`, once they are made, are the keys of all opened cells, with None at vacant ones and at
   the pivot; they are emptied when the view ends.

Abstraction function: the list's map from keys to elements, without the pivot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, compress
from typing import ClassVar, Generic, NoReturn, TypeVar, final, overload

from .compiling import Unchecked, mypyc_attr
from .element_space import ElementSpace
from .errors import BorrowError, StaleKeyError
from .key import Key
from .lending import UNCOPYABLE
from .partition import NONE
from .stale import reason

__all__ = ["StableAccess", "StableInspection"]

T = TypeVar("T")
D = TypeVar("D")


@mypyc_attr()
class StableInspection(Generic[T]):
    """All elements of a `StableList` but the pivot, for reading; made by `inspect` (4.4; R13).

    The view is good until the callback returns. Afterwards its every method raises `BorrowError`.

    >>> from stablelist import StableList
    >>> pool = StableList[int]()
    >>> ant, bee, cat = pool.add(1), pool.add(2), pool.add(3)
    >>> pool.inspect(ant, lambda element, others: print(element, len(others), sum(others.values())))
    1 2 5
    True
    """

    __slots__ = ("_keys", "_pivot", "_space")

    # Keys are no indices: without this, reversed() would take them for such.
    __reversed__: ClassVar[None] = None

    def __init__(self, space: ElementSpace[T], pivot: int) -> None:
        self._space: ElementSpace[T] | None = space
        self._pivot = pivot
        self._keys: list[Key[T] | None] | None = None

    # --- one element -------------------------------------------------------------------------

    def at(self, key: Unchecked[Key[T]]) -> T | None:
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

    @overload
    def get(self, key: Unchecked[Key[T]]) -> T | None: ...
    @overload
    def get(self, key: Unchecked[Key[T]], default: T | D) -> T | D: ...
    def get(self, key: object, default: object = None) -> object:
        """The element of *key*, or *default* if the key is stale or the pivot's, in O(1) (R13).

        Raises:
            BorrowError: the callback has returned.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> ant = pool.add("ant")
        >>> pool.apply(ant, lambda _, others: print(others.get(ant, "nobody")))
        nobody
        True
        """
        space = self._lent_space()
        position = self._find(key)
        return default if position == NONE else space.elements[position]

    def __getitem__(self, key: Unchecked[Key[T]]) -> T:
        return self._lent_space().elements[self._require(key)]

    def __contains__(self, key: object) -> bool:
        return self._find(key) != NONE

    def contains(self, key: Unchecked[Key[T]]) -> bool:
        """Whether *key* resolves and is not the pivot's, in O(1) (5.1; R10, R13).

        Raises:
            BorrowError: the callback has returned.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> ant, bee = pool.add("ant"), pool.add("bee")
        >>> pool.apply(ant, lambda _, others: print(others.contains(ant), others.contains(bee)))
        False True
        True
        """
        return self._find(key) != NONE

    # --- all elements ------------------------------------------------------------------------

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
        for key, element in self.items():
            f(key, element)

    def keys(self) -> Iterator[Key[T]]:
        """Iterate over every other key, ascending: O(opened); so does `iter(view)` (R12, R13).

        Raises:
            BorrowError: the callback has returned; also while iterating, if it returns meanwhile.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> ant, bee = pool.add("ant"), pool.add("bee")
        >>> pool.apply(ant, lambda _, others: print(list(others.keys()), list(others)))
        [Key(index=1, id=1)] [Key(index=1, id=1)]
        True
        """
        return chain(filter(None, self._others()), _End(self))

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
        others = self._others()
        return chain(compress(self._lent_space().elements, others), _End(self))

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
        others = self._others()
        elements = compress(self._lent_space().elements, others)
        return chain(zip(filter(None, others), elements, strict=False), _End(self))

    def __iter__(self) -> Iterator[Key[T]]:
        return self.keys()

    def __len__(self) -> int:
        return self._lent_space().live() - 1

    def __repr__(self) -> str:
        name = type(self).__name__
        if self._space is None:
            return f"<{name}, ended>"
        count = len(self)
        plural = "" if count == 1 else "s"
        return f"<{name} to {count} element{plural} beside {self._space.keys[self._pivot]!r}>"

    # --- inside ------------------------------------------------------------------------------

    def __reduce__(self) -> NoReturn:
        raise TypeError(UNCOPYABLE)

    def _end(self) -> None:
        """The callback has returned: whoever kept the view or an iterator must not read on."""
        self._space = None
        if self._keys is not None:
            self._keys.clear()

    def _lent_space(self) -> ElementSpace[T]:
        if self._space is None:
            raise BorrowError(
                "access through the view",
                "the callback or loop step that it was lent to is over",
                "keep keys instead of the view, and look them up in the list",
            )
        return self._space

    def _find(self, key: object) -> int:
        position = self._lent_space().find(key)
        return NONE if position == self._pivot else position

    def _require(self, key: object) -> int:
        """The position that *key* resolves to, or a `StaleKeyError`."""
        position = self._lent_space().find(key)
        if position == self._pivot:
            raise StaleKeyError(key, "it is the pivot's, which the view of the others leaves out")
        if position == NONE:
            raise StaleKeyError(key, reason(self._lent_space(), key))
        return position

    def _others(self) -> list[Key[T] | None]:
        """The keys of all opened cells but the pivot's; None stands for those that are not shown."""
        space = self._lent_space()
        if self._keys is None:
            self._keys = space.keys[: space.opened()]
            self._keys[self._pivot] = None
        return self._keys


@final
@mypyc_attr()
class StableAccess(StableInspection[T]):
    """All elements of a `StableList` but the pivot, to read and to change (4.4, 5.3; R13, R15).

    Made by `apply`, `traverse` and `pivots`. The view is good until the callback returns or the
    loop takes its next step. Afterwards its every method raises `BorrowError`.

    >>> from stablelist import StableList
    >>> pool = StableList[int]()
    >>> ant, bee, cat = pool.add(1), pool.add(2), pool.add(3)
    >>> pool.apply(ant, lambda element, others: others.each_mut(lambda _, other: other + element))
    True
    >>> list(pool.values())
    [1, 3, 4]
    """

    __slots__ = ()

    def replace(self, key: Unchecked[Key[T]], element: T) -> bool:
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
        space.exchange(position, element)
        return True

    def __setitem__(self, key: Unchecked[Key[T]], element: T) -> None:
        self._lent_space().exchange(self._require(key), element)

    def at_mut(self, key: Unchecked[Key[T]], f: Callable[[T], T | None]) -> bool:
        """Let *f* change another's element, in O(1); False if *key* is stale or the pivot's (R15).

        What *f* returns takes the element's place; if it returns None, the element stays.

        Raises:
            BorrowError: the callback has returned.

        >>> from stablelist import StableList
        >>> pool = StableList[int]()
        >>> ant, bee = pool.add(1), pool.add(2)
        >>> pool.apply(ant, lambda one, others: others.at_mut(bee, lambda two: two + one))
        True
        >>> pool.at(bee)
        3
        """
        space = self._lent_space()
        position = self._find(key)
        if position == NONE:
            return False
        outcome = f(space.elements[position])
        self._lent_space().change(position, outcome)
        return True

    def each_mut(self, f: Callable[[Key[T], T], T | None]) -> None:
        """Let *f* change every other element, ascending: O(opened) (4.4; R12, R13, R15).

        What *f* returns takes the element's place; if it returns None, the element stays.

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
        for key, element in self.items():
            outcome = f(key, element)
            self._lent_space().change(key._index, outcome)

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
        self._lent_space().exchange(self._pivot, element)


@final
class _End:
    """The end of an iteration over a view, which the end of the view must not pass for."""

    __slots__ = ("_view",)

    def __init__(self, view: StableInspection[T]) -> None:
        self._view = view

    def __iter__(self) -> _End:
        return self

    def __next__(self) -> NoReturn:
        self._view._lent_space()
        raise StopIteration

    def __reduce__(self) -> NoReturn:
        raise TypeError(UNCOPYABLE)

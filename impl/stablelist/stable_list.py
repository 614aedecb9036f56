"""StableList: a pool that hands out a key for each element and keeps it good (chapters 4, 5).

This is what a user sees. Where the elements live is the business of `element_space`; this module
stamps them with ids, and refuses structural changes while elements are lent (`lending`).

Representation invariant, beyond that of the element space:

1. Every live id is in [0, id_period), and so is `_next_id`; unbounded ids are below `_next_id`.
2. `_loans` counts the callbacks that are running and the iterators that are under way.

Abstraction function: the finite map {Key(position, id): element} over the live cells. Every other
key that was handed out is retired.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Generic, TypeVar

from .element_space import ElementSpace
from .invariant import Interior, check
from .key import Key
from .layout import Layout, Stats
from .lending import Loan, Loans
from .parameters import lawful
from .partition import NONE
from .stable_access import StableAccess
from .truncate import Truncate

__all__ = ["StableList"]

T = TypeVar("T")


class StableList(Generic[T]):
    """A pool of elements of type T that stay where they are, each under a key that stays good.

    Adding prefers low positions, so that the upper half of the element space empties; then it is
    given back (5.2). Iterating costs what is left of it.

    Args:
        minimum: the element space never gets shorter; rounded up to a multiple of 4 (R1).
        capacity: the element space to begin with, rounded likewise (R1).
        truncate: what is given back when the upper half is empty (R6).
        id_bits: the width of ids, 1 to 64, or None for unbounded. After 2**id_bits additions an
            old key can be mistaken for the key of a newer element at its position (R8).
        index_bits: the width of indices, 3 to 64, or None for unbounded (R9).

    Raises:
        TypeError: an argument of the wrong type.
        ValueError: a number out of its range, or more capacity than the index can name.

    >>> pool = StableList[str](capacity=100)
    >>> ant, bee = pool.add("ant"), pool.add("bee")
    >>> pool.remove(ant)
    'ant'
    >>> pool.at(bee), pool.at(ant)
    ('bee', None)
    """

    __slots__ = (
        "__weakref__",
        "_cells",
        "_id_period",
        "_loans",
        "_next_id",
        "_parameters",
        "_removals",
        "_space",
    )

    def __init__(
        self,
        *,
        minimum: int = 4,
        capacity: int = 0,
        truncate: Truncate = Truncate.ITERATION,
        id_bits: int | None = 32,
        index_bits: int | None = None,
    ) -> None:
        self._parameters = lawful(minimum, capacity, truncate, id_bits, index_bits)
        self._space: ElementSpace[T] = ElementSpace(self._parameters)
        self._loans = Loans()
        self._id_period = self._parameters.id_period
        self._next_id = 0
        self._cells = 0
        self._removals = 0

    # --- adding and removing -----------------------------------------------------------------

    def add(self, element: T) -> Key[T]:
        """Add *element* and return its key, in amortised O(1) (4.2, 5.2; R2, R3, R8).

        Growth moves every opened cell, once per doubling of the allocated memory.

        Raises:
            BorrowError: elements are lent.
            CapacityError: the index range is full; nothing was changed.

        >>> pool = StableList[str]()
        >>> pool.add("ant"), pool.add("bee")
        (Key(index=0, id=0), Key(index=1, id=1))
        """
        if self._loans.open:
            raise self._loans.refusal("add")
        space = self._space
        position = space.take()
        stamp = self._next_id
        self._next_id = 0 if stamp + 1 == self._id_period else stamp + 1
        space.elements[position] = element
        space.ids[position] = stamp
        return Key(position, stamp)

    def remove(self, key: Key[T]) -> T | None:
        """Take out the element of *key*; return it, or None if the key is stale (5.2; R4, R11).

        Amortised O(1), at worst O(space): truncation visits the vacancies of the first quarter, in
        total never more than there were removals, unless capacity was reserved.

        Raises:
            BorrowError: elements are lent.

        >>> pool = StableList[str]()
        >>> ant = pool.add("ant")
        >>> pool.remove(ant), pool.remove(ant)
        ('ant', None)
        """
        if self._loans.open:
            raise self._loans.refusal("remove")
        position = self._space.find(key)
        if position == NONE:
            return None
        self._removals += 1
        return self._space.vacate(position)

    def clear(self) -> None:
        """Remove every element and retire every key, in O(opened) (4.2; R7).

        Drops every opened cell. The element space stays, except with `Truncate.MEMORY`, where it
        returns to the minimum. Ids go on.

        Raises:
            BorrowError: elements are lent.

        >>> pool = StableList[str]()
        >>> ant = pool.add("ant")
        >>> pool.clear()
        >>> pool.at(ant), pool.add("bee")
        (None, Key(index=0, id=1))
        """
        if self._loans.open:
            raise self._loans.refusal("clear")
        self._space.clear()

    # --- one element -------------------------------------------------------------------------

    def at(self, key: Key[T]) -> T | None:
        """The element of *key*, or None if the key is stale, in O(1) (4.3, 5.1; R10, R11).

        None may also be an element: `contains` tells the difference.

        >>> pool = StableList[str]()
        >>> ant = pool.add("ant")
        >>> pool.at(ant), pool.at(Key(0, 99))
        ('ant', None)
        """
        space = self._space
        position = space.find(key)
        return None if position == NONE else space.elements[position]

    def contains(self, key: Key[T]) -> bool:
        """Whether *key* resolves, in O(1); `key in pool` asks the same of any object (5.1; R10).

        >>> pool = StableList[None]()
        >>> key = pool.add(None)
        >>> pool.contains(key), key in pool, "ant" in pool
        (True, True, False)
        """
        return self._space.find(key) != NONE

    def __contains__(self, key: object) -> bool:
        return self._space.find(key) != NONE

    def __len__(self) -> int:
        return self._space.live()

    def __bool__(self) -> bool:
        return self._space.live() > 0

    def is_empty(self) -> bool:
        """Whether there is no element, in O(1) (4.2).

        >>> StableList[str]().is_empty()
        True
        """
        return self._space.live() == 0

    # --- all elements ------------------------------------------------------------------------

    def each(self, f: Callable[[Key[T], T], object]) -> None:
        """Call *f* with every key and element, ascending: O(opened) cell visits (4.3; R12, R14).

        The elements are lent until *f* has seen the last one, or raises.

        >>> pool = StableList[str]()
        >>> _ = pool.add("ant"), pool.add("bee")
        >>> pool.each(lambda key, element: print(key.id, element))
        0 ant
        1 bee
        """
        space = self._space
        with self._lend_cells():
            for position in space.live_positions():
                f(*space.item(position))

    def keys(self) -> Generator[Key[T], None, None]:
        """Iterate over the keys, ascending: O(opened) cell visits; so does `iter(pool)` (R12, R14).

        The elements are lent from the first step until the iterator ends, is closed or dropped.

        >>> pool = StableList[str]()
        >>> _ = pool.add("ant"), pool.add("bee")
        >>> [key.id for key in pool.keys()], [key.id for key in pool]
        ([0, 1], [0, 1])
        """
        space = self._space
        with self._lend_cells():
            for position in space.live_positions():
                yield space.key(position)

    def values(self) -> Generator[T, None, None]:
        """Iterate over the elements, ascending: O(opened) cell visits (R12, R14).

        The elements are lent from the first step until the iterator ends, is closed or dropped.

        >>> pool = StableList[str]()
        >>> _ = pool.add("ant"), pool.add("bee")
        >>> list(pool.values())
        ['ant', 'bee']
        """
        space = self._space
        with self._lend_cells():
            for position in space.live_positions():
                yield space.elements[position]

    def items(self) -> Generator[tuple[Key[T], T], None, None]:
        """Iterate over keys and elements, ascending: O(opened) cell visits (R12, R14).

        The elements are lent from the first step until the iterator ends, is closed or dropped.

        >>> pool = StableList[str]()
        >>> _ = pool.add("ant"), pool.add("bee")
        >>> {element: key.id for key, element in pool.items()}
        {'ant': 0, 'bee': 1}
        """
        space = self._space
        with self._lend_cells():
            for position in space.live_positions():
                yield space.item(position)

    def __iter__(self) -> Iterator[Key[T]]:
        return self.keys()

    # --- cross-iteration ---------------------------------------------------------------------

    def apply(self, key: Key[T], f: Callable[[T, StableAccess[T]], object]) -> bool:
        """Call *f* with the element of *key* and a view of all others, in O(1) (4.4; R13, R14).

        Returns False, without calling *f*, if the key is stale. The elements are lent until *f*
        returns or raises; *f* may replace them through the view.

        >>> pool = StableList[int]()
        >>> ant, bee = pool.add(1), pool.add(2)
        >>> pool.apply(ant, lambda one, others: others.replace_pivot(one + sum(others.values())))
        True
        >>> pool.at(ant)
        3
        """
        position = self._space.find(key)
        if position == NONE:
            return False
        with Loan(self._loans):
            view = StableAccess(self._space, position)
            try:
                f(self._space.elements[position], view)
            finally:
                view._end()
        return True

    def traverse(self, f: Callable[[Key[T], T, StableAccess[T]], object]) -> None:
        """Call *f* with each key, its element and a view of all others (4.4, 5.3; R12 to R14).

        Ascending, in O(opened) beside what *f* costs. The elements are lent until *f* has seen the
        last one, or raises; each view ends when its call of *f* does.

        >>> pool = StableList[int]()
        >>> _ = pool.add(1), pool.add(2), pool.add(3)
        >>> pool.traverse(lambda key, element, others: print(element, sum(others.values())))
        1 5
        2 4
        3 3
        """
        space = self._space
        with Loan(self._loans):
            for position in space.live_positions():
                view = StableAccess(space, position)
                try:
                    f(space.key(position), space.elements[position], view)
                finally:
                    view._end()

    def _lend_cells(self) -> Loan:
        """A loan for an iteration, which is charged with the opened cells (R12)."""
        self._cells += self._space.opened()
        return Loan(self._loans)

    # --- looking inside ----------------------------------------------------------------------

    def layout(self) -> Layout:
        """A copy of where elements live and will live, in O(vacancies) (5.2).

        >>> pool = StableList[str]()
        >>> pool.remove(pool.add("ant"))
        'ant'
        >>> pool.layout().q1.free
        (0,)
        """
        space = self._space
        return Layout(
            space=space.space(),
            opened=space.opened(),
            live=space.live(),
            allocated=space.allocated(),
            next_id=self._next_id,
            q1=space.q1.picture("q1", space.links),
            q2=space.q2.picture("q2", space.links),
            h2=space.h2.picture("h2", space.links),
        )

    def stats(self) -> Stats:
        """What the list has cost since it was made, in O(1) (5.2, cost level).

        >>> pool = StableList[str]()
        >>> pool.remove(pool.add("ant"))
        'ant'
        >>> pool.stats().removals
        1
        """
        space = self._space
        return Stats(
            visits=space.visits,
            moved=space.moved,
            dropped=space.dropped,
            cells=self._cells,
            removals=self._removals,
            truncations=space.truncations,
        )

    def check(self) -> None:
        """Check the representation invariant, in O(allocated).

        Raises:
            InvariantError: names the clause that does not hold, and shows the whole layout.

        >>> StableList[str]().check()
        """
        space = self._space
        check(Interior(self.layout(), self._parameters, space.elements, space.ids, space.links))

    def __copy__(self) -> StableList[T]:
        """Refused: a copy that shared its cells would hand out the same keys again.

        Raises:
            TypeError: always; `copy.deepcopy` makes a list of its own.
        """
        raise TypeError("a StableList has no shallow copy; use copy.deepcopy, which keeps the keys")

    def __repr__(self) -> str:
        layout = self.layout()
        return f"<StableList of {layout.live} elements in a space of {layout.space}>"

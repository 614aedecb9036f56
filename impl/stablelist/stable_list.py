"""StableList: a pool that returns a key for each element and keeps it valid.

This is the public class. Its fast part, single elements and iteration, is in `pool`.
(Chapters 4 and 5 of the thesis.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from reprlib import recursive_repr
from typing import Any, Literal, Self, SupportsIndex, TypeVar, cast

from .compiled import standardise, with_own_methods
from .errors import BorrowError
from .ids import IdSource, u64
from .key import Key, require
from .layout import Layout, PartitionLayout, Stats
from .lending import Change, Loan, claim
from .pairs import Pairs
from .parameters import LEND, STANDARD, chosen, lawful_length, whole
from .partition import NONE
from .pivots import Pivots
from .pool import Pool
from .restoring import require_restorable
from .saving import loaded, saved
from .showing import SHOWN, shown
from .stable_access import StableAccess, StableInspection
from .stamps import initial_id
from .truncate import Truncate

__all__ = ["StableList"]

T = TypeVar("T")
V = TypeVar("V", bound=StableInspection[Any])
L = TypeVar("L", bound=Pool[Any])


@with_own_methods
class StableList(Pool[T]):
    """A pool of elements of type T that stay where they are, each under a key that stays valid.

    New elements take the lowest free positions, so that the upper half of the element space becomes empty; then it is
    dropped. Iteration is proportional to the number of opened cells.

    Args:
        minimum: the element space never gets shorter than this; rounded up to a multiple of 4.
        capacity: the initial length of the element space, rounded likewise.
        truncate: what is released when the upper half is empty.
        ids: the source of ids, see `stablelist.ids`. Counters of b bits start over: after 2**b
            additions an old key can be mistaken for that of a newer element at its position.
        index_bits: the width of indices, 3 to 64, or None for unbounded: there are never more than
            2**index_bits elements.
        maximum: the largest number of elements, or None: an addition beyond it is refused.
        lend: what a structural change does while elements are lent, which means that an iterator or
            a callback is under way. `"refuse"`: it raises. `"invalidate"`: it is made, and the
            iterator, or the method that called back, raises instead as soon as it goes on.

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

    # Source: 5.2; R1, R6, R8, R9, R14

    __slots__ = ("__weakref__",)

    def __init__(
        self,
        elements: Iterable[T] = (),
        /,
        *,
        minimum: SupportsIndex = 4,
        capacity: SupportsIndex = 0,
        truncate: Truncate = Truncate.ITERATION,
        ids: IdSource = u64,
        index_bits: SupportsIndex | None = 32,
        maximum: SupportsIndex | None = None,
        lend: Literal["refuse", "invalidate"] = LEND,
    ) -> None:
        parameters = chosen(minimum, capacity, truncate, ids, index_bits, maximum, lend)
        self._begin(parameters, initial_id(parameters.ids))
        if type(elements) is not tuple or elements:
            StableList.extend(self, elements)

    # --- restoring ---------------------------------------------------------------------------

    def insert_at(self, key: Key[T], element: T, /) -> None:
        """Put *element* back under *key*, which was retired: the key is valid again, and no id is used.

        For undo and for loading. O(1) for the key that was removed last from
        its partition, otherwise the vacancies that are reused before its cell are passed. A cell that truncation or
        `clear` dropped is opened again, with those before it, in O(opened) at worst; this needs memory that the list
        has, as it keeps it with the default mode, or by `reserve`.

        Raises:
            TypeError: *key* is not a `Key`.
            BorrowError: elements are lent.
            RestoreError: the key is live, or its cell holds another element; or the list has no memory for the cell; or
                the id is still to come. Nothing was changed.
            CapacityError: the list holds its maximum; nothing was changed.

        >>> pool = StableList[str]()
        >>> ant, bee = pool.extend(["ant", "bee"])
        >>> pool.remove(ant)
        'ant'
        >>> pool.insert_at(ant, "ant")
        >>> pool.at(ant), pool.add("cat")
        ('ant', Key(index=2, id=2))
        """
        # Source: R16
        require(key)
        with Change(self, "insert_at"):
            require_restorable(self, key)
            self._restore(key, element)

    # --- removing ----------------------------------------------------------------------------

    def remove_many(self, keys: Iterable[Key[T]], /) -> list[T | None]:
        """Remove by each of *keys* in turn; return what `remove` would: elements, or None if stale.

        Costs as much as `remove` for each. *keys* is read to its end before anything is removed.

        Raises:
            TypeError: one of them is not a `Key`; nothing was removed.
            BorrowError: elements are lent.

        >>> pool = StableList[str]()
        >>> ant, bee = pool.extend(["ant", "bee"])
        >>> pool.remove_many([bee, ant, bee])
        ['bee', 'ant', None]
        """
        # Source: R4, R11
        given: object = keys
        if isinstance(given, Key):
            raise TypeError(f"{given!r} is one key; pass several of them in a list, or call remove")
        named = list(keys)
        for key in named:
            require(key)
        with Change(self, "remove_many"):
            return [self._vacated(key) for key in named]

    def _vacated(self, key: Key[T]) -> T | None:
        """Remove and return the element of a key, or return None."""
        position = self._find(key)
        return None if position == NONE else self._vacate(position)

    def clear(self) -> None:
        """Remove every element and retire every key, in O(opened).

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
        # Source: 4.2; R7
        with Change(self, "clear"):
            held = self._clear()
        # Released only now, because it may run a `__del__` that calls back: the list must be consistent.
        held.clear()

    def drain(self) -> list[tuple[Key[T], T]]:
        """Remove every element; return them with their keys, ascending, in O(opened).

        Costs an iteration and a `clear`. All are removed at once: nothing is lent afterwards.

        Raises:
            BorrowError: elements are lent.

        >>> pool = StableList[str]()
        >>> ant = pool.add("ant")
        >>> pool.drain(), len(pool)
        ([(Key(index=0, id=0), 'ant')], 0)
        """
        # Source: R7, R12
        with Change(self, "drain"):
            self._charge()
            items = list(self._live_items())
            self._clear()
        return items

    # --- one element -------------------------------------------------------------------------

    def key_at(self, index: SupportsIndex, /) -> Key[T] | None:
        """The key of the element at *index*, or None if no element is there, in O(1).

        Meant for code that stores only indices, for example in a column of numbers. An index does not tell whether the
        element was replaced by a newer one.

        Raises:
            TypeError: *index* is not a whole number.

        >>> pool = StableList[str]()
        >>> ant = pool.add("ant")
        >>> pool.key_at(ant.index) == ant, pool.key_at(7), pool.key_at(-1)
        (True, None, None)
        """
        # Source: R10
        position = whole("index", index, "the index of a key, such as 0")
        return self._key_at(position) if 0 <= position < self._lengths()[1] else None

    # --- all elements ------------------------------------------------------------------------

    @property
    def first(self) -> T:
        """The element at the lowest position, in O(opened) at worst.

        Raises:
            BorrowError: another change is in progress.
            LookupError: there is none.

        >>> StableList(["ant", "bee"]).first
        'ant'
        """
        with Loan(self):
            for _key, element in self._live_items():
                return element
        raise LookupError("an empty list has no first element; ask whether it is empty before")

    def is_empty(self) -> bool:
        """Whether there is no element, in O(1); the same as `not pool`.

        >>> StableList[str]().is_empty()
        True
        """
        # Source: 4.2
        return not Pool.__len__(self)

    # --- cross-iteration ---------------------------------------------------------------------

    def apply(self, key: Key[T], f: Callable[[T, StableAccess[T]], None]) -> bool:
        """Call *f* with the element of *key* and a view of all others, in O(1).

        Returns False, without calling *f*, if the key is stale. The elements are lent until *f*
        returns or raises; *f* may replace them through the view, its own one by `replace_pivot`.

        Raises:
            TypeError: *key* is not a `Key`, or *f* returned something.

        >>> pool = StableList[int]()
        >>> ant, bee = pool.add(1), pool.add(2)
        >>> pool.apply(ant, lambda one, others: others.replace_pivot(one + sum(others.values())))
        True
        >>> pool.at(ant)
        3
        """
        # Source: 4.4; R13, R14, R15
        with Loan(self):
            position = self._find(key)
            if position == NONE:
                return False
            _require_none("apply", self._show(position, StableAccess._of(self, position), f))
        return True

    def inspect(self, key: Key[T], f: Callable[[T, StableInspection[T]], object]) -> bool:
        """Call *f* with the element of *key* and a view of all others for reading.

        The read-only variant of `apply`, in O(1): its view cannot replace elements.

        >>> pool = StableList[int]()
        >>> ant, bee = pool.add(1), pool.add(2)
        >>> pool.inspect(ant, lambda one, others: print(one + sum(others.values())))
        3
        True
        """
        # Source: 4.4; R13, R14
        with Loan(self):
            position = self._find(key)
            if position == NONE:
                return False
            self._show(position, StableInspection._of(self, position), f)
        return True

    def traverse(self, f: Callable[[Key[T], T, StableAccess[T]], None]) -> None:
        """Call *f* with each key, its element and a view of all others.

        Ascending, in O(opened) plus the cost of *f*. The elements are lent until *f* has seen the
        last one, or raises; each view ends when its call of *f* does.

        Raises:
            TypeError: *f* returned something.

        >>> pool = StableList[int]()
        >>> _ = pool.add(1), pool.add(2), pool.add(3)
        >>> pool.traverse(lambda key, element, others: print(element, sum(others.values())))
        1 5
        2 4
        3 3
        """
        # Source: 4.4, 5.3; R12 to R15
        for key, element, others in self.pivots():
            _require_none("traverse", f(key, element, others))  # type: ignore[func-returns-value] # if it obeys

    def pivots(self) -> Iterator[tuple[Key[T], T, StableAccess[T]]]:
        """Iterate over each key, its element, and a view of all others.

        The `for` form of `traverse`: ascending, in O(opened) plus the cost of the loop's body. The
        elements are lent until the loop is over; each view ends when the loop takes its next step.

        >>> pool = StableList[int]()
        >>> _ = pool.extend([1, 2, 3])
        >>> for key, element, others in pool.pivots():
        ...     print(element, list(others.values()))
        1 [2, 3]
        2 [1, 3]
        3 [1, 2]
        """
        # Source: 5.5; R12 to R14
        return Pivots(self, StableAccess)

    def pairs(self) -> Iterator[tuple[T, T]]:
        """Iterate over each two elements once: n elements have n * (n - 1) / 2 pairs.

        The one at the lower position comes first; ascending by it, then by the other. Takes O(opened) for each
        element. The elements are lent until the loop is over.

        >>> pool = StableList("abc")
        >>> ["".join(pair) for pair in pool.pairs()]
        ['ab', 'ac', 'bc']
        """
        # Source: 5.5; R12 to R15
        return cast("Iterator[tuple[T, T]]", Pairs._of(self, False))

    def item_pairs(self) -> Iterator[tuple[Key[T], T, Key[T], T]]:
        """Iterate over each two elements once, each with its key before it; otherwise as `pairs`.

        >>> pool = StableList("abc")
        >>> for key, element, other_key, other in pool.item_pairs():
        ...     print(key.index, element, other_key.index, other)
        0 a 1 b
        0 a 2 c
        1 b 2 c
        """
        # Source: 5.5; R12 to R15
        return cast("Iterator[tuple[Key[T], T, Key[T], T]]", Pairs._of(self, True))

    # --- columns -----------------------------------------------------------------------------

    def indices(self) -> memoryview:
        """The indices of all elements, ascending, as a read-only buffer of 64-bit integers; in O(opened).

        For data of the elements that is in arrays, each at the index of its key: NumPy takes the buffer as it is
        (`numpy.asarray`). It is a snapshot, and nothing is lent: later changes of the list do not change it.

        Raises:
            BorrowError: another change is in progress.

        >>> pool = StableList("abcd")
        >>> _ = pool.remove(pool.key_at(1))
        >>> list(pool.indices()), pool.indices().format
        ([0, 2, 3], 'q')
        """
        # Source: 5.6; R12
        with Loan(self):
            return self._indices()

    def mask(self) -> memoryview:
        """Whether there is an element at each index below `capacity`, as a read-only buffer of bools; in O(capacity).

        For arrays of `capacity` entries: NumPy takes the buffer as a mask. It is a snapshot, as that of `indices`.

        Raises:
            BorrowError: another change is in progress.

        >>> pool = StableList("abc")
        >>> _ = pool.remove(pool.key_at(1))
        >>> list(pool.mask()), pool.capacity
        ([True, False, True, False], 4)
        """
        # Source: 5.6; R12
        with Loan(self):
            return self._mask()

    # --- cells and memory --------------------------------------------------------------------

    @property
    def space(self) -> int:
        """The length of the element space, in O(1): it doubles when the list is full, and is halved by truncation.

        >>> pool = StableList[str]()
        >>> _ = pool.extend("abcde")
        >>> pool.space
        8
        """
        # Source: 5.2; R1, R3, R5
        return self._lengths()[0]

    @property
    def opened(self) -> int:
        """The number of opened cells, live and vacant, in O(1): the cells that an iteration visits.

        >>> pool = StableList[str]()
        >>> ant, bee = pool.extend(["ant", "bee"])
        >>> pool.remove(ant)
        'ant'
        >>> pool.opened, len(pool)
        (2, 1)
        """
        # Source: 5.2; R12
        return self._lengths()[1]

    @property
    def capacity(self) -> int:
        """The number of elements that memory is allocated for, in O(1).

        >>> StableList[str](capacity=10).capacity
        12
        """
        # Source: 5.2; R3, R6
        return self._lengths()[2]

    def reserve(self, additional: SupportsIndex) -> None:
        """Allocate memory for *additional* more elements, so that adding them moves none.

        Takes O(live + additional). The element space, and so the time of iteration, stays the same. With
        `Truncate.MEMORY` the next truncation, or `clear`, releases unused memory.

        Raises:
            BorrowError: elements are lent.
            CapacityError: the index range has no room for them.
            TypeError, ValueError: *additional* is not a number of elements.

        >>> pool = StableList[str]()
        >>> pool.reserve(1000)
        >>> pool.capacity, pool.space
        (1024, 4)
        """
        # Source: R3
        number = lawful_length("additional", additional)
        with Change(self, "reserve"):
            self._parameters.require_room(Pool.__len__(self), number, "reserve")
            self._reserve(number)

    def shrink_to_fit(self) -> None:
        """Release all memory that is not needed, in O(capacity), in every mode.

        Halves the element space while its upper half is empty and the minimum allows; then releases all memory beyond
        it. No element moves to another position, and every key stays valid.

        Raises:
            BorrowError: elements are lent.

        >>> pool = StableList[str](capacity=1000)
        >>> pool.shrink_to_fit()
        >>> pool.capacity
        500
        """
        # Source: 5.2; R1, R5
        with Change(self, "shrink_to_fit"):
            self._shrink()

    def __sizeof__(self) -> int:
        return object.__sizeof__(self) + self._memory()

    # --- copies ------------------------------------------------------------------------------

    def __copy__(self) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[[type[Any]], Any], tuple[type[Any]], dict[str, Any]]:
        return _blank, (type(self),), self._state()

    def _state(self) -> dict[str, Any]:
        with Loan(self):
            return cast("dict[str, Any]", saved(self))

    def __setstate__(self, state: dict[str, Any]) -> None:
        if self._open != 0:
            claim(self, "__setstate__", self._open)
        fresh, attributes = loaded(state)
        if attributes and not hasattr(self, "__dict__"):
            raise ValueError(
                f"a {type(self).__name__} has no attributes; load it as what was saved"
            )
        with Change(self, "__setstate__"):
            self._take(fresh)
        if attributes:
            vars(self).update(attributes)

    # --- internal state ----------------------------------------------------------------------

    def layout(self) -> Layout:
        """A picture of the cells, partitions and free lists, in O(vacancies).

        Raises:
            BorrowError: another change is under way.

        >>> pool = StableList[str]()
        >>> pool.remove(pool.add("ant"))
        'ant'
        >>> pool.layout().q1.free
        (0,)
        """
        # Source: 5.2
        with Loan(self):
            space, opened, allocated = self._lengths()
            q1, q2, h2 = self._picture()
            return Layout(
                space=space,
                opened=opened,
                live=Pool.__len__(self),
                allocated=allocated,
                next_id=self._next_id,
                q1=PartitionLayout("q1", *q1),
                q2=PartitionLayout("q2", *q2),
                h2=PartitionLayout("h2", *h2),
            )

    def stats(self) -> Stats:
        """The costs of the list since it was created, in O(1).

        >>> pool = StableList[str]()
        >>> pool.remove(pool.add("ant"))
        'ant'
        >>> pool.stats().removals
        1
        """
        # Source: 5.2, cost level
        return Stats(*self._costs())

    def check(self) -> None:
        """Check the representation invariant, in O(capacity).

        Raises:
            BorrowError: another change is under way.
            InvariantError: it names the clause that does not hold, and shows the layout and every cell.

        >>> StableList[str]().check()
        """
        from .invariant import Interior, check  # only here, since few programs need it

        # Lent, so that no finaliser and no other thread changes it meanwhile, or that is noticed.
        with Loan(self):
            interior = Interior(self.layout(), self._parameters, *self._cells())
        check(interior)

    @recursive_repr("<StableList ...>")
    def __repr__(self) -> str:
        count, space = Pool.__len__(self), self._lengths()[0]
        plural = "" if count == 1 else "s"
        about = f"{type(self).__name__} of {count} element{plural} in a space of {space}"
        if not count:
            return f"<{about}>"
        try:
            with Loan(self):  # which ends before any element's own repr runs
                first = [element for _key, element in islice(self._live_items(), SHOWN + 1)]
        except BorrowError:  # during a change the cells must not be read
            return f"<{about}>"
        return f"<{about}: {shown(first)}>"

    # --- lending -----------------------------------------------------------------------------

    def _show(self, position: int, view: V, f: Callable[[T, V], object]) -> object:
        """Call *f* with the element there and a view of the others, which ends with the call."""
        try:
            return f(self._element(position), view)
        finally:
            view._end()


standardise(StableList, STANDARD)


def _blank(kind: type[L]) -> L:
    """A new list, into which a saved one is loaded."""
    return kind.__new__(kind)


def _require_none(operation: str, outcome: object) -> None:
    """Reject the return value of a callback, where it would otherwise be ignored silently."""
    if outcome is not None:
        raise TypeError(
            f"the callback of {operation} returned {outcome!r}; return None, and replace the element by"
            " replace_pivot of the view"
        )

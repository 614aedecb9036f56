"""StableList: a pool that hands out a key for each element and keeps it good (chapters 4, 5).

This is what a user sees. Where the elements live is the business of `element_space`; this module
stamps them with ids (`stamps`), and refuses structural changes while elements are lent or being
changed (`lending`).

Representation invariant, beyond that of the element space:

1. Every live id was given out, and so came from `_stamps`.
2. `_loans` counts the callbacks that are running and the iterators that are under way.

Abstraction function: the finite map {Key(position, id): element} over the live cells. Every other
key that was handed out is retired.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from sys import getsizeof
from typing import Any, ClassVar, Final, Generic, Self, SupportsIndex, TypeVar, cast, overload

from .compiling import Unchecked, mypyc_attr
from .element_space import ElementSpace
from .errors import StaleKeyError
from .ids import IdSource, u32
from .invariant import Interior, check
from .key import Key, issued
from .layout import Layout, Stats
from .lending import CHANGING, Change, Loan, Loans
from .packing import packed, unpacked
from .parameters import Parameters, lawful, lawful_length, whole
from .partition import NONE
from .pivots import Pivots
from .saving import load, saved
from .stable_access import StableAccess, StableInspection
from .stale import reason
from .stamps import Stamps, initial_id
from .truncate import Truncate

__all__ = ["StableList"]

T = TypeVar("T")
D = TypeVar("D")
V = TypeVar("V", bound=StableInspection[Any])
L = TypeVar("L", bound="StableList[Any]")

MISSING: Final = object()
"""No default was given."""

FORM: Final = 1
"""The number of the form in which lists are saved; it changes when the form does."""


@mypyc_attr(allow_interpreted_subclasses=True)
class StableList(Generic[T]):
    """A pool of elements of type T that stay where they are, each under a key that stays valid.

    Adding prefers low positions, so that the upper half of the element space empties; then it is
    dropped. Iteration is proportional to the number of opened cells (5.2).

    Args:
        minimum: the element space never gets shorter; rounded up to a multiple of 4 (R1).
        capacity: the element space to begin with, rounded likewise (R1).
        truncate: what is given back when the upper half is empty (R6).
        ids: where ids come from, see `stablelist.ids`. Counters of b bits start over: after 2**b
            additions an old key can be mistaken for that of a newer element at its position (R8).
        index_bits: the width of indices, 3 to 64, or None for unbounded: there are never more than
            2**index_bits elements (R9).

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

    __slots__ = ("__weakref__", "_cells", "_loans", "_parameters", "_space", "_stamps")

    # Keys are no indices: without this, reversed() would take them for such.
    __reversed__: ClassVar[None] = None

    def __init__(
        self,
        *,
        minimum: SupportsIndex = 4,
        capacity: SupportsIndex = 0,
        truncate: Unchecked[Truncate] = Truncate.ITERATION,
        ids: Unchecked[IdSource] = u32,
        index_bits: SupportsIndex | None = 32,
    ) -> None:
        parameters = lawful(minimum, capacity, truncate, ids, index_bits)
        self._begin(parameters, initial_id(parameters.ids))

    def _begin(self, parameters: Parameters, next_id: int) -> object:
        """Make this an empty list; what it was before is handed out, to die when this is in order."""
        before = getattr(self, "_space", None)
        self._parameters = parameters
        self._space: ElementSpace[T] = ElementSpace(parameters)
        self._stamps = Stamps(parameters.ids, next_id)
        self._loans = Loans()
        self._cells = 0
        return before

    # --- adding ------------------------------------------------------------------------------

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
        loans = self._loans
        if loans.open != 0:
            raise loans.refusal("add")
        loans.open = CHANGING
        try:
            return self._space.place(element, self._stamps)
        finally:
            loans.open = 0

    def extend(self, elements: Iterable[T]) -> list[Key[T]]:
        """Add all *elements*, or none; return their keys: as many times `add` (4.2; R2, R3, R8).

        If the iterable raises, or the index range has no room for all, nothing was changed.

        Raises:
            BorrowError: elements are lent.
            CapacityError: the index range has no room for all of them.

        >>> pool = StableList[str]()
        >>> pool.extend(["ant", "bee"])
        [Key(index=0, id=0), Key(index=1, id=1)]
        """
        self._require_unlent("extend")
        added = list(elements)
        stamps, space = self._stamps, self._space
        try:
            with Change(self._loans, "extend"):
                space.require_room(len(added), "extend")
                ids = stamps.several(len(added))
                # Used up at once: should memory run out half-way, no id is given twice.
                stamps.next_id = ids[-1]
                keys = [space.put(element, ids[n]) for n, element in enumerate(added)]
        finally:
            # Not before, because it may run a `__del__` that calls back: see `clear`.
            added.clear()
        return keys

    def insert_with(self, factory: Callable[[Key[T]], T]) -> Key[T]:
        """Add what *factory* makes when it is given the key, in amortised O(1) (R2, R3, R8).

        While the factory runs, the key is not found and the list is lent. If it raises, nothing was
        changed, and the next element will get that key.

        Raises:
            BorrowError: elements are lent.
            CapacityError: the index range is full; the factory was not called.

        >>> pool = StableList[str]()
        >>> pool.at(pool.insert_with(lambda key: f"ant {key.index}"))
        'ant 0'
        """
        loans, space, stamps = self._loans, self._space, self._stamps
        if loans.open != 0:
            raise loans.refusal("insert_with")
        loans.open = 1
        try:
            position = space.next_position("insert_with")
            element = factory(issued(position, stamps.next_id))
        finally:
            loans.open -= 1
        # What the factory still lends. Nothing is called in between, so that no other thread gets in.
        if loans.open != 0:
            raise loans.refusal("insert_with")
        loans.open = CHANGING
        try:
            return space.place(element, stamps)
        finally:
            loans.open = 0

    # --- removing ----------------------------------------------------------------------------

    def remove(self, key: Unchecked[Key[T]]) -> T | None:
        """Take out the element of *key*; return it, or None if the key is stale (5.2; R4, R11).

        Amortised O(1), at worst O(space): truncation visits the vacancies of the first quarter, in
        total never more than there were removals. With `Truncate.MEMORY` it also moves cells.

        Raises:
            BorrowError: elements are lent.

        >>> pool = StableList[str]()
        >>> ant = pool.add("ant")
        >>> pool.remove(ant), pool.remove(ant)
        ('ant', None)
        """
        loans, space = self._loans, self._space
        if loans.open != 0:
            raise loans.refusal("remove")
        loans.open = CHANGING
        try:
            position = space.find(key)
            return None if position == NONE else space.vacate(position)
        finally:
            loans.open = 0

    @overload
    def pop(self, key: Unchecked[Key[T]]) -> T: ...
    @overload
    def pop(self, key: Unchecked[Key[T]], default: T | D) -> T | D: ...
    def pop(self, key: object, default: object = MISSING) -> object:
        """Take out the element of *key*; return it, or *default* if the key is stale (R4, R11).

        Costs what `remove` costs.

        Raises:
            BorrowError: elements are lent.
            StaleKeyError: the key names no element, and no default was given.

        >>> pool = StableList[str]()
        >>> ant = pool.add("ant")
        >>> pool.pop(ant), pool.pop(ant, "gone")
        ('ant', 'gone')
        """
        self._require_unlent("pop")
        if self._space.find(key) == NONE:
            if default is MISSING:
                raise StaleKeyError(key, reason(self._space, key))
            return default
        return self.remove(cast("Key[T]", key))

    def __delitem__(self, key: Unchecked[Key[T]]) -> None:
        self._require_unlent("del")
        self.pop(key)

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
        with Change(self._loans, "clear"):
            held = self._space.clear()
        # Now, because it may run a `__del__` that calls back: it must find the list in order.
        held.clear()

    def drain(self) -> list[tuple[Key[T], T]]:
        """Remove every element; return them with their keys, ascending, in O(opened) (R7, R12).

        Costs an iteration and a `clear`. All are out at once: nothing is lent afterwards.

        Raises:
            BorrowError: elements are lent.

        >>> pool = StableList[str]()
        >>> ant = pool.add("ant")
        >>> pool.drain(), len(pool)
        ([(Key(index=0, id=0), 'ant')], 0)
        """
        with Change(self._loans, "drain"):
            self._cells += self._space.opened()
            items = list(self._space.live_items())
            self._space.clear()
        return items

    def retain(self, predicate: Callable[[Key[T], T], object]) -> list[tuple[Key[T], T]]:
        """Keep the elements for which *predicate* is true; return the others with their keys.

        The predicate sees every key and element, ascending, while they are lent: O(opened). Then
        the others are removed, ascending, each as by `remove` (R4, R12, R14). If it raises, nothing
        was changed.

        Raises:
            BorrowError: elements are lent.

        >>> pool = StableList[int]()
        >>> _ = pool.extend([1, 2, 3, 4])
        >>> [element for key, element in pool.retain(lambda key, element: element % 2 == 0)]
        [1, 3]
        >>> list(pool.values())
        [2, 4]
        """
        self._require_unlent("retain")
        with self._lend_cells() as loan:
            items = self._space.live_items()
            rejected = [(key, element) for key, element in items if not predicate(key, element)]
            loan.turn_into_change("retain")
            try:
                for key, _element in rejected:
                    self._space.vacate(key._index)
            finally:
                self._loans.open = 0
        return rejected

    # --- one element -------------------------------------------------------------------------

    def at(self, key: Unchecked[Key[T]]) -> T | None:
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

    @overload
    def get(self, key: Unchecked[Key[T]]) -> T | None: ...
    @overload
    def get(self, key: Unchecked[Key[T]], default: T | D) -> T | D: ...
    def get(self, key: object, default: object = None) -> object:
        """The element of *key*, or *default* if the key is stale, in O(1) (4.3; R11).

        >>> pool = StableList[str]()
        >>> pool.get(Key(0, 0), "nobody")
        'nobody'
        """
        position = self._space.find(key)
        return default if position == NONE else self._space.elements[position]

    def __getitem__(self, key: Unchecked[Key[T]]) -> T:
        space = self._space
        position = space.find(key)
        if position == NONE:
            raise StaleKeyError(key, reason(space, key))
        return space.elements[position]

    def contains(self, key: Unchecked[Key[T]]) -> bool:
        """Whether *key* resolves, in O(1); `key in pool` asks the same of any object (5.1; R10).

        >>> pool = StableList[None]()
        >>> key = pool.add(None)
        >>> pool.contains(key), key in pool, "ant" in pool
        (True, True, False)
        """
        return self._space.find(key) != NONE

    def __contains__(self, key: object) -> bool:
        return self._space.find(key) != NONE

    def replace(self, key: Unchecked[Key[T]], element: T) -> bool:
        """Put *element* in another's place, which keeps its key, in O(1); False if stale (R15).

        This changes no structure, so it is allowed while elements are lent. `pool[key] = element`
        does the same, and raises `StaleKeyError` if the key is stale.

        >>> pool = StableList[str]()
        >>> ant = pool.add("ant")
        >>> pool.replace(ant, "wasp"), pool.at(ant)
        (True, 'wasp')
        """
        position = self._space.find(key)
        if position == NONE:
            return False
        self._space.exchange(position, element)
        return True

    def __setitem__(self, key: Unchecked[Key[T]], element: T) -> None:
        if not self.replace(key, element):
            raise StaleKeyError(key, reason(self._space, key))

    def at_mut(self, key: Unchecked[Key[T]], f: Callable[[T], T | None]) -> bool:
        """Let *f* change the element of *key*, in O(1); False if the key is stale (4.3; R14, R15).

        What *f* returns takes the element's place: so numbers are changed. If it returns None, the
        element stays: *f* has changed it in place. To put None there, use `replace`.

        >>> pool = StableList[int]()
        >>> one = pool.add(1)
        >>> pool.at_mut(one, lambda number: number + 1), pool.at(one)
        (True, 2)
        """
        with Loan(self._loans):
            space = self._space
            position = space.find(key)
            if position == NONE:
                return False
            space.change(position, f(space.elements[position]))
        return True

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
        for key, element in self._lent_items():
            f(key, element)

    def each_mut(self, f: Callable[[Key[T], T], T | None]) -> None:
        """Let *f* change every element, ascending: O(opened) cell visits (4.3; R12, R14, R15).

        What *f* returns takes the element's place: so numbers are changed. If it returns None, the
        element stays: *f* has changed it in place. To put None there, use `replace`.

        >>> pool = StableList[int]()
        >>> _ = pool.extend([1, 2, 3])
        >>> pool.each_mut(lambda key, number: number + 1)
        >>> list(pool.values())
        [2, 3, 4]
        """
        space = self._space
        for key, element in self._lent_items():
            space.change(key._index, f(key, element))

    def keys(self) -> Iterator[Key[T]]:
        """Iterate over the keys, ascending: O(opened) cell visits; so does `iter(pool)` (R12, R14).

        The elements are lent until the iterator ends or is dropped.

        >>> pool = StableList[str]()
        >>> _ = pool.add("ant"), pool.add("bee")
        >>> [key.id for key in pool.keys()], [key.id for key in pool]
        ([0, 1], [0, 1])
        """
        loan = self._lend_cells()
        return chain(self._space.live_keys(), loan)

    def values(self) -> Iterator[T]:
        """Iterate over the elements, ascending: O(opened) cell visits (R12, R14).

        The elements are lent until the iterator ends or is dropped.

        >>> pool = StableList[str]()
        >>> _ = pool.add("ant"), pool.add("bee")
        >>> list(pool.values())
        ['ant', 'bee']
        """
        loan = self._lend_cells()
        return chain(self._space.live_elements(), loan)

    def items(self) -> Iterator[tuple[Key[T], T]]:
        """Iterate over keys and elements, ascending: O(opened) cell visits (R12, R14).

        The elements are lent until the iterator ends or is dropped.

        >>> pool = StableList[str]()
        >>> _ = pool.add("ant"), pool.add("bee")
        >>> {element: key.id for key, element in pool.items()}
        {'ant': 0, 'bee': 1}
        """
        return self._lent_items()

    def __iter__(self) -> Iterator[Key[T]]:
        return self.keys()

    def __len__(self) -> int:
        return self._space.live()

    def __bool__(self) -> bool:
        return bool(self._space.live())

    def is_empty(self) -> bool:
        """Whether there is no element, in O(1); so does `not pool` (4.2).

        >>> StableList[str]().is_empty()
        True
        """
        return not self._space.live()

    # --- cross-iteration ---------------------------------------------------------------------

    def apply(self, key: Unchecked[Key[T]], f: Callable[[T, StableAccess[T]], object]) -> bool:
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
        with Loan(self._loans):
            position = self._space.find(key)
            if position == NONE:
                return False
            self._show(position, StableAccess(self._space, position), f)
        return True

    def inspect(
        self, key: Unchecked[Key[T]], f: Callable[[T, StableInspection[T]], object]
    ) -> bool:
        """Call *f* with the element of *key* and a view of all others for reading (4.4; R13, R14).

        The read-only twin of `apply`, in O(1): its view replaces nothing.

        >>> pool = StableList[int]()
        >>> ant, bee = pool.add(1), pool.add(2)
        >>> pool.inspect(ant, lambda one, others: print(one + sum(others.values())))
        3
        True
        """
        with Loan(self._loans):
            position = self._space.find(key)
            if position == NONE:
                return False
            self._show(position, StableInspection(self._space, position), f)
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
        for key, element, others in self.pivots():
            f(key, element, others)

    def pivots(self) -> Iterator[tuple[Key[T], T, StableAccess[T]]]:
        """Iterate over each key, its element, and a view of all others (5.5; R12 to R14).

        The `for` form of `traverse`: ascending, in O(opened) beside what the loop does. The
        elements are lent until the loop is over; each view ends when the loop takes its next step.

        >>> pool = StableList[int]()
        >>> _ = pool.extend([1, 2, 3])
        >>> for key, element, others in pool.pivots():
        ...     print(element, list(others.values()))
        1 [2, 3]
        2 [1, 3]
        3 [1, 2]
        """
        # Cast, because to the compiler a step is any object (see `Pivots.__next__`).
        return cast("Iterator[tuple[Key[T], T, StableAccess[T]]]", Pivots(self._space, self._loans))

    # --- memory ------------------------------------------------------------------------------

    @property
    def capacity(self) -> int:
        """How many elements there is memory for, in O(1) (5.2; R3, R6).

        >>> StableList[str](capacity=10).capacity
        12
        """
        return self._space.allocated()

    def reserve(self, additional: SupportsIndex) -> None:
        """Have memory for so many more elements, so that adding them moves none, in O(that) (R3).

        The element space stays as it is, and so does the time of iteration. With `Truncate.MEMORY`
        the next truncation, or `clear`, gives back what is not used.

        Raises:
            BorrowError: elements are lent.
            CapacityError: the index range has no room for them.
            TypeError, ValueError: *additional* is no number of elements.

        >>> pool = StableList[str]()
        >>> pool.reserve(1000)
        >>> pool.capacity, pool.layout().space
        (1024, 4)
        """
        number = lawful_length("additional", additional)
        with Change(self._loans, "reserve"):
            self._space.require_room(number, "reserve")
            self._space.reserve(number)

    def shrink_to_fit(self) -> None:
        """Give back what can be given back, in O(capacity), whatever the mode (5.2; R1, R5).

        Halves the element space while its upper half is empty and the minimum allows; then gives
        back all memory beyond it. No element moves to another position, and every key stays valid.

        Raises:
            BorrowError: elements are lent.

        >>> pool = StableList[str](capacity=1000)
        >>> pool.shrink_to_fit()
        >>> pool.capacity
        500
        """
        with Change(self._loans, "shrink_to_fit"):
            self._space.shrink_to_fit()

    def __sizeof__(self) -> int:
        space = self._space
        cells = (space.elements, space.keys, space.links)
        parts = (self._loans, self._stamps, space, space.q1, space.q2, space.h2, *cells)
        return object.__sizeof__(self) + sum(map(getsizeof, parts))

    # --- keys as integers --------------------------------------------------------------------

    def pack(self, key: Unchecked[Key[T]]) -> int:
        """*key* as one integer, its id above its index, in O(1) (5.6.1).

        It has index_bits and the id's bits: 64 unless you chose otherwise.

        Raises:
            TypeError: it is no key.
            ValueError: the list's indices or ids are unbounded, or the key is too wide to be its.

        >>> pool = StableList[str](index_bits=8)
        >>> _ = pool.extend(["ant", "bee"])
        >>> hex(pool.pack(pool.add("cat")))
        '0x202'
        """
        if type(key) is not Key:
            raise TypeError(f"{key!r} is no Key; pass the Key that add returned")
        index_bits, id_bits = self._widths()
        # A shift, which leaves -1 of what is negative; compiled, a chained comparison would leak large ints.
        index, id_ = key._index, key._id
        if index >> index_bits or id_ >> id_bits:
            raise ValueError(
                f"{key!r} does not fit an index of {index_bits} and an id of {id_bits} bits;"
                " pack keys of this list"
            )
        return packed(index, id_, index_bits)

    def unpack(self, number: SupportsIndex) -> Key[T]:
        """The key that `pack` made *number* of, in O(1) (5.6.1; R10).

        Any integer is some key; one that this list never packed is not found.

        Raises:
            TypeError: *number* is no integer.
            ValueError: the list's indices or ids are unbounded.

        >>> pool = StableList[str](index_bits=8)
        >>> ant = pool.add("ant")
        >>> pool.unpack(pool.pack(ant)) == ant, pool.at(pool.unpack(-1))
        (True, None)
        """
        index_bits, _ = self._widths()
        packed_key = whole("a packed key", number, "the integer that pack returned")
        return issued(*unpacked(packed_key, index_bits))

    def _widths(self) -> tuple[int, int]:
        """The bits of an index and of an id."""
        index_bits, id_bits = self._parameters.index_bits, self._parameters.id_bits
        if index_bits is None or id_bits is None:
            raise ValueError(
                f"keys of an index of {index_bits or 'unbounded'} and an id of"
                f" {id_bits or 'unbounded'} bits cannot be packed; bound index_bits and ids"
            )
        return index_bits, id_bits

    # --- copies ------------------------------------------------------------------------------

    def copy(self) -> Self:
        """A list of its own with the same elements under the same keys, in O(capacity) (R8).

        It will place elements, give out ids and truncate as this one does. `copy.deepcopy` copies
        the elements too; `pickle` saves and loads a list likewise. A copy of a lent list is not lent.

        >>> pool = StableList[str]()
        >>> ant = pool.add("ant")
        >>> twin = pool.copy()
        >>> twin.remove(ant), pool.at(ant)
        ('ant', 'ant')
        """
        twin = _blank(type(self))
        twin.__setstate__(self._state())
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[[type[Any]], Any], tuple[type[Any]], dict[str, Any]]:
        return _blank, (type(self),), self._state()

    def _state(self) -> dict[str, Any]:
        with Loan(self._loans):
            return {
                "form": FORM,
                "parameters": self._parameters,
                "next_id": self._stamps.next_id,
                "cells": self._cells,
                "space": saved(self._space),
                "attributes": dict(getattr(self, "__dict__", {})),
            }

    def __setstate__(self, state: dict[str, Any]) -> None:
        if state["form"] != FORM:
            raise ValueError(
                f"this list was saved in form {state['form']}; load it with the version that saved it"
            )
        self._begin(state["parameters"], state["next_id"])
        self._cells = state["cells"]
        load(self._space, state["space"])
        for name, value in state["attributes"].items():
            setattr(self, name, value)

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
            next_id=self._stamps.next_id,
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
            removals=space.removals,
            truncations=space.truncations,
        )

    def check(self) -> None:
        """Check the representation invariant, in O(capacity).

        Raises:
            InvariantError: names the clause that does not hold, and shows the whole layout.

        >>> StableList[str]().check()
        """
        space = self._space
        check(Interior(self.layout(), self._parameters, space.elements, space.keys, space.links))

    def __repr__(self) -> str:
        count, space = self._space.live(), self._space.space()
        plural = "" if count == 1 else "s"
        return f"<{type(self).__name__} of {count} element{plural} in a space of {space}>"

    # --- lending -----------------------------------------------------------------------------

    def _show(self, position: int, view: V, f: Callable[[T, V], object]) -> None:
        """Call *f* with the element there and a view of the others, which ends with the call."""
        try:
            f(self._space.elements[position], view)
        finally:
            view._end()

    def _lent_items(self) -> Iterator[tuple[Key[T], T]]:
        """Keys and elements, lent; whatever a subclass makes of `items`."""
        loan = self._lend_cells()
        return chain(self._space.live_items(), loan)

    def _lend_cells(self) -> Loan:
        """A loan for an iteration, which is charged with the opened cells (R12); it is made before the iterator."""
        loan = Loan(self._loans)
        self._cells += self._space.opened()
        return loan

    def _require_unlent(self, operation: str) -> None:
        if self._loans.open != 0:
            raise self._loans.refusal(operation)


def _blank(kind: type[L]) -> L:
    """A list to be loaded into."""
    return kind.__new__(kind)

"""The pool: the most frequent operations of a StableList; its native twin is impl/native/pool.c.

`element_space` stores the elements. This module gives them ids (`stamps`), and refuses structural changes while
elements are lent or being changed (`lending`). Methods whose name begins with an underscore are for `stable_list`,
which handles the loans itself.

Representation invariant, beyond that of the element space:

1. Every live id was given out, and so came from `_stamps`.
2. `_open` is the number of running callbacks and unfinished iterators that are not invalidated, or CHANGING.

Abstraction function: the finite map {Key(position, id): element} over the live cells. Every other key that was issued
is retired.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from itertools import compress
from sys import getsizeof
from typing import Any, Generic, NoReturn, Self, SupportsIndex, TypeVar, overload

from .bounded_space import BoundedSpace
from .compiled import native
from .element_space import ElementSpace
from .key import Key, issued, require
from .lenders import Task
from .lending import CHANGING, Change, Loan, claim, lent
from .packing import pack, unpack
from .parameters import Parameters
from .partition import NONE
from .stale import refuse as refuse_stale
from .stamps import Stamps
from .views import ItemsView, KeysView, ValuesView

__all__ = ["Costs", "FreeLists", "Picture", "Pool", "contents", "refuse_undecided"]

T = TypeVar("T")
D = TypeVar("D")

Picture = tuple[int, int, int, int, tuple[int, ...]]
"""Of a partition: start, size, live cells, opened cells, and its free list, head first."""

FreeLists = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Those of q1, q2 and h2, each head first."""

Costs = tuple[int, int, int, int, int]
"""Visits, moved, dropped, removals, truncations."""


Contents = tuple[int, int, list[int | None], list[Any], FreeLists, Costs, int]
"""Space, allocated cells, ids of the opened cells, elements, free lists, costs, and cells that iterations visited."""


@native
class Pool(Generic[T]):
    """Elements of type T under keys; the fast part of `StableList`."""

    __slots__ = (
        "_charged",
        "_era",
        "_lender_task",
        "_lender_thread",
        "_open",
        "_parameters",
        "_space",
        "_stamps",
        "_taken",
    )

    _era: int
    _open: int
    _taken: int
    _lender_thread: int
    _lender_task: Task | None
    _parameters: Parameters
    _space: ElementSpace[T]

    def __new__(cls, *_args: object, **_kwargs: object) -> Self:
        """A pool that is not lent; `_begin` initialises the rest."""
        pool = super().__new__(cls)
        pool._open = pool._era = pool._lender_thread = pool._taken = 0
        pool._lender_task = None
        return pool

    def _begin(self, parameters: Parameters, next_id: int) -> None:
        """Make this an empty pool.

        Raises:
            BorrowError: elements are lent.
        """
        space: ElementSpace[T] = (
            ElementSpace(parameters) if parameters.maximum is None else BoundedSpace(parameters)
        )
        stamps = Stamps(parameters.ids, next_id)
        held = getattr(self, "_space", None)
        with Change(self, "__init__"):
            self._parameters, self._stamps, self._charged = parameters, stamps, 0
            self._space = space
            self._taken += 1
        # The previous contents are released now, which may call back: the pool must be consistent by then.
        del held

    def _take(self, fresh: Pool[T]) -> None:
        """Exchange contents with the pool *fresh*."""
        self._taken += 1
        self._parameters, self._stamps = fresh._parameters, fresh._stamps
        self._charged = fresh._charged
        self._space, fresh._space = fresh._space, getattr(self, "_space", fresh._space)

    # --- one element -------------------------------------------------------------------------

    def add(self, element: T, /) -> Key[T]:
        """Add *element* and return its key, in amortised O(1).

        Growth moves every opened cell, once per doubling of the allocated memory.

        Raises:
            BorrowError: elements are lent.
            CapacityError: the list is full; nothing was changed.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> pool.add("ant"), pool.add("bee")
        (Key(index=0, id=0), Key(index=1, id=1))
        """
        # Source: 4.2, 5.2; R2, R3, R8
        while self._open != 0:
            claim(self, "add", self._open)
        self._open = CHANGING
        try:
            stamps = self._stamps
            stamp = stamps.next_id
            following = stamp + 1 if stamp < stamps.last else stamps.following(stamp)
            key = self._space.put(element, stamp)
            stamps.next_id = following
            return key
        finally:
            self._open = 0

    def extend(self, elements: Iterable[T]) -> list[Key[T]]:
        """Add all *elements*, or none; return their keys. Costs as much as `add` for each.

        If the iterable raises, or there is no room for all, nothing is changed.

        Raises:
            BorrowError: elements are lent.
            CapacityError: the index range, or the maximum, has no room for all of them.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> pool.extend(["ant", "bee"])
        [Key(index=0, id=0), Key(index=1, id=1)]
        """
        # Source: 4.2; R2, R3, R8
        if self._open != 0:
            claim(self, "extend", self._open)
        added = list(elements)
        try:
            with Change(self, "extend"):
                self._parameters.require_room(self._space.live(), len(added), "extend")
                keys = self._put_all(added)
        finally:
            # Released only now, because it may run a `__del__` that calls back: see `clear`.
            added.clear()
        return keys

    def insert_with(self, factory: Callable[[Key[T]], T]) -> Key[T]:
        """Add the element that *factory* returns for its key, in amortised O(1).

        While the factory runs, the key is not found and the list is lent. If it raises, nothing is changed, and the
        next element gets that key.

        Raises:
            BorrowError: elements are lent.
            CapacityError: the list is full; the factory was not called.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> pool.at(pool.insert_with(lambda key: f"ant {key.index}"))
        'ant 0'
        """
        # Source: R2, R3, R8
        if self._open != 0:
            claim(self, "insert_with", self._open)
        with Loan(self) as loan:
            element = factory(self._next_key("insert_with"))
            with loan.turned_into_change("insert_with"):
                return self._put(element)

    def remove(self, key: Key[T], /) -> T | None:
        """Take out the element of *key*; return it, or None if the key is stale.

        Amortised O(1), at worst O(space): truncation visits the vacancies of the first quarter, in
        total never more than there were removals. With `Truncate.MEMORY` it also moves cells.

        Raises:
            TypeError: *key* is not a `Key`.
            BorrowError: elements are lent.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> ant = pool.add("ant")
        >>> pool.remove(ant), pool.remove(ant)
        ('ant', None)
        """
        # Source: 5.2; R4, R11
        if type(key) is not Key:
            require(key)  # type: ignore[unreachable] # nobody need have asked the type checker
        while self._open != 0:
            claim(self, "remove", self._open)
        self._open = CHANGING
        try:
            space = self._space
            try:
                # As in `at`, most keys can be looked up without `find`.
                position = key._index if space.keys[key._index] is key else space.find(key)
            except IndexError:
                return None
            return None if position == NONE else space.vacate(position)
        finally:
            self._open = 0

    @overload
    def pop(self, key: Key[T], /) -> T: ...
    @overload
    def pop(self, key: Key[T], default: T | D, /) -> T | D: ...
    def pop(self, key: Key[T], /, *default: object) -> object:
        """Remove the element of *key*; return it, or *default* if the key is stale.

        Costs as much as `remove`.

        Raises:
            TypeError: *key* is not a `Key`.
            BorrowError: elements are lent.
            StaleKeyError: the key names no element, and no default was given.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> ant = pool.add("ant")
        >>> pool.pop(ant), pool.pop(ant, "gone")
        ('ant', 'gone')
        """
        # Source: R4, R11
        if len(default) > 1:
            raise TypeError(f"pop() takes a key and a default, not {1 + len(default)} arguments")
        require(key)
        if self._open != 0:
            claim(self, "pop", self._open)
        if self._space.find(key) != NONE:
            return self.remove(key)
        if not default:
            refuse_stale(self, key)
        return default[0]

    def __delitem__(self, key: Key[T]) -> None:
        require(key)
        if self._open != 0:
            claim(self, "del", self._open)
        if self._space.find(key) == NONE:
            refuse_stale(self, key)
        self.remove(key)

    def at(self, key: Key[T], /) -> T | None:
        """The element of *key*, or None if the key is stale, in O(1).

        None may also be an element: `contains` tells the difference.

        Raises:
            TypeError: *key* is not a `Key`.

        >>> from stablelist import Key, StableList
        >>> pool = StableList[str]()
        >>> ant = pool.add("ant")
        >>> pool.at(ant), pool.at(Key(0, 99))
        ('ant', None)
        """
        # Source: 4.3, 5.1; R10, R11
        space = self._space
        # Most keys are the same objects that were issued; then `find` need not be called.
        if type(key) is Key and 0 <= key._index < len(space.keys) and space.keys[key._index] is key:
            return space.elements[key._index]
        position = space.find(key)
        return None if position == NONE else space.elements[position]

    @overload
    def get(self, key: Key[T], /) -> T | None: ...
    @overload
    def get(self, key: Key[T], default: T | D, /) -> T | D: ...
    def get(self, key: Key[T], default: object = None, /) -> object:
        """The element of *key*, or *default* if the key is stale, in O(1).

        Raises:
            TypeError: *key* is not a `Key`.

        >>> from stablelist import Key, StableList
        >>> pool = StableList[str]()
        >>> pool.get(Key(0, 0), "nobody")
        'nobody'
        """
        # Source: 4.3; R11
        position = self._space.find(key)
        return default if position == NONE else self._space.elements[position]

    def __getitem__(self, key: Key[T]) -> T:
        position = self._space.find(key)
        if position == NONE:
            refuse_stale(self, key)
        return self._space.elements[position]

    def contains(self, key: Key[T], /) -> bool:
        """Whether *key* resolves, in O(1); `key in pool` asks the same of any object.

        Raises:
            TypeError: *key* is not a `Key`.

        >>> from stablelist import StableList
        >>> pool = StableList[None]()
        >>> key = pool.add(None)
        >>> pool.contains(key), key in pool, "ant" in pool
        (True, True, False)
        """
        # Source: 5.1; R10
        return self._space.find(key) != NONE

    def __contains__(self, key: object) -> bool:
        return type(key) is Key and self._space.find(key) != NONE

    def replace(self, key: Key[T], element: T, /) -> bool:
        """Replace the element of *key*, which stays valid, in O(1); False if the key is stale.

        This changes no structure, so it is allowed while elements are lent. `pool[key] = element`
        does the same, and raises `StaleKeyError` if the key is stale.

        Raises:
            TypeError: *key* is not a `Key`.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> ant = pool.add("ant")
        >>> pool.replace(ant, "wasp"), pool.at(ant)
        (True, 'wasp')
        """
        # Source: R15
        position = self._space.find(key)
        if position == NONE:
            return False
        self._space.exchange(position, element)
        return True

    def __setitem__(self, key: Key[T], element: T) -> None:
        position = self._space.find(key)
        if position == NONE:
            refuse_stale(self, key)
        self._space.exchange(position, element)

    def at_mut(self, key: Key[T], f: Callable[[T], T | None], /) -> bool:
        """Let *f* change the element of *key*, in O(1); False if the key is stale.

        The return value of *f* replaces the element, for elements that are immutable, such as numbers. If it is None,
        the element stays: *f* has changed it in place. To store None, use `replace`.

        Raises:
            TypeError: *key* is not a `Key`.

        >>> from stablelist import StableList
        >>> pool = StableList[int]()
        >>> one = pool.add(1)
        >>> pool.at_mut(one, lambda number: number + 1), pool.at(one)
        (True, 2)
        """
        # Source: 4.3; R14, R15
        with Loan(self) as loan:
            position = self._space.find(key)
            if position == NONE:
                return False
            outcome = f(self._space.elements[position])
            loan.require()
            self._change(position, outcome)
        return True

    def pack(self, key: Key[T]) -> int:
        """*key* as one integer, its id above its index, in O(1).

        Its width is index_bits plus the bits of an id: 96 by default, and 64 with `ids.u32`.

        Raises:
            TypeError: it is not a key.
            ValueError: the list's indices or ids are unbounded, or the key is too wide for this list.

        >>> from stablelist import StableList
        >>> pool = StableList[str](index_bits=8)
        >>> _ = pool.extend(["ant", "bee"])
        >>> hex(pool.pack(pool.add("cat")))
        '0x202'
        """
        # Source: 5.6.1
        return pack(self._parameters, key)

    def unpack(self, number: SupportsIndex) -> Key[T]:
        """The key that `pack` turned into *number*, in O(1).

        Every integer unpacks to some key; one that this list never packed is not found.

        Raises:
            TypeError: *number* is not an integer.
            ValueError: the list's indices or ids are unbounded.

        >>> from stablelist import StableList
        >>> pool = StableList[str](index_bits=8)
        >>> ant = pool.add("ant")
        >>> pool.unpack(pool.pack(ant)) == ant, pool.at(pool.unpack(-1))
        (True, None)
        """
        # Source: 5.6.1; R10
        return unpack(self._parameters, number)

    # --- all elements ------------------------------------------------------------------------

    def keys(self) -> KeysView[T]:
        """A view of the keys, ascending; to iterate over it takes O(opened) cell visits.

        So does `iter(pool)`. The elements are lent while an iterator is under way.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> _ = pool.add("ant"), pool.add("bee")
        >>> [key.id for key in pool.keys()], [key.id for key in pool]
        ([0, 1], [0, 1])
        """
        # Source: R12, R14
        return KeysView(self)

    def values(self) -> ValuesView[T]:
        """A view of the elements, by ascending position; to iterate over it takes O(opened) cell visits.

        The elements are lent while an iterator is under way.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> _ = pool.add("ant"), pool.add("bee")
        >>> list(pool.values())
        ['ant', 'bee']
        """
        # Source: R12, R14
        return ValuesView(self)

    def items(self) -> ItemsView[T]:
        """A view of keys and elements, ascending; to iterate over it takes O(opened) cell visits.

        The elements are lent while an iterator is under way.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> _ = pool.add("ant"), pool.add("bee")
        >>> {element: key.id for key, element in pool.items()}
        {'ant': 0, 'bee': 1}
        """
        # Source: R12, R14
        return ItemsView(self)

    def __iter__(self) -> Iterator[Key[T]]:
        return self._lent_keys()

    def __reversed__(self) -> Iterator[Key[T]]:
        return reversed(list(Pool.__iter__(self)))

    def __len__(self) -> int:
        return self._space.live()

    def each(self, f: Callable[[Key[T], T], object]) -> None:
        """Call *f* with every key and element, ascending: O(opened) cell visits.

        The elements are lent until *f* has seen the last one, or raises.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> _ = pool.add("ant"), pool.add("bee")
        >>> pool.each(lambda key, element: print(key.id, element))
        0 ant
        1 bee
        """
        # Source: 4.3; R12, R14
        for key, element in Pool.items(self):
            f(key, element)

    def each_mut(self, f: Callable[[Key[T], T], T | None]) -> None:
        """Let *f* change every element, ascending: O(opened) cell visits.

        The return value of *f* replaces the element, for elements that are immutable, such as numbers. If it is None,
        the element stays: *f* has changed it in place. To store None, use `replace`.

        >>> from stablelist import StableList
        >>> pool = StableList[int]()
        >>> _ = pool.extend([1, 2, 3])
        >>> pool.each_mut(lambda key, number: number + 1)
        >>> list(pool.values())
        [2, 3, 4]
        """
        # Source: 4.3; R12, R14, R15
        with self._lend_cells() as loan:
            for key, element in self._live_items():
                outcome = f(key, element)
                loan.require()
                self._change(key.index, outcome)

    def retain(self, predicate: Callable[[Key[T], T], bool]) -> list[tuple[Key[T], T]]:
        """Keep the elements for which *predicate* is true; return the others with their keys.

        The predicate sees every key and element, ascending, while they are lent: O(opened). Then the others are
        removed, ascending, each as by `remove`. If it raises, nothing is changed.

        Raises:
            TypeError: the predicate returned None, as a function without `return` does.
            BorrowError: elements are lent.

        >>> from stablelist import StableList
        >>> pool = StableList[int]()
        >>> _ = pool.extend([1, 2, 3, 4])
        >>> [element for key, element in pool.retain(lambda key, element: element % 2 == 0)]
        [1, 3]
        >>> list(pool.values())
        [2, 4]
        """
        # Source: R4, R12, R14
        if self._open != 0:
            claim(self, "retain", self._open)
        with Loan(self) as loan:
            self._charge()
            rejected = []
            for item in self._live_items():
                kept = decided(predicate(*item))
                loan.require()
                if not kept:
                    rejected.append(item)
            with loan.turned_into_change("retain"):
                for key, _element in rejected:
                    self._space.vacate(key._index)
        return rejected

    def copy(self) -> Self:
        """An independent list with the same elements under the same keys, in O(capacity).

        It places elements, gives out ids and truncates like this list. `copy.deepcopy` copies
        the elements too; `pickle` saves and loads a list likewise. A copy of a lent list is not lent.

        >>> from stablelist import StableList
        >>> pool = StableList[str]()
        >>> ant = pool.add("ant")
        >>> twin = pool.copy()
        >>> twin.remove(ant), pool.at(ant)
        ('ant', 'ant')
        """
        # Source: R8
        twin = type(self).__new__(type(self))
        with Loan(self):
            twin._begin(self._parameters, self._next_id)
            twin._load(*contents(self))
        if hasattr(self, "__dict__"):
            vars(twin).update(vars(self))
        return twin

    def _lent_keys(self) -> Iterator[Key[T]]:
        loan = self._lend_cells()
        return lent(self, self._space.live_keys(), loan)

    def _lent_values(self) -> Iterator[T]:
        loan = self._lend_cells()
        return lent(self, self._space.live_elements(), loan)

    def _lent_items(self) -> Iterator[tuple[Key[T], T]]:
        loan = self._lend_cells()
        return lent(self, self._space.live_items(), loan)

    def _lend_cells(self) -> Loan:
        """Make the loan of an iteration, and charge it for the opened cells; called before the iterator is made."""
        loan = Loan(self)
        self._charge()
        return loan

    # --- for stable_list: one cell at a time -------------------------------------------------

    def _find(self, key: Key[T]) -> int:
        """The position that *key* resolves to, or NONE; refuses what is not a key."""
        return self._space.find(key)

    def _element(self, position: int) -> T:
        """The element of a live cell."""
        return self._space.elements[position]

    def _key_at(self, position: int) -> Key[T] | None:
        """The key of a cell, if it is live."""
        return self._space.keys[position]

    def _next_key(self, operation: str) -> Key[T]:
        """The key of the next element.

        Raises:
            CapacityError: no index can name its position.
        """
        return issued(self._space.next_position(operation), self._stamps.next_id)

    def _put(self, element: T) -> Key[T]:
        """Add an element; the caller prevents other changes."""
        (key,) = self._put_all([element])
        return key

    def _put_all(self, elements: list[T]) -> list[Key[T]]:
        """Add several elements; the caller has checked that there is room."""
        ids = self._stamps.several(len(elements))
        # All ids are used up at once, so that no id is given twice even if memory runs out half-way.
        self._stamps.next_id = ids[-1]
        return [self._space.put(element, ids[n]) for n, element in enumerate(elements)]

    def _restore(self, key: Key[T], element: T) -> None:
        """Put an element under a key that can be restored; the caller prevents other changes."""
        self._space.restore(key, element)

    def _vacate(self, position: int) -> T:
        """Remove and return the element of a live cell."""
        return self._space.vacate(position)

    def _exchange(self, position: int, element: T) -> T:
        """Replace the element of a live cell, and return the old one."""
        return self._space.exchange(position, element)

    def _clear(self) -> list[T]:
        """Make every cell vacant; return their contents."""
        return self._space.clear()

    def _live_items(self) -> Iterator[tuple[Key[T], T]]:
        """Keys and elements; the caller holds the loan."""
        return self._space.live_items()

    def _charge(self) -> None:
        """Charge an iteration for the opened cells."""
        self._charged += self._space.opened()

    def _change(self, position: int, outcome: T | None) -> None:
        """Replace an element by the return value of a callback, unless it is None."""
        if outcome is not None:
            self._space.exchange(position, outcome)

    # --- for lending -------------------------------------------------------------------------

    @property
    def _invalidates(self) -> bool:
        """Whether changes invalidate loans."""
        return self._parameters.invalidates

    def _invalidate(self) -> None:
        """Begin a new era, in which no loan is open; not if a change is under way by now."""
        if self._open > 0:
            self._era += 1
            self._open = 0

    # --- for stable_list: memory and internal state ------------------------------------------

    @property
    def _next_id(self) -> int:
        """The id of the next element."""
        return self._stamps.next_id

    @property
    def _retired(self) -> tuple[int, int]:
        """What is another one after any key was retired."""
        return self._taken, self._space.removals + self._space.dropped

    def _reserve(self, additional: int) -> None:
        """Allocate memory for so many more elements; the caller has checked the index range."""
        self._space.reserve(additional)

    def _shrink(self) -> None:
        """Release all memory that is not needed."""
        self._space.shrink_to_fit()

    def _memory(self) -> int:
        """The size of the cells in bytes."""
        space = self._space
        parts = (self._stamps, space, space.q1, space.q2, space.h2)
        cells = (space.elements, space.keys, space.links, space.marks)
        return sum(map(getsizeof, (*parts, *cells)))

    def _lengths(self) -> tuple[int, int, int]:
        """The length of the element space, opened cells, allocated cells."""
        return self._space.space(), self._space.opened(), self._space.allocated()

    def _indices(self) -> memoryview:
        """The positions of the live cells, as 64-bit integers."""
        space = self._space
        positions = array("q", compress(range(space.opened()), space.marks))
        return memoryview(positions.tobytes()).cast("q")

    def _mask(self) -> memoryview:
        """Whether each cell is live, as bools."""
        return memoryview(bytes(self._space.marks)).cast("?")  # type: ignore[return-value] # bools are ints

    def _picture(self) -> tuple[Picture, Picture, Picture]:
        """The three partitions."""
        space = self._space
        q1, q2, h2 = (part.picture(space.links) for part in (space.q1, space.q2, space.h2))
        return q1, q2, h2

    def _cells(self) -> tuple[list[Any], list[Key[T] | None], list[int], bytearray]:
        """Elements, keys, links and marks of all cells."""
        space = self._space
        return space.elements, space.keys, space.links, space.marks

    def _costs(self) -> tuple[int, int, int, int, int, int]:
        """Visits, moved, dropped, cells, removals, truncations."""
        space = self._space
        cells = self._charged
        return space.visits, space.moved, space.dropped, cells, space.removals, space.truncations

    def _load(
        self,
        space: int,
        allocated: int,
        ids: list[int | None],
        elements: list[T],
        free: FreeLists,
        costs: Costs,
        cells: int,
    ) -> None:
        """Fill a new pool with a saved state that was checked."""
        self._charged = cells
        self._space.load(space, allocated, ids, elements, free, costs)


def contents(pool: Pool[Any]) -> Contents:
    """What `_load` takes, of a pool that is lent, in O(opened)."""
    space, opened, allocated = pool._lengths()
    ids: list[int | None] = [None] * opened
    elements = []
    for key, element in pool._live_items():
        ids[key.index] = key.id
        elements.append(element)
    q1, q2, h2 = (partition[4] for partition in pool._picture())
    visits, moved, dropped, cells, removals, truncations = pool._costs()
    costs = (visits, moved, dropped, removals, truncations)
    return space, allocated, ids, elements, (q1, q2, h2), costs, cells


def decided(answer: bool | None) -> bool:
    """The answer of a predicate; raises a TypeError if it is None."""
    if answer is None:
        refuse_undecided()
    return bool(answer)


def refuse_undecided() -> NoReturn:
    """Refuse None as the answer of a predicate, which is what a function without `return` gives."""
    raise TypeError(
        "the predicate of retain returned None; return True or False, or wrap it in bool()"
    )

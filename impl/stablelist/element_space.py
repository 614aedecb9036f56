"""The element space: cells in three partitions; low ones are used first, high ones are released.

A cell is a position in three parallel lists. A live cell (the thesis' `Has`) keeps its element and
its key; a vacant one (`Not`) keeps a link to the vacancy below it in the free list of its
partition. The lists may be longer than the element space; the rest is memory kept for later.
In addition, a byte for each cell marks the live ones, so that an iteration can skip vacancies.

With `space` as the length of the element space and `allocated` as that of the lists:

Representation invariant:

1. `elements`, `keys`, `links` and `marks` are equally long, and `space <= allocated`.
2. `space` is a multiple of 4 and at least the least space.
3. q1, q2 and h2 tile [0, space) as a quarter, a quarter and a half.
4. Each partition keeps its own invariant (see `partition`).
5. The opened cells of all partitions form a prefix [0, opened) of the element space.
6. If the cell at `position` is live, `keys[position]` is the key of its element, whose index is `position`. Otherwise
   it is None, and the cell holds no element.
7. `marks[position]` is 1 if the cell is live, and 0 if it is not.

Abstraction function: the finite map {keys[position]: elements[position]} over the live positions,
together with the order in which vacant positions will be reused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final, Generic, TypeVar, cast

from .errors import CapacityError
from .key import Key, blank, issued, require
from .marks import marked
from .parameters import Parameters
from .partition import NONE, Partition
from .truncate import Truncate

__all__ = ["HOLE", "ElementSpace"]

T = TypeVar("T")
Cell = TypeVar("Cell")

HOLE: Final[Any] = None
"""The placeholder in a cell without an element. Typed Any, since it replaces an element of any type."""


class ElementSpace(Generic[T]):
    """The cells of the elements, the next position, and the costs of moving and truncating."""

    __slots__ = (
        "_frees_memory",
        "_index_bits",
        "_index_end",
        "_least_space",
        "_truncates",
        "dropped",
        "elements",
        "h2",
        "keys",
        "links",
        "marks",
        "moved",
        "q1",
        "q2",
        "removals",
        "truncations",
        "visits",
    )

    def __init__(self, parameters: Parameters) -> None:
        self._least_space: int = parameters.least_space
        self._index_end: int = parameters.index_end
        self._index_bits: int | None = parameters.index_bits
        # Two flags, because CPython 3.11 takes long to look up a member of an enumeration.
        self._truncates: bool = parameters.truncate is not Truncate.NEVER
        self._frees_memory: bool = parameters.truncate is Truncate.MEMORY
        self.elements: list[T] = []
        self.keys: list[Key[T] | None] = []
        self.links: list[int] = []
        self.marks: bytearray = bytearray()
        self.visits: int = 0
        self.moved: int = 0
        self.dropped: int = 0
        self.removals: int = 0
        self.truncations: int = 0
        self._partition(parameters.initial_space)
        self._allocate(parameters.initial_space)

    # --- contents ----------------------------------------------------------------------------

    def space(self) -> int:
        """The length of the element space."""
        return self.h2.start + self.h2.size

    def allocated(self) -> int:
        """The number of cells that memory is allocated for."""
        return len(self.keys)

    def opened(self) -> int:
        """The number of opened cells."""
        return self.q1.opened + self.q2.opened + self.h2.opened

    def live(self) -> int:
        """The number of live cells."""
        return self.q1.live + self.q2.live + self.h2.live

    def live_keys(self) -> Iterator[Key[T]]:
        """The keys of the elements, ascending; charged for every opened cell."""
        # Source: R12
        return self._live_part(cast("list[Key[T]]", self.keys))

    def live_elements(self) -> Iterator[T]:
        """The elements, ascending; charged for every opened cell."""
        # Source: R12
        return self._live_part(self.elements)

    def live_items(self) -> Iterator[tuple[Key[T], T]]:
        """Keys and elements, ascending; charged for every opened cell."""
        # Source: R12
        return zip(self.live_keys(), self.live_elements(), strict=False)

    def _live_part(self, cells: list[Cell]) -> Iterator[Cell]:
        """The contents of the live cells; without vacancies, no mark has to be read."""
        opened, live = self.opened(), self.live()
        if live == opened:
            return iter(cells) if opened == len(cells) else islice(cells, opened)
        return marked(cells, self.marks, opened, live)

    def find(self, key: Key[T]) -> int:
        """The position that *key* resolves to, or NONE.

        Raises:
            TypeError: *key* is not a `Key`.
        """
        # Source: 5.1; R10
        # Not isinstance: it would trust the `__class__` that the object claims.
        if type(key) is not Key:
            require(key)  # type: ignore[unreachable] # nobody need have asked the type checker
        position = key._index
        if not 0 <= position < len(self.keys):
            return NONE
        held = self.keys[position]
        return position if held is not None and held._id == key._id else NONE

    # --- one cell at a time ------------------------------------------------------------------

    def next_position(self, operation: str) -> int:
        """The position of the next element.

        Raises:
            CapacityError: no index can name the position.
        """
        # Source: R2, R3
        for partition in (self.q1, self.q2, self.h2):
            position = partition.next_position()
            if partition.live < partition.size:
                break
        if position >= self._index_end:
            raise CapacityError(operation, position, self._index_bits)
        return position

    def put(self, element: T, stamp: int) -> Key[T]:
        """Put an element at the next position, and give it a key.

        Raises:
            CapacityError: no index can name the position; nothing has changed.
        """
        # Source: R2, R3
        partition = self.q1
        if partition.live == partition.size:
            partition = self.q2
            if partition.live == partition.size:
                partition = self.h2
                if partition.live == partition.size:
                    partition = self._grow()
        # Whatever can fail comes first: allocating a key, or an integer, may run out of memory.
        key: Key[T] = blank(Key)
        key._id = stamp
        live = partition.live + 1
        position = partition.head
        if position == NONE:
            position = partition.start + partition.opened
            if position >= self._index_end:
                raise CapacityError("add", position, self._index_bits)
            partition.opened += 1
        else:
            partition.head = self.links[position]
        partition.live = live
        key._index = position
        self.elements[position] = element
        self.keys[position] = key
        self.marks[position] = 1
        return key

    def vacate(self, position: int) -> T:
        """Take the element out of a live cell, and truncate if that emptied h2."""
        # Source: R4
        partition = self.h2
        if position < partition.start:
            partition = self.q2 if position >= self.q2.start else self.q1
        live, removals = partition.live - 1, self.removals + 1
        element = self.elements[position]
        # The key first: another thread that looks it up now must not find the emptied cell.
        self.keys[position] = None
        self.elements[position] = HOLE
        self.marks[position] = 0
        self.removals = removals
        self.links[position] = partition.head
        partition.head = position
        partition.live = live
        if live == 0 and partition is self.h2:
            self._truncate()
        return element

    def restore(self, key: Key[T], element: T) -> None:
        """Put an element under a key whose cell is vacant or not opened, within the memory that is allocated."""
        # Source: R16
        position = key.index
        while position >= self.space():
            self._stretch()
        self._open_to(position + 1)
        self._partition_of(position).take(position, self.links)
        self.elements[position] = element
        self.keys[position] = key
        self.marks[position] = 1

    def exchange(self, position: int, element: T) -> T:
        """Replace the element of a live cell, and return the old one.

        The old element is kept alive until then, so that a callback from its `__del__` finds the new one.
        """
        # Source: R15
        held = self.elements[position]
        self.elements[position] = element
        return held

    def clear(self) -> list[T]:
        """Make every cell vacant and untouched; return their contents."""
        # Source: R7
        opened = self.opened()
        held = self.elements[:opened]
        # Keys first: a callback in between must not find, and so replace, an element that is being removed.
        self.keys[:opened] = [None] * opened
        self.elements[:opened] = [HOLE] * opened
        self.marks[:opened] = bytes(opened)
        self.dropped += opened
        space = self.space()
        if self._frees_memory:
            space = self._least_space
            self._free(space)
        self._partition(space)
        return held

    # --- room for more -----------------------------------------------------------------------

    def reserve(self, additional: int) -> None:
        """Allocate memory for so many more elements; the element space stays as it is."""
        # Source: R3
        length, wanted = self.space(), self.live() + additional
        while length < wanted:
            length *= 2
        self._make_room(length)

    def shrink_to_fit(self) -> None:
        """Halve the element space while h2 is empty and R1 allows; give back all other memory."""
        while self.h2.live == 0 and self._may_halve():
            self._halve()
        if self.allocated() > self.space():
            self._shrink_memory()

    # --- growing and truncating --------------------------------------------------------------

    def _partition(self, space: int) -> None:
        """Divide *space* untouched cells into a quarter, a quarter and a half."""
        quarter = space // 4
        self.q1: Partition = Partition(0, quarter)
        self.q2: Partition = Partition(quarter, quarter)
        self.h2: Partition = Partition(2 * quarter, 2 * quarter)

    def _grow(self) -> Partition:
        """Double a full element space, and return its new half.

        q1 q2 h2      full, each free list empty
        q1    q2 h2   the old halves are the new quarters; the new half is untouched

        Raises:
            CapacityError: no index can name a cell of the new half; nothing has changed.
        """
        # Source: R3
        space = self.space()
        if space >= self._index_end:
            raise CapacityError("add", space, self._index_bits)
        # Whatever can fail comes first, here and where memory changes, so that a failure changes nothing.
        q1, h2 = Partition(0, space // 2, space // 2), Partition(space, space)
        self._make_room(2 * space)
        self.q1, self.q2, self.h2 = q1, self.h2, h2
        return h2

    def _open_to(self, end: int) -> None:
        """Open every cell before *end*, each as a vacancy: the highest is reused first."""
        # Source: R16
        for position in range(self.opened(), end):
            partition = self._partition_of(position)
            partition.opened += 1
            partition.live += 1
            partition.push(position, self.links)

    def _stretch(self) -> None:
        """Double an element space that need not be full, within memory.

        q1 q2 h2      all cells are opened
        q1    q2 h2   the vacancies of the old q2 are reused before those of the old q1
        """
        # Source: R16
        space, q1 = self.space(), self.q1
        self._open_to(space)
        self.q1 = q1.merged(self.q2, self.links)
        self.q2, self.h2 = self.h2, Partition(space, space)

    def _partition_of(self, position: int) -> Partition:
        """The partition of a cell."""
        if position < self.q2.start:
            return self.q1
        return self.q2 if position < self.h2.start else self.h2

    def _truncate(self) -> None:
        """Halve the element space for as long as h2 is empty and R1 allows it."""
        if not self._truncates:
            return
        while self.h2.live == 0 and self._may_halve():
            self.visits += self._halve()
            if self._frees_memory:
                self._shrink_memory()

    def _may_halve(self) -> bool:
        space = self.space()
        # Half of the space must be a multiple of 4 again.
        return space % 8 == 0 and space // 2 >= self._least_space

    def _halve(self) -> int:
        """Drop an empty h2, and count the free-list entries visited.

        q1    q2 h2   h2 empty
        q1 q2 h2      the old quarters are the new halves; q1 is split, with its free list
        """
        # Source: R5
        low, high, visits = self.q1.halves(self.links)
        self.dropped += self.h2.opened
        self.q1, self.q2, self.h2 = low, high, self.q2
        self.truncations += 1
        return visits

    # --- memory ------------------------------------------------------------------------------

    def _make_room(self, length: int) -> None:
        """Allocate memory for at least *length* cells, which moves the opened ones."""
        if length > len(self.keys):
            self._allocate(length)
            self.moved += self.opened()

    def _shrink_memory(self) -> None:
        """Keep memory for the element space only, which moves the opened cells."""
        self._free(self.space())
        self.moved += self.opened()

    def _allocate(self, length: int) -> None:
        before = len(self.keys)
        spare = length - before
        try:
            holes = [HOLE] * spare
            self.elements.extend(holes)
            self.links.extend([NONE] * spare)
            self.marks.extend(b"\0" * spare)
            self.keys.extend(holes)
        except MemoryError:
            del self.elements[before:]
            del self.links[before:]
            del self.marks[before:]
            raise

    def _free(self, length: int) -> None:
        # Copies, because deleting the upper half of a list in place would not free its memory.
        elements, links, keys = self.elements[:length], self.links[:length], self.keys[:length]
        marks = self.marks[:length]
        self.elements, self.links, self.keys, self.marks = elements, links, keys, marks

    # --- loading -----------------------------------------------------------------------------

    def load(
        self,
        space: int,
        allocated: int,
        ids: list[int | None],
        elements: list[T],
        free: Sequence[tuple[int, ...]],
        costs: tuple[int, int, int, int, int],
    ) -> None:
        """Restore the state that was saved (`saving`), in O(allocated)."""
        # Whatever can fail comes first, so that a failure changes nothing.
        spare, given = allocated - len(ids), iter(elements)
        keys = [None if stamp is None else issued(at, stamp) for at, stamp in enumerate(ids)]
        cells = [HOLE if stamp is None else next(given) for stamp in ids]
        links = [NONE] * allocated
        marks = bytearray(stamp is not None for stamp in ids) + bytes(spare)
        keys += [None] * spare
        cells += [HOLE] * spare
        self.elements, self.keys, self.links, self.marks = cells, keys, links, marks
        self._partition(space)
        for partition, positions in zip((self.q1, self.q2, self.h2), free, strict=True):
            partition.load(len(ids), positions, self.links)
        self.visits, self.moved, self.dropped, self.removals, self.truncations = costs

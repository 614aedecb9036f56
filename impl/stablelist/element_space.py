"""The element space: cells in three partitions, which favours the low ones and gives the high back.

A cell is a position in three parallel lists. A live cell (the thesis' `Has`) keeps its element and
its id; a vacant one (`Not`) keeps a link to the vacancy below it in the free list of its partition.
The lists may be longer than the element space: what lies beyond is memory kept for later.

With `space` as the length of the element space and `allocated` as that of the lists:

Representation invariant:

1. `elements`, `ids` and `links` are equally long, and `space <= allocated`.
2. `space` is a multiple of 4 and at least the least space.
3. q1, q2 and h2 tile [0, space) as a quarter, a quarter and a half.
4. Each partition keeps its own invariant (see `partition`).
5. The opened cells of all partitions form a prefix [0, opened) of the element space.
6. `ids[position] == VACANT` if and only if the cell is not live; such a cell holds no element.

Abstraction function: the finite map {(position, ids[position]): elements[position]} over the live
positions, together with the order in which vacant positions will be reused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Generic, TypeVar

from .errors import CapacityError
from .key import Key
from .parameters import Parameters
from .partition import NONE, Partition
from .truncate import Truncate

__all__ = ["HOLE", "VACANT", "ElementSpace"]

T = TypeVar("T")

VACANT: Final = -1
"""The id of a cell that is not live; no element ever bears it."""

HOLE: Any = None
"""What stands where no element is. Typed Any, since it stands in for an element of any type."""


class ElementSpace(Generic[T]):
    """Where elements live, where the next one goes, and what moving and truncating has cost."""

    __slots__ = (
        "_parameters",
        "dropped",
        "elements",
        "h2",
        "ids",
        "links",
        "moved",
        "q1",
        "q2",
        "truncations",
        "visits",
    )

    def __init__(self, parameters: Parameters) -> None:
        self._parameters = parameters
        self.elements: list[T] = []
        self.ids: list[int] = []
        self.links: list[int] = []
        self.visits = 0
        self.moved = 0
        self.dropped = 0
        self.truncations = 0
        self._allocate(parameters.initial_space)
        self._partition(parameters.initial_space)

    # --- what is there -----------------------------------------------------------------------

    def space(self) -> int:
        """The length of the element space (the thesis' `max`)."""
        return self.h2.start + self.h2.size

    def allocated(self) -> int:
        """How many cells there is memory for."""
        return len(self.ids)

    def opened(self) -> int:
        """How many cells have been touched."""
        return self.q1.opened + self.q2.opened + self.h2.opened

    def live(self) -> int:
        """How many cells hold an element."""
        return self.q1.live + self.q2.live + self.h2.live

    def live_positions(self) -> Iterator[int]:
        """The positions of the live cells, ascending; visits every opened cell (R12)."""
        ids = self.ids
        for position in range(self.opened()):
            if ids[position] != VACANT:
                yield position

    def key(self, position: int) -> Key[T]:
        """The key of the element at a live position."""
        return Key(position, self.ids[position])

    def item(self, position: int) -> tuple[Key[T], T]:
        """The key and the element at a live position."""
        return Key(position, self.ids[position]), self.elements[position]

    def find(self, key: object) -> int:
        """The position that *key* resolves to, or NONE (5.1; R10).

        The types are compared exactly: True would pass for 1, 1.0 for 1, and an object with an
        `__eq__` of its own for anything.
        """
        if not isinstance(key, Key):
            return NONE
        index, stamp = key._index, key._id
        if type(index) is not int or type(stamp) is not int or not 0 <= index < len(self.ids):
            return NONE
        return index if self.ids[index] == stamp != VACANT else NONE

    # --- one cell at a time ------------------------------------------------------------------

    def take(self) -> int:
        """Open or reuse a cell for a new element, which the caller has to fill (R2, R3).

        Raises:
            CapacityError: no index can name the position; nothing has changed.
        """
        partition = self.q1
        if partition.live == partition.size:
            partition = self._next_with_room()
        return partition.pop(self.links)

    def vacate(self, position: int) -> T:
        """Take the element out of a live cell, and truncate if that emptied h2 (R4)."""
        partition = self._partition_of(position)
        element = self.elements[position]
        self.elements[position] = HOLE
        self.ids[position] = VACANT
        partition.push(position, self.links)
        if partition is self.h2 and partition.live == 0:
            self._truncate()
        return element

    def clear(self) -> None:
        """Make every cell vacant and untouched (R7)."""
        opened = self.opened()
        doomed = self.elements[:opened]
        self.elements[:opened] = [HOLE] * opened
        self.ids[:opened] = [VACANT] * opened
        self.dropped += opened
        space = self.space()
        if self._frees_memory():
            space = self._parameters.least_space
            self._free(space)
        self._partition(space)
        # Last, because it may run a `__del__` that calls back: it must find the list in order.
        doomed.clear()

    def _partition_of(self, position: int) -> Partition:
        if position >= self.h2.start:
            return self.h2
        return self.q2 if position >= self.q2.start else self.q1

    def _next_with_room(self) -> Partition:
        """The first of q2 and h2 that is not full, which growth sees to (R2, R3)."""
        if self.q2.live < self.q2.size:
            return self.q2
        # Growth may overshoot the index range, so not only growth has to look for its end.
        position = self.h2.next_position()
        if position >= self._parameters.index_end:
            raise CapacityError(position, self._parameters.index_bits)
        if self.h2.live == self.h2.size:
            self._grow()
        return self.h2

    # --- growing and truncating --------------------------------------------------------------

    def _partition(self, space: int) -> None:
        """Cut *space* untouched cells into a quarter, a quarter and a half."""
        quarter = space // 4
        self.q1 = Partition(0, quarter)
        self.q2 = Partition(quarter, quarter)
        self.h2 = Partition(2 * quarter, 2 * quarter)

    def _grow(self) -> None:
        """Double a full element space (R3).

        q1 q2 h2      full, each free list empty
        q1    q2 h2   the old halves are the new quarters; the new half is untouched
        """
        space = self.space()
        if 2 * space > self.allocated():
            self.moved += self.opened()
            self._allocate(2 * space)
        self.q1 = Partition(0, space // 2, space // 2)
        self.q2 = self.h2
        self.h2 = Partition(space, space)

    def _truncate(self) -> None:
        """Halve the element space for as long as h2 is empty and R1 allows it (R4)."""
        while self.h2.live == 0 and self._may_halve():
            self._halve()
            self.truncations += 1
            if self._frees_memory():
                self.moved += self.opened()
                self._free(self.space())

    def _may_halve(self) -> bool:
        if self._parameters.truncate is Truncate.NEVER:
            return False
        space = self.space()
        # Only a multiple of 8 has a half with quarters.
        return space % 8 == 0 and space // 2 >= self._parameters.least_space

    def _halve(self) -> None:
        """Drop an empty h2 (R5).

        q1    q2 h2   h2 empty
        q1 q2 h2      the old quarters are the new halves; q1 is split, with its free list
        """
        self.dropped += self.h2.opened
        self.h2 = self.q2
        self.q1, self.q2, visits = self.q1.halves(self.links)
        self.visits += visits

    def _frees_memory(self) -> bool:
        return self._parameters.truncate is Truncate.MEMORY

    def _allocate(self, length: int) -> None:
        # Each list is filled up from its own length, and the ids, whose length counts, come last:
        # should memory run out half-way, the list goes on as if nothing had been tried.
        self.elements.extend([HOLE] * (length - len(self.elements)))
        self.links.extend([NONE] * (length - len(self.links)))
        self.ids.extend([VACANT] * (length - len(self.ids)))

    def _free(self, length: int) -> None:
        # Copies, because deleting the upper half of a list in place would keep its memory.
        self.elements = self.elements[:length]
        self.links = self.links[:length]
        self.ids = self.ids[:length]

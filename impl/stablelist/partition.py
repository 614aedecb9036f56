"""A partition: a range of the element space that reuses its own vacancies first.

Its free list is a stack of vacant positions: `links[position]` is the entry below. The links belong to the element
space, so they are passed in.

Representation invariant:

1. `0 <= live <= opened <= size`.
2. Following `links` from `head` to NONE meets every vacant opened cell of the partition once, and
   nothing else.

Abstraction function: the opened cells are [start, start + opened); those not in the free list are
live; the next element goes to `head`, or to `start + opened` if the free list is empty.
"""

from __future__ import annotations

from typing import Final, final

__all__ = ["NONE", "Partition"]

NONE: Final = -1
"""No position: the end of a free list, and the result of looking up a stale key."""


@final
class Partition:
    """One of q1, q2 and h2; in a new partition all opened cells are live."""

    __slots__ = ("head", "live", "opened", "size", "start")

    def __init__(self, start: int, size: int, opened: int = 0) -> None:
        self.start: int = start
        self.size: int = size
        self.live: int = opened
        self.opened: int = opened
        self.head: int = NONE

    def next_position(self) -> int:
        """The position of the next element: past the last cell if the partition is full."""
        # Source: R2
        return self.head if self.head != NONE else self.start + self.opened

    def push(self, position: int, links: list[int]) -> None:
        """Make a live position of this partition vacant; it is the next to be reused."""
        # Source: R4
        links[position] = self.head
        self.head = position
        self.live -= 1

    def halves(self, links: list[int]) -> tuple[Partition, Partition, int]:
        """Split in two, and count the free-list entries visited on the way.

        Free list 5 1 4 0 of [0, 8)  →  1 0 of [0, 4) in its order, 4 5 of [4, 8) reversed.
        """
        # Source: R5
        half = self.size // 2
        low = Partition(self.start, half, min(self.opened, half))
        high = Partition(self.start + half, half, self.opened - low.opened)
        low.head = self.head
        visits, before, position = 0, NONE, self.head
        while position != NONE:
            visits += 1
            following = links[position]
            if position < high.start:
                low.live -= 1
                before = position
            else:
                low.unlink(before, following, links)
                high.push(position, links)
            position = following
        return low, high, visits

    def take(self, position: int, links: list[int]) -> None:
        """Make a vacancy live, wherever it is in the free list."""
        # Source: R16
        before, entry = NONE, self.head
        while entry != position:
            before, entry = entry, links[entry]
        self.unlink(before, links[position], links)
        self.live += 1

    def merged(self, high: Partition, links: list[int]) -> Partition:
        """This partition and the next one as one, both opened to their ends; the free list of *high* comes first."""
        # Source: R16
        whole = Partition(self.start, self.size + high.size, self.opened + high.opened)
        whole.live = self.live + high.live
        whole.head, last = high.head, high.head
        while last != NONE and links[last] != NONE:
            last = links[last]
        if last == NONE:
            whole.head = self.head
        else:
            links[last] = self.head
        return whole

    def unlink(self, before: int, following: int, links: list[int]) -> None:
        """Remove the entry between *before* and *following* from the free list."""
        if before == NONE:
            self.head = following
        else:
            links[before] = following

    def free(self, links: list[int]) -> tuple[int, ...]:
        """The free list, head first; finite even if the links form a cycle."""
        free: list[int] = []
        position = self.head
        while 0 <= position < len(links) and len(free) <= self.size:
            free.append(position)
            position = links[position]
        return tuple(free)

    def picture(self, links: list[int]) -> tuple[int, int, int, int, tuple[int, ...]]:
        """Start, size, live cells, opened cells, free list."""
        return self.start, self.size, self.live, self.opened, self.free(links)

    def load(self, opened: int, free: tuple[int, ...], links: list[int]) -> None:
        """Restore a partition with so many opened cells and that free list."""
        self.opened = self.live = min(self.size, max(0, opened - self.start))
        for position in reversed(free):
            self.push(position, links)

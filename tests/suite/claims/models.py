"""Small models of what a document describes in words, or in lines that depend on code that is not shown.

What a document lists whole is a port in tests/listings instead, and what this project models is in `stablelist_spec`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

__all__ = [
    "CELLS",
    "Counted",
    "Numbered",
    "Realm",
    "Skipping",
    "Stack",
    "regions",
    "states",
]

# --- Allocators (the thesis on engine subsystems, 5.3) ----------------------------------------------------

CANARY: Final = 4
"""The bytes of a canary."""


class Stack:
    """A stack of blocks: the offset of the one before lies in front of each, and freeing one goes back to there."""

    HEADER = 8

    def __init__(self) -> None:
        self.top = 0
        self.before: dict[int, int] = {}

    def allocate(self, size: int) -> int:
        """Take a block."""
        block = self.top + self.HEADER
        self.before[block], self.top = self.top, block + size
        return block

    def free(self, block: int) -> None:
        """Go back to where the top was."""
        self.top = self.before[block]


class Numbered(Stack):
    """A stack whose blocks have numbers, which a counter compares; it steps back when one is freed."""

    HEADER = 12

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self.numbers: dict[int, int] = {}

    def allocate(self, size: int) -> int:
        """Number the block."""
        block = super().allocate(size)
        self.count += 1
        self.numbers[block] = self.count
        return block

    def may_free(self, block: int) -> bool:
        """Whether a block is the last."""
        return self.numbers[block] == self.count

    def free(self, block: int) -> None:
        super().free(block)
        self.count -= 1


class Realm:
    """The realm of listing 17 on a stack of some size, which reports the size that it was asked for, or the user's."""

    def __init__(self, room: int, *, total: bool = True) -> None:
        self.stack, self.room, self.total = Stack(), room, total
        self.sizes: dict[int, int] = {}
        self.written: list[int] = []
        self.sought: list[int] = []

    def allocate(self, size: int) -> int:
        """Take a block between two canaries; the allocator without room answers with a null pointer."""
        needed = CANARY + size + CANARY
        fits = self.stack.top + Stack.HEADER + needed <= self.room
        memory = self.stack.allocate(needed) if fits else 0
        self.sizes[memory] = needed if self.total else size
        self.written += [memory, memory + CANARY + size]
        return memory + CANARY

    def free(self, block: int) -> None:
        """Look for both canaries."""
        memory = block - CANARY
        self.sought += [memory, memory + CANARY + self.sizes[memory]]
        self.stack.free(memory)

    def reset(self) -> None:
        """Give everything back."""
        self.stack = Stack()


# --- Regions of vacancies (thesis, 5.6.2) ---------------------------------------------------------------

CELLS: Final = 5
Vacant = tuple[bool, ...]


class Skipping:
    """Cells that are live or vacant, and the length of each vacant region at both of its ends.

    What a cell that is no end holds is left as it is, and so is wrong most of the time. *touched* counts cells that
    were read or written in an update.
    """

    def __init__(self, vacant: Vacant, lengths: Sequence[int]) -> None:
        self.vacant, self.lengths, self.touched = list(vacant), list(lengths), 0

    def _length(self, place: int) -> int:
        """The length of the region that ends at a cell; 0 if the cell is live or is none."""
        self.touched += 1
        inside = 0 <= place < CELLS and self.vacant[place]
        return self.lengths[place] if inside else 0

    def _tell(self, left: int, right: int) -> None:
        """Write the length of a region to both of its ends."""
        self.touched += 2
        self.lengths[left] = self.lengths[right] = right - left + 1

    def remove(self, place: int) -> None:
        """Vacate a cell; what lies beside it becomes one region with it."""
        before, after = self._length(place - 1), self._length(place + 1)
        self.vacant[place] = True
        self._tell(place - before, place + after)

    def insert(self) -> int:
        """Use the lowest vacancy, which is the left end of a region."""
        place = self.vacant.index(True)
        length = self._length(place)
        self.vacant[place] = False
        if length > 1:
            self._tell(place + 1, place + length - 1)
        return place

    def visited(self) -> Iterator[int]:
        """The cells that an iteration visits: all that are live, and the left end of each region."""
        place = 0
        while place < CELLS:
            yield place
            place += self.lengths[place] if self.vacant[place] else 1


def regions(vacant: Sequence[bool]) -> list[tuple[int, int]]:
    """The first and the last cell of each region."""
    text = "".join(" x"[each] for each in vacant)
    found, place = [], 0
    for word in text.split(" "):
        found += [(place, place + len(word) - 1)] if word else []
        place += len(word) + 1
    return found


def states() -> Iterator[Skipping]:
    """Every state that removals of any cell and insertions lead to, with what the cells hold by then."""
    return (Skipping(*found) for found in reached())


@cache
def reached() -> tuple[tuple[Vacant, tuple[int, ...]], ...]:
    """The cells and lengths of these states."""
    first: tuple[Vacant, tuple[int, ...]] = ((False,) * CELLS, (0,) * CELLS)
    known = {first}
    queue = deque([first])
    while queue:
        found = queue.popleft()
        ways = [place for place in range(CELLS) if not found[0][place]]
        for way in [*ways, *([-1] if any(found[0]) else [])]:
            state = Skipping(*found)
            state.insert() if way < 0 else state.remove(way)
            after = (tuple(state.vacant), tuple(state.lengths))
            if after not in known:
                known.add(after)
                queue.append(after)
    return tuple(known)


# --- A set with a count (the article on sparse sets) -------------------------------------------------------


class Counted:
    """Members in front of a count, and all former ones behind it; nothing is ever cleared."""

    def __init__(self, numbers: int) -> None:
        self.dense, self.sparse, self.count = list(range(numbers)), list(range(numbers)), numbers
        self.written = 0

    def _put(self, place: int, number: int) -> None:
        self.dense[place], self.sparse[number] = number, place
        self.written += 2

    def _swap(self, place: int, other: int) -> None:
        one, two = self.dense[place], self.dense[other]
        self._put(place, two)
        self._put(other, one)

    def remove(self, number: int) -> None:
        """Behind the count, by an exchange with the last."""
        self.count -= 1
        self._swap(self.sparse[number], self.count)

    def insert(self, number: int) -> None:
        """At the count, as a member that was never there; what stood there is overwritten."""
        self._put(self.count, number)
        self.count += 1

    def members(self) -> set[int]:
        """Those in front of the count."""
        return set(self.dense[: self.count])

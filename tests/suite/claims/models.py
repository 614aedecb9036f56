"""Small models of what a document describes in words, or in lines that depend on code that is not shown.

What a document lists whole is a port in tests/listings instead, and what this project models is in `stablelist_spec`.
"""

from typing import Final

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


# --- A set with a count (the article on sparse sets) -------------------------------------------------------

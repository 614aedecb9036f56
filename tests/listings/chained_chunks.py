"""A free list in the memory of its chunks, chained as the constructor in listing 15 of seed 004 does."""

from __future__ import annotations

import sys

from spoken import serve

WORD = 2**64
"""Numbers are unsigned, of 64 bits."""


class ChainedChunks:
    """Chunks, of which each free one holds the number of the next free one; -1 ends the list."""

    def __init__(self, size: int, chunk: int) -> None:
        count = size // chunk
        self._next = [-1] * count
        self._head = 0
        self._out: list[int] = []
        last = 0
        for number in range((count - 1) % WORD):
            self._next[number] = last = number + 1
        self._next[last] = -1

    def take(self) -> None:
        """Hand out the first free chunk."""
        if self._head < 0:
            raise OverflowError("no chunk is free")
        self._out.append(self._head)
        self._head = self._next[self._head]

    def give(self) -> bool:
        """Put the chunk that was handed out last at the head."""
        if not self._out:
            return False
        chunk = self._out.pop()
        self._next[chunk], self._head = self._head, chunk
        return True


if __name__ == "__main__":
    serve("chunks", lambda chosen: ChainedChunks(chosen["size"], chosen["chunk"]), sys.stdin)

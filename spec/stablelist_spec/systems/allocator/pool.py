"""The pool allocator: chunks of one size, of which the free ones are linked through their own bytes.

A chunk has room for the largest block, and for a pointer; it is rounded up to the largest alignment. The first chunk
begins where its byte at the offset is aligned, and every other one directly behind the one before. The offset is the
same for all. A block is a chunk, so that it has the largest size, whatever was asked for; there is no header.

The free chunk that was freed last is taken first. At the beginning they are linked by ascending address.

(5.3.2, figure 15)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Self

from stablelist_spec.families.allocator import AllocatorError, aligned

from .space import Placed, Request, Space

__all__ = ["Chunks", "Pool"]

POINTER: Final = 8
"""The bytes of a pointer, which a free chunk has to the next one."""


@dataclass(frozen=True)
class Chunks:
    """What the blocks of a pool are like: their size, their alignment, and the offset of the aligned byte.

    >>> Chunks(12, 8, 0).length, Chunks(3, 1, 0).length, Chunks(12, 8, 4).first
    (16, 8, 4)
    """

    size: int
    alignment: int
    offset: int

    @property
    def length(self) -> int:
        """The bytes of a chunk."""
        return aligned(max(self.size, POINTER), self.alignment)

    @property
    def first(self) -> int:
        """Where the first chunk begins."""
        return aligned(0, self.alignment, self.offset)

    def within(self, end: int) -> tuple[int, ...]:
        """Where the chunks begin that end before some address, or there."""
        return tuple(range(self.first, end - self.length + 1, self.length))


@dataclass(frozen=True)
class Pool(Space):
    """A pool allocator: its chunks, and the free ones, the one that is taken next first."""

    chunks: Chunks
    free: tuple[int, ...]

    @classmethod
    def of(cls, region: int, chunks: Chunks) -> Pool:
        """A pool in which every chunk is free."""
        return Pool(region, chunks, chunks.within(region))

    @property
    def own(self) -> Iterable[range]:
        """The pointers of free chunks."""
        return (range(start, start + POINTER) for start in self.free)

    @property
    def used(self) -> int:
        """The bytes of the chunks that are taken."""
        return self.chunks.length * (len(self.chunks.within(self.end)) - len(self.free))

    @property
    def facts(self) -> Mapping[str, int | str]:
        """The bytes of a chunk, and the free ones."""
        return {"chunk": self.chunks.length, "free": ", ".join(map(str, self.free)) or "none"}

    @property
    def word(self) -> str:
        """The free chunks."""
        return f"[{','.join(map(str, self.free))}]"

    def placed(self, asked: Request) -> Placed | AllocatorError:
        """In the chunk that was freed last.

        >>> Pool.of(64, Chunks(16, 8, 0)).placed(Request(10, 4, 0)).space.word
        '[16,32,48]'
        """
        if asked.size > self.chunks.size:
            return AllocatorError.SIZE
        if asked.alignment > self.chunks.alignment:
            return AllocatorError.ALIGNMENT
        if not self.free:
            return AllocatorError.FULL
        start, *free = self.free
        return Placed(start, self.chunks.size, replace(self, free=tuple(free)))

    def freed(self, start: int) -> Self:
        """The chunk is taken next."""
        return replace(self, free=(start, *self.free))

    def reset(self) -> Self:
        """Every chunk is free, in ascending order."""
        return replace(self, free=self.chunks.within(self.end))

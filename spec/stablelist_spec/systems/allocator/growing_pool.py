"""The growing pool: memory is reserved once, and committed by whole pages when no chunk is free.

At the beginning no page is committed. When a block is asked for and no chunk is free, pages are committed until there
is another chunk, which may lie on two of them. The new chunks are linked by ascending address. No page is given back,
and no chunk ever moves. If too few pages are left, the block is refused, and nothing is committed.

(5.3.2; that pages are committed one by one, and from none, is ours)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from stablelist_spec.families.allocator import AllocatorError

from .pool import Chunks, Pool
from .space import Placed, Request

__all__ = ["GrowingPool"]


@dataclass(frozen=True)
class GrowingPool(Pool):
    """A growing pool: the bytes of a page, and how many pages are committed."""

    page: int = 1
    pages: int = 0

    @classmethod
    def reserved(cls, region: int, chunks: Chunks, page: int) -> GrowingPool:
        """A growing pool without a page."""
        return GrowingPool(region, chunks, (), page)

    @property
    def end(self) -> int:
        """The end of the committed pages."""
        return self.page * self.pages

    @property
    def facts(self) -> Mapping[str, int | str]:
        """Those of a pool, and its pages."""
        return {"pages": self.pages, "reserved": self.region // self.page, **super().facts}

    @property
    def word(self) -> str:
        """The committed pages, and the free chunks."""
        return f"{self.pages}:{super().word}"

    def placed(self, asked: Request) -> Placed | AllocatorError:
        """In the chunk that was freed last, or in a new one.

        >>> GrowingPool.reserved(64, Chunks(16, 8, 0), 8).placed(Request(10, 4, 0)).space.word
        '2:[]'
        """
        found = super().placed(asked)
        if found is not AllocatorError.FULL:
            return found
        known = self.chunks.within(self.end)
        end = self.chunks.first + (len(known) + 1) * self.chunks.length
        pages = -(-end // self.page)
        if pages * self.page > self.region:
            return AllocatorError.FULL
        grown = replace(self, pages=pages)
        return replace(grown, free=self.chunks.within(grown.end)[len(known) :]).placed(asked)

"""The linear allocator: each block is behind the one before, and only all of them are freed.

The header of a block has its size, in 4 bytes directly before it. A block begins at the least address at which its
header is at or behind the top, and its byte at the offset is aligned. To free a block changes nothing: its bytes are
free again after `reset`, or after `rewind` to a mark before it.

(5.3.2, figure 12; marks are ours)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from stablelist_spec.families.allocator import AllocatorError, aligned

from .space import Placed, Request, Space

__all__ = ["Linear"]

HEADER: Final = 4


@dataclass(frozen=True)
class Linear(Space):
    """A linear allocator: the end of the last block, and where that was at the mark."""

    top: int = 0
    marked: int = 0

    @property
    def header(self) -> int:
        """The size of a block."""
        return HEADER

    @property
    def used(self) -> int:
        """Everything below the top."""
        return self.top

    @property
    def facts(self) -> Mapping[str, int | str]:
        """The top, and the mark."""
        return {"top": self.top, "mark": self.marked}

    @property
    def word(self) -> str:
        """The top, and the mark."""
        return f"{self.top}:{self.marked}"

    def placed(self, asked: Request) -> Placed | AllocatorError:
        """Behind the top.

        >>> Linear(64, top=5).placed(Request(8, 4, 0))
        Placed(start=12, size=8, space=Linear(region=64, top=20, marked=0))
        """
        start = aligned(self.top + HEADER, asked.alignment, asked.offset)
        top = start + asked.size
        if top > self.region:
            return AllocatorError.FULL
        return Placed(start, asked.size, replace(self, top=top))

    def freed(self, start: int) -> Linear:
        """Nothing is freed."""
        del start
        return self

    def holds(self, start: int) -> bool:
        """Whether a block is below the top."""
        return start < self.top

    def reset(self) -> Linear:
        """The top goes back to the beginning, and so does the mark."""
        return Linear(self.region)

    def marking(self) -> Linear:
        """The top is noted."""
        return replace(self, marked=self.top)

    def rewound(self) -> Linear:
        """The top goes back to the mark."""
        return replace(self, top=self.marked)

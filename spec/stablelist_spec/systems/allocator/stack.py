"""The stack allocator: each block is behind the one before, and the last one can be freed.

The header has the size of the block, and where the top was before; 4 bytes each, directly before the block. To free a
block puts the top back there.

*Checked*, the header also has a number, in 4 more bytes: how many blocks there were with this one. Only the block with
the current number can be freed. The counter goes down when a block is freed, or the one before could never be freed.

*Unchecked*, a block that is not the last one is freed together with all blocks behind it, because the top is below
them.

(5.3.2, figure 13)
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

from stablelist_spec.families.allocator import AllocatorError, aligned

from .space import Placed, Request, Space

__all__ = ["CHECKED", "HEADER", "Header", "Order", "Stack", "noted", "position"]

HEADER: Final = 8
CHECKED: Final = 4
"""The further bytes of a header that has a number."""


class Order(StrEnum):
    """Whether it is checked that blocks are freed in the reverse order."""

    CHECKED = "checked"
    UNCHECKED = "unchecked"


class Header(NamedTuple):
    """The header of a block: where the block begins, and where the end of the stack was before."""

    start: int
    before: int


Headers = tuple[Header, ...]


def position(headers: Headers, start: int, up: int = 1) -> int:
    """The place of a block in a stack, which grows up, or down."""
    return bisect_left(headers, up * start, key=lambda header: up * header.start)


def noted(headers: Headers, place: int, *, checked: bool) -> str:
    """What a header says, for ``layout``."""
    return f"<{headers[place].before}" + f"#{place + 1}" * checked


@dataclass(frozen=True)
class Stack(Space):
    """A stack allocator: the end of the last block, and the header of each block, the oldest first."""

    order: Order = Order.CHECKED
    top: int = 0
    headers: Headers = ()

    @property
    def header(self) -> int:
        """The size of a block, the top before it, and its number if that is checked."""
        return HEADER + CHECKED * (self.order is Order.CHECKED)

    @property
    def used(self) -> int:
        """Everything below the top."""
        return self.top

    @property
    def facts(self) -> Mapping[str, int | str]:
        """The top, and the counter."""
        return {"top": self.top, **({"counter": len(self.headers)} if self._checked else {})}

    @property
    def word(self) -> str:
        """The top, and the counter."""
        return f"{self.top}" + f"#{len(self.headers)}" * self._checked

    @property
    def _checked(self) -> bool:
        return self.order is Order.CHECKED

    def noted(self, start: int) -> str:
        """The top before a block, and its number."""
        return noted(self.headers, position(self.headers, start), checked=self._checked)

    def placed(self, asked: Request) -> Placed | AllocatorError:
        """Behind the top.

        >>> stack = Stack(64, Order.UNCHECKED)
        >>> stack.placed(Request(4, 4, 0)).space.placed(Request(8, 8, 0)).space.word
        '32'
        """
        start = aligned(self.top + self.header, asked.alignment, asked.offset)
        top = start + asked.size
        if top > self.region:
            return AllocatorError.FULL
        headers = (*self.headers, Header(start, self.top))
        return Placed(start, asked.size, replace(self, top=top, headers=headers))

    def freed(self, start: int) -> Stack | AllocatorError:
        """The top goes back to where it was before the block."""
        place = position(self.headers, start)
        if self._checked and place < len(self.headers) - 1:
            return AllocatorError.ORDER
        return replace(self, top=self.headers[place].before, headers=self.headers[:place])

    def holds(self, start: int) -> bool:
        """Whether a block is below the top."""
        return start < self.top

    def reset(self) -> Stack:
        """The top goes back to the beginning."""
        return Stack(self.region, self.order)

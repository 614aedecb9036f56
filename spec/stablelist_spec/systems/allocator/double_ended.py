"""The double-ended stack allocator: a stack at the front that grows up, and one at the back that grows down.

Headers are those of a stack. At the back, a block begins at the greatest address at which it ends at or before the
header of the one before, and its byte at the offset is aligned; its own header is directly before it. The front never
passes the back: a block is refused if it would. Each end frees its own last block, and has its own counter.

(5.3.2, figure 14)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from stablelist_spec.families.allocator import AllocatorError, aligned

from .space import Placed, Request, Space
from .stack import CHECKED, HEADER, Header, Headers, Order, noted, position

__all__ = ["DoubleEnded", "End"]


@dataclass(frozen=True)
class End:
    """One of the two stacks: where it ends, and the header of each block, the oldest first."""

    at: int
    headers: Headers = ()

    def pushed(self, start: int, at: int) -> End:
        """The stack with another block."""
        return End(at, (*self.headers, Header(start, self.at)))

    def popped(self, place: int) -> End:
        """The stack without a block, and without those after it."""
        return End(self.headers[place].before, self.headers[:place])


@dataclass(frozen=True)
class DoubleEnded(Space):
    """A double-ended stack allocator: the stack that grows up, and the one that grows down."""

    order: Order
    front: End
    back: End

    @classmethod
    def of(cls, region: int, order: Order) -> DoubleEnded:
        """A double-ended stack allocator without blocks."""
        return DoubleEnded(region, order, End(0), End(region))

    @property
    def header(self) -> int:
        """The size of a block, the end of its stack before it, and its number if that is checked."""
        return HEADER + CHECKED * self._checked

    @property
    def used(self) -> int:
        """Everything below the front, and behind the back."""
        return self.front.at + self.region - self.back.at

    @property
    def facts(self) -> Mapping[str, int | str]:
        """Both ends, and their counters."""
        counts = {"front counter": len(self.front.headers), "back counter": len(self.back.headers)}
        return {
            "front": self.front.at,
            "back": self.back.at,
            **(counts if self._checked else {}),
        }

    @property
    def word(self) -> str:
        """Both ends, and their counters."""
        return ":".join(
            f"{end.at}" + f"#{len(end.headers)}" * self._checked for end in (self.front, self.back)
        )

    @property
    def _checked(self) -> bool:
        return self.order is Order.CHECKED

    def noted(self, start: int) -> str:
        """The end before a block, and its number."""
        end, place = self._found(start)
        return noted(end.headers, place, checked=self._checked)

    def _found(self, start: int) -> tuple[End, int]:
        """The stack of a block, and its place there."""
        if start < self.back.at:
            return self.front, position(self.front.headers, start)
        return self.back, position(self.back.headers, start, -1)

    def placed(self, asked: Request) -> Placed | AllocatorError:
        """Behind the front, or before the back.

        >>> DoubleEnded.of(64, Order.UNCHECKED).placed(Request(5, 4, 0, back=True)).space.word
        '0:48'
        """
        front, back = self.front, self.back
        if asked.back:
            start = back.at - asked.size
            start -= (start + asked.offset) % asked.alignment
            back = back.pushed(start, start - self.header)
        else:
            start = aligned(front.at + self.header, asked.alignment, asked.offset)
            front = front.pushed(start, start + asked.size)
        if front.at > back.at:
            return AllocatorError.FULL
        return Placed(start, asked.size, replace(self, front=front, back=back))

    def freed(self, start: int) -> DoubleEnded | AllocatorError:
        """The end of the stack goes back to where it was before the block."""
        end, place = self._found(start)
        if self._checked and place < len(end.headers) - 1:
            return AllocatorError.ORDER
        popped = end.popped(place)
        return replace(self, front=popped) if end is self.front else replace(self, back=popped)

    def holds(self, start: int) -> bool:
        """Whether a block is below the front, or behind the back."""
        return start < self.front.at or start > self.back.at

    def reset(self) -> DoubleEnded:
        """Both ends go back."""
        return DoubleEnded.of(self.region, self.order)

"""A ring buffer that writes as listing 23 of seed 004 does, and asks whether it is full as listing 24 does.

How it reads is not listed; here it is done as the text says.
"""

from __future__ import annotations

import sys
from types import EllipsisType

from spoken import serve


class LaggingRing:
    """The last values that were written, in cells between a read index and a write index."""

    def __init__(self, room: int) -> None:
        self._cells = [0] * room
        self._reads, self._writes, self._empty = 0, 0, True

    def write(self, value: int) -> None:
        """If the write index meets the read index, this one goes on by a cell, and not back to the first."""
        self._empty = False
        self._cells[self._writes] = value
        self._writes = (self._writes + 1) % len(self._cells)
        if self._writes == self._reads:
            self._reads += 1

    def read(self) -> int | EllipsisType:
        """The oldest value, or none."""
        if self._empty:
            return ...
        value = self._cells[self._reads]
        self._reads = (self._reads + 1) % len(self._cells)
        self._empty = self._reads == self._writes
        return value

    def len(self) -> int:
        """The cells from the read index to the write index."""
        return 0 if self._empty else (self._writes - self._reads - 1) % len(self._cells) + 1

    def is_full(self) -> bool:
        """Full is taken for the opposite of empty."""
        return not self._empty


if __name__ == "__main__":
    serve("ring", lambda chosen: LaggingRing(chosen["room"]), sys.stdin)

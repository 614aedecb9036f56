"""A ring buffer that writes and tests for fullness as in listings 23 and 24 of the thesis on engine subsystems.

The thesis has no listing for reading; this port reads as its text describes.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "stablelist_conformance/starters/family/python"))

import spoken
import starter


class LaggingRing:
    """The values written most recently, in cells between a read index and a write index."""

    def __init__(self, room: int) -> None:
        self._cells = [0] * room
        self._reads, self._writes, self._empty = 0, 0, True

    def write(self, value: int) -> None:
        """Write a value; if the write index meets the read index, the latter advances without wrapping around."""
        self._empty = False
        self._cells[self._writes] = value
        self._writes = (self._writes + 1) % len(self._cells)
        if self._writes == self._reads:
            self._reads += 1

    def read(self) -> int | None:
        """Return the oldest value, or none."""
        if self._empty:
            return None
        value = self._cells[self._reads]
        self._reads = (self._reads + 1) % len(self._cells)
        self._empty = self._reads == self._writes
        return value

    def len(self) -> int:
        """Return the number of cells from the read index to the write index."""
        return 0 if self._empty else (self._writes - self._reads - 1) % len(self._cells) + 1

    def is_full(self) -> bool:
        """Return whether the ring is not empty, as the listing does."""
        return not self._empty


port = starter.Port(
    "protocol=6 name=lagging-ring version=listing system=ring-buffer store=values",
    spoken.RINGS,
    lambda choices: LaggingRing(int(choices["capacity"])),
    {
        "push_back": LaggingRing.write,
        "pop_front": LaggingRing.read,
        "len": LaggingRing.len,
        "is_full": LaggingRing.is_full,
    },
)

if __name__ == "__main__":
    port.serve()

"""A vector on reserved memory that grows as listing 21 of the thesis on engine subsystems does."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "stablelist_conformance/starters/family/python"))

import spoken
import starter


class TrustingVector:
    """Values in committed pages of a memory that is reserved once."""

    def __init__(self, pages: int, page: int = 2, size: int = 1) -> None:
        self._page, self._size = page, size
        self._begin, self._end, self._limit = 0, 0, pages * page
        self._memory: list[int] = []
        self._length = self._capacity = 0

    def grow(self, wanted: int) -> None:
        """Commit pages up to the limit. The listing compares the limit with the beginning of the memory."""
        if self._begin == self._limit:
            raise starter.Refused("full")
        pages = -(-wanted * self._size // self._page) * self._page
        more = pages if self._end + pages <= self._limit else self._limit - self._end
        self._memory += [0] * (more // self._size)
        self._end += more
        self._capacity += more // self._size

    def push(self, value: int) -> None:
        """Append a value."""
        if self._length == self._capacity:
            self.grow(max(1, self._capacity))
        self._memory[self._length] = value
        self._length += 1

    def each(self) -> list[int]:
        """Return the values in order."""
        return self._memory[: self._length]


port = starter.Port(
    "protocol=6 name=trusting-vector version=listing system=paged-vector",
    spoken.VECTORS,
    lambda chosen: TrustingVector(**{name: int(value) for name, value in chosen.items()}),
    {"push": TrustingVector.push, "each": TrustingVector.each},
)

if __name__ == "__main__":
    port.serve()

"""A vector on reserved memory that grows as listing 21 of seed 004 does."""

from __future__ import annotations

import sys

from spoken import serve

PAGE = 2
"""Values in a page."""


class TrustingVector:
    """Values in committed pages of a memory that is reserved once."""

    def __init__(self, pages: int) -> None:
        self._begin, self._end, self._limit = 0, 0, pages * PAGE
        self._memory: list[int] = []
        self._length = self._capacity = 0

    def grow(self, wanted: int) -> None:
        """Commit pages up to the limit. Whether it was reached is asked of the beginning of the memory."""
        if self._begin == self._limit:
            raise OverflowError("the reserved memory is used up")
        pages = -(-wanted // PAGE) * PAGE
        more = pages if self._end + pages <= self._limit else self._limit - self._end
        self._memory += [0] * more
        self._end += more
        self._capacity += more

    def push(self, value: int) -> None:
        """Append a value."""
        if self._length == self._capacity:
            self.grow(max(1, self._capacity))
        self._memory[self._length] = value
        self._length += 1

    def each(self) -> list[int]:
        """The values in order."""
        return self._memory[: self._length]


if __name__ == "__main__":
    serve("vector", lambda chosen: TrustingVector(chosen["pages"]), sys.stdin)

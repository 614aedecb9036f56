"""A bit set in words of 64 bits, as the article of seed 002 writes it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "stablelist_conformance/starters/python"))

import starter

BITS = 64


class BitSet:
    """Numbers below a size, which is rounded up to whole words; *touched* counts words that were read or written."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._words = [0] * -(-size // BITS)
        self.touched = 0

    @property
    def words(self) -> int:
        """The words that it consists of."""
        return len(self._words)

    def add(self, number: int) -> bool:
        """Set a bit; the size is not asked. Whether it was clear before is told for the protocol."""
        new = not self.contains(number)
        self._words[number // BITS] |= 1 << number % BITS
        return new

    def remove(self, number: int) -> bool:
        """Clear a bit."""
        old = self.contains(number)
        self._words[number // BITS] &= ~(1 << number % BITS)
        return old

    def contains(self, number: int) -> bool:
        """Whether a bit is set."""
        self.touched += 1
        return bool(self._words[number // BITS] >> number % BITS & 1)

    def clear(self) -> None:
        """Clear every word."""
        self.touched += self.words
        self._words = [0] * self.words

    def __iter__(self) -> Iterator[int]:
        return (number for number in range(self._size) if self.contains(number))


port = starter.Port(
    {"name": "bit-set", "version": "seed-002", "system": "sparse-set"},
    errors={"!beyond": IndexError},
    open=lambda parameters: BitSet(int(parameters["universe"])),
    insert=BitSet.add,
    remove=BitSet.remove,
    contains=BitSet.contains,
    clear=BitSet.clear,
    each=iter,
)

if __name__ == "__main__":
    port.serve()

"""A bit set in words of 64 bits, as the article on sparse sets writes it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "stablelist_conformance/starters/family/python"))

import spoken
import starter

BITS = 64


class BitSet:
    """Numbers below a size, which is rounded up to whole words; *touched* counts the words read or written."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._words = [0] * -(-size // BITS)
        self.touched = 0

    @property
    def words(self) -> int:
        """Return how many words the set consists of."""
        return len(self._words)

    def add(self, number: int) -> bool:
        """Set a bit without checking the size; the answer, whether it was clear, is for the protocol."""
        new = not self.contains(number)
        self._words[number // BITS] |= 1 << number % BITS
        return new

    def remove(self, number: int) -> bool:
        """Clear a bit."""
        old = self.contains(number)
        self._words[number // BITS] &= ~(1 << number % BITS)
        return old

    def contains(self, number: int) -> bool:
        """Return whether a bit is set."""
        self.touched += 1
        return bool(self._words[number // BITS] >> number % BITS & 1)

    def clear(self) -> None:
        """Clear every word."""
        self.touched += self.words
        self._words = [0] * self.words

    def layout(self) -> str:
        """Return every word in hexadecimal digits."""
        return f"[{','.join(f'{word:x}' for word in self._words)}]"

    def __iter__(self) -> Iterator[int]:
        return (number for number in range(self._size) if self.contains(number))


def refusing(asked: Callable[[BitSet, int], bool]) -> Callable[[BitSet, int], bool]:
    """Return the method, with what it raises beyond the last word as a refusal."""

    def attempt(bits: BitSet, number: int) -> bool:
        try:
            return asked(bits, number)
        except IndexError as error:
            raise starter.Refused("beyond") from error

    return attempt


port = starter.Port(
    "protocol=6 name=bit-set version=listing system=bit-set universe=5,130 bits=64",
    spoken.BITS,
    lambda choices: BitSet(int(choices["universe"])),
    {
        "insert": refusing(BitSet.add),
        "remove": refusing(BitSet.remove),
        "contains": refusing(BitSet.contains),
        "clear": BitSet.clear,
        "each": iter,
        "layout": BitSet.layout,
    },
)

if __name__ == "__main__":
    port.serve()

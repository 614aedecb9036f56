"""The widths of ids and indices that a port declares."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from stablelist_conformance.wire.operations import decimal

__all__ = ["Widths"]


class Widths(NamedTuple):
    """A set of widths, as ranges; 0 stands for unbounded.

    >>> Widths.parse("0,1-8,32").supports(4), Widths.parse("8,16").narrowest
    (True, 8)
    """

    ranges: tuple[tuple[int, int], ...]

    @classmethod
    def parse(cls, text: str) -> Widths:
        """Read ``1-64`` or ``0,8,16``."""
        ranges = []
        for part in text.split(","):
            low, dash, high = part.partition("-")
            ranges.append((decimal(low), decimal(high if dash else low)))
        if not all(low <= high <= 64 for low, high in ranges):
            raise ValueError(f"{text!r} is not a list of widths from 0 to 64")
        return cls(tuple(ranges))

    @classmethod
    def of(cls, widths: Iterable[int]) -> Widths:
        """Some bounded widths; consecutive ones are written as a range.

        >>> str(Widths.of({1, 2, 3, 8}))
        '1-3,8'
        """
        ranges: list[tuple[int, int]] = []
        for bits in sorted(widths):
            if ranges and bits == ranges[-1][1] + 1:
                ranges[-1] = (ranges[-1][0], bits)
            else:
                ranges.append((bits, bits))
        return cls(tuple(ranges))

    def supports(self, bits: int | None) -> bool:
        """Whether a width is among them."""
        return any(low <= (bits or 0) <= high for low, high in self.ranges)

    @property
    def all(self) -> tuple[int | None, ...]:
        """Every width.

        >>> Widths.parse("0,3-5").all
        (None, 3, 4, 5)
        """
        return tuple(bits or None for low, high in self.ranges for bits in range(low, high + 1))

    @property
    def narrowest(self) -> int | None:
        """The least bounded width; None if there is only the unbounded one."""
        bounded = [max(low, 1) for low, high in self.ranges if high > 0]
        return min(bounded, default=None)

    def nearest(self, bits: int | None) -> int | None:
        """The wanted width if it is supported, otherwise the narrowest above it, otherwise the widest."""
        if self.supports(bits):
            return bits
        above = [low for low, _ in self.ranges if bits is not None and low > bits]
        if above:
            return min(above)
        return None if self.supports(None) else max(high for _, high in self.ranges)

    def __str__(self) -> str:
        """The widths in the notation of the protocol."""
        return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in self.ranges)

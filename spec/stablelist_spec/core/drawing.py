"""Drawing: an order of removal that the kit and every port draw alike (section 3 of the port protocol).

The generator is Marsaglia's xorshift of 32 bits, because it takes three lines in any language.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

__all__ = ["drawn"]

WORD: Final = (1 << 32) - 1


def drawn(seed: int, amount: int, among: int) -> Iterator[int]:
    """So many different numbers below a bound, or all of them if there are fewer; the seed is not 0.

    >>> list(drawn(1, 3, 8)), sorted(drawn(7, 9, 5))
    ([1, 4, 5], [0, 1, 2, 3, 4])
    """
    order = [*range(among)]
    for at in range(min(amount, among)):
        seed ^= seed << 13 & WORD
        seed ^= seed >> 17
        seed ^= seed << 5 & WORD
        other = at + seed % (among - at)
        order[at], order[other] = order[other], order[at]
        yield order[at]

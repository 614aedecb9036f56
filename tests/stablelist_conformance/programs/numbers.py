"""Random numbers of all magnitudes: limits are often powers of two, and a defect may lie at any of them."""

from __future__ import annotations

from math import log2
from random import Random

__all__ = ["log_uniform", "near_powers_of_two"]


def log_uniform(draw: Random, least: int, most: int) -> int:
    """A random number between two bounds, both included, with equally likely magnitudes.

    >>> sorted({log_uniform(Random(seed), 1, 8) for seed in range(99)})
    [1, 2, 3, 4, 5, 6, 7, 8]
    """
    low, high = log2(least + 1), log2(most + 2)
    return max(least, min(most, int(2 ** (low + draw.random() * (high - low))) - 1))


def near_powers_of_two(draw: Random, least: int, most: int) -> int:
    """The same, but every other one is a power of two or next to one.

    >>> sorted({near_powers_of_two(Random(seed), 5, 8) for seed in range(99)})
    [5, 6, 7, 8]
    """
    number = log_uniform(draw, least, most)
    if draw.random() < 0.5:
        number = (1 << number.bit_length() >> draw.randrange(2)) + draw.choice((-1, 0, 0, 1))
    return min(most, max(least, number))

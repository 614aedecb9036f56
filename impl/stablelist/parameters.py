"""What the user of a StableList chooses, refused or rounded until it is lawful (R1, R6, R8, R9).

Representation invariant of `Parameters`:

1. `least_space` and `initial_space` are multiples of 4 and at least 4.
2. `least_space <= initial_space <= index_end`.
3. `id_period` is a power of two, or 0 if ids are unbounded.

Abstraction function: the element space starts with `initial_space` cells and never has fewer than
`least_space`; ids are counted modulo `id_period`; only positions below `index_end` can be named.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Final

from .truncate import Truncate

__all__ = ["Parameters", "lawful"]

QUARTERS: Final = 4
"""The element space is cut into quarters, so its length is a multiple of this (5.2; R1)."""

UNBOUNDED: Final = 0
"""The period of ids that never come round again."""


@dataclass(frozen=True)
class Parameters:
    """The choices of a user, in the form the container works with."""

    least_space: int
    initial_space: int
    truncate: Truncate
    id_period: int
    index_end: int
    index_bits: int | None


def lawful(
    minimum: object, capacity: object, truncate: object, id_bits: object, index_bits: object
) -> Parameters:
    """Turn what a caller passed into parameters.

    Raises:
        TypeError: a value of the wrong type; a bool is not a number here.
        ValueError: a number out of its range, or more initial space than the index can name.

    >>> lawful(5, 13, Truncate.NEVER, 2, None).initial_space
    16
    """
    if not isinstance(truncate, Truncate):
        raise TypeError(
            f"truncate is {truncate!r}; pass Truncate.NEVER, Truncate.ITERATION or Truncate.MEMORY"
        )
    least_space = _rounded_up(_length("minimum", minimum))
    width = _width("index_bits", index_bits, 3)
    parameters = Parameters(
        least_space=least_space,
        initial_space=max(least_space, _rounded_up(_length("capacity", capacity))),
        truncate=truncate,
        id_period=_end(_width("id_bits", id_bits, 1), UNBOUNDED),
        index_end=_end(width, sys.maxsize),
        index_bits=width,
    )
    _require_indexable(parameters)
    return parameters


def _rounded_up(length: int) -> int:
    """The smallest lawful element space of at least *length* cells (R1)."""
    return max(QUARTERS, -(-length // QUARTERS) * QUARTERS)


def _end(width: int | None, unbounded: int) -> int:
    """How many values *width* bits can tell apart."""
    return unbounded if width is None else 1 << width


def _length(name: str, value: object) -> int:
    number = _integer(name, value, "a number of elements, such as 0")
    if number < 0:
        raise ValueError(f"{name} is {number}; pass 0 or more")
    return number


def _width(name: str, value: object, least: int) -> int | None:
    if value is None:
        return None
    bits = _integer(name, value, "a number of bits, or None for unbounded")
    if not least <= bits <= 64:
        raise ValueError(f"{name} is {bits}; pass {least} to 64, or None for unbounded")
    return bits


def _integer(name: str, value: object, wanted: str) -> int:
    """*value*, if it is an int and not a bool: `capacity=True` is a slip, not a 1."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} is {value!r}; pass {wanted}")
    return value


def _require_indexable(parameters: Parameters) -> None:
    if parameters.initial_space > parameters.index_end:
        raise ValueError(
            f"an element space of {parameters.initial_space} cells does not fit an index of "
            f"{parameters.index_bits} bits; lower capacity or minimum, or widen index_bits"
        )

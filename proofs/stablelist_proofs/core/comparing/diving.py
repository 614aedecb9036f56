"""One program that goes further than the random ones: it fills a large space, and truncates it in one removal.

Random programs mostly truncate by a few halvings. A model that stopped after a few more would agree with the
formulas in all of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from stablelist_spec.core.key import Key
from stablelist_spec.parts.parameters import Parameters, Truncate

from .comparison import Beside, Move, Tied, begin, compare

__all__ = ["PLUNGE", "dived"]

PLUNGE: Final = 8_192
"""The number of elements before the last one, which doubles the space: as many as in the thesis' example (R5)."""
WIDTH: Final = 40
"""Bits of an index."""
AMOUNTS: Final = (0, 1, 4_095, 4_096, 4_097, 65_536, 99_999, 100_000, 2**WIDTH, 2**WIDTH + 1)
"""The last of these is refused if an index has that many bits; otherwise all beyond 2**32 are refused."""


def dived(plunge: int = PLUNGE, *, system: Beside) -> Tied:
    """Compare every transition of the programs, in each mode."""
    tied = Tied()
    _perform(tied, Parameters(index_bits=WIDTH), partial(_down, plunge), system)
    shallower = plunge // 4
    _perform(tied, Parameters(truncate=Truncate.MEMORY), partial(_down, shallower), system)
    _perform(tied, Parameters(truncate=Truncate.NEVER, capacity=4 * plunge), _shrinking, system)
    return tied


def _perform(
    tied: Tied,
    parameters: Parameters,
    program: Callable[[list[Key]], Iterator[Move]],
    system: Beside,
) -> None:
    """Compare the steps of a program, which receives the issued keys."""
    state, issued = system.initial(parameters), list[Key]()
    machine = begin(state, system)
    for move in program(issued):
        step = compare(machine, state, move, tied, system)
        if isinstance(step.answer, Key):
            issued.append(step.answer)
        state = step.state


def _down(plunge: int, issued: list[Key]) -> Iterator[Move]:
    """Fill a space, add one more, remove all others in random order, then remove that one; then reserve."""
    for element in range(plunge + 1):
        yield Move("add", (element,))
    *others, last = issued
    random.Random(plunge).shuffle(others)  # noqa: S311 - a reproducible choice
    for key in (*others, last):
        yield Move("remove", (key,))
    for amount in AMOUNTS:
        yield Move("reserve", (amount,))
    yield Move("extend", (range(9),))
    yield Move("shrink_to_fit")


def _shrinking(issued: list[Key]) -> Iterator[Move]:
    """Shrink a large space that was hardly used."""
    for element in range(11):
        yield Move("add", (element,))
    for key in issued[1:]:
        yield Move("remove", (key,))
    yield Move("reserve", (100_000,))
    yield Move("shrink_to_fit")

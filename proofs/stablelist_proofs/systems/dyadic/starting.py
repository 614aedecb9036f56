"""The sizes of new dyadic lists, beside those that the formulas allow."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Final, NamedTuple

from stablelist_proofs.core.comparing import starting
from stablelist_proofs.core.comparing.running import MODES
from stablelist_proofs.core.comparing.starting import MOST, WIDTHS, Beginning, width
from stablelist_spec.systems.dyadic.state import State

from .machine import Borders, Machine, places
from .tie import DYADIC

__all__ = ["started"]

LEAST: Final = range(-4, 25)
BLOCKS: Final = range(-1, 8)


class Sizes(NamedTuple):
    """What the formulas leave open of a new list."""

    least: int
    mode: int
    index_bits: int | None
    blocks: int


def sizes_of(state: State) -> Sizes:
    """The sizes of a new list of the model."""
    p = state.parameters
    return Sizes(p.least_space, MODES[p.truncate], p.index_bits, len(state.partitions))


def numbers() -> Iterator[Sizes]:
    """Numbers that may be sizes, of as many blocks as the capacities that are tried can need."""
    for sizes in map(Sizes._make, product(LEAST, range(-1, 4), WIDTHS, BLOCKS)):
        if Borders(sizes.least)[sizes.blocks - 1] < MOST:
            yield sizes


def lawful(sizes: Sizes) -> bool:
    """Whether the formulas take these numbers for the sizes of a new list."""
    symbols = sizes._asdict() | width(sizes.index_bits)
    functions = {"below": [0], **places(max(sizes.least, 1))}
    return all(Machine.formulas.lawful(symbols, functions))


started: Final = partial(starting.started, Beginning(DYADIC, sizes_of, numbers, lawful))
"""Compare new lists, and their sizes."""

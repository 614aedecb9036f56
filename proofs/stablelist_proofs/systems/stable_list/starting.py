"""The sizes of new StableLists, beside those that the formulas allow."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Final, NamedTuple

from stablelist_proofs.core.comparing import starting
from stablelist_proofs.core.comparing.running import MODES
from stablelist_proofs.core.comparing.starting import MOST, WIDTHS, Beginning, width
from stablelist_spec.systems.stable_list.state import State

from .formulas import FORMULAS
from .tie import STABLE_LIST

__all__ = ["started"]


class Sizes(NamedTuple):
    """The values that the formulas leave open for a new list."""

    least: int
    mode: int
    index_bits: int | None
    space: int
    allocated: int


def sizes_of(state: State) -> Sizes:
    """The sizes of a new list of the model."""
    p = state.parameters
    return Sizes(p.least_space, MODES[p.truncate], p.index_bits, state.space, state.allocated)


def numbers() -> Iterator[Sizes]:
    """Numbers that may be sizes."""
    lengths = range(-4, MOST + 1)
    for least, mode, index, space in product(lengths, range(-1, 4), WIDTHS, lengths):
        for allocated in (space - 4, space, space + 4, 2 * space):
            yield Sizes(least, mode, index, space, allocated)


def lawful(sizes: Sizes) -> bool:
    """Whether the formulas take these numbers for the sizes of a new list."""
    symbols = sizes._asdict() | width(sizes.index_bits)
    return all(FORMULAS.lawful(symbols, {"below": [0]}))


started: Final = partial(starting.started, Beginning(STABLE_LIST, sizes_of, numbers, lawful))
"""Compare new lists, and their sizes."""

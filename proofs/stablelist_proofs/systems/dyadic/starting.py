"""The formulas' new dyadic list beside the model's: the same values, for the same sizes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

from stablelist_proofs.core.comparing.comparison import DisagreementError, begin
from stablelist_proofs.core.comparing.running import MODES
from stablelist_proofs.systems.stable_list.starting import MOST, WIDTHS, Started, combinations
from stablelist_spec.systems.dyadic import MODEL

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


def started() -> Started:
    """Compare new lists, and their sizes.

    Raises:
        DisagreementError: the formulas say something else about one than the model.
    """
    done, made = Started(), set[Sizes]()
    for parameters in combinations(done):
        state = MODEL.initial(parameters)
        begin(state, DYADIC)
        mode, bits = MODES[parameters.truncate], parameters.index_bits
        made.add(Sizes(parameters.least_space, mode, bits, len(state.partitions)))
        done.lists += 1
    for sizes in numbers():
        done.sizes += 1
        done.lawful += sizes in made
        if lawful(sizes) != (sizes in made):
            raise DisagreementError(f"only one side knows of a new list of {sizes}")
    return done


def numbers() -> Iterator[Sizes]:
    """Numbers that may be sizes, of as many blocks as the capacities that are tried can need."""
    for sizes in map(Sizes._make, product(LEAST, range(-1, 4), WIDTHS, BLOCKS)):
        if Borders(sizes.least)[sizes.blocks - 1] < MOST:
            yield sizes


def lawful(sizes: Sizes) -> bool:
    """Whether the formulas take these numbers for the sizes of a new list."""
    bits = sizes.index_bits
    symbols = sizes._asdict() | {"bounded": bits is not None, "index_count": 1 << (bits or 0)}
    functions = {"below": [0], **places(max(sizes.least, 1))}
    return all(Machine.formulas.lawful(symbols, functions))

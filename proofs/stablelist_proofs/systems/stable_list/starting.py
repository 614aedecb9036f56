"""Compares the formulas' new list with the model's: the values must be equal, for the same sizes.

The model makes a new list of parameters. The formulas describe one by a hypothesis about its sizes, and by values for
everything else. So two things are compared: for all parameters of a range, every value that is not a ghost; and for all
numbers of a range, whether they are the sizes of a new list.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

from stablelist_proofs.core.comparing.comparison import DisagreementError, begin
from stablelist_proofs.core.comparing.running import MODES
from stablelist_spec import stable_list as model
from stablelist_spec.parts.parameters import Parameters, Truncate

from .formulas import FORMULAS
from .tie import STABLE_LIST

__all__ = ["Started", "started"]

MOST: Final = 24
"""The largest minimum, capacity and space of the ranges."""
LARGER: Final = (1000, 16_384, 99_999, 1_000_000)
WIDTHS: Final = (None, 0, 1, 2, 3, 4, 5, 17)
"""Bits of an index; fewer than two are refused."""
OF_IDS: Final = (None, 1, 3)


@dataclass
class Started:
    """The result of the comparison.

    Attributes:
        lists: how many new lists agree.
        refused: how many combinations of parameters the model refuses.
        sizes: how many combinations of numbers were tried.
        lawful: how many of them both the model and the formulas take for the sizes of a new list.
    """

    lists: int = 0
    refused: int = 0
    sizes: int = 0
    lawful: int = 0


class Sizes(NamedTuple):
    """The values that the formulas leave open for a new list."""

    least: int
    mode: int
    index_bits: int | None
    space: int
    allocated: int


def started() -> Started:
    """Compare new lists, and their sizes.

    Raises:
        DisagreementError: the formulas say something else about one than the model.
    """
    done, made = Started(), set[Sizes]()
    for parameters in combinations(done):
        state = model.initial(parameters)
        begin(state, STABLE_LIST)
        sizes = Sizes(
            parameters.least_space,
            MODES[parameters.truncate],
            parameters.index_bits,
            state.space,
            state.allocated,
        )
        made.add(sizes)
        done.lists += 1
    _other_way(done, made)
    return done


def _other_way(done: Started, made: set[Sizes]) -> None:
    """The formulas accept no sizes of a new list that the model does not have."""
    for sizes in numbers():
        done.sizes += 1
        done.lawful += sizes in made
        if lawful(sizes) != (sizes in made):
            raise DisagreementError(f"only the formulas know of a new list of {sizes}")


def combinations(done: Started) -> Iterator[Parameters]:
    """Every combination of parameters that the model does not refuse."""
    lengths = [*product(range(MOST + 1), repeat=2), *product((0, *LARGER), repeat=2)]
    for (minimum, capacity), mode, ids, index in product(lengths, Truncate, OF_IDS, WIDTHS):
        try:
            yield Parameters(minimum, capacity, mode, ids, index)
        except ValueError:
            done.refused += 1


def numbers() -> Iterator[Sizes]:
    """Numbers that may be sizes."""
    lengths = range(-4, MOST + 1)
    for least, mode, index, space in product(lengths, range(-1, 4), WIDTHS, lengths):
        for allocated in (space - 4, space, space + 4, 2 * space):
            yield Sizes(least, mode, index, space, allocated)


def lawful(sizes: Sizes) -> bool:
    """Whether the formulas take these numbers for the sizes of a new list."""
    bits = sizes.index_bits
    symbols = sizes._asdict() | {"bounded": bits is not None, "index_count": 1 << (bits or 0)}
    return all(FORMULAS.lawful(symbols, {"below": [0]}))

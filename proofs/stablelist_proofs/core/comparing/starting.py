"""Compares the formulas' new list with the model's: the values must be equal, for the same sizes.

The model makes a new list of parameters. The formulas describe one by a hypothesis about its sizes, and by values for
everything else. So two things are compared: for all parameters of a range, every value that is not a ghost; and for all
numbers of a range, whether they are the sizes of a new list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, Generic, NamedTuple, TypeVar

from stablelist_spec.parts.parameters import Parameters, Truncate

from .comparison import Beside, DisagreementError, begin

__all__ = ["MOST", "WIDTHS", "Beginning", "Started", "started", "width"]

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


S = TypeVar("S")


class Beginning(NamedTuple, Generic[S]):
    """The new lists of a system.

    Attributes:
        sizes: of a new list of the model: the values that the formulas leave open.
        numbers: values that may be sizes.
        lawful: whether the formulas take them for the sizes of a new list.
    """

    system: Beside
    sizes: Callable[[Any], S]
    numbers: Callable[[], Iterable[S]]
    lawful: Callable[[S], bool]


def started(beginning: Beginning[S]) -> Started:
    """Compare new lists, and their sizes.

    Raises:
        DisagreementError: the formulas say something else about one than the model.
    """
    done, made = Started(), set[S]()
    for parameters in _combinations(done):
        state = beginning.system.initial(parameters)
        begin(state, beginning.system)
        made.add(beginning.sizes(state))
        done.lists += 1
    for sizes in beginning.numbers():
        done.sizes += 1
        done.lawful += sizes in made
        if beginning.lawful(sizes) != (sizes in made):
            raise DisagreementError(f"only the formulas know of a new list of {sizes}")
    return done


def _combinations(done: Started) -> Iterator[Parameters]:
    """Every combination of parameters that the model does not refuse."""
    lengths = [*product(range(MOST + 1), repeat=2), *product((0, *LARGER), repeat=2)]
    for (minimum, capacity), mode, ids, index in product(lengths, Truncate, OF_IDS, WIDTHS):
        try:
            yield Parameters(minimum, capacity, mode, ids, index)
        except ValueError:
            done.refused += 1


def width(bits: int | None) -> dict[str, int | bool]:
    """The values of the formulas' symbols for the width of an index."""
    return {"bounded": bits is not None, "index_count": 1 << (bits or 0)}

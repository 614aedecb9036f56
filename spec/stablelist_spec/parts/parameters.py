"""The parameters of a StableList, and the rounding that makes them lawful.

A width is a number of bits, or ``None`` for an unbounded range. Narrow widths are not a special case:
they put wrap-around and a full index range within a handful of operations, which is how the model is
explored.

(R1, R6, R8, R9)
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Final

from .options import Bound, Options

__all__ = ["QUARTERS", "Parameters", "Truncate", "round_up"]

QUARTERS: Final = 4
"""The element space is cut into quarters, so its length is always a multiple of this (5.2; R1)."""


class Truncate(Enum):
    """What truncation releases.

    (4.2, 5.2; R6)
    """

    NEVER = "never"
    """Nothing: the element space never shrinks."""
    ITERATION = "iteration"
    """Iteration time: the element space shrinks, allocated memory stays."""
    MEMORY = "memory"
    """Memory as well: allocated memory shrinks with the element space."""


def round_up(length: int) -> int:
    """The smallest lawful element space of at least *length* cells.

    >>> [round_up(length) for length in (0, 4, 5, 1000)]
    [4, 4, 8, 1000]

    (R1)
    """
    return max(QUARTERS, -(-length // QUARTERS) * QUARTERS)


@dataclass(frozen=True)
class Parameters(Options):
    """The options of a StableList.

    Raises:
        ValueError: when they are made, if an option is out of its bounds, or if the space is beyond the index range.

    >>> Parameters(minimum=5, capacity=13).initial_space
    16
    >>> Parameters(id_bits=2).id_period
    4
    """

    bounds = (
        *(Bound("minimum", 0), Bound("capacity", 0), Bound("maximum", 1)),
        *(Bound("id_bits", 1), Bound("index_bits", 2)),
    )

    minimum: int = 4
    capacity: int = 0
    truncate: Truncate = Truncate.ITERATION
    id_bits: int | None = 32
    index_bits: int | None = 32
    maximum: int | None = None

    def __post_init__(self) -> None:
        """Reject options that no StableList can have."""
        super().__post_init__()
        if not self.indexable(self.initial_space - 1):
            raise ValueError(
                f"an element space of {self.initial_space} cells does not fit an index of "
                f"{self.index_bits} bits; lower capacity or minimum, or widen the index"
            )

    def __hash__(self) -> int:
        """Computed once: exploration hashes every state, and each holds its parameters."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        bits = self.id_bits, self.index_bits
        return hash((self.minimum, self.capacity, self.truncate, bits, self.maximum))

    @property
    def amortised(self) -> bool:
        """Whether removals pay for the visits of truncations.

        (5.2)
        """
        return True

    @cached_property
    def least_space(self) -> int:
        """The element space below which truncation never goes."""
        return round_up(self.minimum)

    @cached_property
    def initial_space(self) -> int:
        """The element space of a new list.

        (R1)
        """
        return max(self.least_space, round_up(self.capacity))

    @cached_property
    def id_period(self) -> int | None:
        """The number of insertions until an id repeats, if it ever does.

        (R8)
        """
        return None if self.id_bits is None else 1 << self.id_bits

    @cached_property
    def index_count(self) -> int | None:
        """The number of positions that an index can name, if bounded.

        (R9)
        """
        return None if self.index_bits is None else 1 << self.index_bits

    def indexable(self, position: int) -> bool:
        """Whether an index can name *position*.

        (R9)
        """
        return self.index_count is None or position < self.index_count

    def holds(self, live: int) -> bool:
        """Whether the user allows *live* elements.

        (R9)
        """
        return self.maximum is None or live <= self.maximum

    @cached_property
    def most_live(self) -> int | None:
        """The largest number of elements, if bounded: by the index range or by the user.

        (R9)
        """
        bounds = [bound for bound in (self.index_count, self.maximum) if bound is not None]
        return min(bounds, default=None)

    def next_id(self, id: int) -> int:  # noqa: A002 - the field's word
        """The id that follows *id*.

        >>> Parameters(id_bits=2).next_id(3)
        0

        (5.1; R8)
        """
        return id + 1 if self.id_period is None else (id + 1) % self.id_period

    def may_halve(self, space: int) -> bool:
        """Whether truncation may halve *space*.

        >>> [Parameters(minimum=4).may_halve(space) for space in (16, 8, 4, 1000, 500)]
        [True, True, False, True, False]

        (R1)
        """
        half, odd = divmod(space, 2)
        return not odd and half >= self.least_space and half % QUARTERS == 0

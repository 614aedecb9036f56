"""What is explored: a bounded list, and how much of its states is kept."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from stablelist_spec.parts.parameters import Parameters, Truncate

__all__ = ["BoundedParameters", "ExploreError", "Keep", "Scope", "ScopeError"]

MOST_POSITIONS = 32
WIDEST_IDS = 3
NARROWEST_INDICES = 3
"""The least width of indices in bits: the container has no narrower ones."""


class ExploreError(ValueError):
    """The request cannot be carried out; the message is one sentence."""


class ScopeError(ExploreError):
    """A scope that cannot be explored."""


class Keep(StrEnum):
    """How much of a state is kept; the forgotten part is chosen anew at every step."""

    SETS = "sets"
    """Which cells are live and which are vacant; an insertion may reuse any vacancy."""
    ORDER = "order"
    """Also the order of free lists, and allocated memory: `stablelist_spec.parts.tracked_key` without a key."""
    KEY = "key"
    """Also one followed key, among ids that wrap: `stablelist_spec.parts.tracked_key`."""


@dataclass(frozen=True)
class BoundedParameters(Parameters):
    """Parameters of a list with a bound on its positions, which need not be a power of two.

    >>> BoundedParameters(positions=5).indexable(4), BoundedParameters(positions=5).indexable(5)
    (True, False)
    """

    positions: int = MOST_POSITIONS

    __hash__ = Parameters.__hash__

    @cached_property
    def index_count(self) -> int:
        """The most positions that are used (R9)."""
        return self.positions


@dataclass(frozen=True)
class Scope:
    """The list's parameters, the bound on its positions, and how much of its states is kept.

    Raises:
        ScopeError: a value is out of range, or cannot be combined with another.

    >>> Scope(positions=5).parameters.initial_space
    4
    """

    minimum: int = 4
    capacity: int = 0
    mode: Truncate = Truncate.ITERATION
    positions: int = 8
    keep: Keep = Keep.ORDER
    id_bits: int | None = None
    """None: ids are unbounded. They matter only if a key is followed."""

    def __post_init__(self) -> None:
        """Refuse scopes that are unbounded, meaningless or cannot be numbered."""
        self._check_ranges()
        if self.id_bits is not None and self.keep is not Keep.KEY:
            raise ScopeError(
                f"a width of ids ({self.id_bits}) makes no difference where ids are forgotten; "
                f"leave it out, or keep {Keep.KEY}"
            )
        space = Parameters(self.minimum, self.capacity).initial_space
        if space > self.positions:
            raise ScopeError(
                f"a new list has {space} cells, more than the {self.positions} positions of the scope; "
                "lower minimum or capacity, or raise positions"
            )

    def _check_ranges(self) -> None:
        ranges = {
            "minimum": (self.minimum, 0, MOST_POSITIONS),
            "capacity": (self.capacity, 0, MOST_POSITIONS),
            "positions": (self.positions, 4, MOST_POSITIONS),
            "id_bits": (self.id_bits, 1, WIDEST_IDS),
        }
        for name, (value, least, most) in ranges.items():
            if value is not None and not least <= value <= most:
                raise ScopeError(f"{name} is {value}; it must be {least} to {most}")

    @cached_property
    def parameters(self) -> BoundedParameters:
        """The parameters of the list that is explored, for the model."""
        return BoundedParameters(
            minimum=self.minimum,
            capacity=self.capacity,
            truncate=self.mode,
            id_bits=self.id_bits,
            index_bits=(self.positions - 1).bit_length(),
            positions=self.positions,
        )

    @property
    def port_parameters(self) -> Parameters:
        """The parameters in a program: indices are unbounded if no width of theirs gives the bound on positions."""
        power = self.positions & (self.positions - 1) == 0
        bits = (self.positions - 1).bit_length() if power else 0
        return Parameters(
            self.minimum,
            self.capacity,
            self.mode,
            self.id_bits,
            bits if bits >= NARROWEST_INDICES else None,
        )

    @property
    def bound(self) -> str:
        """How many positions, and what is kept, in words."""
        ids = {None: "unbounded ids", 1: "ids of 1 bit"}.get(
            self.id_bits, f"ids of {self.id_bits} bits"
        )
        kept = {
            Keep.SETS: "ids and free-list order forgotten",
            Keep.ORDER: "ids forgotten",
            Keep.KEY: f"{ids}, one key followed",
        }[self.keep]
        return f"{self.positions} positions, {kept}"

    def __str__(self) -> str:
        """The scope in words."""
        return f"minimum {self.minimum}, capacity {self.capacity}, mode {self.mode.value}, {self.bound}"

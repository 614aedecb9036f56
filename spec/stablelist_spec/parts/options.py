"""The options of relatives: how many slots there are, and how wide their stamps are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = [
    "MOST_BITS",
    "Bounded",
    "Fixed",
    "Indexed",
    "Ranged",
    "Versioned",
    "at_least",
    "check_bits",
]

MOST_BITS: Final = 64
"""The largest width of ids and of indices, unless they are unbounded."""


def at_least(name: str, value: int | None, least: int) -> None:
    """Reject an option that no container can have.

    Raises:
        ValueError: it is below its least value.
    """
    if value is not None and value < least:
        raise ValueError(f"{name} is {value}; it must be at least {least}")


def check_bits(name: str, bits: int | None) -> None:
    """Reject a width that no container can have; None is unbounded.

    Raises:
        ValueError: it is too narrow or too wide.
    """
    at_least(name, bits, 1)
    if bits is not None and bits > MOST_BITS:
        raise ValueError(f"{name} is {bits}; it must be at most {MOST_BITS}")


@dataclass(frozen=True)
class Fixed:
    """The number of slots that elements can be in; 0 for a container that grows as far as its indices go.

    >>> Fixed(8).most_live, Fixed().most_live
    (8, None)
    """

    capacity: int = 0

    def __post_init__(self) -> None:
        """Reject a capacity that no container can have.

        Raises:
            ValueError: a negative capacity.
        """
        at_least("capacity", self.capacity, 0)

    @property
    def most_slots(self) -> int | None:
        """The number of slots that elements can be in, if bounded."""
        return self.capacity or None

    @property
    def most_live(self) -> int | None:
        """The largest number of elements, if bounded."""
        return self.most_slots


class Ranged:
    """As many slots as an index can name; without a bound of its bits there is no end."""

    index_bits: int | None

    @property
    def most_slots(self) -> int | None:
        """The number of slots that indices can name, if bounded."""
        return None if self.index_bits is None else 1 << self.index_bits

    @property
    def most_live(self) -> int | None:
        """The largest number of elements, if bounded."""
        return self.most_slots


@dataclass(frozen=True)
class Indexed(Ranged):
    """The number of slots to begin with, and the bits of an index.

    >>> Indexed(index_bits=3).most_live
    8
    """

    capacity: int = 0
    index_bits: int | None = 64

    def __post_init__(self) -> None:
        """Reject options that no container can have.

        Raises:
            ValueError: a negative capacity, an index without bits or of more than 64, or more slots than indices can
                name.
        """
        at_least("capacity", self.capacity, 0)
        check_bits("index_bits", self.index_bits)
        if self.most_slots is not None and self.capacity > self.most_slots:
            raise ValueError(
                f"capacity is {self.capacity}, which does not fit an index of {self.index_bits} bits"
            )


@dataclass(frozen=True)
class Versioned(Fixed):
    """The same, and the bits of a version; without a bound it never starts over."""

    id_bits: int | None = 32

    def __post_init__(self) -> None:
        """Reject options that no container can have.

        Raises:
            ValueError: a negative capacity, or a version without bits or of more than 64.
        """
        super().__post_init__()
        check_bits("id_bits", self.id_bits)


@dataclass(frozen=True)
class Bounded(Versioned):
    """The same, for a container that never grows, so that its capacity is at least 1.

    >>> Bounded(3).most_live, Bounded().most_live
    (3, 16)
    """

    capacity: int = 16

    def __post_init__(self) -> None:
        """Reject options that no container can have.

        Raises:
            ValueError: a capacity below 1, or a version without bits.
        """
        at_least("capacity", self.capacity, 1)
        super().__post_init__()

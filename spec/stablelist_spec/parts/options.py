"""The options of containers: how many slots there are, how wide indices and stamps are, each within its bounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

__all__ = [
    "ID_BITS",
    "INDEX_BITS",
    "MOST_BITS",
    "Bound",
    "Bounded",
    "Fixed",
    "Indexed",
    "Options",
    "Ranged",
    "Versioned",
]

MOST_BITS: Final = 64
"""The largest width of ids and of indices, unless they are unbounded."""


class Bound(NamedTuple):
    """The least and the largest value of an option, if there is a largest one; None is always allowed."""

    name: str
    least: int
    most: int | None = None


INDEX_BITS: Final = Bound("index_bits", 1, MOST_BITS)
ID_BITS: Final = Bound("id_bits", 1, MOST_BITS)


class Options:
    """Options within bounds.

    Raises:
        ValueError: when they are made, if an option is out of its bounds.
    """

    bounds: ClassVar[tuple[Bound, ...]] = ()

    def __post_init__(self) -> None:
        """Reject options that no container can have."""
        for name, least, most in self.bounds:
            value: int | None = getattr(self, name)
            if value is not None and value < least:
                raise ValueError(f"{name} is {value}; it must be at least {least}")
            if value is not None and most is not None and value > most:
                raise ValueError(f"{name} is {value}; it must be at most {most}")


@dataclass(frozen=True)
class Fixed(Options):
    """The number of slots that elements can be in; 0 for a container that grows as far as its indices go.

    >>> Fixed(8).most_live, Fixed().most_live
    (8, None)
    """

    bounds: ClassVar[tuple[Bound, ...]] = (Bound("capacity", 0),)

    capacity: int = 0

    @property
    def most_slots(self) -> int | None:
        """The number of slots that elements can be in, if bounded."""
        return self.capacity or None

    @property
    def most_live(self) -> int | None:
        """The largest number of elements, if bounded."""
        return self.most_slots


class Ranged(Options):
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

    Raises:
        ValueError: when they are made, also if there are more slots than indices can name.

    >>> Indexed(index_bits=3).most_live
    8
    """

    bounds: ClassVar[tuple[Bound, ...]] = (Bound("capacity", 0), INDEX_BITS)

    capacity: int = 0
    index_bits: int | None = 64

    def __post_init__(self) -> None:
        """Reject options that no container can have."""
        super().__post_init__()
        if self.most_slots is not None and self.capacity > self.most_slots:
            raise ValueError(
                f"capacity is {self.capacity}, which does not fit an index of {self.index_bits} bits"
            )


@dataclass(frozen=True)
class Versioned(Fixed):
    """The same, and the bits of a version; without a bound it never starts over."""

    bounds = (*Fixed.bounds, ID_BITS)

    id_bits: int | None = 32


@dataclass(frozen=True)
class Bounded(Versioned):
    """The same, for a container that never grows, so that its capacity is at least 1.

    >>> Bounded(3).most_live, Bounded().most_live
    (3, 16)
    """

    bounds = (Bound("capacity", 1), ID_BITS)

    capacity: int = 16

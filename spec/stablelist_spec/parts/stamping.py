"""Stamping: where the id of a key comes from.

The stamps of a container are a tuple of numbers: one for each slot, one for the whole container, or none. An
insertion takes the id of its key from them, and a removal advances them, so that the key does not resolve any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from stablelist_spec.core.step import Label
from stablelist_spec.families.stamps import ByContainer, BySlot, Stamps

from .drafts import put

__all__ = [
    "ONCE",
    "PER_CONTAINER",
    "PER_SLOT",
    "PER_SLOT_WITH_PARITY",
    "Numbers",
    "Stamping",
    "following",
]

Numbers = tuple[int, ...]


def following(number: int, bits: int | None) -> int:
    """The number after another one, of so many bits; after the last one comes 0.

    >>> following(3, 2), following(3, None)
    (0, 4)
    """
    return number + 1 if bits is None else (number + 1) % (1 << bits)


def with_number(stamps: Numbers, slot: int, number: int) -> Numbers:
    """The stamps with one of them replaced."""
    return stamps if stamps[slot] == number else put(stamps, slot, number)


@dataclass(frozen=True)
class Stamping:
    """A way to stamp keys; this one has no stamps: every id is 0, and no index is used twice.

    Attributes:
        initial: the stamps of a new container.
        shown: what the id of a key is called.
    """

    initial: Numbers = ()
    shown: str = ""

    @property
    def labels(self) -> Mapping[Label, str]:
        """The labels of a removal after which stamps start over: none does."""
        return {}

    def opened(self, stamps: Numbers, slots: int) -> Numbers:
        """The stamps after so many slots were opened: slots have none."""
        del slots
        return stamps

    def issued(self, stamps: Numbers, slot: int) -> tuple[int, Numbers]:
        """The id of the next key of a slot, and the stamps after that."""
        del slot
        return 0, stamps

    def retired(self, stamps: Numbers, slot: int, bits: int | None) -> Numbers:
        """The stamps after a removal from a slot."""
        del slot, bits
        return stamps

    def wrapped(self, stamps: Numbers, slot: int) -> bool:
        """Whether the removal from a slot, after which these are the stamps, let one start over."""
        del stamps, slot
        return False

    def policy(self, bits: int | None) -> Stamps:
        """When a retired key may resolve: never, however long one waits."""
        del bits
        return BySlot(None)

    def period(self, bits: int | None) -> int | None:
        """After how many uses an id repeats: never."""
        del bits
        return None


@dataclass(frozen=True)
class PerSlot(Stamping):
    """A version for each slot, advanced by every removal from it.

    With *parity*, the version of a live slot is odd: insertion makes it odd, and removal makes it even again.

    >>> PER_SLOT_WITH_PARITY.issued((0, 2), 1), PER_SLOT_WITH_PARITY.retired((0, 3), 1, 2)
    ((3, (0, 3)), (0, 0))
    """

    shown: str = "version"
    parity: bool = False

    @property
    def labels(self) -> Mapping[Label, str]:
        """The version of one slot starts over."""
        return {"remove_version_wraps": "after this removal the version of the slot starts over"}

    def opened(self, stamps: Numbers, slots: int) -> Numbers:
        """Every slot begins with version 0."""
        return put(stamps, len(stamps), *(0,) * slots)

    def issued(self, stamps: Numbers, slot: int) -> tuple[int, Numbers]:
        """The version of the slot, which is made odd with parity."""
        version = stamps[slot] | self.parity
        return version, with_number(stamps, slot, version)

    def retired(self, stamps: Numbers, slot: int, bits: int | None) -> Numbers:
        """The slot has its next version."""
        return with_number(stamps, slot, following(stamps[slot], bits))

    def wrapped(self, stamps: Numbers, slot: int) -> bool:
        """The version of the slot is the first one again."""
        return stamps[slot] == 0

    def policy(self, bits: int | None) -> Stamps:
        """A slot has to use all its versions."""
        return BySlot(bits, parity=self.parity)

    def period(self, bits: int | None) -> int | None:
        """The number of versions that keys can have."""
        return None if bits is None else 1 << (bits - self.parity)


@dataclass(frozen=True)
class PerContainer(Stamping):
    """One generation for the container, advanced by every removal, whatever the slot."""

    initial: Numbers = (0,)
    shown: str = "generation"

    @property
    def labels(self) -> Mapping[Label, str]:
        """The only stamp starts over."""
        return {"remove_generation_wraps": "after this removal the generation starts over"}

    def issued(self, stamps: Numbers, slot: int) -> tuple[int, Numbers]:
        """The generation, which stays."""
        del slot
        return stamps[0], stamps

    def retired(self, stamps: Numbers, slot: int, bits: int | None) -> Numbers:
        """The next generation."""
        del slot
        return (following(stamps[0], bits),)

    def wrapped(self, stamps: Numbers, slot: int) -> bool:
        """The generation is the first one again."""
        del slot
        return stamps == self.initial

    def policy(self, bits: int | None) -> Stamps:
        """All generations have to pass."""
        return ByContainer(bits)

    def period(self, bits: int | None) -> int | None:
        """The number of generations, each of which takes a removal."""
        return None if bits is None else 1 << bits


PER_SLOT: Final = PerSlot()
PER_SLOT_WITH_PARITY: Final = PerSlot(parity=True)
PER_CONTAINER: Final = PerContainer()
ONCE: Final = Stamping()

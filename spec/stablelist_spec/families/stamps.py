"""Stamps: how a container distinguishes a key from a later one at the same position.

The relatives differ most in this. A stamp policy answers one question: when may a retired key resolve to an element
that is live now? It states a *necessary* condition, in terms of observable events; whether it is sufficient depends on
positions, which are not observable at contract level.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Protocol

__all__ = ["ByContainer", "ByInsertion", "BySlot", "Life", "Stamps", "Unstamped"]


class Life(NamedTuple):
    """When a key was issued and retired, counted in insertions and removals of its container."""

    insertions: int
    """Insertions before its own."""
    removals: int
    """Removals before its own insertion."""
    retired: int = -1
    """Insertions before its retirement; -1 while it is live."""


class Stamps(Protocol):
    """When a retired key may resolve to a live element.

    Attributes:
        rewinds: whether a slot that gets an older id back issues the ids after it once more.
    """

    rewinds: ClassVar[bool] = False

    def may_revive(self, retired: Life, live: Life) -> bool:
        """Whether the retired key may be equal to the live one."""

    def may_recur(self, retired: Life, latest: Life) -> bool:
        """Whether the retired key may be equal to any that was issued up to the latest one."""
        return self.may_revive(retired, latest)


@dataclass(frozen=True)
class ByInsertion(Stamps):
    """One counter for the container, advanced by every insertion, as in StableList.

    (5.1; R8)
    """

    bits: int | None

    def may_revive(self, retired: Life, live: Life) -> bool:
        """Whether a positive multiple of 2^bits insertions lies between the two."""
        distance = live.insertions - retired.insertions
        return self.bits is not None and distance > 0 and distance % (1 << self.bits) == 0

    def may_recur(self, retired: Life, latest: Life) -> bool:
        """Whether all ids were given out since."""
        return self.bits is not None and latest.insertions - retired.insertions >= 1 << self.bits


@dataclass(frozen=True)
class BySlot(Stamps):
    """A version for every slot, as in slot maps. With *parity*, half of them mean vacant.

    (3.6)
    """

    rewinds = True
    bits: int | None
    parity: bool = False
    wraps: bool = True

    def may_revive(self, retired: Life, live: Life) -> bool:
        """Whether its slot may have used all its versions, which takes as many insertions."""
        if self.bits is None or not self.wraps:
            return False
        versions = 1 << (self.bits - self.parity)
        return live.insertions - retired.insertions >= versions


@dataclass(frozen=True)
class ByContainer(Stamps):
    """One generation for the container, advanced by removals, as in generational arenas.

    (3.7)
    """

    bits: int | None

    def may_revive(self, retired: Life, live: Life) -> bool:
        """Whether all generations may have passed, which takes as many removals."""
        return self.bits is not None and live.removals - retired.removals >= 1 << self.bits


@dataclass(frozen=True)
class Unstamped(Stamps):
    """No guard: a key is an index, as in slabs.

    (3.4)
    """

    def may_revive(self, retired: Life, live: Life) -> bool:
        """Whether the live element was added after the key was retired."""
        return live.insertions >= retired.retired

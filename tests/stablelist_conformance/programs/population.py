"""The population of a program: which elements are live, if every insertion and every removal succeeds.

If that is wrong (a full index range, a revived key), only the choice of words is affected. An element is named by the
number of its insertion; by itself, where the caller chooses the members.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from random import Random
from typing import Final, TypeVar

__all__ = ["Population"]

P = TypeVar("P")
MEANT: Final = 0.9
"""The share of elements that an operation is meant for, where there are several kinds."""
ATTEMPTS: Final = 8
"""How many elements are drawn to find one that is meant."""


class Population:
    """The elements of a container.

    Attributes:
        live: the names of the live elements, unordered; the last one is mostly the youngest.
        stale: the names of the others.
        added: how many insertions there were.
        kinds: the insertion of each element, if there are elements of several kinds.
        members: the live ones, where the caller chooses them.
    """

    def __init__(self, draw: Random) -> None:
        self.draw, self.random = draw, draw.random
        self.live: list[int] = []
        self.stale: list[int] = []
        self.added = 0
        self.kinds: list[str] = []
        self.members: set[int] = set()

    def below(self, bound: int) -> int:
        """A number from 0 up to a bound, exclusive; not quite uniform, but twice as fast as a uniform one."""
        return floor(self.random() * bound)

    def pick(self, options: Sequence[P]) -> P:
        """A random one of several."""
        return options[floor(self.random() * len(options))]

    def gain(self, count: int, kind: str = "") -> None:
        """Elements are inserted, which are named by the next numbers."""
        self.live += range(self.added, self.added + count)
        self.added += count
        if kind:
            self.kinds += [kind] * count

    def join(self, member: int) -> None:
        """A member is inserted, unless it is one."""
        self.added += 1
        if member not in self.members:
            self.members.add(member)
            self.live.append(member)

    def taken_out(self, place: int) -> int:
        """Take the element at a place of the list of live ones, which is no longer live."""
        live = self.live
        number, live[place] = live[place], live[-1]
        live.pop()
        self.stale.append(number)
        if self.members:
            self.members.discard(number)
        return number

    def keep(self, kept: Sequence[int]) -> None:
        """All but these live elements are removed."""
        staying = {*kept}
        self.stale += [n for n in self.live if n not in staying] if staying else self.live
        self.live[:] = kept
        self.members &= staying

    def meant(self, names: Sequence[int], kind: str) -> int:
        """One of several elements, mostly of the kind that is meant."""
        number = names[floor(self.random() * len(names))]
        if self.kinds and self.random() < MEANT:
            for _ in range(ATTEMPTS):
                if self.kinds[number] == kind:
                    break
                number = self.pick(names)
        return number

    def some(self, share: float, kind: str = "") -> int:
        """An element that was inserted; with a share, a live one."""
        names = self.live if self.live and self.random() < share else self.stale
        return self.meant(names or self.live, kind)

    def any_live(self) -> int:
        """A random place in the list of live ones."""
        return floor(self.random() * len(self.live))

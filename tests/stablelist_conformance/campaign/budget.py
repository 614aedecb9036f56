"""The budget: which shard of a port is next.

First come the covering programs, then one long-lived process, then programs of all classes in turn. If a number of
shards in a row find nothing new, the next ones go to single classes of reach, each time to the one that had the fewest
operations for itself; long-lived processes are one of them. As soon as anything new is found, all classes have their
turns again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from stablelist_conformance.campaign.records import ShardDone
from stablelist_conformance.campaign.shard import COVER, Name
from stablelist_conformance.running.verify import PROCESS

__all__ = ["Budget"]

QUIET: Final = 20
"""Shards without anything new after which the budget moves."""


class Budget:
    """The shards of one port.

    Attributes:
        classes: the classes of reach, in an order that decides between equals.
        seed: the number of the first shard.
        quiet: how many shards in a row found nothing new.
    """

    def __init__(
        self,
        classes: Sequence[str],
        seed: int,
        done: Iterable[ShardDone] = (),
        patience: int = QUIET,
    ) -> None:
        self.classes, self.seed, self.patience = [*classes, PROCESS], seed, patience
        self.quiet = 0
        self.given: set[int] = set()
        self.covered = False
        self.spent: Counter[str] = Counter()
        for shard in done:
            self._give(shard.name)
            self.spent[shard.only] += shard.operations

    def next(self, operations: int) -> Name:
        """The next shard, which will have so many operations."""
        if not self.covered:
            name = Name(COVER, 0)
        else:
            name = Name.of(self._number(), self._only())
            self.spent[name.only] += operations
        self._give(name)
        return name

    def found(self, *, news: bool) -> None:
        """A shard is done; it found something new, or not."""
        self.quiet = 0 if news else self.quiet + 1

    def _give(self, name: Name) -> None:
        """Note a shard that is done, or under way."""
        if name.engine == COVER:
            self.covered = True
        else:
            self.given.add(name.seed)

    def _number(self) -> int:
        """The least number that was not given yet."""
        number = self.seed
        while number in self.given:
            number += 1
        return number

    def _only(self) -> str:
        """The class of the next shard; empty for all classes in turn."""
        if not self.spent[PROCESS]:
            return PROCESS
        if self.quiet < self.patience:
            return ""
        return min(self.classes, key=lambda each: self.spent[each])

"""The budget: which shard of a port is next.

First come the covering programs, then one long-lived process, then programs of all classes in turn. If a number of
shards in a row find nothing new, the next ones go to single classes of reach, each time to the one that had the fewest
operations for itself; long-lived processes are one of them. As soon as anything new is found, all classes have their
turns again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import count
from typing import Final

from stablelist_conformance.campaign.records import COVER, Name, Record
from stablelist_conformance.running.verify import PROCESS

__all__ = ["Budget"]

QUIET: Final = 20
"""Shards without anything new after which the budget moves."""


class Budget:
    """The shards of one port.

    Args:
        classes: the classes of reach, in an order that decides between equals.
        seed: the number of the first shard.
        done: the shards that are done.

    Attributes:
        quiet: how many shards in a row found nothing new.
    """

    def __init__(self, classes: Sequence[str], seed: int, done: Iterable[Record] = ()) -> None:
        self.classes, self.seed, self.quiet = [*classes, PROCESS], seed, 0
        self.given, self.spent = set[Name](), Counter[str]()
        for each in done:
            self._give(each.shard, each.operations)

    def next(self, operations: int) -> Name:
        """The next shard, which will have so many operations."""
        name = Name(COVER, 0)
        if name in self.given:
            seeds = {each.seed for each in self.given if each.engine != COVER}
            number = next(seed for seed in count(self.seed) if seed not in seeds)
            only = self._only()
            name = Name("marathon" if only == PROCESS else "swarm", number, only)
        self._give(name, operations)
        return name

    def found(self, *, news: bool) -> None:
        """A shard is done; it found something new, or not."""
        self.quiet = 0 if news else self.quiet + 1

    def _give(self, name: Name, operations: int) -> None:
        """Note a shard that is done, or under way."""
        self.given.add(name)
        self.spent[name.only] += operations

    def _only(self) -> str:
        """The class of the next shard; empty for all classes in turn."""
        if not self.spent[PROCESS]:
            return PROCESS
        if self.quiet < QUIET:
            return ""
        return min(self.classes, key=lambda each: self.spent[each])

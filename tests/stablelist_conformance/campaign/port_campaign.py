"""One port of a campaign: what is to be done for it, and what came of that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any, Final

from stablelist_conformance.campaign.records import COVER, Name, Port, Record, encoded
from stablelist_conformance.campaign.shard import calibrate, run_shard
from stablelist_conformance.campaign.store import Store
from stablelist_conformance.campaign.summary import Summary
from stablelist_conformance.campaign.worker import Start
from stablelist_conformance.judging.verdict import Counterexample, Verdict
from stablelist_conformance.programs.target import Target
from stablelist_conformance.running.options import Options
from stablelist_conformance.wire.text import clip

__all__ = ["CALLED", "CampaignObserver", "Job", "PortCampaign"]

CALLED: Final = 60
"""The most characters of a port's command in a sentence."""
EVERY: Final = 20
"""One shard of so many is a long-lived process."""


class CampaignObserver:
    """Something that is told of a campaign; this one does nothing about it."""

    def say(self, sentence: str) -> None:
        """Something happened that is no progress."""

    def found(self, counterexample: Counterexample, saved: Path) -> None:
        """A distinct failure, shrunk, and where it was saved."""

    def shard(self, record: Record, labels: int, further: int) -> None:
        """A shard is done: its record, how many labels are new, and in how many measures it went further."""


@dataclass
class Job:
    """Something that a worker does.

    Attributes:
        told: what it is, in a sentence.
        work: what the worker calls, with these *args*.
        done: what to do with the result.
        attempts: how often it was submitted.
        crew: by which workers, as a number that counts how often they were renewed.
    """

    told: str
    port: PortCampaign
    work: Callable[..., Any]
    args: tuple[object, ...]
    done: Callable[[Any], None]
    attempts: int = 0
    crew: int = 0


class PortCampaign:
    """A port of a campaign.

    Attributes:
        operations: those of a shard; None until the port was calibrated, unless the user chose.
        notes: what the verdict must mention.
        refusing: the workers that cannot start the port.
        excluded: why no worker can start it; empty if one can.
        target: the port; None until it was calibrated. Then there are also what is `known` of it, and the
            `names` of its next shards.
    """

    def __init__(
        self,
        port: str,
        options: Options,
        store: Store,
        summary: Summary,
        watcher: CampaignObserver,
        operations: int | None = None,
    ) -> None:
        self.port, self.options, self.operations = port, options, operations
        self.store, self.summary, self.watcher = store, summary, watcher
        self.start, self.called = Start(port, options), clip(port, CALLED)
        self.target: Target | None = None
        self.notes, self.refusing = list[str](), set[str]()
        self.excluded = ""

    # --- What is to be done ---

    def first_job(self) -> Job:
        """The start of the port, which comes before its shards."""
        return Job(f"the start of {self.called}", self, calibrate, (), self._calibrated)

    def next_shard(self) -> Job | None:
        """The next shard; None if the port was not calibrated yet, or cannot be started any more."""
        if self.target is None or self.operations is None or self.excluded:
            return None
        name = next(self.names)
        args = (name, self.operations, frozenset(self.known.labels), self.known.alike())
        told = f"shard {name} of {self.called}"
        return Job(told, self, run_shard, args, self._shard_done)

    # --- What came of it ---

    def _calibrated(self, result: tuple[Target, int]) -> None:
        """The port was started."""
        self.target, operations = target, _ = result
        self.operations = self.operations or operations
        self.start = Start(self.port, self.options, target.handshake)
        self.known = self.summary.port(Port.of(target))
        self.names = self._names(frozenset(self.known.shards))

    def _names(self, done: frozenset[Name]) -> Iterator[Name]:
        """The shards that are not done: the covering programs, then random programs of each seed."""
        numbers = {name.seed for name in done if name.engine != COVER}
        if Name(COVER, 0) not in done:
            yield Name(COVER, 0)
        for number in count(self.options.seed):
            if number not in numbers:
                long_lived = (number - self.options.seed) % EVERY == 0
                yield Name("marathon" if long_lived else "swarm", number)

    def _shard_done(self, result: tuple[Record, list[str]]) -> None:
        """Keep the record of a shard, at once and whole, and only then tell what is new in it."""
        record, notes = result
        known, reach = self.known, deepcopy(self.known.reach)
        labels, found = len(known.labels), set(known.found)
        self.store.add([encoded(record)])
        self.summary.add(record)
        labels = len(known.labels) - labels
        further = sum(value != vars(reach)[name] for name, value in vars(known.reach).items())
        new = [known.read(known.found[each][1]) for each in known.found.keys() - found]
        for each in new:
            self.watcher.found(each, self.store.save(each))
        self.notes += [note for note in notes if note not in self.notes]
        self.watcher.shard(record, labels, further)

    def verdict(self, notes: Sequence[str]) -> Verdict | None:
        """The verdict of all shards of the store; None if the port was never started."""
        if self.target is None:
            return None
        excluded = [self.excluded] if self.excluded else []
        verdict = self.known.verdict([*excluded, *self.notes, *notes])
        return replace(verdict, slow=self.target.slow)

"""One port of a campaign: what is to be done for it, and what came of that."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from stablelist_conformance.campaign.budget import Budget
from stablelist_conformance.campaign.calibrate import Introduced, Introduction, introduce
from stablelist_conformance.campaign.records import (
    Alike,
    FailureFound,
    PortMet,
    ProgramKept,
    Record,
    ShardDone,
    encoded,
)
from stablelist_conformance.campaign.saving import save
from stablelist_conformance.campaign.shard import Failed, Shard, ShardResult, run_shard
from stablelist_conformance.campaign.shrinking import Shrinking, Shrunk, shrink_failure
from stablelist_conformance.campaign.store import Store
from stablelist_conformance.campaign.summary import PortSummary, Summary
from stablelist_conformance.campaign.worker import Order, Start
from stablelist_conformance.judging.coverage import reach as reachable
from stablelist_conformance.judging.judge import Difference
from stablelist_conformance.judging.reach import Reach
from stablelist_conformance.judging.verdict import Counterexample, Signature, Verdict
from stablelist_conformance.programs.target import Subject
from stablelist_conformance.report.itf import write
from stablelist_conformance.running.engines import Batch, Failure
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.rerun import counterexample
from stablelist_conformance.wire.errors import FaultKind, UsageError
from stablelist_conformance.wire.text import clip, plain

__all__ = ["Front", "Job", "Watcher"]

CALLED: Final = 60
"""The most characters of a port's command in a sentence."""
EVERYDAY: Final = "everyday"
"""The class of programs that go far in nothing."""


class Watcher:
    """Something that is told of a campaign; this one does nothing about it."""

    def say(self, sentence: str) -> None:
        """Something happened that is no progress."""

    def found(self, counterexample: Counterexample, saved: Path | None) -> None:
        """A distinct failure, shrunk, and where it was saved."""

    def working(self, jobs: Sequence[Job]) -> None:
        """What the workers are doing; this is told every moment."""

    def shard(self, port: PortSummary, result: ShardResult, labels: int, further: int) -> None:
        """A shard is done: what is known of its port now, the number of new labels, and in how much it went further."""


@dataclass
class Job:
    """Something that a worker does.

    Attributes:
        told: what it is, in a sentence.
        done: what to do with the result.
        begins: what to do when it is submitted.
        attempts: how often it was submitted.
        crew: by which workers, as a number that counts how often they were renewed.
        began: when a worker had time for it, by the monotonic clock; 0 before that.
    """

    told: str
    work: Callable[[Any], Any]
    order: Order
    done: Callable[[Any], None]
    begins: Callable[[], None] = lambda: None
    attempts: int = 0
    crew: int = 0
    began: float = 0.0


@dataclass
class Front:
    """A port of a campaign.

    Attributes:
        operations: those of a shard; None until the port was met, unless the user chose.
        again: jobs that come before the next shard.
        shrinking: what failures that are being shrunk have in common.
        notes: what the verdict must mention.
        refusing: the workers that cannot start the port.
        refusals: how often it was refused in a row.
        given_up: whether no worker can start it.

    As soon as the port is met, it also has the record `met`, what is `known` of the port, the `budget`, and the labels
    `within` reach.
    """

    port: str
    options: Options
    store: Store
    summary: Summary
    watcher: Watcher
    operations: int | None = None
    subject: Subject | None = None
    again: deque[Job] = field(default_factory=deque)
    shrinking: set[Signature] = field(default_factory=set)
    times: Counter[Signature] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    refusing: set[str] = field(default_factory=set)
    refusals: int = 0
    given_up: bool = False

    def __post_init__(self) -> None:
        self.start = Start(self.port, self.options)
        self.called = clip(self.port, CALLED)
        met = Job(self.called, introduce, Introduction(self.start), self._introduced)
        self.again.append(met)

    # --- What is to be done ---

    def next_shard(self) -> Job | None:
        """The next shard; None if the port was not met yet, or cannot be started any more."""
        if self.subject is None or self.given_up:
            return None
        assert self.operations is not None
        name = self.budget.next(self.operations)
        shard = Shard(self.start, name, self.operations, self.known.lengths)
        return Job(
            f"shard {name} of {self.called}",
            run_shard,
            shard,
            lambda result: self._shard_done(shard, result),
            lambda: self.store.begin(self.met.port, str(name)),
        )

    # --- What came of it ---

    def _introduced(self, result: Introduced) -> None:
        """The port was met."""
        self.subject = subject = result.subject
        self.operations = self.operations or result.operations
        self.start = Start(self.port, self.options, subject.handshake)
        self.met = PortMet.of(subject)
        self._keep([self.met])
        self.known = self.summary.ports[self.met.port]
        classes = [each for each in subject.swarm(0).classes if each != EVERYDAY]
        self.budget = Budget(classes, self.options.seed, self.known.shards.values())
        self.within = reachable(subject.handshake, subject.level).labels
        self.times = self.known.alike()
        self._shrink_again()

    def _shrink_again(self) -> None:
        """Shrink what an earlier campaign had no time to shrink."""
        for alike in sorted(self.known.waiting()):
            found = self.known.read(self.known.unshrunk[alike])
            self._shrink(alike, failure_of(found), Batch("swarm", 0, 0))

    def _shard_done(self, shard: Shard, result: ShardResult) -> None:
        """Keep the result of a shard, at once and whole."""
        labels = tuple(sorted((result.labels & self.within) - self.known.labels))
        further = self._further(result.reach)
        done = ShardDone(
            self.met.port, *shard.name, result.programs, result.operations, round(result.seconds, 3),
            result.worker, round(time.time(), 3), labels, result.reach if further else None,
            tuple(counted(each) for each in result.failed.values()),
            tuple(sorted(map(plain, result.escaped))), result.doubt,
        )  # fmt: skip
        new = list(self._new_failures(result))
        self._keep([done, *self._shorter(result), *new], [(self.met.port, str(shard.name))])
        self.budget.found(news=bool(labels or further or new))
        for failed in result.failed.values():
            if self._is_due(failed):
                self._shrink(failed.alike, failed.first, failed.batch)
        self.watcher.shard(self.known, result, len(labels), len(further))

    def _further(self, reach: Reach) -> list[str]:
        """In what a shard went further than all before it."""
        before, after = vars(self.known.reach), deepcopy(self.known.reach)
        after.merge(reach)
        return [name for name, value in vars(after).items() if value != before[name]]

    def _shorter(self, result: ShardResult) -> Iterator[ProgramKept]:
        """Programs that are shorter than those that are known for their labels."""
        subject, lengths = self.subject, self.known.lengths
        assert subject is not None
        for label, program in sorted(result.shortest.items()):
            if label in self.within and len(program.words) < lengths.get(label, 1 << 30):
                line = program.sent(subject.level)
                yield ProgramKept(self.met.port, label, line)

    def _new_failures(self, result: ShardResult) -> Iterator[FailureFound]:
        """Failures like none before, as they were found; a port that was only too slow is asked again first."""
        assert self.subject is not None
        for failed in result.failed.values():
            if failed.alike not in self.times and not failed.first.late:
                found = self._counterexample(failed.first)
                yield FailureFound(self.met.port, counted(failed), write(found))

    def _counterexample(self, failure: Failure) -> Counterexample:
        """The counterexample of a failure that is not shrunk."""
        assert self.subject is not None
        return counterexample(self.subject, failure, failure)

    def _is_due(self, failed: Failed) -> bool:
        """Whether to shrink failures that are alike: the first, and whenever their number has doubled."""
        before = self.times[failed.alike]
        self.times[failed.alike] += failed.times
        doubled = before.bit_length() < self.times[failed.alike].bit_length()
        return doubled and failed.alike not in self.shrinking

    def _shrink(self, alike: Signature, failure: Failure, batch: Batch) -> None:
        """Let a worker shrink a failure."""
        self.shrinking.add(alike)
        order = Shrinking(self.start, failure, batch)
        what = f"the shrinking of a failure of {self.called}"
        job = Job(what, shrink_failure, order, lambda result: self._shrunk(alike, result))
        self.again.append(job)

    def _shrunk(self, alike: Signature, result: Shrunk) -> None:
        """Keep what came of shrinking."""
        self.shrinking.discard(alike)
        self.notes += [note for note in result.notes if note not in self.notes]
        told = Alike(*alike[:3])
        for found in result.found:
            before = set(self.known.shrunk)
            self._keep([FailureFound(self.met.port, told, write(found), shrunk=True)])
            if self.known.shrunk.keys() - before:
                self.watcher.found(found, saved(found, self.store.folder))

    def _keep(self, records: list[Record], done: list[tuple[str, str]] | None = None) -> None:
        """Keep records in the store, and only then count them."""
        self.store.add_texts(map(encoded, records), done or [])
        for record in records:
            self.summary.add(record)

    def verdict(self, notes: list[str]) -> Verdict | None:
        """The verdict of all shards of the store; None if the port was never met."""
        if self.subject is None:
            return None
        return self.known.verdict([*self.notes, *notes])


def counted(failed: Failed) -> Alike:
    """What failures have in common, for a record."""
    return Alike(*failed.alike[:3], failed.times)


def failure_of(found: Counterexample) -> Failure:
    """A failure, of its counterexample."""
    fault = None if found.kind == "answer" else FaultKind(found.kind)
    at = found.at if found.at is not None else 0
    difference = None if fault else Difference(at, found.expected, found.answered)
    answers = " ".join(found.answers)
    return Failure(
        found.program, difference, fault, found.detail, found.stderr, answers, times=found.times
    )


def saved(found: Counterexample, store: Path) -> Path | None:
    """Save a counterexample beside the store, if possible; the store has it in any case."""
    with suppress(UsageError):
        return save(found, store)
    return None

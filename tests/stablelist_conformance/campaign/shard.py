"""A shard: the programs of one seed, run by whichever worker is free.

A shard is defined by its seed and by a number of operations, never by the time that it takes, so running it again gives
the same result. It is large enough to take ten seconds or more, as measured when the port was met.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from stablelist_conformance.campaign.worker import Start, at_work, here
from stablelist_conformance.judging.reach import Reach
from stablelist_conformance.judging.verdict import Signature
from stablelist_conformance.programs.target import Subject
from stablelist_conformance.running.deduplicate import likeness
from stablelist_conformance.running.engines import (
    BATCH_PROGRAMS,
    Batch,
    BatchResult,
    Failure,
    run_batch,
)
from stablelist_conformance.running.rest_of_batch import left
from stablelist_conformance.running.verify import MARATHON_PROGRAMS, PROCESS
from stablelist_conformance.wire.protocol import Program

__all__ = ["COVER", "Failed", "Name", "Shard", "ShardResult", "run_shard"]

COVER: Final = "cover"
"""The engine of the shard with all covering programs."""
MOST_RESUMED: Final = 10
"""How often a shard goes on with a fresh port, after one that failed other than by a wrong answer."""


class Name(NamedTuple):
    """What identifies a shard of a port.

    Attributes:
        engine: of its batch.
        seed: the number of the shard.
        only: the one class of its programs; empty for all classes in turn.
    """

    engine: str
    seed: int
    only: str = ""

    @classmethod
    def of(cls, seed: int, only: str) -> Name:
        """The shard with that number, of a class of programs, or of long-lived processes."""
        return cls("marathon" if only == PROCESS else "swarm", seed, only)

    def __str__(self) -> str:
        """For sentences."""
        return (
            self.engine if self.engine == COVER else f"{self.seed} ({self.only or 'all classes'})"
        )


@dataclass(frozen=True)
class Shard:
    """A part of a campaign.

    Attributes:
        operations: it ends after so many.
        known: for each label, the length of the shortest program that meets it; longer ones are not handed back.
    """

    start: Start
    name: Name
    operations: int
    known: Mapping[str, int] = field(default_factory=dict)

    def batch(self) -> Batch:
        """The programs."""
        engine, seed, only = self.name
        if engine == COVER:
            return Batch(engine, 0, BATCH_PROGRAMS, keep_going=True)
        if engine == "marathon":
            return Batch(engine, 0, MARATHON_PROGRAMS, seed, self.operations)
        return Batch(engine, 0, BATCH_PROGRAMS, seed, self.operations, keep_going=True, only=only)


class Failed(NamedTuple):
    """Failures that are alike: the first of them, its batch, and how many there were."""

    alike: Signature
    first: Failure
    batch: Batch
    times: int = 1


@dataclass
class ShardResult:
    """What came of a shard.

    Attributes:
        worker: which ran it.
        seconds: that this took.
        shortest: for each label that was met, the shortest program that met it.
        failed: the failures, by what they have in common.
        escaped: names of processes that the port started and that were outside of its process group.
        doubt: set if the judges disagree, so that neither can be trusted.
    """

    worker: str = ""
    seconds: float = 0.0
    programs: int = 0
    operations: int = 0
    labels: set[str] = field(default_factory=set)
    reach: Reach = field(default_factory=Reach)
    shortest: dict[str, Program] = field(default_factory=dict)
    failed: dict[Signature, Failed] = field(default_factory=dict)
    escaped: set[str] = field(default_factory=set)
    doubt: str = ""

    def add(self, result: BatchResult) -> None:
        """Account for a batch."""
        self.programs += result.programs
        self.operations += result.operations
        self.labels |= result.labels
        self.reach.merge(result.reach)
        self.escaped |= result.escaped
        self.doubt = self.doubt or result.doubt

    def fail(self, failed: Failed) -> None:
        """Account for a failure."""
        before = self.failed.get(failed.alike, failed._replace(times=0))
        self.failed[failed.alike] = before._replace(times=before.times + 1)

    def shorter(self, program: Program, labels: set[str]) -> None:
        """Keep a program for each label that no shorter one has met."""
        for label in labels:
            best = self.shortest.get(label)
            if best is None or len(program.words) < len(best.words):
                self.shortest[label] = program


@at_work
def run_shard(subject: Subject, shard: Shard) -> ShardResult:
    """Run a shard, on a port that this worker starts."""
    began, result = time.monotonic(), ShardResult(here())
    for batch, one in batches(subject, shard.batch(), result):
        result.add(one)
        for failure in (*one.wrong, *([one.failure] if one.failure else [])):
            result.fail(Failed(likeness(subject, failure), failure, batch))
    known = shard.known
    result.shortest = {
        label: program
        for label, program in result.shortest.items()
        if len(program.words) < known.get(label, len(program.words) + 1)
    }
    result.seconds = time.monotonic() - began
    return result


def batches(
    subject: Subject, batch: Batch, result: ShardResult
) -> Iterator[tuple[Batch, BatchResult]]:
    """A batch and its result; if it ended at a failure, also what is left of it, with a fresh port."""
    rest: Batch | None = batch
    for _ in range(MOST_RESUMED):
        if rest is None:
            return
        batch = rest
        one = run_batch(subject, batch, result.shorter)
        yield batch, one
        rest = None if one.failure is None else left(subject, batch, one)

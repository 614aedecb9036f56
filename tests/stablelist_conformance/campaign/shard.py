"""A shard: the programs of one seed, run by whichever worker is free.

A shard is defined by its seed and by a number of operations, never by the time that it takes, so running it again gives
the same result. It is large enough to take ten seconds or more, as measured when the port was calibrated.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from stablelist_conformance.campaign.records import COVER, Name, Port, Record
from stablelist_conformance.campaign.worker import Start, here, started
from stablelist_conformance.judging.verdict import Signature, Verdict
from stablelist_conformance.programs.target import Target
from stablelist_conformance.report.itf import write
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.running.batch import BATCH_PROGRAMS, Batch, BatchResult
from stablelist_conformance.running.deduplicate import likeness
from stablelist_conformance.running.engines import run_batch
from stablelist_conformance.running.failures import Failures
from stablelist_conformance.running.rest_of_batch import rest_of
from stablelist_conformance.running.verify import MARATHON_PROGRAMS
from stablelist_conformance.wire.text import plain

__all__ = ["SECONDS", "calibrate", "run_shard"]


MOST_RESUMED: Final = 10
"""How often a shard goes on with a fresh port, after one that failed other than by a wrong answer."""


def run_shard(
    start: Start,
    name: Name,
    operations: int,
    known: Collection[str],
    failed: Mapping[Signature, int],
) -> tuple[Record, list[str]]:
    """Run a shard, and shrink its failures; return its record, and what makes the shrinking doubtful.

    Args:
        start: the port.
        name: the shard.
        operations: it ends after so many.
        known: the labels that are known; only others are recorded.
        failed: how many failures that are alike are known already.

    Raises:
        Refused: the port cannot be started.
    """
    with started(start) as target:
        began, total = time.monotonic(), BatchResult("")
        times, found = Counter[Signature](), list[tuple[Signature, str]]()
        verdict = Verdict(target.port, target.handshake, target.level, start.options.seed, "")
        failures = Failures(target, start.options, lambda _: None, verdict)
        for batch, one in batches(target, batch_of(name, operations)):
            add(total, one)
            for failure in (*one.wrong, *([one.failure] if one.failure else [])):
                alike = likeness(target, failure)
                times[alike] += 1
                if is_due(failed.get(alike, 0) + times[alike]):
                    failures.tell_apart(failure, batch)
                    for each in verdict.findings[len(found) :]:
                        found.append((alike, write(record_trace(each.counterexample))))
        record = Record(
            Port.of(target), name, total.programs, total.operations, round(time.monotonic() - began, 3),
            here(), round(time.time(), 3), total.reach, tuple(sorted(total.labels.difference(known))),
            tuple(sorted(times.items())), tuple(found),
            tuple(sorted(map(plain, total.escaped))), total.doubt, total.unjudged,
        )  # fmt: skip
        return record, verdict.notes


def batch_of(name: Name, operations: int) -> Batch:
    """The programs of a shard, which ends after so many operations."""
    if name.engine == COVER:
        return Batch(COVER, 0, BATCH_PROGRAMS, keep_going=True)
    if name.engine == "marathon":
        return Batch("marathon", 0, MARATHON_PROGRAMS, name.seed, operations)
    return Batch("swarm", 0, BATCH_PROGRAMS, name.seed, operations, keep_going=True)


def batches(target: Target, batch: Batch) -> Iterator[tuple[Batch, BatchResult]]:
    """A batch and its result; if it ended at a failure, also what is left of it, with a fresh port."""
    rest: Batch | None = batch
    for _ in range(MOST_RESUMED):
        if rest is None:
            return
        batch = rest
        one = run_batch(target, batch)
        yield batch, one
        rest = None if one.failure is None else rest_of(target, batch, one)


def add(total: BatchResult, one: BatchResult) -> None:
    """Account for a batch."""
    total.programs += one.programs
    total.operations += one.operations
    total.labels |= one.labels
    total.reach.merge(one.reach)
    total.escaped |= one.escaped
    total.doubt = total.doubt or one.doubt
    total.unjudged = total.unjudged.plus(one.unjudged)


def is_due(times: int) -> bool:
    """Whether a failure is shrunk: the first of those that are alike, and one whenever their number has doubled."""
    return times & (times - 1) == 0


SECONDS: Final = 12.0
"""A shard is as large as takes so long where the port was calibrated."""
MEASURED: Final = 50_000
"""Operations by which the speed is measured."""
LEAST: Final = 1_000
MOST: Final = 1_000_000_000


def calibrate(start: Start) -> tuple[Target, int]:
    """Start a port, and measure how many operations take a few seconds, in thousands: so many make a shard.

    Raises:
        Refused: it cannot be started.
    """
    with started(start) as target:
        began = time.monotonic()
        batch = Batch("swarm", 0, BATCH_PROGRAMS, 0, MEASURED, keep_going=True)
        operations = run_batch(target, batch).operations
        speed = operations / max(time.monotonic() - began, 0.001)
    return target, max(LEAST, min(MOST, round(speed * SECONDS / LEAST) * LEAST))

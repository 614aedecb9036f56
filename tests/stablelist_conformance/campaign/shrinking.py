"""Shrinking on a worker: the smallest program that fails like another one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stablelist_conformance.campaign.worker import Start, at_work, here
from stablelist_conformance.judging.verdict import Counterexample, Verdict
from stablelist_conformance.programs.target import Subject
from stablelist_conformance.running.engines import Batch, Failure
from stablelist_conformance.running.failures import Failures, Silent
from stablelist_conformance.running.layout_watch import looked_into

__all__ = ["Shrinking", "Shrunk", "shrink_failure"]


@dataclass(frozen=True)
class Shrinking:
    """The order to shrink a failure of a batch."""

    start: Start
    failure: Failure
    batch: Batch


@dataclass(frozen=True)
class Shrunk:
    """What came of it.

    Attributes:
        found: the counterexamples; none if the port was too slow, but is not when it is asked again.
        notes: what makes the result doubtful.
    """

    worker: str
    found: tuple[Counterexample, ...]
    notes: tuple[str, ...]


@at_work
def shrink_failure(subject: Subject, order: Shrinking) -> Shrunk:
    """Shrink a failure, as a verification that keeps going does."""
    options = replace(order.start.options, keep_going=True, report=None)
    verdict = Verdict(subject.port, subject.handshake, subject.level, options.seed, "")
    Failures(subject, options, Silent(), verdict).tell_apart(order.failure, order.batch)
    found = [looked_into(subject, each.counterexample) for each in verdict.findings]
    return Shrunk(here(), tuple(found), tuple(verdict.notes))

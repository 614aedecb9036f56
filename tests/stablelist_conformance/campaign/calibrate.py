"""Introduction: the first worker that starts a port says what it is, and how fast."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from stablelist_conformance.campaign.worker import Start, at_work, here
from stablelist_conformance.programs.target import Subject
from stablelist_conformance.running.engines import BATCH_PROGRAMS, Batch, run_batch

__all__ = ["SECONDS", "Introduced", "Introduction", "introduce"]

SECONDS: Final = 12.0
"""A shard is as large as takes so long where the port was met."""
MEASURED: Final = 50_000
"""Operations by which the speed is measured."""
LEAST: Final = 1_000
MOST: Final = 1_000_000_000


@dataclass(frozen=True)
class Introduction:
    """The order to start a port for the first time."""

    start: Start


@dataclass(frozen=True)
class Introduced:
    """A port that was started.

    Attributes:
        operations: so many make a shard.
    """

    worker: str
    subject: Subject
    operations: int


@at_work
def introduce(subject: Subject, order: Introduction) -> Introduced:
    """Start a port, and measure it."""
    return Introduced(here(), subject, size(subject))


def size(subject: Subject) -> int:
    """How many operations take a few seconds, in thousands."""
    began = time.monotonic()
    result = run_batch(subject, Batch("swarm", 0, BATCH_PROGRAMS, 0, MEASURED, keep_going=True))
    speed = result.operations / max(time.monotonic() - began, 0.001)
    return max(LEAST, min(MOST, round(speed * SECONDS / LEAST) * LEAST))

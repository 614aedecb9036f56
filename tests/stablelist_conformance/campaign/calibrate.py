"""Calibration: the first worker that starts a port says what it is, and how fast."""

from __future__ import annotations

import time
from typing import Final

from stablelist_conformance.campaign.worker import Start, started
from stablelist_conformance.programs.target import Target
from stablelist_conformance.running.engines import BATCH_PROGRAMS, Batch, run_batch

__all__ = ["SECONDS", "calibrate"]

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

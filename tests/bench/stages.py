"""Stages of a program for counting instructions, each run in a child of its own.

Everything is made ready first, and warmed up. Then the process forks, one child after the other: each
runs one stage, which is one operation many times, and ends at once, without clearing up. The first and
the last child run nothing. A child's count begins with that of its parent, which grows by the same
with every fork: so what a stage costs is what its child counted beyond the line between those two.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

__all__ = ["Stage", "run_each"]

P = TypeVar("P")


class Stage(NamedTuple, Generic[P]):
    """One operation, so many times, on what was made ready."""

    name: str
    times: int
    run: Callable[[P], object]


def run_each(stages: Sequence[Stage[P]], prepared: P) -> None:
    """Say what the stages are; then nothing, each of them, and nothing again, in a child each."""
    print(json.dumps({stage.name: stage.times for stage in stages}), flush=True)
    for run in (nothing, *(stage.run for stage in stages), nothing):
        child = os.fork()
        if child == 0:
            run(prepared)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status != 0:
            sys.exit(f"a stage ended with status {status}")


def nothing(_prepared: object) -> None:
    """What the others are compared with."""

"""Stages of a program for counting instructions, each run in a child of its own.

Everything is prepared and warmed up first. Then the process forks one child after the other. Each child
runs one stage, which is one operation many times, and ends at once, without cleaning up. The first and
the last child run nothing. A child's count begins with its parent's count, which grows by the same number
with every fork. So the cost of a stage is its child's count minus the count interpolated between those two.
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
    """One operation, repeated a number of times, on prepared containers."""

    name: str
    times: int
    run: Callable[[P], object]


def run_each(stages: Sequence[Stage[P]], prepared: P) -> None:
    """Print the names of the stages; then run nothing, each stage, and nothing again, each in a child process."""
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
    """The empty stage, with which the others are compared."""

"""Where shards run: anything that has workers, behind `concurrent.futures`.

A worker that cannot start a port gets no more work for that port.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from typing import Any

from stablelist_conformance.campaign.worker import Start
from stablelist_conformance.running.workers import workers
from stablelist_conformance.wire.errors import UsageError

__all__ = ["Processes", "WorkerPool", "WorkersLost"]


class WorkersLost(UsageError):  # noqa: N818 - what happened to the crew
    """No worker is left, or they cannot be reached."""


class WorkerPool:
    """The workers of an executor, which are this many."""

    def __init__(self, executor: Executor, jobs: int) -> None:
        self.executor, self.jobs = executor, jobs

    def submit(self, work: Callable[..., Any], start: Start, *args: object) -> Future[Any]:
        """Let a worker do something."""
        return self.executor.submit(work, start, *args)

    def size(self) -> int:
        """How many workers there are at the moment; a `WorkersLost` says that they cannot be reached."""
        return self.jobs

    def leave_out(self, worker: str, port: str) -> bool:
        """Give a worker no more work for a port that it cannot start; return whether others may be able to.

        The workers of an executor are taken for equal.
        """
        return False

    def renew(self) -> None:
        """Start workers again, after all were lost.

        Raises:
            WorkersLost: that is impossible, as for an executor of the caller's own.
        """
        raise WorkersLost("the executor is broken; start it again, and go on with the same store")


class Processes(WorkerPool):
    """Processes on this machine, which are ended at the end of a ``with`` block."""

    def __init__(self, jobs: int) -> None:
        self._open = ExitStack()
        super().__init__(self._open.enter_context(workers(jobs)), jobs)

    def __enter__(self) -> Processes:
        """As it is."""
        return self

    def __exit__(self, *_: object) -> None:
        """End them at once."""
        self._open.close()

    def renew(self) -> None:
        """Start them again; one that is killed takes the others along."""
        self._open.close()
        self.executor = self._open.enter_context(workers(self.jobs))

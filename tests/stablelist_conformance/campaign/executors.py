"""Where shards run: anything that has workers, behind `concurrent.futures`.

A campaign submits orders to an executor, and is told when workers come, go, or are of no use.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from typing import Any, Protocol

from stablelist_conformance.errors import UsageError
from stablelist_conformance.workers import workers

__all__ = ["Borrowed", "Crew", "CrewLost", "Processes"]


class CrewLost(UsageError):  # noqa: N818 - what happened to the crew
    """No worker is left, or they cannot be reached."""


class Crew(Protocol):
    """Workers."""

    def submit(self, work: Callable[[Any], Any], order: object) -> Future[Any]:
        """Let a worker do something."""
        ...

    def size(self) -> int:
        """How many workers take orders at the moment.

        Raises:
            CrewLost: they cannot be reached.
        """
        ...

    def changes(self) -> list[str]:
        """What has happened to the workers since this was last asked, as sentences."""
        ...

    def leave_out(self, worker: str) -> None:
        """Give no more orders to a worker."""
        ...

    def renew(self) -> None:
        """Start workers again, after all were lost.

        Raises:
            CrewLost: that is impossible.
        """
        ...


class Borrowed:
    """An executor of the caller's own, with this many workers.

    A worker that is left out may still be given orders, because executors do not choose; it refuses them.
    """

    def __init__(self, executor: Executor, jobs: int) -> None:
        self.executor, self.jobs = executor, jobs
        self.out: set[str] = set()

    def submit(self, work: Callable[[Any], Any], order: object) -> Future[Any]:
        """Let a worker do something."""
        return self.executor.submit(work, order)

    def size(self) -> int:
        """How many workers take orders."""
        return self.jobs - len(self.out)

    def changes(self) -> list[str]:
        """Nothing is known of them."""
        return []

    def leave_out(self, worker: str) -> None:
        """Give no more orders to a worker."""
        self.out.add(worker)

    def renew(self) -> None:
        """The caller's executor cannot be started again.

        Raises:
            CrewLost: always.
        """
        raise CrewLost("the executor is broken; start it again, and go on with the same store")


class Processes:
    """Processes on this machine."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._open = ExitStack()
        self._pool = self._open.enter_context(workers(jobs))

    def __enter__(self) -> Processes:
        """As it is."""
        return self

    def __exit__(self, *_: object) -> None:
        """End them at once."""
        self._open.close()

    def submit(self, work: Callable[[Any], Any], order: object) -> Future[Any]:
        """Let a worker do something."""
        return self._pool.submit(work, order)

    def size(self) -> int:
        """How many there are."""
        return self.jobs

    def changes(self) -> list[str]:
        """None without a broken future, which tells it."""
        return []

    def leave_out(self, worker: str) -> None:
        """What one of them cannot start, none of them can."""
        self.jobs = 0

    def renew(self) -> None:
        """Start them again; one that is killed takes the others along."""
        self._open.close()
        self._pool = self._open.enter_context(workers(self.jobs))

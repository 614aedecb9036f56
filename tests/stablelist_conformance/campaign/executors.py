"""Where shards run: anything that has workers, behind `concurrent.futures`.

A campaign submits orders to an executor, and is told when workers come or go. A worker that cannot start a port gets no
more orders for that port.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from typing import Any, Protocol

from stablelist_conformance.campaign.worker import Order
from stablelist_conformance.running.workers import workers
from stablelist_conformance.wire.errors import UsageError

__all__ = ["Borrowed", "Crew", "CrewLost", "Processes"]


class CrewLost(UsageError):  # noqa: N818 - what happened to the crew
    """No worker is left, or they cannot be reached."""


class Crew(Protocol):
    """Workers."""

    def submit(self, work: Callable[[Any], Any], order: Order) -> Future[Any]:
        """Let a worker do something."""
        ...

    def size(self, port: str = "") -> int:
        """How many workers there are at the moment; with a port, how many of them take orders for it.

        Raises:
            CrewLost: they cannot be reached.
        """
        ...

    def changes(self) -> list[str]:
        """What has happened to the workers since this was last asked, as sentences."""
        ...

    def leave_out(self, worker: str, port: str) -> None:
        """Give a worker no more orders for a port."""
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
        self.out: set[tuple[str, str]] = set()

    def submit(self, work: Callable[[Any], Any], order: Order) -> Future[Any]:
        """Let a worker do something."""
        return self.executor.submit(work, order)

    def size(self, port: str = "") -> int:
        """How many workers there are; with a port, how many of them take orders for it."""
        return self.jobs - sum(out == port for _, out in self.out)

    def changes(self) -> list[str]:
        """Nothing is known of them."""
        return []

    def leave_out(self, worker: str, port: str) -> None:
        """Count it no more for this port."""
        self.out.add((worker, port))

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
        self.out: set[str] = set()
        self._open = ExitStack()
        self._pool = self._open.enter_context(workers(jobs))

    def __enter__(self) -> Processes:
        """As it is."""
        return self

    def __exit__(self, *_: object) -> None:
        """End them at once."""
        self._open.close()

    def submit(self, work: Callable[[Any], Any], order: Order) -> Future[Any]:
        """Let a worker do something."""
        return self._pool.submit(work, order)

    def size(self, port: str = "") -> int:
        """How many there are; none, if they cannot start the port."""
        return 0 if port in self.out else self.jobs

    def changes(self) -> list[str]:
        """None without a broken future, which tells it."""
        return []

    def leave_out(self, worker: str, port: str) -> None:
        """What one of them cannot start, none of them can."""
        self.out.add(port)

    def renew(self) -> None:
        """Start them again; one that is killed takes the others along."""
        self._open.close()
        self._pool = self._open.enter_context(workers(self.jobs))

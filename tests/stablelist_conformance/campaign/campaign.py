"""The campaign: shards are submitted and taken until time is up, whatever happens to workers meanwhile.

What a worker hands back is in the store before anything else happens, so the campaign can be ended at any moment; at
most the shards under way are lost, and the next campaign on the same store runs them again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import dataclass, replace
from math import inf
from time import monotonic, sleep
from typing import Any, Final

from stablelist_conformance.campaign.executors import WorkerPool, WorkersLost
from stablelist_conformance.campaign.port_campaign import CampaignObserver, Job, PortCampaign
from stablelist_conformance.campaign.shard import run_shard
from stablelist_conformance.campaign.store import Store
from stablelist_conformance.campaign.summary import Summary
from stablelist_conformance.campaign.worker import CannotStart
from stablelist_conformance.judging.verdict import Verdict
from stablelist_conformance.port.interrupts import check, uninterrupted
from stablelist_conformance.running.options import Options
from stablelist_conformance.wire.errors import UsageError

__all__ = ["Campaign", "Limits"]

GLANCE: Final = 0.5
"""Seconds between checks for an interrupt, and of the workers."""
MOST_ATTEMPTS: Final = 3
"""How often a job is tried if it ends its worker, or fails in it."""
ALONE: Final = 60.0
"""Seconds to wait for a worker if there is none."""
INTERRUPTED: Final = "interrupted before its time was up"


@dataclass(frozen=True)
class Limits:
    """When a campaign ends.

    Attributes:
        seconds: it submits no more shards after so long.
        shards: or after so many.
        operations: those of a shard; as many as take some seconds, if None.
    """

    seconds: float = inf
    shards: int | None = None
    operations: int | None = None


class Campaign:
    """A campaign on some ports.

    Args:
        ports: their command lines.
        options: how they are judged; their report folder is not used.
        store: where results are kept; `summary` says what it knows.
        crew: the workers.
        limits: when it ends.
        watcher: is told what happens.

    A run of ten shards is ``Campaign([port], Options(), store, Processes(2), Limits(shards=10)).run()``.
    """

    def __init__(
        self,
        ports: Sequence[str],
        options: Options,
        store: Store,
        crew: WorkerPool,
        limits: Limits | None = None,
        watcher: CampaignObserver | None = None,
    ) -> None:
        options = replace(options, report=None, keep_going=True)
        self.store, self.crew, self.limits = store, crew, limits or Limits()
        self.watcher = watcher or CampaignObserver()
        self.summary = Summary.of(store, options.system_name)
        self.ports = deque(
            PortCampaign(port, options, store, self.summary, self.watcher, self.limits.operations)
            for port in dict.fromkeys(ports)
        )
        self.under_way: dict[Future[Any], Job] = {}
        self.again = deque(port.first_job() for port in self.ports)
        self.notes: list[str] = []
        self.submitted = self.renewed = 0
        self.ends = self.alone = inf

    def run(self) -> list[Verdict]:
        """Run to the end, an interrupt, or the loss of all workers; return the verdicts of all shards of the store.

        Raises:
            UsageError: the store cannot be written, or no worker can start any port.
        """
        with self.store.alone():
            self.ends = monotonic() + self.limits.seconds
            try:
                self._loop()
            except KeyboardInterrupt:
                self.notes.append(INTERRUPTED)
            except WorkersLost as crew:
                self.notes.append(str(crew))
            finally:
                self._let_go()
        if verdicts := [each for port in self.ports if (each := port.verdict(self.notes))]:
            return verdicts
        if len(self.excluded) == len(self.ports) > 1:
            raise UsageError("every port was left out, so nothing was verified")
        raise UsageError([*self.notes, *self.excluded][0])

    @property
    def excluded(self) -> list[str]:
        """Why no worker can start some of the ports."""
        return [port.excluded for port in self.ports if port.excluded]

    def _let_go(self) -> None:
        """Say which shards are lost, and cancel everything."""
        jobs = [*self.under_way.values(), *self.again]
        if lost := [job.told for job in jobs if job.work is run_shard]:
            self.watcher.say(f"lost, and run again with --continue: {', '.join(lost)}")
        for future in self.under_way:
            future.cancel()

    # --- The loop ---

    def _loop(self) -> None:
        """Submit jobs and take their results, until nothing is left to do."""
        while self._submit() or self.under_way:
            for future in self._wait():
                with uninterrupted():
                    self._take(self.under_way[future], future)
                    del self.under_way[future]

    def _wait(self) -> set[Future[Any]]:
        """The jobs that have ended, after a moment."""
        if not self.under_way:
            sleep(GLANCE)
        done = wait(self.under_way, GLANCE, FIRST_COMPLETED).done
        check()
        return done

    def _submit(self) -> bool:
        """Give every worker something to do, with one job more to wait; return whether more is to be done."""
        size = self._size()
        while len(self.under_way) <= size > 0:
            job = self._next()
            if job is None:
                return False
            self._begin(job)
        return True

    def _begin(self, job: Job) -> None:
        """Submit a job."""
        self.again.append(job)  # until it is under way
        job.attempts += 1
        job.crew = self.renewed
        try:
            future = self.crew.submit(job.work, job.port.start, *job.args)
        except BrokenExecutor as error:  # a worker was killed just now
            self._lost(self.again.pop(), error)
        else:
            self.under_way[future] = self.again.pop()

    def _size(self) -> int:
        """The number of workers.

        Raises:
            WorkersLost: there has been none for a while.
        """
        size = self.crew.size()
        self.alone = inf if size > 0 else min(self.alone, monotonic() + ALONE)
        if monotonic() > self.alone:
            raise WorkersLost(f"no worker is left, and none came within {ALONE:.0f} seconds")
        return size

    def _next(self) -> Job | None:
        """The next job: one that was lost, or waits since the beginning, or the next shard of the next port."""
        while self.again:
            job = self.again.popleft()
            if not job.port.excluded:
                return job
        if monotonic() > self.ends or self.submitted == self.limits.shards:
            return None
        for _ in range(len(self.ports)):
            self.ports.rotate(-1)
            if shard := self.ports[0].next_shard():
                self.submitted += 1
                return shard
        return None

    # --- What comes back ---

    def _take(self, job: Job, future: Future[Any]) -> None:
        """Take the result of a job, or see that it is done again."""
        try:
            result = future.result()
        except CannotStart as refused:
            self._refused(job, refused)
        except Exception as error:
            self._lost(job, error)
        else:
            job.done(result)

    def _lost(self, job: Job, error: Exception) -> None:
        """A worker was killed, or failed; the job is done again, unless that happened too often."""
        why = " ".join(str(error).split())[:200] or type(error).__name__
        if job.attempts == MOST_ATTEMPTS:
            self.notes.append(f"{job.told} was given up after {MOST_ATTEMPTS} attempts: {why}")
            return
        if isinstance(error, BrokenExecutor) and job.crew == self.renewed:
            self.renewed += 1
            self.crew.renew()
        self.crew.size()  # unless all workers are lost
        self.watcher.say(f"{job.told} was lost, and is run again: {why}")
        self.again.append(job)

    def _refused(self, job: Job, refused: CannotStart) -> None:
        """A worker cannot start the port, and takes no further jobs for it; if none can, the other ports go on."""
        port, reason = job.port, refused.reason
        if port.excluded:
            return
        if self.crew.leave_out(refused.worker, port.port):
            if refused.worker not in port.refusing:
                port.refusing.add(refused.worker)
                self.watcher.say(f"{refused.worker} takes no shards of {port.called}: {reason}")
            job.attempts -= 1
            self.again.append(job)
            return
        port.excluded = f"no worker is left that can start a port: {reason}"
        if len(self.ports) > 1:
            self.watcher.say(f"{port.called} is left out: {reason}")

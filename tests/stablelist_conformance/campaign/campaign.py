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

from stablelist_conformance.campaign.executors import Crew, CrewLost
from stablelist_conformance.campaign.port_campaign import Front, Job, Watcher
from stablelist_conformance.campaign.shard import Shard
from stablelist_conformance.campaign.store import Store
from stablelist_conformance.campaign.summary import Summary
from stablelist_conformance.campaign.worker import Refused, called
from stablelist_conformance.judging.verdict import Verdict
from stablelist_conformance.port.interrupts import check, uninterrupted
from stablelist_conformance.running.options import Options
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.text import count

__all__ = ["Campaign", "Limits"]

GLANCE: Final = 0.5
"""Seconds between checks for an interrupt, and of the workers."""
MOST_ATTEMPTS: Final = 3
"""How often a job is tried if it ends its worker, or fails in it."""
MOST_REFUSED: Final = 10
"""How many times in a row each worker may refuse an order for a port."""
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

    Attributes:
        left_out: ports that no worker can start, each with the reason.

    >>> Campaign([port], Options(), store, Processes(2), Limits(shards=10)).run()  # doctest: +SKIP
    """

    def __init__(
        self,
        ports: Sequence[str],
        options: Options,
        store: Store,
        crew: Crew,
        limits: Limits | None = None,
        watcher: Watcher | None = None,
    ) -> None:
        options = replace(options, report=None, keep_going=True)
        self.store, self.crew, self.limits = store, crew, limits or Limits()
        self.watcher = watcher or Watcher()
        self.summary = Summary.of(store.texts(), options.profile)
        self.fronts = deque(
            Front(port, options, store, self.summary, self.watcher, self.limits.operations)
            for port in dict.fromkeys(ports)
        )
        self.under_way: dict[Future[Any], Job] = {}
        self.again: deque[Job] = deque()
        self.notes: list[str] = []
        self.left_out: list[tuple[str, str]] = []
        self.submitted = self.renewed = self.workers = 0
        self.ends = self.alone = inf

    def run(self) -> list[Verdict]:
        """Run to the end, an interrupt, or the loss of all workers; return the verdicts of all shards of the store.

        Raises:
            UsageError: the store cannot be written, or no worker can start any port.
        """
        with self.store.alone():
            if lost := self.store.lost():
                self.watcher.say(
                    f"{count(lost, 'shard')} of an earlier campaign lost, and run again"
                )
            self.ends = monotonic() + self.limits.seconds
            try:
                self._loop()
            except KeyboardInterrupt:
                self.notes.append(INTERRUPTED)
            except CrewLost as crew:
                self.notes.append(str(crew))
            finally:
                self._let_go()
        return self._verdicts()

    def _verdicts(self) -> list[Verdict]:
        """The verdicts of all ports that were met, and of those that are none.

        Raises:
            UsageError: there are no such ports.
        """
        met = [each for front in self.fronts if (each := front.verdict(self.notes))]
        if met:
            return met
        if len(self.left_out) == len(self.fronts) > 1:
            raise UsageError("every port was left out, so nothing was verified")
        raise UsageError(self.notes[0] if self.notes else self.left_out[0][1])

    def _let_go(self) -> None:
        """Say which shards are lost, and cancel everything."""
        jobs = [*self.under_way.values(), *self.again]
        if lost := [job.told for job in jobs if isinstance(job.order, Shard)]:
            self.watcher.say(f"lost, and run again with --continue: {', '.join(lost)}")
        for future in self.under_way:
            future.cancel()

    # --- The loop ---

    def _loop(self) -> None:
        """Submit jobs and take their results, until nothing is left to do."""
        while self._submit() or self.under_way:
            self._tell_work()
            for future in self._wait():
                with uninterrupted():
                    self._take(self.under_way[future], future)
                    del self.under_way[future]
            for sentence in self.crew.changes():
                self.watcher.say(sentence)
        self.watcher.working([])

    def _tell_work(self) -> None:
        """Tell which jobs have a worker; there is one more, which waits for one."""
        jobs = list(self.under_way.values())[: self.workers]
        for job in jobs:
            job.began = job.began or monotonic()
        self.watcher.working(jobs)

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
        job.crew, job.began = self.renewed, 0.0
        job.begins()
        try:
            future = self.crew.submit(job.work, job.order)
        except BrokenExecutor as error:  # a worker was killed just now
            self._lost(self.again.pop(), error)
        else:
            self.under_way[future] = self.again.pop()

    def _size(self) -> int:
        """The number of workers.

        Raises:
            CrewLost: there has been none for a while.
        """
        size = self.workers = self.crew.size()
        if size > 0:
            self.alone = inf
        else:
            self.alone = min(self.alone, monotonic() + ALONE)
            if monotonic() > self.alone:
                raise CrewLost(f"no worker is left, and none came within {ALONE:.0f} seconds")
        return size

    def _next(self) -> Job | None:
        """The next job: one that was lost, one that a port waits for, or the next shard of the next port."""
        for waiting in (self.again, *(front.again for front in self.fronts)):
            while waiting:
                lost = waiting.popleft()
                if not self._front(lost).given_up:
                    return lost
        if monotonic() > self.ends or self.submitted == self.limits.shards:
            return None
        for _ in range(len(self.fronts)):
            self.fronts.rotate(-1)
            job = self.fronts[0].next_shard()
            if job is not None:
                self.submitted += 1
                return job
        return None

    # --- What comes back ---

    def _take(self, job: Job, future: Future[Any]) -> None:
        """Take the result of a job, or see that it is done again."""
        try:
            result = future.result()
        except Exception as error:
            self._lost(job, error)
        else:
            if isinstance(result, Refused):
                self._refused(job, result)
            else:
                self._front(job).refusals = 0
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

    def _front(self, job: Job) -> Front:
        """The port of a job."""
        return next(front for front in self.fronts if front.port == job.order.start.port)

    def _refused(self, job: Job, refused: Refused) -> None:
        """A worker cannot start the port, and takes no further jobs for it."""
        front = self._front(job)
        if not front.given_up:
            self.crew.leave_out(refused.worker, front.port)
            new = refused.worker not in front.refusing
            front.refusing.add(refused.worker)
            front.refusals += 1
            most = MOST_REFUSED * len(front.refusing)
            if self.crew.size(front.port) <= 0 or front.refusals > most:
                self._give_up(front, refused.reason)
                return
            if new:
                self.watcher.say(
                    f"{called(refused.worker)} takes no further shards of {front.called}: {refused.reason}"
                )
            job.attempts -= 1
            self.again.append(job)

    def _give_up(self, front: Front, reason: str) -> None:
        """No worker can start a port; the others go on."""
        why = f"no worker is left that can start a port: {reason}"
        front.given_up = True
        front.notes.append(why)
        self.left_out.append((front.port, why))
        if len(self.fronts) > 1:
            self.watcher.say(f"{front.called} is left out: {reason}")

"""Verification: engines in order, the first failure shrunk, and a verdict.

The covering programs come first: short, and judged by the model. Then the swarm, on all cores, until its budget is
used up. What fails is run again alone, shrunk, and saved before anything is said.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from signal import SIG_IGN, SIGINT, SIGTERM, signal
from time import monotonic, sleep
from typing import Protocol

from stablelist_spec.parameters import Parameters

from .alone import counterexample, passing_alone, smallest
from .coverage import reach
from .engines import (
    BATCH_PROGRAMS,
    Batch,
    BatchResult,
    Failure,
    Subject,
    covering,
    run_batch,
)
from .errors import PortFault, UsageError
from .handshake import BY_PROFILE, Handshake, Widths
from .port import ProcessPort, end_all
from .profiles import known_profile, profile_of
from .protocol import Level, Program
from .report.folder import discard, save
from .verdict import Counterexample, EngineReport, Verdict

__all__ = ["Observer", "Options", "Silent", "verify"]


@dataclass(frozen=True)
class Options:
    """How to verify.

    Attributes:
        operations: budget of the swarm.
        seconds: budget of the swarm in time; whichever is used up first ends it.
        level: do not go above it.
        id_bits, index_bits: use only these widths.
        timeout: seconds for one answer line.
        jobs: processes.
        report: where counterexamples and verdicts are written.
        shrink_seconds: how long to look for a smaller counterexample.
        by_model: judge everything by the model.
    """

    seed: int = 0
    operations: int = 500_000
    seconds: float | None = None
    profile: str | None = None
    level: Level | None = None
    id_bits: Widths | None = None
    index_bits: Widths | None = None
    timeout: float = 10.0
    jobs: int = 2
    report: Path | None = None
    shrink_seconds: float = 60.0
    batch: int = 60_000
    by_model: bool = False


class Observer(Protocol):
    """Whoever watches a run."""

    def engine(self, name: str, total: int) -> None:
        """An engine begins, with so many operations ahead of it."""
        ...

    def advance(self, verdict: Verdict | None, operations: int) -> None:
        """A batch is done."""
        ...


class Silent:
    """Nobody watches."""

    def engine(self, name: str, total: int) -> None:
        """Nothing."""

    def advance(self, verdict: Verdict | None, operations: int) -> None:
        """Nothing."""


def verify(port: str, options: Options, observer: Observer | None = None) -> Verdict:
    """Verify one port.

    Raises:
        UsageError: the port cannot be started, or something is asked of it that it does not offer.
    """
    try:
        subject = meet(port, options)
    except PortFault as fault:
        return never_met(port, options, fault)
    return _Run(subject, options, observer or Silent()).verdict()


def meet(port: str, options: Options) -> Subject:
    """Start the port once, and see what it offers."""
    known_profile(options.profile)
    with ProcessPort(port, timeout=options.timeout, profile=options.profile) as process:
        declared = process.handshake
        assert declared is not None
        process.finish()
    profile = profile_of(declared, options.profile)
    level = min(declared.level, profile.highest)
    if options.level is not None:
        if options.level > level:
            raise UsageError(
                f"{declared.name} shows at most the level {level.word!r}; "
                f"ask for that instead of {options.level.word!r}"
            )
        level = options.level
    handshake = replace(
        declared,
        id_bits=narrowed("id_bits", declared, options.id_bits),
        index_bits=narrowed("index_bits", declared, options.index_bits),
    )
    return Subject(port, handshake, level, options.timeout, options.profile, options.by_model)


def narrowed(name: str, port: Handshake, wanted: Widths | None) -> Widths:
    """The widths to use."""
    declared: Widths = getattr(port, name)
    if wanted is None:
        return declared
    if name not in BY_PROFILE[port.profile]:
        raise UsageError(f"the profile {port.profile} has no {name}; leave that option out")
    for low, high in wanted.ranges:
        if not all(declared.supports(bits or None) for bits in range(low, high + 1)):
            raise UsageError(
                f"the port declares {name}={declared}, which does not include {wanted}; choose among those"
            )
    return wanted


def never_met(port: str, options: Options, fault: PortFault) -> Verdict:
    """The verdict on a port that does not even shake hands."""
    handshake = Handshake(port.split()[0], "no-handshake", "stablelist", Level.CONTRACT)
    verdict = Verdict(port, handshake, Level.CONTRACT, options.seed, "")
    verdict.counterexample = Counterexample(
        port=port,
        handshake=handshake,
        program=Program(Parameters(), ()),
        level=Level.CONTRACT,
        kind=str(fault.kind),
        expected="a handshake",
        answered="",
        detail=fault.detail,
        stderr=fault.stderr,
    )
    if options.report is not None:
        save(verdict.counterexample, options.report)
    return verdict


class _Run:
    """One verification."""

    def __init__(self, subject: Subject, options: Options, observer: Observer) -> None:
        self.subject, self.options, self.observer = subject, options, observer
        port = subject.handshake
        self.result = Verdict(
            subject.port, port, subject.level, options.seed, widths_in_words(port)
        )
        reachable = reach(port, profile_of(port), subject.level)
        self.result.reachable = set(reachable.labels)
        self.result.unreachable = reachable.unreachable

    def verdict(self) -> Verdict:
        """All engines, until one finds a failure."""
        covering(self.subject)  # before the workers are forked, so that they have them too
        with workers(self.options.jobs) as pool:
            try:
                failure = self._engine(pool, "cover", self._cover()) or self._engine(
                    pool, "swarm", self._swarm()
                )
            except KeyboardInterrupt:
                self.result.notes.append("interrupted before its budget was used up")
                failure = None
        if failure is not None:
            self.result.counterexample = self._counterexample(failure)
        return self.result

    def _cover(self) -> Iterator[Batch]:
        """The covering programs, split evenly."""
        programs = covering(self.subject)
        self.observer.engine("cover", sum(len(program.words) for program in programs))
        size = max(1, len(programs) // (4 * self.options.jobs))
        for first in range(0, len(programs), size):
            yield Batch("cover", first, first + size)

    def _swarm(self) -> Iterator[Batch]:
        """Batches until the budget is used up."""
        options, began = self.options, monotonic()
        self.observer.engine("swarm", options.operations)
        number = 0
        while self._operations("swarm") < options.operations:
            if options.seconds is not None and monotonic() - began > options.seconds:
                return
            size = min(options.batch, max(1, options.operations // options.jobs))
            yield Batch("swarm", number, number + BATCH_PROGRAMS, options.seed, size)
            number += BATCH_PROGRAMS

    def _operations(self, engine: str) -> int:
        """Operations that an engine has done or is doing."""
        return sum(report.operations for report in self.result.engines if report.name == engine)

    def _engine(
        self, pool: ProcessPoolExecutor, name: str, batches: Iterator[Batch]
    ) -> Failure | None:
        """Run batches side by side; the first failure, if there is one."""
        report = EngineReport(name)
        self.result.engines.append(report)
        running: set[Future[BatchResult]] = set()
        failure: Failure | None = None
        more = True
        while failure is None and not self.result.notes:
            while more and len(running) < self.options.jobs:
                batch = next(batches, None)
                more = batch is not None
                if batch is not None:
                    running.add(pool.submit(run_batch, self.subject, batch))
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for result in sorted((future.result() for future in done), key=lambda r: r.programs):
                failure = failure or result.failure
                self._account(report, result)
        for future in running:
            future.cancel()
        return failure

    def _account(self, report: EngineReport, result: BatchResult) -> None:
        """Add a batch to the verdict."""
        report.programs += result.programs
        report.operations += result.operations
        self.result.covered |= result.labels & self.result.reachable
        if result.doubt:
            self.result.notes.append(result.doubt)
        self.observer.advance(self.result, result.operations)

    def _counterexample(self, failure: Failure) -> Counterexample:
        """Save it as it is, run it alone, shrink it, and save that in its place."""
        self.observer.engine("shrink", 0)
        report = self.options.report
        unshrunk = counterexample(self.subject, failure, failure)
        kept = None if report is None else save(unshrunk, report, shrunk=False)
        try:
            found = smallest(self.subject, failure, self.options.shrink_seconds)
        except KeyboardInterrupt:
            self.result.notes.append("interrupted while the counterexample was being shrunk")
            return unshrunk
        told = counterexample(self.subject, found or passing_alone(failure), failure)
        if report is not None and kept is not None:
            save(told, report)
            discard(kept)
        return told


def in_words(widths: Widths) -> str:
    """Widths for a person.

    >>> in_words(Widths.parse("0,3-64"))
    'unbounded, 3-64 bits'
    """
    bounded = ", ".join(str(Widths(((max(low, 1), high),))) for low, high in widths.ranges if high)
    parts = ["unbounded"] * widths.supports(None) + [f"{bounded} bits"] * bool(bounded)
    return ", ".join(parts)


def widths_in_words(port: Handshake) -> str:
    """The widths that mean something to a port of this profile."""
    ids, indices = f"ids {in_words(port.id_bits)}", f"indices {in_words(port.index_bits)}"
    return {"stablelist": f"{ids}, {indices}", "slab": "no ids"}.get(port.profile, ids)


@contextmanager
def workers(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Processes for batches. An interrupt is the parent's to handle."""
    forking = "fork" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if forking else "spawn")
    pool = ProcessPoolExecutor(
        jobs, mp_context=context, initializer=attend, initargs=(os.getpid(),)
    )
    try:
        pool.submit(int).result()  # forks the workers now, before anything else runs beside them
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def attend(parent: int) -> None:
    """Leave interrupts to the parent, and do not outlive it, however it ends."""
    signal(SIGINT, SIG_IGN)
    signal(SIGTERM, SIG_IGN)
    threading.Thread(target=follow, args=(parent,), daemon=True).start()


def follow(parent: int) -> None:
    """End this process and its ports once its parent is gone."""
    while os.getppid() == parent:
        sleep(0.5)
    end_all()
    os._exit(1)

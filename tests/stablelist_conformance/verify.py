"""Verification: engines in order, the first failure shrunk, or every distinct one, and a verdict.

The covering programs come first: short, and judged by the model. Those that are written by hand are run while the
others are made. Then the swarm, on all cores, until its budget is used up. What fails is saved and told at once, then
run again alone, shrunk, and saved in its smallest form. That ends the run, unless it is to keep going: then the batch
goes on after the failing program, on a fresh port.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from math import inf
from operator import attrgetter
from pathlib import Path
from time import monotonic
from typing import Final, Protocol

from .alone import counterexample, cut, passing_alone, smallest
from .coverage import reach
from .distinct import Distinct, Suspect, likeness
from .engines import (
    BATCH_PROGRAMS,
    Batch,
    BatchResult,
    Failure,
    made,
    run_batch,
    written,
)
from .errors import KitError, PortFault
from .interrupts import check, uninterrupted
from .meeting import meet, never_met, widths_in_words
from .options import Options
from .protocol import Program
from .reach import unreached
from .report.folder import discard, save
from .resumed import labels_met, left
from .subject import Subject
from .verdict import Counterexample, EngineReport, Verdict
from .workers import workers

__all__ = ["Observer", "Silent", "verify"]

GLANCE: Final = 0.5
"""Seconds after which it is seen whether an interrupt went by unheard."""
LONG_LIVED: Final = 2
"""So many times the budget does one process answer, which is a million operations by default."""
LONGEST_LIVED: Final = 1_000_000
PROCESS: Final = "process"
"""The class of what takes many programs in one process."""
MARATHON_PROGRAMS: Final = 60
"""Programs of every day that this process answers again and again, all dense ones after each."""
INTERRUPTED: Final = "interrupted before its budget was used up"
MOST_LATE: Final = 10
"""Programs that are not answered in time, after which nothing more is asked."""
TOO_LATE: Final = f"the run ended after {MOST_LATE} programs that were not answered in time"
NOT_STARTED: Final = "the run ended when the port did not start any more"
WORKER_KILLED: Final = "a process that judges was killed, perhaps for want of memory; lower --jobs"


class Observer(Protocol):
    """Whoever watches a run."""

    def engine(self, name: str, total: int) -> None:
        """An engine begins, with so many operations ahead of it."""
        ...

    def advance(self, verdict: Verdict | None, operations: int) -> None:
        """A batch is done."""
        ...

    def found(self, counterexample: Counterexample, saved: Path | None) -> None:
        """The port failed; what is known of it so far, and where that was saved, before it is shrunk."""
        ...


class Silent:
    """Nobody watches."""

    def engine(self, name: str, total: int) -> None:
        """Nothing."""

    def advance(self, verdict: Verdict | None, operations: int) -> None:
        """Nothing."""

    def found(self, counterexample: Counterexample, saved: Path | None) -> None:
        """Nothing."""


def verify(port: str, options: Options, observer: Observer | None = None) -> Verdict:
    """Verify one port.

    Raises:
        UsageError: the port cannot be started, or something is asked of it that it does not offer.
    """
    try:
        subject = meet(port, options)
    except PortFault as fault:
        found = never_met(port, fault)
        saved(found, options.report)
        return Verdict(port, found.handshake, found.level, options.seed, "", counterexample=found)
    return _Run(subject, options, observer or Silent()).verdict()


def saved(found: Counterexample, report: Path | None, *, shrunk: bool = True) -> Path | None:
    """Where a counterexample was saved.

    Nothing is lost if it could not be, for whatever reason: it is tried again before it is printed, and said then.
    """
    if report is not None:
        with suppress(Exception):
            return save(found, report, shrunk=shrunk)
    return None


def words_in(programs: Sequence[Program]) -> int:
    """The operations in some programs."""
    return sum(len(program.words) for program in programs)


class _Run:
    """One verification."""

    def __init__(self, subject: Subject, options: Options, observer: Observer) -> None:
        self.subject, self.options, self.observer = subject, options, observer
        port = subject.handshake
        self.result = Verdict(
            subject.port, port, subject.level, options.seed, widths_in_words(port)
        )
        reachable = reach(port, subject.level)
        self.result.reachable = set(reachable.labels)
        self.result.unreachable = reachable.unreachable
        self.unshrunk: Path | None = None
        self.distinct = Distinct(self.result.findings, options.expected, options.shrink_seconds)
        self.late = 0
        self.ends = inf

    def verdict(self) -> Verdict:
        """All engines, until one finds a failure; all of them to their ends, if the run is to keep going."""
        try:
            with workers(self.options.jobs) as pool:
                failure = self._covered(pool) or self._engines(pool, self._swarm())
            if failure is not None:
                self._conclude(*failure)
        except KeyboardInterrupt:
            self.result.notes.append(INTERRUPTED)
        except BrokenProcessPool:
            self.result.notes.append(WORKER_KILLED)
        self.result.unreached = unreached(self.subject.handshake, self.result.reach)
        if not self.result.notes:
            self.result.notes += self.distinct.passed()
        return self.result

    def _covered(self, pool: ProcessPoolExecutor) -> tuple[Failure, Batch] | None:
        """Run the covering programs: those that are written, while the others are made, then these."""
        making: list[Future[Sequence[Program]]] = []
        failure = self._engines(pool, self._written(pool, making))
        if failure is not None or self.result.notes:
            return failure
        while not making[0].done():
            wait(making, GLANCE)
            check()
        return self._engines(pool, self._made(making[0].result()))

    def _written(
        self, pool: ProcessPoolExecutor, making: list[Future[Sequence[Program]]]
    ) -> Iterator[Batch]:
        """The programs that are written; once a worker has them, one begins to make the others."""
        programs = written(self.subject)
        self.observer.engine("cover", words_in(programs))
        if programs:
            yield Batch("cover", 0, len(programs), programs=programs)
        making.append(pool.submit(made, self.subject))

    def _made(self, programs: Sequence[Program]) -> Iterator[Batch]:
        """The programs that were made, split evenly."""
        self.observer.engine("cover", words_in(programs))
        size = max(1, len(programs) // (4 * self.options.jobs))
        for first in range(0, len(programs), size):
            some = programs[first : first + size]
            yield Batch("cover", first, first + size, programs=some)

    def _swarm(self) -> Iterator[Batch]:
        """Batches until the budget is used up; beside them, or after them, one process that lives for long."""
        options, number = self.options, 0
        self.ends = inf if options.seconds is None else monotonic() + options.seconds
        long = min(LONGEST_LIVED, LONG_LIVED * options.operations)
        long = 0 if options.leaving_out == PROCESS else long
        self.observer.engine("swarm", options.operations + long)
        marathon = [Batch("marathon", 0, MARATHON_PROGRAMS, options.seed, long)] if long else []
        if options.jobs > 1:
            yield from marathon
        while self._operations("swarm") < options.operations:
            if self._is_over():
                break
            size = min(options.batch, max(1, options.operations // options.jobs))
            yield Batch("swarm", number, number + BATCH_PROGRAMS, options.seed, size)
            number += BATCH_PROGRAMS
        if options.jobs == 1:
            yield from marathon

    def _is_over(self) -> bool:
        """Whether the time of the swarm is up."""
        return self.ends < inf and monotonic() > self.ends

    def _operations(self, engine: str) -> int:
        """Operations that an engine has done."""
        return self._report(engine).operations

    def _report(self, engine: str) -> EngineReport:
        """What an engine did, in the order in which they began."""
        known = {report.name: report for report in self.result.engines}
        if engine not in known:
            self.result.engines.append(EngineReport(engine))
        return known.get(engine) or self.result.engines[-1]

    def _engines(
        self, pool: ProcessPoolExecutor, batches: Iterator[Batch]
    ) -> tuple[Failure, Batch] | None:
        """Run batches side by side; the first failure, if there is one, and its batch."""
        running: dict[Future[BatchResult], Batch] = {}
        resumed = deque[Batch]()
        while not self.result.notes:
            while len(running) < self.options.jobs:
                batch = resumed.popleft() if resumed else next(batches, None)
                if batch is None:
                    break
                self._report(batch.engine)
                batch = batch._replace(keep_going=self.options.goes_on)
                running[pool.submit(run_batch, self.subject, batch)] = batch
            if not running:
                break
            done, _ = wait(running, GLANCE, return_when=FIRST_COMPLETED)
            check()
            well = [each for each in running if each in done and each.exception() is None]
            ended = [(each.result(), running.pop(each)) for each in well]
            failed = self._take(ended)
            if failed is not None and not self.options.goes_on:
                return failed
            resumed.extend(self._after(ended))
            for future in done:
                future.result()  # raises what kept a batch from its end
        return None

    def _take(self, done: list[tuple[BatchResult, Batch]]) -> tuple[Failure, Batch] | None:
        """Account for batches; the first failure is kept at once, before anything can interrupt."""
        done.sort(key=lambda pair: pair[0].programs)
        failed = [(r.failure, batch) for r, batch in done if r.failure is not None]
        first = min(failed, key=lambda pair: pair[0].late, default=None)
        if first is not None and not first[0].late and not self.options.goes_on:
            self._keep(first[0])
        for result, _ in done:
            self._account(result)
        return first

    def _account(self, result: BatchResult) -> None:
        """Add a batch to the verdict."""
        report = self._report(result.engine)
        report.programs += result.programs
        report.operations += result.operations
        self.result.covered |= result.labels & self.result.reachable
        self.result.escaped |= result.escaped
        self.result.reach.merge(result.reach)
        if result.doubt:
            self.result.notes.append(result.doubt)
        self.observer.advance(self.result, result.operations)

    def _keep(self, failure: Failure) -> None:
        """Have a failure in the verdict and on disk, as it is."""
        with uninterrupted():
            found = counterexample(self.subject, failure, failure)
            self.unshrunk = saved(found, self.options.report, shrunk=False)
            if self.options.expected:
                return  # whether it refutes is not known before it is shrunk
            self.result.counterexample = self.result.counterexample or found
        self.observer.found(found, self.unshrunk)

    def _conclude(self, failure: Failure, batch: Batch) -> None:
        """Run it alone, shrink it, and have that in its place."""
        self.observer.engine("shrink", 0)
        found = self._shrunk(failure, batch, self.options.shrink_seconds)
        if found is not None:
            self._replace(found, failure)

    def _shrunk(self, failure: Failure, batch: Batch, seconds: float) -> Failure | None:
        """The smallest failure like this one; None if there is none to be had."""
        goes_on = self.options.goes_on
        alike = partial(likeness, self.subject) if goes_on else attrgetter("kind")
        best: list[Failure] = []
        try:
            found = smallest(self.subject, failure, seconds, best.append, alike)
            if found is None:
                found = self._late_again(failure, batch) if failure.late else passing_alone(failure)
            return found
        except KeyboardInterrupt:
            self.result.notes.append("interrupted while the counterexample was being shrunk")
        except Exception as error:
            if failure.late:
                raise
            told = str(error) if isinstance(error, KitError) else repr(error)
            self.result.notes.append(f"it could not be shrunk: {told}")
        return best[-1] if best else None

    def _replace(self, final: Failure, original: Failure) -> None:
        """Report this one, in place of the one that was kept first."""
        with uninterrupted():
            found = self.result.counterexample = counterexample(self.subject, final, original)
            if saved(found, self.options.report) and self.unshrunk is not None:
                discard(self.unshrunk)

    def _late_again(self, failure: Failure, batch: Batch) -> Failure | None:
        """A port that was too late in a batch and is not alone: whether it is in the same batch again.

        If it is not, perhaps the machine was busy, and nothing is decided.
        """
        again = run_batch(self.subject, batch).failure
        if again is not None:
            return passing_alone(again)
        self.result.notes.append(
            f"{failure.detail}; alone, and with the same programs before it, it did. "
            "Perhaps the machine was busy: raise --timeout, or lower --jobs"
        )
        return None

    # --- Going on -------------------------------------------------------------------------------------

    def _after(self, ended: list[tuple[BatchResult, Batch]]) -> Iterator[Batch]:
        """Tell the failures of batches apart; what is left of these batches."""
        for result, batch in ended:
            for failure in result.wrong:
                self._tell_apart(failure, batch)
            if result.failure is not None:
                self._tell_apart(result.failure, batch)
                self._count(result.failure, batch)
                rest = left(self.subject, batch, result)
                if rest is not None and not (self._is_over() and batch.engine != "cover"):
                    yield rest

    def _count(self, failure: Failure, batch: Batch) -> None:
        """Count the program that ended a batch, too; a port that takes too long, or does not start, ends the run."""
        report, words = self._report(batch.engine), failure.program.words
        report.programs += 1
        report.operations += len(words)
        self.late += failure.late
        if self.late == MOST_LATE:
            self.result.notes.append(TOO_LATE)
        if not words:
            self.result.notes.append(NOT_STARTED)
        self.observer.advance(self.result, len(words))

    def _tell_apart(self, failure: Failure, batch: Batch) -> None:
        """Shrink a failure, unless that was done with enough of its like, and report it if it is a new one."""
        with uninterrupted():
            alike = likeness(self.subject, failure)
            suspect = self.distinct.suspect(alike)
            if failure.difference is not None:
                self._met(cut(failure), failure.answers)
            if not suspect.is_due():
                return
            if suspect.finding is None and not failure.late:
                self._keep(failure)
        found = self._in_time(suspect, failure, batch)
        if found is None and failure.late:
            return  # the machine may have been busy
        if self.result.notes and self.distinct.may_expect(alike):
            return  # the run was broken off, and nobody knows
        self._record(suspect, found or failure, failure)

    def _in_time(self, suspect: Suspect, failure: Failure, batch: Batch) -> Failure | None:
        """The smallest failure like this one, as far as there is time; nothing is shrunk any more when the run ends."""
        if self.result.notes:
            return None
        with suspect.at_work() as seconds:
            return self._shrunk(failure, batch, seconds)

    def _record(self, suspect: Suspect, final: Failure, original: Failure) -> None:
        """Have a failure in the verdict and on disk, if it is a new one, in place of the one that was kept first."""
        with uninterrupted():
            found = counterexample(self.subject, final, original)
            self._met(found.program, final.answers)
            gone = not self.distinct.is_new(suspect, found) or saved(found, self.options.report)
            if gone and self.unshrunk is not None:
                discard(self.unshrunk)
            self.unshrunk = None
            self.result.counterexample = next(iter(self.result.refuting), None)

    def _met(self, program: Program, answers: str) -> None:
        """The labels that a failing program met; what is expected to fail has to be met all the same."""
        if self.options.expected:
            self.result.covered |= (
                labels_met(self.subject, program, answers) & self.result.reachable
            )

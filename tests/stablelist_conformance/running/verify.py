"""Verification: run the engines, shrink the first failure or every distinct one, and give a verdict.

The covering programs come first: they are short, and judged by the model. Those that are written by hand run while the
others are made. Then the swarm runs on all cores until its budget is used up. A failing program is reported at
once, then run again alone, and shrunk. That ends the run, unless it should keep going:
then the batch goes on after the failing program, on a fresh port.

The same seed gives the same counterexample, whatever the number of processes: batches are divided alike, and when one
fails, those before it are finished first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from copy import deepcopy
from math import ceil, inf
from time import monotonic
from typing import Final

from stablelist_conformance.judging.luck import Alone
from stablelist_conformance.judging.reach import unreached
from stablelist_conformance.judging.verdict import EngineReport, Verdict
from stablelist_conformance.port.interrupts import check
from stablelist_conformance.programs.target import Target
from stablelist_conformance.running.batch import BATCH_PROGRAMS, Batch, BatchResult, FailedProgram
from stablelist_conformance.running.covering import made, reachable, sized, written
from stablelist_conformance.running.engines import run_batch
from stablelist_conformance.running.failures import BatchDone, EngineBegan, Failures
from stablelist_conformance.running.handshaking import contact, uncovered, widths_in_words
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.rest_of_batch import rest_of
from stablelist_conformance.running.side_by_side import Tell
from stablelist_conformance.running.workers import workers
from stablelist_conformance.wire.protocol import Program

__all__ = ["long_lived", "verify"]

GLANCE: Final = 0.5
"""Seconds between checks for an interrupt whose exception was swallowed."""
SHARES: Final = 8
"""The number of batches that the covering programs are divided into, each of which starts the port."""
MAKERS: Final = 2
"""The most workers that make covering programs at the same time."""
LONG_LIVED: Final = 2
"""The operations of the long-lived process, as a multiple of the budget: a million by default."""
LONGEST_LIVED: Final = 1_000_000
PROCESS: Final = "process"
"""The class of defects that only many programs in one process find."""
MARATHON: Final = "marathon"
MARATHON_PROGRAMS: Final = 60
"""The number of ordinary programs that this process repeats, each followed by all dense ones."""
INTERRUPTED: Final = "interrupted before its budget was used up"
MOST_LATE: Final = 10
"""The number of programs not answered in time after which the run ends."""
TOO_LATE: Final = f"the run ended after {MOST_LATE} programs that were not answered in time"
NOT_STARTED: Final = "the run ended because the port did not start any more"
WORKER_KILLED: Final = "a judging process was killed, perhaps because memory ran out; lower --jobs"


Failed = tuple[FailedProgram, Batch]
"""A failure, and the batch that it ended."""


def verify(port: str, options: Options, tell: Tell = lambda _: None) -> Verdict:
    """Verify one port.

    Raises:
        UsageError: the port cannot be started, or is not what `contact` requires.
    """
    return _Verification(contact(port, options), options, tell).verdict()


def long_lived(options: Options) -> int:
    """The operations of the long-lived process."""
    if options.excluded_class == PROCESS:
        return 0
    return min(LONGEST_LIVED, LONG_LIVED * options.operations)


def place(batch: Batch) -> tuple[bool, int]:
    """The place of a batch in the order of those that run at the same time; a marathon begins early and comes last."""
    return batch.engine == MARATHON, batch.first


def may_precede(first: Failed | None) -> bool:
    """Whether a batch that has not begun may come before the first failure."""
    return first is None or first[1].engine == MARATHON


def words_in(programs: Sequence[Program]) -> int:
    """The operations in some programs."""
    return sum(len(program.words) for program in programs)


def first_of(making: Sequence[Future[Sequence[Program]]]) -> Sequence[Program]:
    """The programs that are made first, of several that are the same."""
    done: set[Future[Sequence[Program]]] = set()
    while not done:
        done, _ = wait(making, GLANCE, return_when=FIRST_COMPLETED)
        check()
    return done.pop().result()


class _Verification:
    """One verification.

    Attributes:
        random: the operations of the swarm: those of the budget that are not of programs that go to exact sizes.
    """

    def __init__(self, target: Target, options: Options, tell: Tell) -> None:
        self.target, self.options, self.tell = target, options, tell
        port = target.handshake
        self.result = Verdict(target.port, port, target.level, options.seed, widths_in_words(port))
        within = reachable(port, target.level)
        self.result.reachable = set(within.labels)
        self.result.unreachable = within.unreachable
        self.result.uncovered = uncovered(port, target.level)
        self.result.slow = target.slow
        self.failures = Failures(target, options, tell, self.result)
        self.random = options.operations
        self.late = 0
        self.ends = inf

    def verdict(self) -> Verdict:
        """Run all engines, until one finds a failure; completely, if the run should keep going."""
        try:
            with workers(self.options.jobs) as pool:
                failure = self._covered(pool) or self._seeds(pool)
            if failure is not None:
                self.failures.conclude(*failure)
                self.failures.add(self.result.luck)
        except KeyboardInterrupt:
            self.result.notes.append(INTERRUPTED)
        except BrokenProcessPool:
            self.result.notes.append(WORKER_KILLED)
        self.result.unreached = unreached(self.target.handshake, self.result.reach)
        if not self.result.notes:
            self.result.notes += self.failures.distinct.passed()
        return self.result

    def _covered(self, pool: Executor) -> Failed | None:
        """Run the covering programs: the written ones while the others are made, then these."""
        making: list[Future[Sequence[Program]]] = []
        failure = self._engines(pool, self._written(pool, making))
        if failure is not None or self.result.notes:
            return failure
        programs = first_of(making)
        sizing = [pool.submit(sized, self.target, self.options.operations)]
        failure = self._engines(pool, self._made(programs))
        if failure is not None or self.result.notes:
            return failure
        programs = first_of(sizing)
        self.random = self.options.operations - words_in(programs)
        return self._engines(pool, self._made(programs, told=0)) if programs else None

    def _written(self, pool: Executor, making: list[Future[Sequence[Program]]]) -> Iterator[Batch]:
        """The written programs; when the workers have them, some begin to make the others, and share the work."""
        programs = written(self.target)
        self.tell(EngineBegan("cover", words_in(programs)))
        if programs:
            yield Batch("cover", 0, len(programs), programs=programs)
        making += [pool.submit(made, self.target) for _ in range(min(MAKERS, self.options.at_once))]

    def _made(self, programs: Sequence[Program], told: int | None = None) -> Iterator[Batch]:
        """Programs that were made, divided evenly; of their operations so many are not part of the budget, or all."""
        self.tell(EngineBegan("cover", words_in(programs) if told is None else told))
        size = max(1, ceil(len(programs) / SHARES))
        for first in range(0, len(programs), size):
            some = programs[first : first + size]
            # Those that go to exact sizes meet no label that the others do not, and the model takes seconds for them.
            yield Batch("cover", first, first + size, programs=some, sampled=told is not None)

    def _seeds(self, pool: Executor) -> Failed | None:
        """Run the swarm with each seed, and note what it comes to alone; return the first failure."""
        result, options, first = self.result, self.options, None
        if options.seeds == 1:
            return self._engines(pool, self._swarm(options.seed))
        labels, reach = frozenset(result.covered), deepcopy(result.reach)
        for seed in range(options.seed, options.seed + options.seeds):
            met, went = result.covered, result.reach
            result.covered, result.reach = {*labels}, deepcopy(reach)
            known = len(result.findings)
            failure = self._engines(pool, self._swarm(seed), settled=first)
            failed = failure is not None or len(result.findings) > known
            result.runs.append(Alone(seed, frozenset(result.covered), result.reach, failed))
            first = first or failure
            went.merge(result.reach)
            result.covered, result.reach = met | result.covered, went
            if result.notes:
                break
        return first

    def _swarm(self, seed: int) -> Iterator[Batch]:
        """Run batches until the budget is used up, and during or after them one long-lived process."""
        options = self.options
        self.ends = inf if options.seconds is None else monotonic() + options.seconds
        long = long_lived(options)
        self.tell(EngineBegan("swarm", options.operations + long))
        marathon = [Batch(MARATHON, 0, MARATHON_PROGRAMS, seed, long)] if long else []
        for batch in marathon:
            self._report(batch.engine)  # so that its line comes first, whenever it begins
        if options.at_once > 1:
            yield from marathon
        for number, first in enumerate(range(0, self.random, options.batch)):
            if self._is_over():
                break
            size = min(options.batch, self.random - first)
            start = number * BATCH_PROGRAMS
            yield Batch("swarm", start, start + BATCH_PROGRAMS, seed, size)
        if options.at_once == 1:
            yield from marathon

    def _is_over(self) -> bool:
        """Whether the time of the swarm is up."""
        return self.ends < inf and monotonic() > self.ends

    def _report(self, engine: str) -> EngineReport:
        """Add the report of an engine; reports are in the order in which engines began."""
        known = {report.name: report for report in self.result.engines}
        if engine not in known:
            self.result.engines.append(EngineReport(engine))
        return known.get(engine) or self.result.engines[-1]

    def _engines(
        self, pool: Executor, batches: Iterator[Batch], settled: Failed | None = None
    ) -> Failed | None:
        """Run batches in parallel; return the failure with the lowest number, if there is one, and its batch.

        It is in the verdict at once, unless another one is *settled*.
        """
        running: dict[Future[BatchResult], Batch] = {}
        resumed = deque[Batch]()
        first: Failed | None = None
        while not self.result.notes:
            while len(running) < self.options.at_once and may_precede(first):
                batch = resumed.popleft() if resumed else next(batches, None)
                if batch is None:
                    break
                self._report(batch.engine)
                batch = batch._replace(keep_going=self.options.goes_on, cached=self.options.cached)
                running[pool.submit(run_batch, self.target, batch)] = batch
            if not any(first is None or place(b) < place(first[1]) for b in running.values()):
                break
            done, _ = wait(running, GLANCE, return_when=FIRST_COMPLETED)
            check()
            well = [each for each in running if each in done and each.exception() is None]
            ended = [(each.result(), running.pop(each)) for each in well]
            if not self.options.goes_on:
                first = self._foremost(ended, first, tell=settled is None)
            for result, _ in ended:
                self._account(result)
            if self.options.goes_on:
                resumed.extend(self._after(ended))
            for future in done:
                future.result()  # raises the error that ended a batch
        return first

    def _foremost(
        self, ended: list[tuple[BatchResult, Batch]], before: Failed | None, *, tell: bool
    ) -> Failed | None:
        """The first failure of those so far; a new one is in the verdict at once, before anything can interrupt."""
        failed = [(r.failure, batch) for r, batch in ended if r.failure is not None]
        known = failed if before is None else [before, *failed]
        first = min(known, key=lambda pair: (pair[0].late, place(pair[1])), default=None)
        if tell and first is not None and first is not before and not first[0].late:
            self.failures.prefer(first[0])
        return first

    def _account(self, result: BatchResult) -> None:
        """Add a batch to the verdict."""
        report = self._report(result.engine)
        report.programs += result.programs
        report.operations += result.operations
        report.distinct += result.distinct
        self.result.covered |= result.labels & self.result.reachable
        self.result.escaped |= result.escaped
        self.result.reach.merge(result.reach)
        self.result.unjudged = self.result.unjudged.plus(result.unjudged)
        self.result.cache |= {result.cache} - {""}
        if result.doubt:
            self.result.notes.append(result.doubt)
        self.tell(BatchDone(self.result, result.operations))

    def _after(self, ended: list[tuple[BatchResult, Batch]]) -> Iterator[Batch]:
        """Report the failures of batches; return the rest of these batches."""
        for result, batch in ended:
            for failure in result.wrong:
                self.failures.tell_apart(failure, batch)
            if result.failure is not None:
                self.failures.tell_apart(result.failure, batch)
                self._count(result.failure, batch)
                rest = rest_of(self.target, batch, result)
                if rest is not None and not (self._is_over() and batch.engine != "cover"):
                    yield rest

    def _count(self, failure: FailedProgram, batch: Batch) -> None:
        """Count the program that ended a batch; a port that is often too slow, or does not start, ends the run."""
        report, words = self._report(batch.engine), failure.program.words
        report.programs += 1
        report.operations += len(words)
        self.late += failure.late
        if self.late == MOST_LATE:
            self.result.notes.append(TOO_LATE)
        if not words:
            self.result.notes.append(NOT_STARTED)
        self.tell(BatchDone(self.result, len(words)))

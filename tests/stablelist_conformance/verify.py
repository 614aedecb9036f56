"""Verification: engines in order, the first failure shrunk, and a verdict.

The covering programs come first: short, and judged by the model. Then the swarm, on all cores, until its budget is
used up. What fails is saved at once, then run again alone, shrunk, and saved in its smallest form, before anything
is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Final, Protocol

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
from .errors import FaultKind, PortFault, UsageError
from .handshake import BY_PROFILE, Handshake, Widths
from .interrupts import check, uninterrupted
from .port import PYTHON, ProcessPort
from .profiles import known_profile, profile_of
from .protocol import Level, Program
from .report.folder import discard, save
from .report.plain import plain
from .verdict import Counterexample, EngineReport, Verdict
from .workers import workers

__all__ = ["Observer", "Options", "Silent", "verify"]

INTERRUPTED: Final = "interrupted before its budget was used up"
WORKER_KILLED: Final = "a process that judges was killed, perhaps for want of memory; lower --jobs"


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
    process = ProcessPort(port, timeout=options.timeout, profile=options.profile)
    with process:
        declared = process.handshake
        assert declared is not None
        process.finish()
    process.say_nothing()
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
    by_model = options.by_model or port.startswith(PYTHON)  # it may be built on the container
    return Subject(port, handshake, level, options.timeout, options.profile, by_model)


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
    """The verdict on a port that does not shake hands as it should.

    Raises:
        UsageError: it does not speak at all, so that nothing can be said of it.
    """
    if fault.kind in (FaultKind.HUNG, FaultKind.DIED):
        raise UsageError(speechless(fault)) from fault
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
    saved(verdict.counterexample, options.report)
    return verdict


def saved(found: Counterexample, report: Path | None, *, shrunk: bool = True) -> Path | None:
    """Where a counterexample was saved.

    Nothing is lost if it could not be, for whatever reason: it is tried again before it is printed, and said then.
    """
    if report is not None:
        with suppress(Exception):
            return save(found, report, shrunk=shrunk)
    return None


FIRST_LINES: Final = 12


def speechless(fault: PortFault) -> str:
    """What a person has to know of a port that does not even answer ``hello``."""
    said = fault.stderr.splitlines()
    advice = "; start it by hand and type 'hello 2', it must answer with its handshake"
    if not said:
        return f"{plain(fault.detail)}{advice}"
    shown = "\n".join(f"  | {line}" for line in said[:FIRST_LINES])
    return f"{plain(fault.detail)}{advice}. What it wrote to standard error begins with\n{shown}"


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
        self.unshrunk: Path | None = None

    def verdict(self) -> Verdict:
        """All engines, until one finds a failure."""
        covering(self.subject)  # before the workers are forked, so that they have them too
        try:
            with workers(self.options.jobs) as pool:
                failure = self._engine(pool, "cover", self._cover()) or self._engine(
                    pool, "swarm", self._swarm()
                )
            if failure is not None:
                self._conclude(*failure)
        except KeyboardInterrupt:
            self.result.notes.append(INTERRUPTED)
        except BrokenProcessPool:
            self.result.notes.append(WORKER_KILLED)
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
    ) -> tuple[Failure, Batch] | None:
        """Run batches side by side; the first failure, if there is one, and its batch."""
        report = EngineReport(name)
        self.result.engines.append(report)
        running: dict[Future[BatchResult], Batch] = {}
        more = True
        while not self.result.notes:
            while more and len(running) < self.options.jobs:
                batch = next(batches, None)
                more = batch is not None
                if batch is not None:
                    running[pool.submit(run_batch, self.subject, batch)] = batch
            if not running:
                break
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            check()
            failure = self._take(
                [(future.result(), running.pop(future)) for future in done], report
            )
            if failure is not None:
                return failure
        return None

    def _take(
        self, done: list[tuple[BatchResult, Batch]], report: EngineReport
    ) -> tuple[Failure, Batch] | None:
        """Account for batches; the first failure is kept at once, before anything can interrupt."""
        done.sort(key=lambda pair: pair[0].programs)
        failed = next(((r.failure, batch) for r, batch in done if r.failure is not None), None)
        if failed is not None and not failed[0].late:
            self._keep(failed[0])
        for result, _ in done:
            self._account(report, result)
        return failed

    def _account(self, report: EngineReport, result: BatchResult) -> None:
        """Add a batch to the verdict."""
        report.programs += result.programs
        report.operations += result.operations
        self.result.covered |= result.labels & self.result.reachable
        self.result.escaped |= result.escaped
        if result.doubt:
            self.result.notes.append(result.doubt)
        self.observer.advance(self.result, result.operations)

    def _keep(self, failure: Failure) -> None:
        """Have a failure in the verdict and on disk, as it is."""
        with uninterrupted():
            found = self.result.counterexample = counterexample(self.subject, failure, failure)
            self.unshrunk = saved(found, self.options.report, shrunk=False)

    def _conclude(self, failure: Failure, batch: Batch) -> None:
        """Run it alone, shrink it, and have that in its place."""
        self.observer.engine("shrink", 0)
        best: list[Failure] = []
        try:
            found = smallest(self.subject, failure, self.options.shrink_seconds, best.append)
            if found is None:
                found = self._late_again(failure, batch) if failure.late else passing_alone(failure)
        except KeyboardInterrupt:
            self.result.notes.append("interrupted while the counterexample was being shrunk")
            found = best[-1] if best else None
        except Exception as error:
            if self.result.counterexample is None:
                raise
            self.result.notes.append(f"it could not be shrunk: {type(error).__name__}: {error}")
            found = best[-1] if best else None
        if found is not None:
            self._replace(found, failure)

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

"""Handling failures: each is run alone, shrunk, and compared with the known ones."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Final, NamedTuple

from stablelist_conformance.judging.verdict import Counterexample, Verdict
from stablelist_conformance.port.interrupts import uninterrupted
from stablelist_conformance.programs.target import Target
from stablelist_conformance.running.batch import Batch, FailedProgram
from stablelist_conformance.running.deduplicate import AlikeFailures, DistinctFailures, likeness
from stablelist_conformance.running.engines import run_batch
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.replay import with_layouts
from stablelist_conformance.running.rerun import counterexample, cut, passed_when_alone, smallest
from stablelist_conformance.running.rest_of_batch import labels_reached
from stablelist_conformance.running.side_by_side import Tell
from stablelist_conformance.wire.errors import KitError
from stablelist_conformance.wire.protocol import Program

__all__ = [
    "UNSHRUNK",
    "BatchDone",
    "CounterexampleFound",
    "EngineBegan",
    "Failures",
]

UNSHRUNK: Final = "it could not be shrunk"
"""How the note about an error during shrinking begins."""


class EngineBegan(NamedTuple):
    """An engine began, with so many operations to do."""

    engine: str
    operations: int


class BatchDone(NamedTuple):
    """A batch was done, and the verdict is this so far."""

    verdict: Verdict | None
    operations: int


class CounterexampleFound(NamedTuple):
    """A counterexample, before it is shrunk."""

    counterexample: Counterexample


class Failures:
    """The failures of one verification.

    Attributes:
        result: the verdict, with the reported failures.
    """

    def __init__(self, target: Target, options: Options, tell: Tell, result: Verdict) -> None:
        self.target, self.options, self.tell, self.result = target, options, tell, result
        self.distinct = DistinctFailures(result.findings, options.expected, options.shrink_seconds)

    def keep(self, failure: FailedProgram) -> Counterexample:
        """Record a failure in the verdict, before it is shrunk."""
        with uninterrupted():
            found = counterexample(self.target, failure, failure)
            if not self.options.expected:  # only shrinking shows whether it refutes the port
                self.result.counterexample = self.result.counterexample or found
        return found

    def prefer(self, failure: FailedProgram) -> None:
        """Keep a failure instead of the one that was kept before, if there is one."""
        with uninterrupted():
            self.result.counterexample = None
            self.keep(failure)

    def conclude(self, failure: FailedProgram, batch: Batch) -> None:
        """Run a failure alone, shrink it, and record the result instead of it."""
        if self.result.counterexample is not None:
            self.tell(CounterexampleFound(self.result.counterexample))
        self.tell(EngineBegan("shrink", 0))
        found = self._shrunk(failure, batch, self.options.shrink_seconds)
        if found is not None:
            with uninterrupted():
                self.result.counterexample = self._counterexample(found, failure)

    def add(self, remark: str) -> None:
        """Add a remark to what is wrong with the counterexample."""
        found = self.result.counterexample
        if found is not None and remark:
            self.result.counterexample = replace(found, detail=f"{found.detail}; {remark}")

    def _shrunk(self, failure: FailedProgram, batch: Batch, seconds: float) -> FailedProgram | None:
        """The smallest failure like this one; None if none was found."""
        goes_on = self.options.goes_on
        alike = partial(likeness, self.target) if goes_on else attrgetter("kind")
        best: list[FailedProgram] = []
        try:
            found = smallest(self.target, failure, seconds, best.append, alike)
            if found is not None:
                return found
            return self._late_again(failure, batch) if failure.late else passed_when_alone(failure)
        except KeyboardInterrupt:
            self.result.notes.append("interrupted while the counterexample was being shrunk")
        except Exception as error:
            if failure.late:
                raise
            told = str(error) if isinstance(error, KitError) else repr(error)
            self.result.notes.append(f"{UNSHRUNK}: {told}")
        return best[-1] if best else None

    def _counterexample(self, final: FailedProgram, original: FailedProgram) -> Counterexample:
        """The counterexample of a failure, with the port's layouts unless the run is ending."""
        found = counterexample(self.target, final, original)
        return found if self.result.notes else with_layouts(self.target, found)

    def _late_again(self, failure: FailedProgram, batch: Batch) -> FailedProgram | None:
        """Run the batch again, if a port was too slow in it but is not when the program runs alone.

        If it is not too slow this time, the machine may have been busy, and nothing is decided.
        """
        again = run_batch(self.target, batch).failure
        if again is not None:
            return passed_when_alone(again)
        self.result.notes.append(
            f"{failure.detail}; alone, and with the same programs before it, it did. "
            "Perhaps the machine was busy: raise --timeout, or lower --jobs"
        )
        return None

    def tell_apart(self, failure: FailedProgram, batch: Batch) -> None:
        """Shrink a failure, unless enough similar ones were shrunk, and report it if it is a new one."""
        with uninterrupted():
            alike = likeness(self.target, failure)
            suspect = self.distinct.suspect(alike)
            if failure.difference is not None:
                self._met(cut(failure), failure.answers)
            if not suspect.is_due():
                return
            if suspect.finding is None and not failure.late:
                kept = self.keep(failure)
                if not self.options.expected:
                    self.tell(CounterexampleFound(kept))
        found = self._in_time(suspect, failure, batch)
        if found is None and failure.late:
            return  # the machine may have been busy
        if self.result.notes and self.distinct.may_expect(alike):
            met = counterexample(self.target, failure, failure)
            self.result.notes.append(
                "it is unknown whether this failure is an expected one: "
                f"{met.detail}: program {met.program.line(met.level)}"
            )
            return
        self._record(suspect, found or failure, failure)

    def _in_time(
        self, suspect: AlikeFailures, failure: FailedProgram, batch: Batch
    ) -> FailedProgram | None:
        """The smallest failure like this one within the time limit; nothing is shrunk any more when the run ends."""
        if self.result.notes:
            return None
        with suspect.at_work() as seconds:
            return self._shrunk(failure, batch, seconds)

    def _record(
        self, suspect: AlikeFailures, final: FailedProgram, original: FailedProgram
    ) -> None:
        """If a failure is a new one, record it in the verdict, instead of the one that was kept first."""
        with uninterrupted():
            found = self._counterexample(final, original)
            self._met(found.program, final.answers)
            self.distinct.record(suspect, found)
            self.result.counterexample = next(iter(self.result.refuting), None)

    def _met(self, program: Program, answers: str) -> None:
        """The labels that a failing program met, which count if the failure is expected."""
        if self.options.expected:
            self.result.covered |= (
                labels_reached(self.target, program, answers) & self.result.reachable
            )

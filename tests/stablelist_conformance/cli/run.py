"""A run over several ports, side by side: progress, the results of each port, one table and one exit status.

Results are printed in the order of the list. The report folder is updated after every batch, so a killed run loses only
the batches that were running.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import click
from rich.console import Console

from stablelist_conformance.cli.progress import PortsProgress, progress
from stablelist_conformance.judging.verdict import Counterexample, Outcome, Verdict
from stablelist_conformance.report import folder, summary
from stablelist_conformance.report.drawing import coloured
from stablelist_conformance.running.failures import BatchDone, CounterexampleFound, EngineBegan
from stablelist_conformance.running.listed import (
    INTERRUPTED,
    UNUSABLE,
    NotVerified,
    PortResult,
    examined,
    operations,
    works,
)
from stablelist_conformance.running.manifest import ListedPort
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.side_by_side import Ended, side_by_side
from stablelist_conformance.running.verify import long_lived
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.text import plain

__all__ = ["UNUSABLE", "gravest", "run_ports"]

UNFINISHED: Final = "the run had not ended when this was written"
NOT_ON_DISK: Final = "not all of this is on disk"
KILLED: Final = (
    "the process that verified it was killed, perhaps because memory ran out; lower --jobs"
)
GRAVEST_FIRST: Final = (1, UNUSABLE, 3)


def run_ports(listed: Sequence[ListedPort], options: Options) -> int:
    """Verify ports, print the results, and return the exit status.

    Raises:
        UsageError: the only port cannot be verified; among several, such a port is left out instead.
    """
    run = _Results(listed, options)
    swarms = (replace(options, operations=operations(port, options)) for port in listed)
    budgets = [each.operations + long_lived(each) for each in swarms]
    with progress([port.name for port in listed], budgets) as shown:
        if len(listed) == 1:
            run.verify_one(shown)
        else:
            run.verify_all(min(options.jobs, len(listed)), shown)
    run.tell_rest()
    findings = {port.start for port in listed if port.expect is Outcome.REFUTED}
    if len(listed) > 1:
        click.echo("\n" + summary.table(run.verdicts, run.excluded, findings))
    if not run.verdicts:
        click.echo("undecided: every port was left out, so nothing was verified")
        run.statuses.add(Outcome.UNDECIDED.exit_status)
    if run.unsaved is not None:
        click.echo(f"stablelist: {plain(run.unsaved)}", err=True)
        run.statuses.add(UNUSABLE)
    return gravest(run.statuses)


def gravest(statuses: set[int]) -> int:
    """The exit status of several ports, the gravest first: a counterexample, an unusable port, not decided."""
    return next((status for status in GRAVEST_FIRST if status in statuses), 0)


@dataclass
class _Results:
    """The results so far.

    Attributes:
        results: what came of the ports that have ended, by their numbers.
        so_far: the verdicts of the others, after their last batch.
        verdicts, left_out: what was told already, in the order of the list.
        unsaved: why the report folder is incomplete, which is reported once, at the end.
    """

    listed: Sequence[ListedPort]
    options: Options
    results: dict[int, PortResult | NotVerified] = field(default_factory=dict)
    so_far: dict[int, Verdict] = field(default_factory=dict)
    verdicts: list[Verdict] = field(default_factory=list)
    excluded: list[str] = field(default_factory=list)
    statuses: set[int] = field(default_factory=set)
    told: int = 0
    unsaved: str | None = None

    @property
    def report(self) -> Path:
        """The report folder."""
        assert self.options.report is not None
        return self.options.report

    def verify_one(self, shown: PortsProgress) -> None:
        """Verify the only port, in this process."""
        (port,) = self.listed
        result = examined(port, self.options, lambda message: self._hear(0, message, shown))
        self._end(0, result)

    def verify_all(self, side: int, shown: PortsProgress) -> None:
        """Verify ports in processes of their own, so many side by side."""
        verifying = works(self.listed, self.options, side)
        for number, message in side_by_side(verifying, side, shown.refresh):
            self._hear(number, message, shown)

    def tell_rest(self) -> None:
        """Print the results that were not printed yet."""
        while self.told < len(self.listed):
            self._tell_next()

    def _hear(self, number: int, message: object, shown: PortsProgress) -> None:
        """Account for what a port's process tells."""
        match message:
            case EngineBegan(engine, operations):
                if engine == "cover":
                    shown.more(number, operations)
            case BatchDone(verdict, operations):
                shown.advance(number, operations)
                if verdict is not None:
                    self.so_far[number] = verdict
                    self._save()
            case CounterexampleFound(counterexample):
                shown.found(counterexample)
            case Ended():
                self._end(number, self._result(number, message))
                shown.finish(number, f"{self.listed[number].name} {self._outcome(number)}")
                if self.told in self.results:
                    with shown.aside():
                        while self.told in self.results:
                            self._tell_next()

    def _result(self, number: int, ended: Ended) -> PortResult | NotVerified:
        """What came of a port; if its process did not tell, what is known.

        Raises:
            Exception: the kit has a defect, or the system has nothing left.
        """
        if ended.error is not None:
            raise ended.error
        if isinstance(ended.result, PortResult | NotVerified):
            return ended.result
        why, verdict = KILLED if ended.killed else INTERRUPTED, self.so_far.get(number)
        if verdict is None:
            return NotVerified(why, Outcome.UNDECIDED.exit_status)
        return PortResult(replace(verdict, notes=[*verdict.notes, why]))

    def _outcome(self, number: int) -> str:
        """What came of a port, in a word or two."""
        result = self.results[number]
        return result.verdict.outcome if isinstance(result, PortResult) else "is left out"

    def _end(self, number: int, result: PortResult | NotVerified) -> None:
        """Record what came of a port."""
        self.results[number] = result
        self.so_far.pop(number, None)
        if isinstance(result, PortResult):
            self._save()

    def _tell_next(self) -> None:
        """Print the results of the next port of the list, if it was begun."""
        port, result = self.listed[self.told], self.results.get(self.told)
        self.told += 1
        match result:
            case PortResult(verdict, compared):
                self.verdicts.append(verdict)
                self.tell(verdict, port)
                if compared:
                    click.echo(compared + "\n")
                self.statuses.add(status_of(verdict, port))
            case NotVerified(why, status):
                self.leave_out(port, why, status)

    def tell(self, verdict: Verdict, port: ListedPort) -> None:
        """Print the results of one port."""
        Console().print(coloured(summary.report(verdict, self._saved)), soft_wrap=True)
        self.tell_code(verdict)
        if port.expect is Outcome.REFUTED:
            failed = verdict.outcome is Outcome.REFUTED
            told = (
                "fails as expected"
                if failed
                else "was expected to fail, but did not: was it fixed?"
            )
            click.echo(f"{plain(port.name)} {told}")

    def tell_code(self, verdict: Verdict) -> None:
        """Save the page with the port's code, and say where it is."""
        try:
            if (page := folder.save_code(verdict, self.report)) is not None:
                click.echo(f"code page   {plain(str(page))}\n")
        except (OSError, UsageError) as error:
            self.unsaved = self.unsaved or f"{NOT_ON_DISK}: {error}"

    def leave_out(self, port: ListedPort, why: str, status: int) -> None:
        """Record why a port was not verified."""
        self.excluded.append(port.name)
        self.statuses.add(status)
        lines = f"{port.name} is left out: {why}".split("\n")
        click.echo("\n".join(map(plain, lines)) + "\n")

    def _saved(self, found: Counterexample) -> Path | None:
        """The place of a counterexample, which is saved now, in the order of the list."""
        try:
            return folder.save(found, self.report)
        except Exception as error:
            self.unsaved = self.unsaved or f"{NOT_ON_DISK}: {error}"
            return None

    def _save(self) -> None:
        """Update the report folder; a port that is not finished counts as not decided.

        An error of the disk does not end the run.
        """
        so_far = {n: replace(v, notes=[*v.notes, UNFINISHED]) for n, v in self.so_far.items()}
        ended = {n: r.verdict for n, r in self.results.items() if isinstance(r, PortResult)}
        verdicts = [verdict for _, verdict in sorted((ended | so_far).items())]
        try:
            folder.save_verdicts(verdicts, self.report)
        except UsageError as error:
            self.unsaved = self.unsaved or f"{NOT_ON_DISK}: {error}"


def status_of(verdict: Verdict, port: ListedPort) -> int:
    """The exit status of one port: an expected failure is success, and without it the port is not decided."""
    if port.expect is Outcome.REFUTED:
        refuted = verdict.outcome is Outcome.REFUTED
        return (Outcome.VERIFIED if refuted else Outcome.UNDECIDED).exit_status
    return verdict.outcome.exit_status

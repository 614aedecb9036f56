"""A run over several ports: progress, the results of each port, one table and one exit status.

The report folder is updated after every batch, so a killed run loses only the batch that was running.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)  # fmt: skip
from rich.text import Text

from stablelist_conformance.judging.verdict import Counterexample, Outcome, Verdict
from stablelist_conformance.report import folder, summary, words
from stablelist_conformance.running.comparison import compare
from stablelist_conformance.running.manifest import ListedPort
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.verify import verify
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.systems import exact_system
from stablelist_conformance.wire.text import clip, plain

__all__ = ["UNUSABLE", "gravest", "progress", "run_ports"]

UNUSABLE: Final = 2
"""The exit status if a port cannot be built or started."""
UNFINISHED: Final = "the run had not ended when this was written"
NOT_ON_DISK: Final = "not all of this is on disk"
GRAVEST_FIRST: Final = (1, UNUSABLE, 3)
WIDEST: Final = 16
"""The most characters of a port's name beside its bar."""
COLOURS: Final = {
    r"^verified.*$": "bold green",
    r"^refuted.*$": "bold red",
    r"^undecided.*$": "bold yellow",
    r"^>.*$": "bold",
    r"^ {7}expected .*?(?= / answered |$)": "green",
    r"(?<= / )answered .*$|^ {7}answered .*$": "red",
}
"""The colours of a report on a terminal: outcomes, the operation that is answered wrongly, and both answers."""


def run_ports(listed: Sequence[ListedPort], options: Options) -> int:
    """Verify ports one after the other, print the results, and return the exit status.

    Raises:
        UsageError: the only port cannot be verified; among several, such a port is left out instead.
    """
    run = _Run(options)
    for port in listed:
        try:
            run.verify(port)
        except UsageError as error:
            if len(listed) == 1:
                raise
            run.leave_out(port, str(error), UNUSABLE)
        if run.interrupted:
            break
    findings = {port.start for port in listed if port.expect is Outcome.REFUTED}
    if len(listed) > 1:
        click.echo("\n" + summary.table(run.verdicts, run.left_out, findings))
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
class _Run:
    """The results so far.

    Attributes:
        unsaved: why the report folder is incomplete, which is reported once, at the end.
    """

    options: Options
    verdicts: list[Verdict] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)
    statuses: set[int] = field(default_factory=set)
    unsaved: str | None = None

    @property
    def report(self) -> Path:
        """The report folder."""
        assert self.options.report is not None
        return self.options.report

    @property
    def interrupted(self) -> bool:
        """Whether the user interrupted the run."""
        return any("interrupted" in note for verdict in self.verdicts for note in verdict.notes)

    def verify(self, port: ListedPort) -> None:
        """Verify one port, if the programs that it needs are installed."""
        missing = port.missing()
        if missing is not None:
            self.leave_out(port, missing, 0)
            return
        options = replace(
            self.options,
            profile=port.profile or self.options.profile,
            by_model=port.by_model or self.options.by_model,
            expected=port.expected() or self.options.expected,
        )
        if port.compare is not None:
            exact_system(port.compare)
        port.prepare()
        with progress(port.name, self._save_so_far) as shown:
            verdict = verify(port.start, options, shown)
        self.verdicts.append(verdict)
        self._save(self.verdicts)
        self.tell(verdict, port)
        if port.compare is not None and verdict.outcome is not Outcome.REFUTED:
            click.echo(compare(port.start, port.compare, options).sentence() + "\n")
        self.statuses.add(status_of(verdict, port))

    def tell(self, verdict: Verdict, port: ListedPort) -> None:
        """Print the results of one port."""
        text = Text(summary.report(verdict, self._saved))
        for pattern, colour in COLOURS.items():
            text.highlight_regex(rf"(?m){pattern}", colour)
        Console().print(text, soft_wrap=True)
        if port.expect is Outcome.REFUTED:
            failed = verdict.outcome is Outcome.REFUTED
            told = (
                "fails as expected"
                if failed
                else "was expected to fail, but did not: was it fixed?"
            )
            click.echo(f"{plain(port.name)} {told}")

    def leave_out(self, port: ListedPort, why: str, status: int) -> None:
        """Record why a port was not verified."""
        self.left_out.append((port.name, why))
        self.statuses.add(status)
        lines = f"{port.name} is left out: {why}".split("\n")
        click.echo("\n".join(map(plain, lines)) + "\n")

    def _saved(self, found: Counterexample) -> Path | None:
        """The place of a counterexample, which is saved now if that failed before."""
        try:
            return found.saved or folder.save(found, self.report)
        except Exception as error:
            self.unsaved = self.unsaved or f"{NOT_ON_DISK}: {error}"
            return None

    def _save_so_far(self, verdict: Verdict) -> None:
        """Update the report folder; a port that is not finished counts as not decided."""
        self._save([*self.verdicts, replace(verdict, notes=[*verdict.notes, UNFINISHED])])

    def _save(self, verdicts: Sequence[Verdict]) -> None:
        """Save verdicts; an error of the disk does not end the run."""
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


class Amount(ProgressColumn):
    """How much is done, of how much, and the time that is left, as soon as it can be estimated."""

    def __init__(self, unit: str) -> None:
        super().__init__()
        self.unit, self.left = unit, TimeRemainingColumn(compact=True)

    def render(self, task: Task) -> Text:
        """Without a total, the time that it has taken."""
        if task.total is None:
            return Text(f"{task.elapsed or 0:.0f} s")
        done = f"{task.completed:,.0f} of {task.total:,.0f} {self.unit}"
        left = () if task.time_remaining is None else (", ", self.left.render(task), " left")
        return Text.assemble(done, *left)


class Shown:
    """Progress on a terminal, and the journal."""

    def __init__(self, bars: Progress, name: str, journal: Callable[[Verdict], None]) -> None:
        self.bars, self.name, self.journal = bars, name, journal
        self.task: TaskID | None = None

    def engine(self, name: str, total: int) -> None:
        """Show the progress bar of an engine; without a total, it only shows activity."""
        if self.task is not None:
            self.bars.remove_task(self.task)
        self.task = self.bars.add_task(
            f"{clip(self.name, WIDEST)} {name}".strip(), total=total or None
        )

    def advance(self, verdict: Verdict | None, operations: int) -> None:
        """Move the bar, and update the journal."""
        if self.task is not None:
            self.bars.advance(self.task, operations)
        if verdict is not None:
            self.journal(verdict)

    def found(self, counterexample: Counterexample, saved: Path | None) -> None:
        """Show on the terminal what was found, before shrinking, which takes a while."""
        if self.bars.disable:
            return
        with suppress(OSError):
            self.bars.console.print(Text(words.found(counterexample, saved)), soft_wrap=True)


def columns(unit: str) -> Sequence[ProgressColumn]:
    """The columns of a line of progress, which fit a terminal."""
    named = TextColumn("{task.description}", markup=False)
    return SpinnerColumn(), named, BarColumn(bar_width=6), Amount(unit)


@contextmanager
def progress(
    name: str = "",
    journal: Callable[[Verdict], None] = lambda _: None,
    unit: str = "operations",
) -> Iterator[Shown]:
    """Show progress on standard error, if that is a terminal."""
    bars = Progress(
        *columns(unit),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with bars:
        yield Shown(bars, name, journal)

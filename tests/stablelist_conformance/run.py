"""A run over several ports: progress while it lasts, what was found of each, one table, one exit status.

The report folder is kept up to date after every batch, so that a run that is killed has lost no more than the batch in
flight.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.text import Text

from .errors import UsageError
from .manifest import ListedPort
from .report import folder, summary, words
from .verdict import Outcome, Verdict
from .verify import Options, verify

__all__ = ["progress", "run_ports"]

UNUSABLE: Final = 2
"""Exit status of a port that cannot be built or started."""
UNFINISHED: Final = "the run had not ended when this was written"
GRAVEST_FIRST: Final = (1, UNUSABLE, 3)
COLOURS: Final = {"verified": "bold green", "refuted": "bold red", "undecided": "bold yellow"}


def run_ports(listed: Sequence[ListedPort], options: Options) -> int:
    """Verify ports one after the other, say what was found, and give the exit status.

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
        click.echo("undecided: every port was left out, so that nothing was verified")
        run.statuses.add(Outcome.UNDECIDED.exit_status)
    return next((status for status in GRAVEST_FIRST if status in run.statuses), 0)


@dataclass
class _Run:
    """What was found so far."""

    options: Options
    verdicts: list[Verdict] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)
    statuses: set[int] = field(default_factory=set)

    @property
    def report(self) -> Path:
        """The report folder."""
        assert self.options.report is not None
        return self.options.report

    @property
    def interrupted(self) -> bool:
        """Whether the person has had enough."""
        return any("interrupted" in note for verdict in self.verdicts for note in verdict.notes)

    def verify(self, port: ListedPort) -> None:
        """Verify one port, if its toolchain is here."""
        missing = port.missing()
        if missing is not None:
            self.leave_out(port, missing, 0)
            return
        port.prepare()
        options = replace(self.options, profile=port.profile or self.options.profile)
        with progress(port.name, self._save_so_far) as shown:
            verdict = verify(port.start, options, shown)
        self.verdicts.append(verdict)
        folder.save_verdicts(self.verdicts, self.report)
        tell(verdict, port, self.report)
        self.statuses.add(status_of(verdict, port))

    def leave_out(self, port: ListedPort, why: str, status: int) -> None:
        """Note why a port was not verified."""
        self.left_out.append((port.name, why))
        self.statuses.add(status)
        click.echo(f"{port.name} is left out: {why}\n")

    def _save_so_far(self, verdict: Verdict) -> None:
        """Keep the report folder up to date; what is not finished is not decided."""
        unfinished = replace(verdict, notes=[*verdict.notes, UNFINISHED])
        folder.save_verdicts([*self.verdicts, unfinished], self.report)


def tell(verdict: Verdict, port: ListedPort, report: Path) -> None:
    """Say what was found of one port."""
    if verdict.counterexample is not None:
        saved = folder.save(verdict.counterexample, report)
        click.echo(words.explain(verdict.counterexample, shlex.quote(str(saved))))
    text = Text(summary.describe(verdict))
    for outcome, colour in COLOURS.items():
        text.highlight_regex(rf"(?m)^{outcome}.*$", colour)
    Console().print(text, soft_wrap=True)
    if port.expect is Outcome.REFUTED:
        failed = verdict.outcome is Outcome.REFUTED
        told = "fails as expected" if failed else "was expected to fail and did not: is it mended?"
        click.echo(f"{port.name} {told}")


def status_of(verdict: Verdict, port: ListedPort) -> int:
    """The exit status of one port: a failure that is expected is none, and its absence is one."""
    if port.expect is Outcome.REFUTED:
        return 0 if verdict.outcome is Outcome.REFUTED else 1
    return verdict.outcome.exit_status


class Shown:
    """Progress on a terminal, and the journal."""

    def __init__(self, bars: Progress, name: str, journal: Callable[[Verdict], None]) -> None:
        self.bars, self.name, self.journal = bars, name, journal
        self.task: TaskID | None = None

    def engine(self, name: str, total: int) -> None:
        """The bar of an engine; without a total, it only shows that something is going on."""
        if self.task is not None:
            self.bars.remove_task(self.task)
        self.task = self.bars.add_task(f"{self.name} {name}".strip(), total=total or None)

    def advance(self, verdict: Verdict | None, operations: int) -> None:
        """Move the bar, and write down what is known."""
        if self.task is not None:
            self.bars.advance(self.task, operations)
        if verdict is not None:
            self.journal(verdict)


@contextmanager
def progress(
    name: str = "", journal: Callable[[Verdict], None] = lambda _: None
) -> Iterator[Shown]:
    """Progress on standard error, if that is a terminal."""
    bars = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with bars:
        yield Shown(bars, name, journal)

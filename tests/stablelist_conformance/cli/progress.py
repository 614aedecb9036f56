"""Progress on standard error: what is done, of how much, and the time that is left.

On a terminal it is one line, which is gone afterwards. Elsewhere a run over several ports writes a line for each port
that it has finished, and a run over one port nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)  # fmt: skip
from rich.text import Text

from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.report import words
from stablelist_conformance.wire.text import clip, plain

__all__ = ["PortsProgress", "columns", "line", "progress"]

WIDEST: Final = 16
"""The most characters of a port's name beside its bar."""
PACE: Final = 300.0
"""The seconds by which the time that is left to several ports is estimated: some take five times as long as others."""


class Amount(ProgressColumn):
    """How much is done, of how much, and the time that is left, as soon as it can be estimated."""

    def __init__(self, unit: str) -> None:
        super().__init__()
        self.unit, self.left = unit, TimeRemainingColumn(compact=True)

    def render(self, task: Task) -> Text:
        """The amount of a task."""
        done = f"{task.completed:,.0f} of {task.total or 0:,.0f} {self.unit}"
        left = () if task.time_remaining is None else (", ", self.left.render(task), " left")
        return Text.assemble(done, *left)


class PortsProgress:
    """The progress of some ports as one line, in operations.

    A port that ends before it has used up its budget has nothing left to do.
    """

    def __init__(self, bars: Progress, names: Sequence[str], budgets: Sequence[int]) -> None:
        self.bars, self.names, self.finished = bars, names, 0
        self.due, self.done = [*budgets], [0] * len(names)
        self.task = bars.add_task("")
        self._show()

    def more(self, port: int, operations: int) -> None:
        """A port has more to do than was known."""
        self.due[port] += operations
        self._show()

    def advance(self, port: int, operations: int) -> None:
        """A port has done some operations."""
        self.done[port] += operations
        self._show()

    def found(self, counterexample: Counterexample) -> None:
        """Show on the terminal what was found, before shrinking, which takes a while."""
        if not self.bars.disable:
            with suppress(OSError):
                self.bars.console.print(Text(words.found(counterexample)), soft_wrap=True)

    def finish(self, port: int, told: str) -> None:
        """A port has ended, as some words tell."""
        self.finished, self.due[port] = self.finished + 1, self.done[port]
        self._show()
        if self.bars.disable:
            with suppress(OSError):
                click.echo(f"{self.words()}: {plain(told)}", err=True)

    def words(self) -> str:
        """How many ports have ended; the name of the only one."""
        if len(self.names) == 1:
            return clip(self.names[0], WIDEST)
        return f"{self.finished} of {len(self.names)} ports"

    def refresh(self) -> None:
        """Draw the line again: there is no thread that does, because processes are forked meanwhile."""
        self.bars.refresh()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Take the line away while results are printed."""
        self.bars.stop()
        yield
        self.bars.start()

    def _show(self) -> None:
        """Show where all ports are."""
        self.bars.tasks[0].total = sum(
            self.due
        )  # `update` would forget the pace with the old total
        self.bars.update(self.task, description=self.words(), completed=sum(self.done))


def columns(unit: str) -> Sequence[ProgressColumn]:
    """The columns of a line of progress, which fit a terminal."""
    named = TextColumn("{task.description}", markup=False)
    return SpinnerColumn(), named, BarColumn(bar_width=6), Amount(unit)


def line(unit: str, *, forking: bool) -> Progress:
    """A line on standard error, if that is a terminal; *forking*, if processes are started while it is shown."""
    return Progress(
        *columns(unit),
        console=Console(stderr=True),
        auto_refresh=not forking,
        redirect_stdout=not forking,
        redirect_stderr=not forking,
        speed_estimate_period=PACE if forking else 30.0,
        transient=True,
        disable=not sys.stderr.isatty(),
    )


@contextmanager
def progress(ports: Sequence[str], budgets: Sequence[int]) -> Iterator[PortsProgress]:
    """Show the progress of ports, each with a budget of operations."""
    with line("operations", forking=len(ports) > 1) as bars:
        yield PortsProgress(bars, ports, budgets)

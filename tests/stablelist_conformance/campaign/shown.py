"""A campaign on the terminal: some lines that change, and above them what happened."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Final

import click
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from stablelist_conformance.campaign.calibrate import Introduction
from stablelist_conformance.campaign.durations import in_words
from stablelist_conformance.campaign.port_campaign import Job, Watcher
from stablelist_conformance.campaign.shard import Shard, ShardResult
from stablelist_conformance.campaign.shrinking import Shrinking
from stablelist_conformance.campaign.summary import PortSummary
from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.report import words
from stablelist_conformance.wire.text import count, plain

__all__ = ["Shown", "shown"]

QUIET: Final = 60.0
"""Seconds between two lines if standard error is not a terminal."""


class Shown(Watcher):
    """Progress on standard error: shards, operations a second, what is new, and distinct failures.

    If standard error is not a terminal, a line is printed from time to time, and a last one at the end.
    """

    def __init__(self, bars: Progress) -> None:
        self.bars, self.began, self.said = bars, monotonic(), monotonic()
        self.task = bars.add_task("starting", total=None)
        self.shards = self.operations = self.labels = self.further = 0
        self.failures: dict[str, int] = {}
        self.jobs: Sequence[Job] = ()
        self.changed = False

    def say(self, sentence: str) -> None:
        """Print a sentence."""
        if self.bars.disable:
            click.echo(plain(sentence), err=True)
        else:
            self.bars.console.print(Text(plain(sentence)), soft_wrap=True)

    def found(self, counterexample: Counterexample, saved: Path | None) -> None:
        """Print what was found."""
        self.say(f"found: {words.headline(counterexample)}{f' ({saved})' if saved else ''}")

    def working(self, jobs: Sequence[Job]) -> None:
        """Change the line about what is under way."""
        self.jobs = jobs
        self._show()

    def shard(self, port: PortSummary, result: ShardResult, labels: int, further: int) -> None:
        """Change the other lines."""
        self.shards += 1
        self.operations += result.operations
        self.labels += labels
        self.further += further
        self.failures[port.met.port] = port.failures
        self.changed = True
        self._show()

    def end(self) -> None:
        """Print the last state, unless nothing happened since the last line."""
        self.jobs = ()
        if self.bars.disable and self.changed:
            self._print()

    def _show(self) -> None:
        """Change the lines, or print them if the last line was a while ago."""
        self.bars.update(self.task, description="\n".join(self.lines()))
        if self.bars.disable and monotonic() > self.said + QUIET:
            self._print()

    def _print(self) -> None:
        """Print one line."""
        self.said, self.changed = monotonic(), False
        self.say(", ".join(self.lines()))

    def lines(self) -> list[str]:
        """How much was done, what came of it, and what is under way: lines that fit a terminal."""
        speed = self.operations / max(monotonic() - self.began, 0.001)
        done = f"{count(self.shards, 'shard')} done, {count(self.operations, 'operation')}"
        new = f"{count(self.labels, 'new label')}, reach grew {count(self.further, 'time')}"
        failures = count(sum(self.failures.values()), "distinct failure")
        lines = [f"{done}, {speed:,.0f} a second", f"{new}, {failures}"]
        return [*lines, under_way(self.jobs)] if self.jobs else lines


WORK: Final = {Shard: "shard", Shrinking: "failure to shrink", Introduction: "port to start"}
"""What is under way, by the kind of its order."""


def under_way(jobs: Sequence[Job]) -> str:
    """What is under way, and for how long."""
    numbers = {
        noun: sum(isinstance(job.order, kind) for job in jobs) for kind, noun in WORK.items()
    }
    told = ", ".join(count(number, noun) for noun, number in numbers.items() if number)
    longest = in_words(monotonic() - min(job.began for job in jobs))
    return f"under way: {told}, {'the longest ' * (len(jobs) > 1)}for {longest}"


@contextmanager
def shown() -> Iterator[Shown]:
    """Show progress on standard error."""
    bars = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with bars:
        progress = Shown(bars)
        try:
            yield progress
        finally:
            progress.end()

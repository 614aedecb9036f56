"""A campaign on the terminal: two lines that change, and above them what happened."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Final

import click
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from stablelist_conformance.report import words
from stablelist_conformance.report.plain import count, plain
from stablelist_conformance.verdict import Counterexample

from .front import Watcher
from .shard import ShardResult
from .summary import PortSummary

__all__ = ["Shown", "shown"]

QUIET: Final = 60.0
"""Seconds between two lines if standard error is not a terminal."""


class Shown(Watcher):
    """Progress on standard error: shards, operations a second, what is new, and distinct failures."""

    def __init__(self, bars: Progress) -> None:
        self.bars, self.began, self.said = bars, monotonic(), monotonic()
        self.task = bars.add_task("0 shards", total=None)
        self.shards = self.operations = self.labels = self.further = 0
        self.failures: dict[str, int] = {}

    def say(self, sentence: str) -> None:
        """Print a sentence."""
        if self.bars.disable:
            click.echo(plain(sentence), err=True)
        else:
            self.bars.console.print(Text(plain(sentence)), soft_wrap=True)

    def found(self, counterexample: Counterexample, saved: Path | None) -> None:
        """Print what was found."""
        self.say(f"found: {words.headline(counterexample)}{f' ({saved})' if saved else ''}")

    def shard(self, port: PortSummary, result: ShardResult, labels: int, further: int) -> None:
        """Change the lines."""
        self.shards += 1
        self.operations += result.operations
        self.labels += labels
        self.further += further
        self.failures[port.met.port] = port.failures
        self.bars.update(self.task, description="\n".join(self.lines()))
        if self.bars.disable and monotonic() > self.said + QUIET:
            self.said = monotonic()
            self.say(", ".join(self.lines()))

    def lines(self) -> tuple[str, str]:
        """How much was done, and what came of it: two lines, which fit a terminal."""
        speed = self.operations / max(monotonic() - self.began, 0.001)
        done = f"{count(self.shards, 'shard')}, {count(self.operations, 'operation')}"
        new = f"{count(self.labels, 'new label')}, further {count(self.further, 'time')}"
        failures = count(sum(self.failures.values()), "distinct failure")
        return f"{done}, {speed:,.0f} a second", f"{new}, {failures}"


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
        yield Shown(bars)

"""A campaign on the terminal: some lines that change, and above them what happened."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Final

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from stablelist_conformance.campaign.port_campaign import CampaignObserver
from stablelist_conformance.campaign.records import Record
from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.report import words
from stablelist_conformance.wire.text import count, plain

__all__ = ["CampaignProgress", "show_progress"]

QUIET: Final = 60.0
"""Seconds between two lines if standard error is not a terminal."""


class CampaignProgress(CampaignObserver):
    """Progress on standard error: shards, operations a second, what is new, and distinct failures.

    If standard error is not a terminal, a line is printed from time to time, and a last one at the end.
    """

    def __init__(self, bars: Progress) -> None:
        self.bars, self.began, self.said = bars, monotonic(), monotonic()
        self.task = bars.add_task("starting", total=None)
        self.shards = self.operations = self.labels = self.further = self.failures = 0
        self.changed = False

    def say(self, sentence: str) -> None:
        """Print a sentence."""
        self.bars.console.print(Text(plain(sentence)), soft_wrap=True)

    def found(self, counterexample: Counterexample, saved: Path) -> None:
        """Print what was found."""
        self.failures += 1
        self.say(f"found: {words.headline(counterexample)} ({saved})")

    def shard(self, record: Record, labels: int, further: int) -> None:
        """Change the lines, or print them if the last line was a while ago."""
        self.shards += 1
        self.operations += record.operations
        self.labels += labels
        self.further += further
        self.changed = True
        self.bars.update(self.task, description="\n".join(self.lines()))
        if monotonic() > self.said + QUIET:
            self.print()

    def print(self) -> None:
        """Print the last state as one line, unless a terminal shows it, or nothing happened since the last line."""
        if self.bars.disable and self.changed:
            self.said, self.changed = monotonic(), False
            self.say(", ".join(self.lines()))

    def lines(self) -> list[str]:
        """How much was done, and what came of it: lines that fit a terminal."""
        speed = self.operations / max(monotonic() - self.began, 0.001)
        done = f"{count(self.shards, 'shard')} done, {count(self.operations, 'operation')}"
        new = f"{count(self.labels, 'new label')}, reach grew {count(self.further, 'time')}"
        failures = count(self.failures, "distinct failure")
        return [f"{done}, {speed:,.0f} a second", f"{new}, {failures}"]


@contextmanager
def show_progress() -> Iterator[CampaignProgress]:
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
        progress = CampaignProgress(bars)
        try:
            yield progress
        finally:
            progress.print()

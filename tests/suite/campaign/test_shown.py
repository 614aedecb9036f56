"""A campaign on the terminal."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from time import monotonic

import pytest
from rich.console import Console
from rich.progress import Progress

from stablelist_conformance.campaign import shown as module
from stablelist_conformance.campaign.calibrate import Introduction
from stablelist_conformance.campaign.port_campaign import Job
from stablelist_conformance.campaign.shard import Name, Shard, ShardResult, run_shard
from stablelist_conformance.campaign.shown import Shown
from stablelist_conformance.campaign.summary import PortSummary
from stablelist_conformance.campaign.worker import Start
from suite.kit.samples import SMALL

from .conftest import MET, OPTIONS

START = Start("./tiny", OPTIONS)
JOB = Job(
    "a shard", run_shard, Shard(START, Name("swarm", 1), 100), print, began=monotonic() - 7_200.5
)
RESULT = ShardResult("far:1", operations=2_000)


def line(shown: Shown) -> list[str]:
    """The lines without the speed, which depends on the clock."""
    first, operations, _, *others = ", ".join(shown.lines()).split(", ")
    return [first, operations, *others]


def test_the_lines_count_everything() -> None:
    """Of all ports."""
    shown = Shown(Progress(disable=True))
    port = PortSummary(MET)
    assert line(shown) == [
        "0 shards done",
        "0 operations",
        "0 new labels",
        "reach grew 0 times",
        "0 distinct failures",
    ]
    shown.shard(port, RESULT, 3, 1)
    shown.shard(port, RESULT, 0, 0)
    assert line(shown) == [
        "2 shards done",
        "4,000 operations",
        "3 new labels",
        "reach grew 1 time",
        "0 distinct failures",
    ]


def test_a_file_has_a_line_from_time_to_time(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And every sentence, without control characters."""
    shown = Shown(Progress(disable=True))
    shown.shard(PortSummary(MET), RESULT, 0, 0)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(module, "QUIET", -1.0)
    shown.shard(PortSummary(MET), RESULT, 0, 0)
    shown.say("\x1b[31mred")
    shown.found(SMALL, Path("there.itf.json"))
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith("2 shards done, 4,000 operations, ")
    assert told[1] == "\\x1b[31mred"
    assert told[2].startswith("found: ")
    assert told[2].endswith("(there.itf.json)")


def test_last_line_of_a_file_is_the_last_state(capsys: pytest.CaptureFixture[str]) -> None:
    """It is printed once, and not if nothing was done."""
    with module.shown():
        pass
    assert capsys.readouterr().err == ""
    with module.shown() as progress:
        for _ in range(3):
            progress.shard(PortSummary(MET), RESULT, 0, 0)
        progress.say("something")
        progress.working([JOB])
    told = capsys.readouterr().err.splitlines()
    assert (len(told), told[0]) == (2, "something")
    assert told[1].startswith("3 shards done, 6,000 operations, ")
    assert "under way" not in told[1]
    progress.end()
    assert capsys.readouterr().err == ""


def test_what_is_under_way_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also before the first shard is done, with the time since it has a worker."""
    now = 10_000.0
    monkeypatch.setattr("stablelist_conformance.campaign.shown.monotonic", lambda: now)
    progress = Shown(Progress(disable=True))
    job = replace(JOB, began=now - 7_200)
    progress.working([job, job, replace(job, order=Introduction(START), began=now)])
    assert progress.lines()[-1] == "under way: 2 shards, 1 port to start, the longest for 2.0 hours"
    progress.working([job])
    assert progress.lines()[-1] == "under way: 1 shard, for 2.0 hours"
    progress.working([])
    assert len(progress.lines()) == 2


def test_a_terminal_has_two_lines_that_change() -> None:
    """With sentences above them."""
    text = io.StringIO()
    bars = Progress(console=Console(file=text, force_terminal=True, width=80))
    with bars:
        shown = Shown(bars)
        shown.say("a worker has gone")
        shown.shard(PortSummary(MET), RESULT, 3, 1)
    assert "a worker has gone" in text.getvalue()
    assert "1 shard done, 2,000 operations" in text.getvalue()

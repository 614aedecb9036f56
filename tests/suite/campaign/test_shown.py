"""A campaign on the terminal."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console
from rich.progress import Progress

from stablelist_conformance.campaign import shown as module
from stablelist_conformance.campaign.shard import ShardResult
from stablelist_conformance.campaign.shown import Shown
from stablelist_conformance.campaign.summary import PortSummary
from suite.kit.test_report_samples import SMALL

from .conftest import MET

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
        "0 shards",
        "0 operations",
        "0 new labels",
        "further 0 times",
        "0 distinct failures",
    ]
    shown.shard(port, RESULT, 3, 1)
    shown.shard(port, RESULT, 0, 0)
    assert line(shown) == [
        "2 shards",
        "4,000 operations",
        "3 new labels",
        "further 1 time",
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
    assert told[0].startswith("2 shards, 4,000 operations, ")
    assert told[1] == "\\x1b[31mred"
    assert told[2].startswith("found: ")
    assert told[2].endswith("(there.itf.json)")


def test_a_terminal_has_two_lines_that_change() -> None:
    """With sentences above them."""
    text = io.StringIO()
    bars = Progress(console=Console(file=text, force_terminal=True, width=80))
    with bars:
        shown = Shown(bars)
        shown.say("a worker has gone")
        shown.shard(PortSummary(MET), RESULT, 3, 1)
    assert "a worker has gone" in text.getvalue()
    assert "1 shard, 2,000 operations" in text.getvalue()

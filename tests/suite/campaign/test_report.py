"""The verdict of a campaign; and the lines on the terminal."""

import io
import re
from pathlib import Path

import pytest
from rich.console import Console
from rich.progress import Progress

from stablelist_conformance.campaign import Store
from stablelist_conformance.campaign import progress as module
from stablelist_conformance.campaign.progress import CampaignProgress
from stablelist_conformance.campaign.records import Record
from stablelist_conformance.campaign.summary import PortSummary, Summary
from stablelist_conformance.judging.reach import Reach
from stablelist_conformance.judging.verdict import Verdict
from stablelist_conformance.report.summary import describe, report
from suite.kit.samples import SMALL

from .conftest import FAILED, PORT, REACH, done

SHARDS = [
    done(0, labels=("add_one",), reach=REACH, worker="far:1"),
    done(60, labels=("len_some",), operations=3_000, seconds=30.0, worker="near:2"),
]


def verdict(*records: Record) -> Verdict:
    """The verdict of a store with these records."""
    found = Summary()
    for record in records:
        found.add(record)
    return found.ports[PORT].verdict()


def test_verdict_says_when_shards_last_found_more() -> None:
    """In the order in which they ended; and nothing of shards that there are not."""
    further = done(3, reach=Reach(live=301), seconds=3600.0, at=200.0)
    shards = verdict(further, *SHARDS, done(1, engine="cover", at=300.0)).shards
    told = "labels last grew after 0:00:32, reach after 1:00:32"
    assert shards == f"4, with seeds from 0 to 60, 1:00:33 of work; {told}"
    assert PortSummary(PORT).verdict().shards == "0"


def test_distinct_failure_has_a_page_and_is_counted(store: Store) -> None:
    """With the number of programs that failed like that; the files of the verdict are beside them."""
    found = verdict(*SHARDS, FAILED)
    shown = report(found, store.save)
    (page,) = re.findall(r"^page +(\S+)$", shown, re.MULTILINE)
    assert (store.folder / "failures" / Path(page).name).is_file()
    assert "programs    7 failed like that" in shown
    store.report([found])
    assert (store.folder / "verdict.txt").read_text(encoding="utf-8") == describe(found)
    assert "<failure " in (store.folder / "junit.xml").read_text(encoding="utf-8")


# --- The terminal -----------------------------------------------------------------------------------


def test_lines_that_change_are_on_a_terminal() -> None:
    """With sentences above them; they count everything."""
    text = io.StringIO()
    with Progress(console=Console(file=text, force_terminal=True, width=80)) as bars:
        progress = CampaignProgress(bars)
        progress.say("a worker has gone")
        progress.shard(SHARDS[0], 3, 1)
        progress.shard(SHARDS[1], 0, 0)
    assert "a worker has gone" in text.getvalue()
    first, second = progress.lines()
    assert first.startswith("2 shards done, 4,000 operations, ")
    assert "2 shards done, 4,000 operations, " in text.getvalue()
    assert second == "3 new labels, reach grew 1 time, 0 distinct failures"


def test_file_has_a_line_from_time_to_time_and_at_the_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And every sentence, without control characters; nothing if nothing was done."""
    with module.show_progress():
        pass
    assert capsys.readouterr().err == ""
    with module.show_progress() as progress:
        progress.shard(SHARDS[0], 0, 0)
        assert capsys.readouterr().err == ""
        monkeypatch.setattr(module, "QUIET", -1.0)
        progress.shard(SHARDS[1], 0, 0)
        monkeypatch.setattr(module, "QUIET", 60.0)
        progress.say("\x1b[31mred")
        progress.found(SMALL, Path("there.itf.json"))
        progress.shard(SHARDS[0], 0, 0)
    first, red, found, last = capsys.readouterr().err.splitlines()
    assert first.startswith("2 shards done, 4,000 operations, ")
    assert red == "\\x1b[31mred"
    assert found.startswith("found: ")
    assert found.endswith("(there.itf.json)")
    assert last.startswith("3 shards done, 5,000 operations, ")
    assert last.endswith(", 1 distinct failure")

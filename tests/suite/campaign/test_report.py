"""The page of a campaign, which has nothing from outside; and the lines on the terminal."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from rich.progress import Progress

from stablelist_conformance.campaign import Store, write_page
from stablelist_conformance.campaign import progress as module
from stablelist_conformance.campaign.progress import CampaignProgress
from stablelist_conformance.campaign.records import Record, encoded
from stablelist_conformance.campaign.summary import Summary
from stablelist_conformance.report.itf import write
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.wire.versions import KIT_VERSION
from suite.kit.samples import HOSTILE, SMALL, Document, source_of

from .conftest import ALIKE, FAILED, FOUND, REACH, done

SHARDS = [
    done(0, labels=("add_one",), reach=REACH, worker="far:1"),
    done(60, labels=("len_some",), operations=3_000, seconds=30.0, worker="near:2"),
]


def page(store: Store, *records: Record) -> str:
    """The page of a store with these records."""
    store.add(map(encoded, records))
    return write_page(store, Summary.of(store)).read_text(encoding="utf-8")


def test_page_says_what_was_tested_and_when(store: Store) -> None:
    """The version of the kit, and for each port the verdict, the times, and when it last went further."""
    text = page(store, *SHARDS)
    assert f"version {KIT_VERSION}" in text
    assert re.search(r"Written on \d{4}-\d\d-\d\d \d\d:\d\d UTC", text)
    done_when = "1970-01-01 00:01 to 1970-01-01 00:02 UTC"
    assert f"<p>4,000 operations in 0:00:32 of work, {done_when}.</p>" in text
    assert "<h3>Failures</h3><p>None.</p>" in text
    rows = re.findall("<tr><td.*?>(.*?)</td><td.*?>(.*?)</td><td.*?>(.*?)</td></tr>", text)
    assert rows[1] == ("elements live", "300", "0:00:02")
    assert "shards      2, with seeds from 0 to 60" in text
    assert not (store.folder / "failures").exists()


def test_failures_lead_to_their_pages(store: Store) -> None:
    """With the number of programs that failed like that."""
    text = page(store, *SHARDS, FAILED)
    (link,) = [part.partition('"')[0] for part in text.split('<a href="')[1:]]
    assert link.endswith(".html")
    assert (store.folder / link).exists()
    assert ">7<" in text


def test_page_of_an_empty_store_is_written(store: Store) -> None:
    assert "nothing yet" in page(store)


def test_policy_allows_this_style_only(store: Store) -> None:
    """There is no script."""
    found = Document(page(store, *SHARDS))
    assert found.policy().split("; ") == [
        *("default-src 'none'", f"style-src {source_of(found.inside['style'])}", "img-src data:"),
        *("base-uri 'none'", "form-action 'none'"),
    ]


def test_hostile_text_stays_text(store: Store) -> None:
    """Of a process that escaped, or of a counterexample."""
    hostile = replace(FOUND, handshake=replace(FOUND.handshake, name="<b>mine</b>"))
    escaped = HOSTILE.replace("\ud800", "")
    text = page(
        store, done(0, escaped=(escaped,)), done(1, found=((ALIKE, write(record_trace(hostile))),))
    )
    assert not {tag for tag in ("<script", "<b>", "<img") if tag in text}


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

"""The page: charts, workers and failures of every port, and nothing that comes from outside."""

from __future__ import annotations

import base64
import re
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from stablelist_conformance.campaign.chart import Line, amount, bar, chart
from stablelist_conformance.campaign.page import page
from stablelist_conformance.campaign.records import Alike, FailureFound, Record
from stablelist_conformance.campaign.summary import Summary
from stablelist_conformance.campaign.worker import called
from stablelist_conformance.judging.reach import Reach
from stablelist_conformance.report.itf import write
from stablelist_conformance.running.deduplicate import signature
from stablelist_conformance.wire.handshake import parse_handshake
from stablelist_conformance.wire.protocol import Level
from stablelist_conformance.wire.versions import KIT_VERSION
from suite.kit.samples import HOSTILE, SMALL, Document

from .conftest import MET, done, texts_of

REACH = Reach(
    live=300, words=20, indices={1, 52}, widths={"id_bits": {None, 3}}, lengths={"m": (0, 8)}
)
FOUND = replace(
    SMALL,
    handshake=parse_handshake(MET.handshake),
    program=SMALL.program._replace(system="slotmap"),
    level=Level.CONTRACT,
)
ALIKE = Alike(*signature(FOUND)[:3], 7)
SHARDS: list[Record] = [
    done(0, labels=("add_one",), reach=REACH, worker="far:1"),
    done(1, labels=("len_some",), operations=3_000, seconds=0.0, worker="near:2"),
]
FAILED: list[Record] = [
    done(2, failed=(ALIKE,)),
    FailureFound(MET.port, ALIKE, write(FOUND)),
    FailureFound(MET.port, ALIKE, write(FOUND), shrunk=True),
]


def test_a_page_without_failures(tmp_path: Path) -> None:
    """Says so; the workers have their operations, and both charts end with what was reached."""
    text = page(Summary.of(texts_of(MET, *SHARDS)).ports.values(), tmp_path)
    assert "<h3>Failures</h3><p>None.</p>" in text
    assert "process 1 on far" in text
    assert "3,000" in text
    assert "elements live: 300" in text
    assert "4,000 operations in 2 seconds of work" in text
    assert list(tmp_path.iterdir()) == []


def test_the_top_says_what_was_tested_and_when(tmp_path: Path) -> None:
    """The version of the kit, and for each port its command, seeds and times."""
    text = page(Summary.of(texts_of(MET, *SHARDS)).ports.values(), tmp_path)
    assert f"version {KIT_VERSION}" in text
    assert re.search(r"Written on \d{4}-\d\d-\d\d \d\d:\d\d UTC", text)
    facts = dict(re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", text))
    assert facts["Port"] == "<code>./tiny</code>"
    assert facts["System"] == "slotmap, level contract"
    assert facts["Shards"] == "2: 2 with the seeds 0 to 1"
    assert facts["Time"] == "1970-01-01 00:01 UTC"
    text = page(Summary.of(texts_of(MET, *SHARDS, done(60))).ports.values(), tmp_path)
    assert "<dd>1970-01-01 00:01 to 1970-01-01 00:02 UTC</dd>" in text


def test_failures_lead_to_their_pages(tmp_path: Path) -> None:
    """Those that are shrunk; another one leads to its explanation."""
    text = page(Summary.of(texts_of(MET, *SHARDS, *FAILED)).ports.values(), tmp_path)
    (link,) = [part.partition('"')[0] for part in text.split('<a href="')[1:]]
    assert link.endswith(".html")
    assert (tmp_path / link).exists()
    assert ">7<" in text
    early = page(Summary.of(texts_of(MET, *FAILED[:2])).ports.values(), tmp_path)
    assert "-unshrunk-1.txt" in early
    assert "not shrunk yet" in early


def test_a_page_of_nothing(tmp_path: Path) -> None:
    """Or of a port without shards."""
    assert "nothing yet" in page([], tmp_path)
    assert "<dt>Shards</dt><dd>0</dd>" in page(Summary.of(texts_of(MET)).ports.values(), tmp_path)


def test_the_policy_allows_this_style_only(tmp_path: Path) -> None:
    """There is no script."""
    found = Document(page(Summary.of(texts_of(MET, *SHARDS)).ports.values(), tmp_path))
    style = base64.b64encode(sha256(found.inside["style"].encode()).digest()).decode()
    assert found.policy().split("; ") == [
        "default-src 'none'",
        f"style-src 'sha256-{style}'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    ]


def test_hostile_text_stays_text(tmp_path: Path) -> None:
    """Of a worker or a counterexample."""
    hostile = replace(FOUND, handshake=replace(FOUND.handshake, name="<b>mine</b>"))
    shards = [done(0, worker=HOSTILE.replace("\ud800", "")), done(1, failed=(ALIKE,))]
    records: list[Record] = [
        MET,
        *shards,
        FailureFound(MET.port, ALIKE, write(hostile), shrunk=True),
    ]
    text = page(Summary.of(texts_of(*records)).ports.values(), tmp_path)
    assert "<script" not in text
    assert "<b>" not in text
    assert "<img" not in text


# --- Charts -----------------------------------------------------------------------------------------


def test_lines_climb_in_steps() -> None:
    """From left to right, and upwards."""
    line = Line("it", [(0.0, 0.0), (1.0, 50.0), (2.0, 100.0)])
    root = ET.fromstring(chart("Lines", [line], 100, 2.0, powers=False))
    (path,) = root.findall("path")
    assert path.get("d") == "M44.0 164.0 H197.0V87.0 H350.0V10.0"
    assert [each.text for each in root.findall("text")] == [
        *("0", "20", "40", "60", "80", "100"),
        *("0 s", "0.5 s", "1 s", "1.5 s", "2 s"),
    ]


def test_powers_take_the_same_room_each() -> None:
    """One is at the bottom, as is nothing."""
    line = Line("it", [(0.0, 0.0), (0.5, 1.0), (1.0, 100.0), (2.0, 10_000.0)])
    root = ET.fromstring(chart("Lines", [line], 10_000, 2.0, powers=True))
    (path,) = root.findall("path")
    assert (path.get("d") or "").split("V")[1:] == ["164.0 H197.0", "87.0 H350.0", "10.0"]


@pytest.mark.parametrize(
    ("seconds", "marks"),
    [
        (0.0, ["0 s", "0.2 s", "0.4 s", "0.6 s", "0.8 s", "1 s"]),
        (100.0, ["0 s", "20 s", "40 s", "60 s", "80 s", "100 s"]),
        (150.0, ["0 min", "0.5 min", "1 min", "1.5 min", "2 min", "2.5 min"]),
        (7_199.0, ["0 min", "50 min", "100 min"]),
        (28_800.0, ["0 h", "2 h", "4 h", "6 h", "8 h"]),
        (4_000_000.0, ["0 h", "500 h", "1,000 h"]),
    ],
)
def test_marks_of_time_are_round(seconds: float, marks: list[str]) -> None:
    """In the unit that suits the whole."""
    root = ET.fromstring(chart("Lines", [], 225, seconds, powers=False))
    assert [each.text for each in root.findall("text")][5:] == marks


@pytest.mark.parametrize("worker", ["somebody", ":7", "vm:x", "tcp://[::1]:"])
def test_other_names_of_workers_stay(worker: str) -> None:
    """They are no machine and process."""
    assert called(worker) == worker


@pytest.mark.parametrize(
    ("value", "said"), [(0, "0"), (99_999, "99,999"), (1e5, "10⁵"), (1e12, "10¹²")]
)
def test_long_amounts_are_powers(value: float, said: str) -> None:
    """Others are written out."""
    assert amount(value) == said


def test_a_bar_has_its_share() -> None:
    """Of a hundred."""
    assert 'width="25.0"' in bar(0.25)

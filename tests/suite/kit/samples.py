"""Counterexamples, answered programs and verdicts for the tests of the reports."""

import base64
import json
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from stablelist_conformance.judging.reach import Reach
from stablelist_conformance.judging.verdict import (
    Answered,
    Counterexample,
    EngineReport,
    Finding,
    Verdict,
)
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.report import itf
from stablelist_conformance.report.page import page
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.running.deduplicate import signature
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import Level, parse_program

RUST = Handshake("stablelist-rust", "0.1.0", "stablelist", Level.COST)
SLOT_MAP = Handshake("slotmap", "1.0.7", "slotmap", Level.CONTRACT, parity=True)


def counterexample(
    line: str,
    *,
    handshake: Handshake = RUST,
    kind: str = "answer",
    expected: str = "",
    answered: str = "",
    answers: str = "",
    detail: str = "the port lost an element",
    stderr: str = "",
    blame: bool = True,
) -> Counterexample:
    """A counterexample whose last operation is the one to blame, if any is."""
    level, program = parse_program(line, handshake.system_name)
    return Counterexample(
        port="./port --fast",
        handshake=handshake,
        program=program,
        level=level,
        kind=kind,
        at=len(program.words) - 1 if blame else None,
        expected=expected,
        answered=answered,
        detail=detail,
        answers=tuple(answers.split()),
        stderr=stderr,
        original_length=1204,
    )


SMALL = counterexample(
    "layout id_bits=2 index_bits=0 : add add remove:0 at:#7.0 at:0 add remove:1",
    expected="1",
    answered="none",
    answers="0.0 1.1 0 none none 0.2 none",
)
"""A removal that the port does not carry out."""

TRUNCATION = counterexample(
    "cost index_bits=0 : " + "add " * 9 + "remove:0 remove:3 remove:1 remove:8",
    expected="8",
    answered="!other",
    stderr="first line\nthread 'main' panicked at \x1b[31msrc/lib.rs\n",
)
"""A removal that truncates twice."""

DUMP = counterexample(
    "layout index_bits=0 : " + "add " * 7 + "remove:4 remove:5 remove:1 remove:6 layout",
    expected="4|0:1:1:1:|1:1:0:1:1|2:2:2:2:|7",
    answered="4|0:1:1:1:|1:1:0:1:|2:2:2:2:|7",
)
"""A layout that differs in its middle."""

OPEN = counterexample(
    "contract id_bits=1 : add add remove:0 add at:0 each",
    handshake=SLOT_MAP,
    expected="[1,2]",
    answered="[1]",
    answers="ok ok 0 ok 2 [1]",
)
"""At contract level, with a stale key that may resolve and does."""

SILENT = counterexample(
    "contract id_bits=1 : add add drain add",
    handshake=SLOT_MAP,
    kind="bad-exit",
    detail="the port ended with status 3",
    answers="ok ok [0,1] ok",
    blame=False,
)
"""A port that answers rightly and ends badly."""

STALE = counterexample(
    "layout id_bits=2 index_bits=0 : add add remove:0 add at:1 at:0",
    expected="none",
    answered="2",
    answers="0.0 1.1 0 0.2 1 2",
)
"""A stale key finds the element that took its cell."""

ALL = (SMALL, TRUNCATION, DUMP, OPEN, SILENT)


PASSING = "layout id_bits=2 index_bits=0 : add add remove:0 add at:0"
PROGRAMS = {
    "stablelist": "cost id_bits=2 index_bits=0 : extend:3 remove:1 add at:1 layout cost",
    "dyadic": "cost : extend:3 remove:1 add at:1 layout cost",
    "lifo-slab": "cost capacity=8 : extend:3 remove:1 add at:1 layout cost",
    "sparse-set": "cost universe=8 : insert:3 insert:5 remove:3 contains:3 layout cost",
}


def passed(line: str, system: str = "stablelist") -> Answered:
    """A program that was answered as the model answers it."""
    level, program = parse_program(line, system)
    model = ModelAnswerer(system)
    answers = tuple(model.answer(program, level))
    handshake = replace(model.handshake, version="1")
    return Answered(
        port="./port", handshake=handshake, program=program, level=level, answers=answers
    )


HOSTILE = "</script><script>alert(1)</script><!--<img src=x onerror=alert(2)>&\x1b[31m\u202e\ud800\x00\x07\ufffe\x85"
"""Markup and control characters."""


class Document(HTMLParser):
    """The elements of a page, and the text of each script and style."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, str] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        """Note the text of the last element, if it is its first."""
        if self.tags:
            tag, attributes = self.tags[-1]
            self.inside.setdefault(attributes.get("id") or tag, data)

    def data(self) -> dict[str, Any]:
        """The story."""
        found: dict[str, Any] = json.loads(self.inside["story"])
        return found

    def policy(self) -> str:
        """The Content-Security-Policy."""
        (content,) = (found["content"] for _, found in self.tags if "http-equiv" in found)
        return content or ""


def loaded(path: Path) -> Counterexample:
    """The counterexample in a file of a report folder."""
    return itf.read(path.read_text(encoding="utf-8"))


def source_of(text: str) -> str:
    """What a policy says of a script or a style that it allows."""
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"


def told(answered: Answered, command: str = "") -> dict[str, Any]:
    """What the page of a program tells."""
    return Document(page(record_trace(answered), command)).data()


def verdict(found: Counterexample | None = None, *, notes: list[str] | None = None) -> Verdict:
    """A verdict over two engines, with two of three labels covered if something is noted."""
    return Verdict(
        port="./port --fast",
        handshake=RUST,
        level=Level.COST,
        seed=7,
        widths="ids of 2 bits",
        engines=[EngineReport("edges", 1, 12), EngineReport("swarm", 1000, 300_000, 990)],
        covered={"add_append_q1", "add_append_q2"},
        reachable={"add_append_q1", "add_append_q2"} | ({"truncate_2"} if notes else set()),
        unreachable={"at_revived": "ids do not wrap", "add_id_wraps": "ids do not wrap"},
        counterexample=found,
        reach=REACHED,
        notes=notes or [],
    )


REACHED = Reach(
    live=40,
    space=64,
    free=12,
    cascade=3,
    insertions=90,
    removals=71,
    in_process=5_000,
    programs=300,
    words=401,
    reuses=9,
    ids={0, 1, 16},
    widths={"id_bits": {2}, "index_bits": {None, 32}},
    lengths={"minimum": (0, 16)},
    met={"minimum": 12},
    brought={"depth": 33, "runs": 1_025},
    exact={size: {"add", "at"} for size in (7, 8, 9, 15, 16, 17, 31, 32)} | {33: {"at"}},
    wrapped={2},
)


def going_on(*findings: Finding, notes: list[str] | None = None) -> Verdict:
    """The verdict of a run that went on."""
    refuting = [each.counterexample for each in findings if not each.reason]
    given = verdict(next(iter(refuting), None), notes=notes)
    return replace(given, findings=list(findings))


LOST = Finding(signature(SMALL), SMALL, 1204)
BAD_EXIT = Finding(signature(SILENT), SILENT, reason="see #12")

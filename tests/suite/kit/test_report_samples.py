"""Counterexamples and verdicts for the tests of the report, and that they are genuine."""

from __future__ import annotations

import pytest

from stablelist_conformance.judging.reach import Reach
from stablelist_conformance.judging.verdict import Counterexample, EngineReport, Verdict
from stablelist_conformance.python.answerers import ModelAnswerer
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
    level, program = parse_program(line, handshake.profile)
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

ALL = (SMALL, TRUNCATION, DUMP, OPEN, SILENT)


def verdict(found: Counterexample | None = None, *, notes: list[str] | None = None) -> Verdict:
    """A verdict over two engines, with two of three labels covered if something is noted."""
    return Verdict(
        port="./port --fast",
        handshake=RUST,
        level=Level.COST,
        seed=7,
        widths="ids of 2 bits",
        engines=[EngineReport("edges", 1, 12), EngineReport("swarm", 1000, 300_000)],
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
    wrapped={2},
)


@pytest.mark.parametrize("sample", [SMALL, TRUNCATION, DUMP])
def test_samples_expect_what_the_model_answers(sample: Counterexample) -> None:
    """A sample that is wrong about the model would test nothing."""
    answers = ModelAnswerer().answer(sample.program, sample.level)
    assert answers[-1] == sample.expected != sample.answered
    assert list(sample.answers[:-1]) in ([], answers[:-1])

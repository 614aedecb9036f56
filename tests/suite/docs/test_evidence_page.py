"""docs/evidence.md: the report that it quotes is the one that a port gets."""

from pathlib import Path

from stablelist_conformance.judging.expected import entry, read_expected
from stablelist_conformance.judging.judge import ExactJudge
from stablelist_conformance.judging.verdict import Counterexample, Signature
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.report.words import explain
from stablelist_conformance.running.batch import FailedProgram
from stablelist_conformance.running.rerun import what_is_wrong
from stablelist_conformance.wire.protocol import Level, parse_program
from suite.docs.pages import ROOT, blocks

PAGE = (ROOT / "docs" / "evidence.md").read_text(encoding="utf-8")


def test_what_is_broken_is_told_as_it_is_shown() -> None:
    """The example is a retired key that finds the element in its cell."""
    level, program = parse_program("layout : add remove:0 add at:0")
    answers = ("0.0", "0", "0.1", "1")
    judge = ExactJudge(ModelAnswerer(), Level.LAYOUT)
    line = " ".join(answers)
    difference = judge.judge(program, line)
    assert difference is not None
    told = Counterexample(
        port="./port",
        handshake=ModelAnswerer().handshake,
        program=program,
        level=level,
        kind="answer",
        at=difference.at,
        expected=difference.expected,
        answered=difference.answered,
        detail=what_is_wrong(FailedProgram(program, difference, answers=line)),
        answers=answers,
    )
    shown = next(block.text for block in blocks(PAGE) if block.text.startswith("breaks "))
    assert f"\n{shown}" in explain(record_trace(told))


def test_list_of_expected_failures_is_one(tmp_path: Path) -> None:
    """It is written as the report prints it, except for the reason."""
    (shown,) = (block.text for block in blocks(PAGE) if block.language == "toml")
    path = tmp_path / "known.toml"
    path.write_text(shown, encoding="utf-8")
    (known,) = read_expected(path)
    told = Signature("answer", known.breaks, known.operation, known.shape)
    assert known.covers(told)
    assert shown.splitlines()[:-1] == entry(told)[:-1]

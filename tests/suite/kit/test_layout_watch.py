"""Looks inside: a counterexample is run once more, and the port shows its layout at every step."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from stablelist_conformance.judging.judge import Difference
from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.running.engines import FailedProgram
from stablelist_conformance.running.replay import with_layouts
from stablelist_conformance.running.rerun import counterexample
from stablelist_conformance.wire.errors import FaultKind
from stablelist_conformance.wire.protocol import Level, parse_program

from .played import SLOTS, Stage, by_model, fault, on_stage

LINE = "contract id_bits=2 : add remove:0 len"


def leaky(line: str) -> str:
    """A list that forgets its vacancies, and counts them as live."""
    words = [word.replace(":0:1:0|", ":0:1:|") for word in by_model(line).split(" ")]
    return " ".join("1" if word == "0" and at else word for at, word in enumerate(words))


def failed(stage: Stage) -> Counterexample:
    """The counterexample that `LINE` is for a stage."""
    _, program = parse_program(LINE, stage.handshake.system_name)
    failure = FailedProgram(program, Difference(2, "0", "1"), answers="ok 0 1")
    return counterexample(stage, failure, failure)


def test_with_layouts_asks_for_every_layout() -> None:
    """Once, on a fresh port, also if the program is at contract level."""
    stage = on_stage(leaky, level=Level.CONTRACT)
    found = with_layouts(stage, failed(stage))
    assert [word.count(":0:1:|") for word in found.inside] == [0, 0, 1, 1]
    assert [each.step for each in record_trace(found).differences] == [2, 3]
    assert replace(found, inside=()) == failed(stage)
    assert stage.told == ["met"]


LONG = LINE + " len" * 2_000
CONTRACT_ONLY = on_stage(handshake=replace(ModelAnswerer().handshake, level=Level.CONTRACT))


@pytest.mark.parametrize(
    ("stage", "changes"),
    [
        (on_stage(), {"inside": ("a", "b", "c", "d")}),
        (on_stage(), {"kind": str(FaultKind.DIED)}),
        (on_stage(), {"program": parse_program(LONG)[1]}),
        (on_stage(handshake=SLOTS), {}),
        (CONTRACT_ONLY, {}),
    ],
    ids=["known", "fault", "too long for a line", "no model", "contract only"],
)
def test_with_layouts_does_not_ask_in_vain(stage: Stage, changes: dict[str, Any]) -> None:
    found = replace(failed(stage), **changes)
    assert with_layouts(stage, found) is found
    assert stage.told == []


def died(_: str) -> str:
    """A port that ends when it is asked for its layout."""
    raise fault()


@pytest.mark.parametrize("says", [died, lambda _: "ok"], ids=["dies", "garbled"])
def test_with_layouts_keeps_the_counterexample_if_the_port_fails_otherwise(says: object) -> None:
    stage = on_stage(says)  # type: ignore[arg-type]
    found = failed(stage)
    assert with_layouts(stage, found) is found

"""The trace of a program: it is played once, and little of it is kept; `test_reports` compares what it says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from stablelist_conformance.judging.judge import ContractJudge
from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.report import folder
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.report.trace import Known, size
from stablelist_conformance.wire.protocol import Level, Program
from stablelist_spec.core.history import History
from stablelist_spec.core.key import Key
from stablelist_spec.parts.parameters import Parameters

from .samples import ALL, SMALL, counterexample


@pytest.mark.parametrize("sample", ALL)
def test_saving_starts_the_model_once(
    sample: Counterexample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Trace, text, drawing and page are rendered from one trace; at contract level, the port is followed once."""
    started: list[str] = []

    def counted(kind: type, name: str) -> None:
        """Count the calls of a method."""
        call = getattr(kind, name)

        def starts(*arguments: Any) -> Any:
            started.append(name)
            return call(*arguments)

        monkeypatch.setattr(kind, name, starts)

    counted(History, "__init__")
    counted(ContractJudge, "following")
    folder.save(sample, tmp_path)
    assert started == ["following" if sample.level is Level.CONTRACT else "__init__"]


def test_last_step_is_the_first_difference() -> None:
    """The steps after it are played, but nothing is kept of them."""
    trace = record_trace(replace(SMALL, at=2))
    assert trace.last is not None
    assert (trace.last.number, trace.last.word, trace.last.answer) == (2, "remove:0", "0")
    assert (len(trace.steps), len(trace.told), max(trace.states)) == (7, 3, 3)


def test_last_states_of_a_long_program_are_kept() -> None:
    """As many as have the size that is asked for, and the one before; at least two."""
    program = Program(Parameters(), ("add",) * 200)
    sample = replace(SMALL, program=program, at=None, level=Level.LAYOUT)
    states = record_trace(sample, most=1_000).states
    assert list(states) == list(range(195, 201))
    assert sum(size(states[number]) for number in range(196, 201)) <= 1_000
    assert list(record_trace(sample, most=1).states) == [199, 200]
    assert len(record_trace(sample, most=None).states) == 201


@pytest.mark.parametrize("level", ["layout", "contract"])
def test_keys_are_told_apart(level: str) -> None:
    """A live, a retired, a failed and a forged key are four different things."""
    line = f"{level} index_bits=2 : extend:4 add remove:0 at:1 at:0 at:4 at:#7.0 len"
    trace = record_trace(replace(counterexample(line), at=None))
    assert [step.key for step in trace.steps[3:]] == [
        Known(1, 1, None),
        Known(0, None, 2),
        Known(4, None, None),
        Known(Key(7, 0)),
        None,
    ]

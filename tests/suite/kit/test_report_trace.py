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
from stablelist_conformance.report.trace import size
from stablelist_conformance.wire.protocol import Level, Program
from stablelist_spec.core.history import History
from stablelist_spec.parts.parameters import Parameters

from .samples import ALL, SMALL


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


def test_last_states_of_a_long_program_are_kept() -> None:
    """As many as have the size that is asked for, and the one before; at least two."""
    program = Program(Parameters(), ("add",) * 200)
    sample = replace(SMALL, program=program, at=None, level=Level.LAYOUT)
    states = record_trace(sample, most=1_000).states
    assert list(states) == list(range(195, 201))
    assert sum(size(states[number]) for number in range(196, 201)) <= 1_000
    assert list(record_trace(sample, most=1).states) == [199, 200]
    assert len(record_trace(sample, most=None).states) == 201

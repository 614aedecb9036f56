"""What exploration on many machines would cost: measured rightly; how fast is nobody's business here."""

from __future__ import annotations

import pytest

from bench.handing_over import computed, main


def test_the_whole_scope_is_explored() -> None:
    """As `stablelist explore` does."""
    seconds, states, transitions = computed(10)
    assert (states, transitions) == (25_650, 202_706)
    assert seconds > 0


def test_both_costs_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    """In nanoseconds."""
    assert main(8, 1_000) == 0
    said = capsys.readouterr().out
    assert "computing a transition" in said
    assert "handing over a number" in said

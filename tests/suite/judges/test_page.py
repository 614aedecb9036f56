"""The page that counts the clauses (docs/evidence.md) is right."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from suite.docs.pages import ROOT
from suite.judges.judges import JUDGES, Judge

pytestmark = pytest.mark.soak

PAGE = (ROOT / "docs" / "evidence.md").read_text(encoding="utf-8")


def row(judge: Judge) -> str:
    """The row of a judge: its file, its clauses, their changes, and how many clauses are excused."""
    path = Path(str(importlib.import_module(judge.module).__file__)).relative_to(ROOT)
    figures = f"{len(judge.clauses)} | {changes(judge)} | {len(judge.excuses)}"
    return f"| [`{judge.module}`](../{path}) | {figures} |"


def changes(judge: Judge) -> int:
    """The number of changes of the clauses of a judge."""
    return sum(len(clause.changes) for clause in judge.clauses) + len(judge.by_hand)


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.module)
def test_row_of_a_judge_is_right(judge: Judge) -> None:
    """The page has an up-to-date row for each judge."""
    assert row(judge) in PAGE.splitlines()


def test_sums_are_right() -> None:
    clauses = sum(len(judge.clauses) for judge in JUDGES)
    excused = sum(len(judge.excuses) for judge in JUDGES)
    by_hand = sum(len(judge.by_hand) for judge in JUDGES)
    text = " ".join(PAGE.split())
    assert f"{clauses - excused} of {clauses} clauses are noticed" in text
    assert f"of which {by_hand} are written by hand" in text
    assert f"{sum(map(changes, JUDGES))} changes" in text

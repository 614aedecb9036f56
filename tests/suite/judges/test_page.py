"""The page that counts the weakenings (docs/evidence.md) counts them rightly."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from suite.docs.pages import ROOT
from suite.judges.weakening import JUDGES

PAGE = (ROOT / "docs" / "evidence.md").read_text(encoding="utf-8")
FILES = sorted({judge.module for judge in JUDGES})


def row(module: str) -> str:
    """The row of a module that judges: its file, its clauses, weakenings, and what is spared."""
    path = Path(str(importlib.import_module(module).__file__)).relative_to(ROOT)
    judges = [judge for judge in JUDGES if judge.module == module]
    weakenings = [each for judge in judges for each in judge.weakenings]
    clauses = {clause for judge in judges for clause in judge.clauses}
    spared = {each.concerns for judge in judges for each in judge.spared} & clauses
    spared -= {each.concerns for each in weakenings}
    return f"| [`{module}`](../{path}) | {len(clauses)} | {len(weakenings)} | {len(spared)} |"


@pytest.mark.parametrize("module", FILES)
def test_row_of_a_judge_is_right(module: str) -> None:
    """The page has a row for each, and it is up to date."""
    assert row(module) in PAGE.splitlines()


def test_weakenings_are_counted() -> None:
    """In the sentence above the table."""
    count = sum(len(judge.weakenings) for judge in JUDGES)
    assert f"noticed {count} of {count} weakenings" in PAGE

"""docs/proofs.md: every scope that it says is exhausted is walked again, and its picture is drawn again."""

from __future__ import annotations

import re
from typing import Final

import pytest

from stablelist_conformance.cli import main
from stablelist_proofs.explore.picture import picture
from suite.docs.pages import ROOT

PAGE: Final = (ROOT / "docs/proofs.md").read_text(encoding="utf-8")
ROW: Final = re.compile(
    r"^\| `stablelist (explore .*)` \| (\w+) \| ([\d,]+) \| ([\d,]+) \| (\d+) \|$", re.MULTILINE
)
ROWS: Final = [match.groups() for match in ROW.finditer(PAGE)]
QUICK: Final = 100_000
"""States of a scope that is walked in a moment."""
SLOW: Final = 100_000_000
"""States of one that takes minutes: its row is checked by hand, with its command."""


def states(row: tuple[str, ...]) -> int:
    """How many a row says there are."""
    return int(row[2].replace(",", ""))


def walk(row: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """The command of a row prints the figures of that row."""
    command, mode, *figures = row
    assert main([*command.split(), "--mode", mode]) == 0
    text = capsys.readouterr().out
    for word, figure in zip(("states", "transitions", "diameter"), figures, strict=True):
        assert re.search(rf"^{word} +{figure}$", text, re.MULTILINE), text


@pytest.mark.parametrize("row", [row for row in ROWS if states(row) < QUICK])
def test_scope_is_as_large_as_the_page_says(
    row: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """Command, mode, states, transitions, diameter."""
    walk(row, capsys)


@pytest.mark.soak
@pytest.mark.parametrize("row", [row for row in ROWS if QUICK <= states(row) < SLOW])
def test_large_scope_is_as_large_as_the_page_says(
    row: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """So it is with those that take longer."""
    walk(row, capsys)


def test_table_is_whole() -> None:
    """Every row of the table is read, and one of them has a hundred million states."""
    assert PAGE.count("| `stablelist explore") == len(ROWS)
    assert max(map(states, ROWS)) > SLOW


def test_picture_is_as_it_is_drawn() -> None:
    """Drawn from the exploration; `python -m stablelist_proofs.explore.picture docs/smallest-list.svg`."""
    drawn = (ROOT / "docs/smallest-list.svg").read_text(encoding="utf-8")
    assert drawn == picture()
    assert drawn.count("<title>") == 1
    assert "prefers-color-scheme: dark" in drawn

"""docs/proofs.md: its tables agree with the theorems and the engines; its scopes and commands are run again."""

import os
import re
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from stablelist_conformance.cli.main import main
from stablelist_proofs.explore.published import PUBLISHED, Published
from stablelist_proofs.kernel.statements import ROCQ
from stablelist_proofs.marked import MARKED
from stablelist_proofs.page import CONTENTS, PAGE
from suite.captured import captured
from suite.docs.pages import ROOT, blocks

TEXT: Final = (ROOT / PAGE).read_text(encoding="utf-8")

# --- Tables ---------------------------------------------------------------------------------------


def test_every_table_has_a_place() -> None:
    """`make pages` fills it."""
    assert {place["name"] for place in MARKED.finditer(TEXT)} == set(CONTENTS)


def test_a_reader_comes_to_the_tables_soon() -> None:
    """There are at most a hundred lines before the first."""
    assert TEXT[: TEXT.index("\n| ")].count("\n") <= 100


def test_every_field_of_the_model_is_said_to_be_shown_or_not() -> None:
    """The page names the fields of a state, its partitions and its costs."""
    fields = set[str]()
    for file, record in (("Container", "state"), ("Container", "cost"), ("Cells", "partition")):
        text = (ROCQ / f"{file}.v").read_text(encoding="utf-8")
        (declared,) = re.findall(rf"^Record {record}\b.*?{{(.*?)}}", text, re.MULTILINE | re.DOTALL)
        fields |= set(re.findall(r"(\w+) :", declared))
    tied = TEXT[TEXT.index("At level cost") : TEXT.index("## What is not proved")]
    assert sorted(fields - set(re.findall(r"`(\w+)`", tied))) == []
    assert len(fields) == 16


# --- Scopes ---------------------------------------------------------------------------------------

QUICK: Final = 100_000
"""The number of states of a scope that is explored in a moment."""
SLOW: Final = 100_000_000
"""The number of states of a scope that takes minutes: its row is checked by hand, with its command."""


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, marks=[pytest.mark.soak] * (row.states >= QUICK))
        for row in PUBLISHED
        if row.states < SLOW
    ],
)
def test_scope_is_as_large_as_the_page_says(
    row: Published, capsys: pytest.CaptureFixture[str]
) -> None:
    """Command, states, transitions and diameter are compared."""
    assert main(row.command.split()[1:]) == 0
    text = capsys.readouterr().out
    for word, figure in zip(("states", "transitions", "diameter"), row[1:], strict=True):
        assert re.search(rf"^{word} +{figure:,}$", text, re.MULTILINE), text


@pytest.mark.soak
def test_help_has_a_large_scope_that_takes_less_than_a_minute(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It has millions of states, as the page says."""
    assert main(["explore", "--help"]) == 0
    (command,) = re.findall(r"stablelist (.*?)  .*well within a minute", capsys.readouterr().out)
    assert re.search(rf"stablelist {command} .*well within a minute", TEXT)
    began = time.monotonic()
    assert main(command.split()) == 0
    assert time.monotonic() - began < 60


# --- One property, from the thesis to the kernel --------------------------------------------------

WAY: Final = TEXT[TEXT.index("## One property, from") : TEXT.index("## What is trusted")]
COMMANDS: Final = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


def test_the_statement_is_the_one_that_is_proved() -> None:
    """The page shows it as the file has it."""
    shown = next(block.text for block in blocks(WAY) if block.text.startswith("Definition "))
    assert shown in (ROCQ / "StableList/Statements.v").read_text(encoding="utf-8")


@pytest.mark.soak
@pytest.mark.rocq
def test_the_reader_sees_what_the_page_shows() -> None:
    """Every command of the section runs, in order; every line that is shown is printed."""
    printed, done = "", 0
    for line in (
        line
        for block in blocks(WAY)
        if block.language == "console"
        for line in block.text.splitlines()
    ):
        if line.startswith("$ "):
            ran = captured(line.removeprefix("$ "), shell=True, cwd=ROOT, env=COMMANDS, check=True)
            printed, done = ran.stdout, done + 1
        elif line.strip() != "…":
            assert line.strip() in map(str.strip, printed.splitlines())
    assert done == WAY.count("   $ ") >= 4

"""docs/proofs.md: its tables agree with the properties and the engines; its scopes and commands are run again."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from stablelist_conformance.cli.main import main
from stablelist_proofs.core.solvers import SOLVERS, Answer, ask
from stablelist_proofs.evidence import TRUSTED, evidence, sentences
from stablelist_proofs.explore.published import PUBLISHED, Published
from stablelist_proofs.lengths import code_lines, lengths
from stablelist_proofs.marked import MARKED
from stablelist_proofs.page import PAGE, RECORD, contents
from stablelist_proofs.record import digest, load
from stablelist_proofs.systems.dyadic.properties import OF_DYADIC
from stablelist_proofs.systems.registry import SYSTEMS, all_obligations
from stablelist_proofs.systems.stable_list.families import FAMILIES, Family
from stablelist_proofs.systems.stable_list.properties import PROPERTIES as OF_STABLE_LIST
from suite.docs.pages import ROOT, blocks

TEXT: Final = (ROOT / PAGE).read_text(encoding="utf-8")
TAKEN: Final = load(ROOT / RECORD)
PROPERTIES: Final = {**OF_STABLE_LIST, **OF_DYADIC}

# --- Tables ---------------------------------------------------------------------------------------


def test_every_table_has_a_place() -> None:
    """`make pages` fills it."""
    assert {place["name"] for place in MARKED.finditer(TEXT)} == set(contents(TAKEN))


def test_a_command_for_one_property_is_about_one() -> None:
    """`--only` selects all names that contain the given text."""
    (only,) = re.findall(r"prove --only (\w+) +# one property, of both lists", TEXT)
    sentences = {each.sentence for each in all_obligations() if only in each.name}
    assert sentences == {only, f"dyadic/{only}"}


def test_the_record_is_of_the_obligations_of_today() -> None:
    """With all of their texts and planted defects; otherwise run `make proofs-record`."""
    planted = {each.name: len(each.flaws) for each in all_obligations()}
    counts = {
        name: (len(own), sum(planted[each] for each in own)) for name, own in sentences().items()
    }
    recorded = {name: (each.obligations, each.defects) for name, each in TAKEN.properties.items()}
    assert recorded == counts
    assert TAKEN.digest == digest(all_obligations())


def test_every_property_is_known_somehow() -> None:
    """Every listed property has evidence, and every proved or refuted property is listed."""
    assert [name for name in PROPERTIES if not list(evidence(name, TAKEN))] == []
    known = {*sentences(), *(family.sentence for family in FAMILIES)}
    assert known == set(PROPERTIES)


def test_every_property_has_a_place_of_its_own_on_the_page() -> None:
    """So it can be linked."""
    places = re.findall(r'<a id="([\w-]+)"></a>`(\w+)`', TEXT)
    expected = [(name.replace("/", "-"), name.rpartition("/")[2]) for name in PROPERTIES]
    assert sorted(places) == sorted(expected)


def test_the_trusted_base_has_the_letters_of_the_tables() -> None:
    """Each letter is explained once, and there is no other."""
    explained = re.findall(r"^- \*\*([A-Z])\*\*", TEXT, re.MULTILINE)
    assert sorted(explained) == sorted(TRUSTED)
    used = {letter for name in PROPERTIES for one in evidence(name, TAKEN) for letter in one.rests}
    assert used == set(TRUSTED)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda each: each.sentence)
def test_page_shows_every_family_of_programs(family: Family) -> None:
    """They have a word of evidence if they refute something."""
    tight = TEXT[TEXT.index("### Tight, and") : TEXT.index("### What it rests on")]
    row = next(line for line in tight.splitlines() if line.startswith(f"| `{family.sentence}` "))
    assert ("*refuted*" in row) == family.refutes


def test_every_system_has_a_length() -> None:
    """What they share comes first."""
    folders = [each.folder for each in lengths()]
    assert folders == ["core", "systems/dyadic", "systems/stable_list"]
    assert len(folders) == len(SYSTEMS) + 1


def test_prose_is_not_counted_as_code() -> None:
    """Docstrings, comments and blank lines are not counted; a string that is a value is."""
    text = '"""Words,\non two lines."""\n\n# more words\nx = 1  # words\ny = """two\nlines"""\n"words"\n'
    assert code_lines(text) == 3


# --- Scopes ---------------------------------------------------------------------------------------

QUICK: Final = 100_000
"""The number of states of a scope that is explored in a moment."""
SLOW: Final = 100_000_000
"""The number of states of a scope that takes minutes: its row is checked by hand, with its command."""


def walk(row: Published, capsys: pytest.CaptureFixture[str]) -> None:
    """The command of a row prints the figures of the row."""
    assert main(row.command.split()[1:]) == 0
    text = capsys.readouterr().out
    for word, figure in zip(("states", "transitions", "diameter"), row[1:], strict=True):
        assert re.search(rf"^{word} +{figure:,}$", text, re.MULTILINE), text


@pytest.mark.parametrize("row", [row for row in PUBLISHED if row.states < QUICK])
def test_scope_is_as_large_as_the_page_says(
    row: Published, capsys: pytest.CaptureFixture[str]
) -> None:
    """Command, states, transitions and diameter are compared."""
    walk(row, capsys)


@pytest.mark.soak
@pytest.mark.parametrize("row", [row for row in PUBLISHED if QUICK <= row.states < SLOW])
def test_large_scope_is_as_large_as_the_page_says(
    row: Published, capsys: pytest.CaptureFixture[str]
) -> None:
    walk(row, capsys)


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


def test_page_marks_the_one_large_scope() -> None:
    """It has more than a hundred million states."""
    assert max(row.states for row in PUBLISHED) > SLOW


# --- One property, from the thesis to the solver --------------------------------------------------

WAY: Final = TEXT[TEXT.index("### One property, from") : TEXT.index("### Tight, and")]
COMMANDS: Final = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


@pytest.mark.slow
def test_the_reader_sees_what_the_page_shows(tmp_path: Path) -> None:
    """Every command of the section runs, in order, in one folder; every line that is shown is printed."""
    shown = [line for block in blocks(WAY) for line in block.text.splitlines()]
    printed, done = "", 0
    for line in shown:
        if line.startswith("$ "):
            ran = subprocess.run(
                line.removeprefix("$ "), shell=True, cwd=tmp_path, env=COMMANDS,
                capture_output=True, text=True, check=True,
            )  # fmt: skip
            printed, done = ran.stdout, done + 1
        elif line.strip() != "…":
            assert line.strip() in map(str.strip, printed.splitlines())
    assert done == WAY.count("$ stablelist") + WAY.count("$ z3") + WAY.count("$ echo") >= 4


def test_the_file_is_as_long_as_the_page_says(tmp_path: Path) -> None:
    """Without the ``not``, z3 finds a list, so the hypotheses are consistent with the goal."""
    name = "retired_key_never_resolves/add_reuse_q1"
    assert main(["prove", "--only", name, "--export", str(tmp_path)]) == 0
    text = (tmp_path / f"{name.replace('/', '.')}.smt2").read_text(encoding="utf-8")
    assert f"The file has {len(text.splitlines())} lines" in WAY
    assert {ask(solver, text).answer for solver in SOLVERS} == {Answer.UNSAT}
    before, negated, goal = text.rpartition("(assert (not ")
    assert negated
    affirmed = "(assert " + goal.replace("))\n(check-sat)", ")\n(check-sat)")
    assert ask("z3", before + affirmed).answer is Answer.SAT

"""The command: what it says, what it returns, and what it does when something is amiss."""

import importlib.util
from pathlib import Path

import pytest

from stablelist_proofs.contracts import run
from stablelist_proofs.contracts.catalogue import contracts
from stablelist_proofs.contracts.engine import EngineError, Said, Word, check
from stablelist_proofs.contracts.planting import Defect, sources

NEXT_ID = ["--only", "next_id", "--jobs", "2"]
ASKED = run.chosen("next_id", everything=False)


def questions(folder: Path = Path()) -> dict[str, list[run.Question]]:
    """Those about the next id, asked whole."""
    return run.questions(ASKED, folder, everything=True)


@pytest.mark.slow
def test_a_run_ends_with_the_count(capsys: pytest.CaptureFixture[str]) -> None:
    """The last line is the one that scripts read; the lists have headings; no line is wider than a terminal."""
    assert run.main([*NEXT_ID, "--all"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-2:] == [
        "confirmed 2 of 2 contracts over all paths, alike 1 of 1 pairs,",
        "detected 4 of 4 planted defects",
    ]
    headings = [line.partition(" (")[0] for line in said if line[:1].isupper()]
    assert headings == list(questions())
    assert max(map(len, said)) <= run.WIDTH


def test_longer_programs_are_asked_only_if_all_are() -> None:
    """They take minutes."""
    longer = {each.name for each in run.chosen("", everything=True)} - {
        each.name for each in run.chosen("", everything=False)
    }
    assert longer == {each.name for each in contracts() if "longer" in each.function} != set()


@pytest.mark.slow
def test_wrong_line_fails_contract_and_pair() -> None:
    """The row has CrossHair's sentence."""
    wrong = Defect(
        contract="keys.impl_next_id",
        within="Counter.next",
        before="id + 1 == self.period",
        after="id == self.period",
    )
    with sources(wrong) as folder:
        asked = questions(folder)
        right, row = (each() for each in asked[run.STATED])
        (pair,) = (each() for each in asked[run.COMPARED])
    assert right.good
    assert str(row).startswith("FAILED: refuted  keys.impl_next_id: ")
    assert "when calling impl_next_id(" in str(row)
    assert not pair.good
    assert "spec_next_id : returns" in str(pair)


@pytest.mark.slow
def test_lists_of_three_are_in_the_whole_scope_only() -> None:
    """The smallest has the empty list and lists of five."""
    wrong = Defect(
        contract="list_methods.__len__",
        within="Pool.__len__",
        before="self._space.live()",
        after="self._space.live() + (self._space.opened() == 3)",
    )
    with sources(wrong) as folder:
        words = [
            check("stablelist_proofs.contracts.list_methods.__len__", folder, whole=whole).word
            for whole in (False, True)
        ]
    assert words == [Word.CONFIRMED, Word.REFUTED]


@pytest.mark.parametrize("word", [Word.REFUTED, Word.NOT_REFUTED, Word.UNREAD])
def test_what_is_not_confirmed_fails(word: Word, monkeypatch: pytest.MonkeyPatch) -> None:
    """This holds for contracts and pairs: what CrossHair gave up on, or did not read, is no evidence."""
    for name in ("check", "compare"):
        monkeypatch.setattr(run, name, lambda *_, **_given: Said(word, "its own sentence"))
    asked = questions()
    rows = [each() for each in (*asked[run.STATED], *asked[run.COMPARED])]
    assert [(row.good, row.word) for row in rows] == [(False, word)] * 3


@pytest.mark.parametrize("missed", ["check", "compare"])
def test_defect_that_is_not_detected_fails(missed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The contract and the comparison must both refute it."""
    for name in ("check", "compare"):
        word = Word.CONFIRMED if name == missed else Word.REFUTED
        monkeypatch.setattr(run, name, lambda *_, word=word, **_given: Said(word, ""))
    rows = [each() for each in questions()[run.PLANTED]]
    assert {(row.good, row.word) for row in rows} == {(False, Word.CONFIRMED)}


def test_failure_is_the_exit_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """1, and the count says how many were good."""
    monkeypatch.setattr(run, "check", lambda *_, **_given: Said(Word.NOT_REFUTED, "Not confirmed."))
    monkeypatch.setattr(run, "compare", lambda *_, **_given: Said(Word.CONFIRMED, ""))
    assert run.main(NEXT_ID) == 1
    said = capsys.readouterr().out
    assert "FAILED: not refuted  keys.spec_next_id: Not confirmed.\n" in said
    assert said.endswith("confirmed 0 of 2 contracts over all paths, alike 0 of 0 pairs\n")


def test_missing_crosshair_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence, with the command that mends it."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert run.main(NEXT_ID) == 2
    said = capsys.readouterr().err
    assert (
        said == "crosshair-tool is not installed; in a clone of the repository, "
        "run: pip install --group dev\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--jobs", "0"], "--jobs is 0; it must be at least 1\n"),
        (
            ["--only", "sorting"],
            "no contract has 'sorting' in its name; their modules are list_methods, ",
        ),
    ],
)
def test_bad_input_is_named(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message has the value, and the allowed values."""
    assert run.main(arguments) == 2
    assert capsys.readouterr().err.startswith(message)


def test_what_crosshair_cannot_read_is_no_failure_of_a_contract(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It could not be asked: 2, and CrossHair's own words."""

    def unreadable(*_: object, **_given: object) -> None:
        raise EngineError("crosshair check: no such module")

    for name in ("check", "compare"):
        monkeypatch.setattr(run, name, unreadable)
    assert run.main(NEXT_ID) == 2
    assert capsys.readouterr().err == "crosshair check: no such module\n"

"""The command: what it says, what it returns, and what it does when something is amiss."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from stablelist_proofs.contracts import catalogue, run
from stablelist_proofs.contracts.catalogue import canaries, contracts, pairs
from stablelist_proofs.contracts.engine import EngineError, Said, Word
from stablelist_proofs.contracts.planting import Defect, sources

LOOKING_UP = ["--only", "looking_up", "--jobs", "2"]
CANARY = next(each.line for each in canaries() if each.module == "looking_up")


@pytest.mark.slow
def test_a_run_ends_with_the_count(capsys: pytest.CaptureFixture[str]) -> None:
    """The last line is the one that scripts read; the lists have headings."""
    assert run.main(LOOKING_UP) == 0
    said = capsys.readouterr().out
    assert said.splitlines()[-1] == (
        "confirmed 2 of 2 contracts over all paths, 0 of 0 others not refuted; "
        "alike 1 of 1 pairs over all paths, 0 of 0 others not told apart; "
        "refuted 1 of 1 canaries and 2 of 2 planted defects"
    )
    assert [line for line in said.splitlines() if line[:1].isupper()] == list(
        run.questions(["looking_up"], Path())
    )


def rows_of_looking_up(folder: Path) -> list[run.Row]:
    """Contracts and canary of one module."""
    return run.questions(["looking_up"], folder)[run.DECIDED][0]()


def test_wrong_line_fails_contract_and_pair() -> None:
    """The row has CrossHair's sentence."""
    wrong = Defect(
        caller="looking_up.impl_find",
        breaks=(),
        within="ElementSpace.find",
        before="position if held is not None and held._id == key._id else NONE",
        after="0 if held is not None and held._id == key._id else NONE",
    )
    with sources(wrong) as folder:
        rows = rows_of_looking_up(folder)
        (pair,) = run.questions(["looking_up"], folder)[run.COMPARED][0]()
    assert [row.good for row in rows] == [True, False, True]
    assert str(rows[1]).startswith("FAILED: refuted  key_is_found_where_its_id_lies")
    assert "when calling impl_find(" in str(rows[1])
    assert not pair.good
    assert "spec_find : returns" in str(pair)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ((), ["not analysed"] * 3),
        ((CANARY,), ["not analysed", "not analysed", "refuted"]),
        ((1,), ["refuted", "refuted", "not analysed"]),
    ],
)
def test_what_was_not_analysed_fails(
    lines: tuple[int, ...], words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A contract without a result fails the run; an error elsewhere does not refute a canary."""
    monkeypatch.setattr(
        run, "check", lambda *_: dict.fromkeys(lines, Said(Word.REFUTED, "IndexError"))
    )
    rows = rows_of_looking_up(Path())
    assert [row.word for row in rows] == words
    assert [row.good for row in rows[:2]] == [False, False]
    assert rows[2].good == (words[2] == "refuted")


def test_canary_that_is_confirmed_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then nothing else that was confirmed is worth anything."""
    lines = [each.line for each in (*contracts(), *canaries()) if each.module == "looking_up"]
    monkeypatch.setattr(
        run, "check", lambda *_: dict.fromkeys(lines, Said(Word.CONFIRMED, "Confirmed"))
    )
    assert [row.good for row in rows_of_looking_up(Path())] == [True, True, False]


def test_what_is_to_be_confirmed_and_is_only_not_refuted_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """This holds for contracts and pairs; the reverse fails as well, so that the catalogue is right."""
    undecided = Said(Word.NOT_REFUTED, "Not confirmed.")
    monkeypatch.setattr(run, "check", lambda *_: {each.line: undecided for each in contracts()})
    monkeypatch.setattr(run, "compare", lambda *_: undecided)
    asked = run.questions(["packing"], Path())
    decided = [row.good for row in asked[run.DECIDED][0]() if row.kind is run.Kind.CONTRACT]
    assert decided == [False] * 6
    assert all(row.good for question in asked[run.OPEN] for row in question())
    assert [row.good for question in asked[run.COMPARED] for row in question()] == [
        each.expected is Word.NOT_REFUTED for each in pairs() if each.spec.module == "packing"
    ]
    monkeypatch.setattr(catalogue, "NOT_DECIDED", frozenset())
    assert not any(row.good for question in asked[run.OPEN] for row in question())


def test_defect_that_is_not_noticed_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """The contract or the comparison must notice it."""
    ask = run.questions(["looking_up"], Path())[run.PLANTED][0]
    right = Said(Word.CONFIRMED, "")
    wrong = Said(Word.REFUTED, "false")
    for checked, compared in ((right, wrong), (wrong, right), (wrong, wrong)):
        monkeypatch.setattr(
            run, "check", lambda *_, said=checked: {each.line: said for each in contracts()}
        )
        monkeypatch.setattr(run, "compare", lambda *_, said=compared: said)
        (row,) = ask()
        assert row.good == (checked is compared is wrong)


def test_missing_crosshair_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence, with the command that mends it."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert run.main(LOOKING_UP) == 2
    said = capsys.readouterr().err
    assert (
        said == "crosshair-tool is not installed; in a clone of the repository, "
        "run: pip install --group dev\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--jobs", "0"], "--jobs is 0; it must be at least 1\n"),
        (["--only", "sorting"], "no module has 'sorting' in its name; choose one of rounding, "),
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

    def unreadable(*_: object) -> None:
        raise EngineError("crosshair check: no such module")

    monkeypatch.setattr(run, "check", unreadable)
    assert run.main(LOOKING_UP) == 2
    assert capsys.readouterr().err == "crosshair check: no such module\n"

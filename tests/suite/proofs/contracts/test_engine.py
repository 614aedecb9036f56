"""CrossHair as it is called: each word for its own reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from stablelist_proofs.contracts.engine import EngineError, Limit, Word, check, compare

SAMPLE = '''
from operator import index

def true(n: int) -> int:
    """Always.

    post: _ > n
    """
    return n + 1


def false(n: int) -> int:
    """But for one number.

    post: _ != 4_321
    """
    return n


def raising(n: int) -> int:
    """Of 0.

    post: _ == 0
    """
    return 1 % n * 0


def endless(n: int) -> bool:
    """As many paths as there are numbers.

    post: _
    """
    return index(n) == n


def plain(n: int) -> int:
    """Without a contract."""
    return n + 1


def nearly(n: int) -> int:
    """The same, but for one number."""
    return n + 1 if n != 4_321 else 0
'''


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """A folder with a module of functions to be analysed."""
    (tmp_path / "sample.py").write_text(SAMPLE, encoding="utf-8")
    return tmp_path


def line(text: str) -> int:
    """Where it stands in the module."""
    return next(n for n, each in enumerate(SAMPLE.splitlines(), 1) if text in each)


def test_words_of_a_check(sample: Path) -> None:
    """Confirmed, refuted by an answer or an error, not refuted; nothing of what has no contract."""
    said = check(["sample"], Limit.BRIEF, sample)
    assert {number: each.word for number, each in said.items()} == {
        line("post: _ > n"): Word.CONFIRMED,
        line("post: _ != 4_321"): Word.REFUTED,
        line("return 1 % n * 0"): Word.REFUTED,
        line("As many paths") + 2: Word.NOT_REFUTED,
    }
    assert "false when calling false(4321)" in said[line("post: _ != 4_321")].text


def test_words_of_a_comparison(sample: Path) -> None:
    """The functions are equal over all paths, different, or not distinguished."""
    alike = compare("sample.plain", "sample.true", Limit.AMPLE, sample)
    assert alike.word is Word.CONFIRMED
    different = compare("sample.plain", "sample.nearly", Limit.AMPLE, sample)
    assert different.word is Word.REFUTED
    assert "n=4321" in different.text
    assert compare("sample.endless", "sample.endless", Limit.BRIEF, sample).word is Word.NOT_REFUTED


def test_what_cannot_be_read_is_no_verdict(sample: Path) -> None:
    """A function that is not there, or a module that does not load."""
    with pytest.raises(EngineError, match=r'^crosshair check sample\.absent failed: .*"absent"'):
        check(["sample.absent"], Limit.BRIEF, sample)
    with pytest.raises(EngineError, match=r"^crosshair check missing failed: "):
        check(["missing"], Limit.BRIEF, sample)
    with pytest.raises(EngineError, match=r"crosshair diffbehavior sample\.absent sample\.true"):
        compare("sample.absent", "sample.true", Limit.BRIEF, sample)

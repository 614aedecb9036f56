"""CrossHair as it is called: each word for its own reason."""

from pathlib import Path

import pytest

from stablelist_proofs.contracts.engine import EngineError, Word, check, compare

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


def talking(n: int) -> int:
    """An error with a message of two lines.

    post: _ == n
    """
    if n == 4_321:
        raise ValueError("two\\nlines")
    return n


def half(n: int) -> int:
    """One line is true, and the other is not.

    post: _ == n
    post: _ != 4_321
    """
    return n


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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "word", "text"),
    [
        ("true", Word.CONFIRMED, "Confirmed over all paths."),
        ("false", Word.REFUTED, "false when calling false(4321)"),
        ("raising", Word.REFUTED, "ZeroDivisionError"),
        ("talking", Word.REFUTED, "ValueError: two"),
        ("endless", Word.NOT_REFUTED, "Not confirmed."),
        ("half", Word.REFUTED, "false when calling half("),
        ("plain", Word.UNREAD, ""),
    ],
)
def test_words_of_a_check(function: str, word: Word, text: str, sample: Path) -> None:
    """Confirmed, if every line is; refuted by an answer or an error; not refuted; nothing of what has no contract."""
    said = check(f"sample.{function}", sample, seconds=3)
    assert said.word is word
    assert text in said.text


@pytest.mark.slow
def test_words_of_a_comparison(sample: Path) -> None:
    """The functions are equal over all paths, different, or not distinguished."""
    assert compare("sample.plain", "sample.true", sample).word is Word.CONFIRMED
    different = compare("sample.plain", "sample.nearly", sample)
    assert different.word is Word.REFUTED
    assert "n=4321" in different.text
    endless = compare("sample.endless", "sample.endless", sample, seconds=3)
    assert endless.word is Word.NOT_REFUTED


def test_what_cannot_be_read_is_no_verdict(sample: Path) -> None:
    """A function that is not there, or a module that does not load."""
    with pytest.raises(EngineError, match=r'^crosshair check sample\.absent failed: .*"absent"'):
        check("sample.absent", sample)
    with pytest.raises(EngineError, match=r"^crosshair check missing failed: "):
        check("missing", sample)
    with pytest.raises(EngineError, match=r"crosshair diffbehavior sample\.absent sample\.true"):
        compare("sample.absent", "sample.true", sample)

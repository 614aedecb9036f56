"""The command from end to end: exit statuses and help."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from suite.kit.ports import DEFECT, command, tiny

Said = Callable[..., tuple[int, str, str]]
BROKEN = tiny(after_word=DEFECT)
SMALL = ("--operations", "3000", "--jobs", "1")


def traces(folder: Path) -> list[Path]:
    """The counterexamples in a report folder."""
    return sorted(folder.glob("*.itf.json"))


# --- Exit statuses --------------------------------------------------------------------------------


def test_verify_ends_with_0_for_a_right_port(said: Said, tmp_path: Path) -> None:
    """The verdict is printed and saved; nothing is on standard error, which is no terminal."""
    status, out, err = said("verify", tiny(), *SMALL)
    assert (status, err) == (0, "")
    assert "labels      7 of 7" in out
    assert "verified" in out
    report = tmp_path / "stablelist-report"
    assert sorted(path.name for path in report.iterdir()) == ["junit.xml", "verdict.txt"]
    assert "verified" in (report / "verdict.txt").read_text(encoding="utf-8")


def test_verify_ends_with_1_for_a_wrong_port(said: Said, tmp_path: Path) -> None:
    """It prints the minimal program in plain words, and how to replay it."""
    status, out, err = said("verify", BROKEN, *SMALL)
    (trace,) = traces(tmp_path / "stablelist-report")
    assert (status, err) == (1, "")
    assert "expected" in out
    assert "/ answered" in out
    assert f"stablelist replay {trace.relative_to(tmp_path)}" in " ".join(out.split())


# --- Bad input: status 2, one line, nothing overwritten -------------------------------------------


def refused(result: tuple[int, str, str], *words: str) -> None:
    """It is one sentence with the value and what to do."""
    status, out, err = result
    assert status == 2, err
    assert out == ""
    assert err.startswith("stablelist: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    for word in words:
        assert word in err


@pytest.mark.parametrize("below", ["", "/deeper"])
def test_report_folder_that_cannot_be_written_is_refused(
    said: Said, tmp_path: Path, below: str
) -> None:
    """A file is in its place: it stays as it is, and the port is not even started."""
    file = tmp_path / "report"
    file.write_text("mine", encoding="utf-8")
    note = tmp_path / "started"
    port = command(f"open({str(note)!r}, 'w')")
    refused(said("verify", port, "--report", f"{file}{below}"), "report", "choose another")
    assert file.read_text(encoding="utf-8") == "mine"
    assert not note.exists()


# --- Help -----------------------------------------------------------------------------------------


def test_help_fits_a_screen_and_has_an_example(said: Said) -> None:
    """For the command and for each subcommand."""
    status, out, _ = said("--help")
    assert status == 0
    assert len(out.splitlines()) <= 24
    for name in ("verify", "fuzz", "campaign", "replay", "serve"):
        assert name in out
        status, shown, _ = said(name, "--help")
        assert status == 0
        assert "Example:" in shown
        assert f"stablelist {name}" in shown.partition("Example:")[2]


@pytest.mark.parametrize("words", [("verify",), ("campaign", "run"), ("explore",)])
def test_help_names_only_bounds_that_there_are(said: Said, words: tuple[str, ...]) -> None:
    """A whole number is at least 0, unless its option says otherwise."""
    status, shown, _ = said(*words, "--help")
    assert (status, "None" in shown) == (0, False)
    status, _, err = said(*words, "./port", "--seed", "-1")
    assert status == 2
    assert "'--seed'" in err or "No such option" in err


def test_command_without_arguments_shows_help_on_standard_error(said: Said) -> None:
    status, out, err = said()
    assert (status, out) == (2, "")
    assert err.startswith("Usage: stablelist ")

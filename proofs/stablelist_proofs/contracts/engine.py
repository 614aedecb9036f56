"""CrossHair, through its own commands ``check`` and ``diffbehavior``, each in a process of its own."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

__all__ = [
    "EngineError",
    "MissingEngineError",
    "Said",
    "Word",
    "check",
    "check_installed",
    "compare",
]


class Word(StrEnum):
    """The possible results of CrossHair for a contract, or for a comparison of two functions."""

    CONFIRMED = "confirmed over all paths"
    NOT_REFUTED = "not refuted"
    REFUTED = "refuted"
    UNREAD = "not analysed"


class Said(NamedTuple):
    """A result, with CrossHair's own sentence."""

    word: Word
    text: str


class Limit(StrEnum):
    """When CrossHair gives up on a question; the speed of the machine makes no difference."""

    AMPLE = "--per_condition_timeout=600"
    """Seconds of processor time until it gives up; a question that it can answer takes a tenth of them."""
    BRIEF = "--max_uninteresting_iterations=30"
    """The number of consecutive paths without a new line until it gives up, for questions that it cannot answer."""


class MissingEngineError(RuntimeError):
    """CrossHair is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "crosshair-tool is not installed; in a clone of the repository, "
            "run: pip install --group dev"
        )


class EngineError(RuntimeError):
    """CrossHair failed."""


LINE: Final = re.compile(r"^(?P<file>.*):(?P<line>\d+): (?P<kind>info|error): (?P<text>.*)$")
"""The lines of ``crosshair check --report_all``, as it documents them."""
CONFIRMED: Final = "Confirmed over all paths."
EXHAUSTED: Final = "All paths exhausted"


def check_installed() -> None:
    """Check that CrossHair is installed.

    Raises:
        MissingEngineError: it is not there.
    """
    if importlib.util.find_spec("crosshair") is None:
        raise MissingEngineError


def check(targets: Sequence[str], limit: Limit, sources: Path) -> Mapping[int, Said]:
    """Check the contracts of some functions of one module; return what CrossHair says, by line.

    Args:
        targets: qualified names.
        limit: when to give up on a contract.
        sources: a folder with the model and the container.

    Raises:
        EngineError: CrossHair could not read them.
    """
    options = ["--report_all", "--analysis_kind=PEP316"]
    done = _crosshair("check", options, targets, limit, sources)
    lines = [LINE.match(line) for line in done.stdout.splitlines()]
    said = {
        int(line["line"]): Said(_word(line["kind"], line["text"]), line["text"])
        for line in lines
        if line is not None
    }
    # If CrossHair crashes, it exits with the status of a refutation, but has refuted nothing.
    refuted = any(each.word is Word.REFUTED for each in said.values())
    if done.returncode != refuted or None in lines:
        raise EngineError(_failure("check", targets, done))
    return said


def _word(kind: str, text: str) -> Word:
    if kind == "error":
        return Word.REFUTED
    return Word.CONFIRMED if text == CONFIRMED else Word.NOT_REFUTED


def compare(first: str, second: str, limit: Limit, sources: Path) -> Said:
    """Whether two functions ever return different values, or raise errors of different types.

    Raises:
        EngineError: CrossHair could not read them.
    """
    options = ["--exception_equivalence=SAME_TYPE"]
    done = _crosshair("diffbehavior", options, (first, second), limit, sources)
    if done.returncode == 0:
        found = Word.CONFIRMED if EXHAUSTED in done.stdout else Word.NOT_REFUTED
        return Said(found, done.stdout.strip())
    if done.returncode == 1 and done.stdout:
        return Said(Word.REFUTED, " ".join(done.stdout.split()))
    raise EngineError(_failure("diffbehavior", (first, second), done))


def _failure(command: str, targets: Sequence[str], done: subprocess.CompletedProcess[str]) -> str:
    last = [*done.stdout.splitlines(), *done.stderr.splitlines()][-1:]
    return (
        f"crosshair {command} {' '.join(targets)} failed: {''.join(last) or 'it printed nothing'}"
    )


def _crosshair(
    command: str, options: Sequence[str], targets: Sequence[str], limit: Limit, sources: Path
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "crosshair", command, *options, limit, *targets],
        env={**os.environ, "PYTHONPATH": str(sources)},
        capture_output=True,
        text=True,
        check=False,
    )

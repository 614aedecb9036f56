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

from .domain import WHOLE

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


class MissingEngineError(RuntimeError):
    """CrossHair is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "crosshair-tool is not installed; in a clone of the repository, "
            "run: pip install --group dev"
        )


class EngineError(RuntimeError):
    """CrossHair failed."""


SECONDS: Final = 600
"""Processor time until CrossHair gives up on a question, which is a tenth or less if it can answer it."""

LINE: Final = re.compile(r"^.*:\d+: (?P<kind>info|error): (?P<text>.*)$")
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


def check(target: str, sources: Path, seconds: int = SECONDS, *, whole: bool = False) -> Said:
    """Check the contract of a function: it is confirmed if each of its lines ``post:`` is.

    Args:
        target: its qualified name.
        sources: a folder with the model and the container.
        seconds: when to give up.
        whole: in its whole scope, and not in the smallest.

    Raises:
        EngineError: CrossHair could not read it.
    """
    options = ["--report_all", "--analysis_kind=PEP316"]
    done = _crosshair("check", options, [target], sources, seconds, {WHOLE: "1"} if whole else {})
    lines = [LINE.match(line) for line in done.stdout.splitlines()]
    said = [Said(_word(line["kind"], line["text"]), line["text"]) for line in lines if line]
    # If CrossHair crashes, it exits with the status of a refutation, but has refuted nothing.
    # The message of an error may have more lines than the first.
    refuted = any(each.word is Word.REFUTED for each in said)
    if done.returncode != refuted or bool(lines) != bool(said):
        raise EngineError(_failure("check", [target], done))
    weight = [Word.REFUTED, Word.NOT_REFUTED, Word.CONFIRMED]
    return min(said, key=lambda each: weight.index(each.word), default=Said(Word.UNREAD, ""))


def _word(kind: str, text: str) -> Word:
    if kind == "error":
        return Word.REFUTED
    return Word.CONFIRMED if text == CONFIRMED else Word.NOT_REFUTED


def compare(first: str, second: str, sources: Path, seconds: int = SECONDS) -> Said:
    """Whether two functions ever return different values, or raise errors of different types.

    Raises:
        EngineError: CrossHair could not read them.
    """
    options = ["--exception_equivalence=SAME_TYPE"]
    done = _crosshair("diffbehavior", options, [first, second], sources, seconds, {})
    if done.returncode == 0:
        found = Word.CONFIRMED if EXHAUSTED in done.stdout else Word.NOT_REFUTED
        return Said(found, done.stdout.strip())
    if done.returncode == 1 and done.stdout:
        return Said(Word.REFUTED, " ".join(done.stdout.split()))
    raise EngineError(_failure("diffbehavior", [first, second], done))


def _failure(command: str, targets: Sequence[str], done: subprocess.CompletedProcess[str]) -> str:
    last = [*done.stdout.splitlines(), *done.stderr.splitlines()][-1:]
    return (
        f"crosshair {command} {' '.join(targets)} failed: {''.join(last) or 'it printed nothing'}"
    )


def _crosshair(
    command: str,
    options: Sequence[str],
    targets: Sequence[str],
    sources: Path,
    seconds: int,
    scope: Mapping[str, str],
) -> subprocess.CompletedProcess[str]:
    limit = f"--per_condition_timeout={seconds}"
    return subprocess.run(
        [sys.executable, "-m", "crosshair", command, *options, limit, *targets],
        env={**os.environ, **scope, "PYTHONPATH": str(sources)},
        capture_output=True,
        text=True,
        check=False,
    )

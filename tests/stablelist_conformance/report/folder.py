"""The report folder: the files of a run, each written completely or not at all."""

from __future__ import annotations

import re
import stat
import tempfile
from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, count
from pathlib import Path
from typing import Final

from stablelist_conformance.judging.verdict import Counterexample, Verdict
from stablelist_conformance.report.drawing import svg
from stablelist_conformance.report.itf import write
from stablelist_conformance.report.junit import junit_xml
from stablelist_conformance.report.names import (
    DRAWING,
    PAGE,
    TEXT,
    TRACE,
    companion,
    replay_arguments,
)
from stablelist_conformance.report.page import code_page, page
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.report.sarif import sarif_json
from stablelist_conformance.report.summary import describe
from stablelist_conformance.report.words import explain
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.files import replaced, whole
from stablelist_conformance.wire.text import plain

__all__ = ["prepare", "save", "save_code", "save_verdicts", "slug"]

_SLUG_LENGTH: Final = 40


def prepare(folder: Path) -> None:
    """Make the folder, and check that it can be written.

    Raises:
        UsageError: it cannot.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"the report folder {str(folder)!r} is not a folder; choose another one")
    with _complaining(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"probe")


def save(counterexample: Counterexample, folder: Path) -> Path:
    """Save trace, explanation, drawing and page; return the trace's path, for ``stablelist replay``.

    A counterexample is not saved twice, and never overwrites another one.

    Raises:
        UsageError: the folder cannot be written.
    """
    trace = record_trace(counterexample)
    with _complaining(folder):
        path = _place(folder, slug(counterexample), write(trace))
        command, paper = replay_arguments(path), companion(path, PAGE)
        replaced(companion(path, TEXT), explain(trace, command, str(paper), most=None))
        replaced(companion(path, DRAWING), svg(trace))
        replaced(paper, page(trace, f"stablelist replay {command}"))
    return path


def save_verdicts(verdicts: Sequence[Verdict], folder: Path) -> None:
    """Save ``verdict.txt``, ``junit.xml`` and ``verdict.sarif``, replacing those of an earlier run.

    Raises:
        UsageError: the folder cannot be written.
    """
    with _complaining(folder):
        replaced(folder / "verdict.txt", "\n".join(map(describe, verdicts)))
        replaced(folder / "junit.xml", junit_xml(verdicts))
        replaced(folder / "verdict.sarif", sarif_json(verdicts))


def save_code(verdict: Verdict, folder: Path, others: Container[Path] = ()) -> Path | None:
    """Save the page with the port's code, replacing that of an earlier run; return its path, if lines were counted.

    Ports of the same name have numbers; *others* are the pages that this run has written before.

    Raises:
        UsageError: the folder cannot be written.
    """
    if verdict.lines is None or not verdict.lines.files:
        return None
    numbers = chain([""], (f"-{number}" for number in count(2)))
    paths = (folder / f"code-{slug(verdict)}{number}{PAGE}" for number in numbers)
    path = next(each for each in paths if each not in others)
    with _complaining(folder):
        replaced(path, code_page(plain(verdict.handshake.name), verdict.lines))
    return path


def slug(told: Counterexample | Verdict) -> str:
    """The port's own name in lower-case letters, digits and dashes, which every file system allows."""
    words = re.findall("[a-z0-9]+", told.handshake.name.lower())
    return "-".join(words)[:_SLUG_LENGTH] or "port"


def _place(folder: Path, port: str, trace: str) -> Path:
    """Write the trace under the first number that is free or has the same trace already."""
    for number in count(1):
        path = folder / f"counterexample-{port}-{number}{TRACE}"
        if _created(path, trace) or _holds(path, trace):
            return path
    raise AssertionError("unreachable: there is always another number")


def _created(path: Path, text: str) -> bool:
    """Write a complete file under a free name; another process cannot take the name meanwhile."""
    with whole(path, text) as written:
        try:
            path.hardlink_to(written)
        except FileExistsError:
            return False
    return True


def _holds(path: Path, text: str) -> bool:
    """Whether a file has this content; anything that is not a file, or has another size, is not opened."""
    try:
        there = path.lstat()
        if not stat.S_ISREG(there.st_mode) or there.st_size != len(text.encode()):
            return False
        return path.read_bytes() == text.encode()
    except OSError:
        return False


@contextmanager
def _complaining(folder: Path) -> Iterator[None]:
    """Turn an error of writing to the folder into a sentence."""
    try:
        yield
    except OSError as error:
        raise UsageError(
            f"cannot write into the report folder {str(folder)!r} ({error.strerror or error}); "
            "choose another one, or make this one writable"
        ) from error

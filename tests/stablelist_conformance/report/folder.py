"""The report folder: everything of a run on disk, each file whole or not there at all."""

from __future__ import annotations

import re
import shlex
import stat
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from stablelist_conformance.atomic import replaced, whole
from stablelist_conformance.errors import UsageError
from stablelist_conformance.verdict import Counterexample, Verdict

from .drawing import svg
from .itf import write
from .junit import junit_xml
from .summary import describe
from .words import explain

__all__ = ["discard", "prepare", "save", "save_verdicts", "slug"]

_TRACE: Final = ".itf.json"
_SLUG_LENGTH: Final = 40


def prepare(folder: Path) -> None:
    """Make the folder, and try that it can be written.

    Raises:
        UsageError: it cannot.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"the report folder {str(folder)!r} is no folder; choose another one")
    with _complaining(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"probe")


def save(counterexample: Counterexample, folder: Path, *, shrunk: bool = True) -> Path:
    """Save trace, explanation and drawing; the trace's path, which ``stablelist replay`` takes.

    A counterexample that is there already is not saved twice, and no other one is overwritten. One that is still to be
    *shrunk* says so in its name.

    Raises:
        UsageError: the folder cannot be written.
    """
    trace = write(counterexample)
    with _complaining(folder):
        path = _place(folder, slug(counterexample) + ("" if shrunk else "-unshrunk"), trace)
        name = path.name.removesuffix(_TRACE)
        replaced(folder / f"{name}.txt", explain(counterexample, shlex.quote(str(path)), most=None))
        replaced(folder / f"{name}.svg", svg(counterexample))
    return path


def discard(trace: Path) -> None:
    """Remove a saved counterexample, because a smaller one has taken its place."""
    name = trace.name.removesuffix(_TRACE)
    for ending in (_TRACE, ".txt", ".svg"):
        trace.with_name(name + ending).unlink(missing_ok=True)


def save_verdicts(verdicts: Sequence[Verdict], folder: Path) -> None:
    """Save ``verdict.txt`` and ``junit.xml``, in place of those of an earlier run.

    Raises:
        UsageError: the folder cannot be written.
    """
    with _complaining(folder):
        replaced(folder / "verdict.txt", "\n".join(map(describe, verdicts)))
        replaced(folder / "junit.xml", junit_xml(verdicts))


def slug(counterexample: Counterexample) -> str:
    """The port's own name in small letters, digits and dashes, which every file system allows."""
    words = re.findall("[a-z0-9]+", counterexample.handshake.name.lower())
    return "-".join(words)[:_SLUG_LENGTH] or "port"


def _place(folder: Path, port: str, trace: str) -> Path:
    """Write the trace under the first number that is free or holds this very trace."""
    for number in count(1):
        path = folder / f"counterexample-{port}-{number}{_TRACE}"
        if _created(path, trace) or _holds(path, trace):
            return path
    raise AssertionError("unreachable: there is always another number")


def _created(path: Path, text: str) -> bool:
    """Write a file whole under a name that nobody has, not even another process at this moment."""
    with whole(path, text) as written:
        try:
            path.hardlink_to(written)
        except FileExistsError:
            return False
    return True


def _holds(path: Path, text: str) -> bool:
    """Whether a file has this content; whatever is no file, or of another size, is not even opened."""
    try:
        there = path.lstat()
        if not stat.S_ISREG(there.st_mode) or there.st_size != len(text.encode()):
            return False
        return path.read_bytes() == text.encode()
    except OSError:
        return False


@contextmanager
def _complaining(folder: Path) -> Iterator[None]:
    """Say what is wrong with the folder."""
    try:
        yield
    except OSError as error:
        raise UsageError(
            f"cannot write into the report folder {str(folder)!r} ({error.strerror or error}); "
            "choose another one, or make this one writable"
        ) from error

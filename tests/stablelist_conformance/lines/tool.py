"""What the coverage tools have in common: the environment of a port before its run, and what they say after it."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from os import environ, get_exec_path, pathsep
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from stablelist_conformance.lines.result import SourceLines

__all__ = ["Run", "Tool", "UnreadError", "answered_by", "before", "installed", "program"]

SECONDS: Final = 120.0
"""Seconds that one command of a tool may take."""


class UnreadError(Exception):
    """A tool is missing, or is of another version than what the port was built with; says so in a sentence."""


class Run(NamedTuple):
    """A run whose lines are counted.

    Attributes:
        command: the command line that starts the port.
        root: the folder that holds the port's own code.
        folder: where the tool writes.
    """

    command: Sequence[str]
    root: Path
    folder: Path


class Tool(Protocol):
    """A coverage tool.

    Attributes:
        name: what it is called.
    """

    name: str

    def environment(self, run: Run) -> Mapping[str, str]:
        """What makes it count."""
        ...

    def read(self, run: Run) -> Iterable[SourceLines]:
        """The lines of all files that it knows; nothing if the port is no program of its kind.

        Raises:
            UnreadError: it cannot say.
        """
        ...


def before(variable: str, value: str, separator: str = pathsep) -> dict[str, str]:
    """An environment variable with a value before those that it has."""
    return {variable: separator.join(filter(None, (value, environ.get(variable))))}


def program(run: Run) -> Path | None:
    """The file that the command line starts."""
    found = shutil.which(run.command[0])
    return None if found is None else Path(found).resolve()


def installed(name: str, *folders: Path) -> list[str]:
    """All programs of a name, which may have a version, in some folders and then on the path; the newest first.

    >>> installed("no-such-tool")
    []
    """
    of_name = re.compile(re.escape(name) + r"(-(?P<version>\d+))?")
    found: list[tuple[int, str]] = []
    for folder in chain(folders, map(Path, get_exec_path())):
        matched = ((path, of_name.fullmatch(path.name)) for path in folder.glob(f"{name}*"))
        found += [(int(match["version"] or 0), str(path)) for path, match in matched if match]
    return [path for _, path in sorted(dict.fromkeys(found), key=lambda each: -each[0])]


def answered_by(command: Sequence[str], cwd: Path | None = None) -> str:
    """The output of a command.

    Raises:
        UnreadError: it fails, with the end of its complaint.
    """
    try:
        ran = subprocess.run(
            command,
            cwd=cwd,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UnreadError(f"{command[0]} cannot be run: {error}") from error
    if ran.returncode != 0:
        last = (ran.stderr.strip() or f"exit status {ran.returncode}").splitlines()[-1]
        raise UnreadError(f"{Path(command[0]).name} failed: {last}")
    return ran.stdout

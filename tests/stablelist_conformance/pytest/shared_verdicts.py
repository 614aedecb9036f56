"""Outcomes of the tests of a port, verified once in a session, even if several processes ask for them."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

__all__ = ["Outcomes", "Verdicts"]

Outcomes = dict[str, list[str]]
"""For every test its outcome, and a text about it."""

MODULE: Final = "stablelist_conformance.pytest.outcomes"


class Verdicts:
    """The verdicts of a session.

    Args:
        root: the folder that commands and paths are relative to.
        shared: the folder where processes leave verdicts for each other, if there are several.
    """

    def __init__(self, root: Path, shared: Path | None = None) -> None:
        self.root, self.shared = root, shared
        self.known: dict[tuple[str, ...], str] = {}

    def outcomes(self, arguments: tuple[str, ...]) -> Outcomes | str:
        """The outcome of every test; one sentence if the port cannot be started, or an option is wrong.

        Args:
            arguments: the port and the options, as on the command line.
        """
        if arguments not in self.known:
            self.known[arguments] = self._shared(arguments)
        told: Outcomes | str = json.loads(self.known[arguments])
        return told

    def _shared(self, arguments: Sequence[str]) -> str:
        """The verdict of another process, or of this one, if it is the first that needs it."""
        if self.shared is None or not self.shared.is_dir():  # it is alone, or on another machine
            return run(arguments, self.root)
        place = self.shared / hashlib.sha256(repr(arguments).encode()).hexdigest()
        with place.open("a+", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            told = file.read()
            if not told:
                told = run(arguments, self.root)
                file.write(told)
        return told


def run(arguments: Sequence[str], root: Path) -> str:
    """Verify the port in a process of its own, in which modules are found as in this one."""
    done = subprocess.run(
        [sys.executable, "-m", MODULE, *arguments],
        cwd=root,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(search_path(root))},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        return done.stdout.splitlines()[-1]
    said = done.stderr.strip() or f"the verification ended with status {done.returncode}"
    return json.dumps(said.removeprefix("stablelist: "))


def search_path(root: Path) -> Iterator[str]:
    """The folders of modules outside of Python and its environment; folders in *root* are relative."""
    for folder in map(Path, filter(None, sys.path)):
        if not any(map(folder.is_relative_to, (sys.prefix, sys.base_prefix))) and folder != root:
            yield str(folder.relative_to(root) if folder.is_relative_to(root) else folder)

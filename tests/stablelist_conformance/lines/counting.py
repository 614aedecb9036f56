"""Counting the lines of a port's code while it is verified.

The environment asks every tool, because a command line does not say in which language its program is written; a
program takes note of that which it knows. What makes the ends of processes count is said in the environment, too:
`FLUSHED` tells the reaper to send SIGTERM before it kills, and wait for a moment.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from stablelist_conformance.lines.gcov import Gcov
from stablelist_conformance.lines.golang import GoCover
from stablelist_conformance.lines.jacoco import JaCoCo
from stablelist_conformance.lines.llvm import Llvm
from stablelist_conformance.lines.php import Pcov
from stablelist_conformance.lines.python import Tracing
from stablelist_conformance.lines.result import PortLines, SourceLines, by_file
from stablelist_conformance.lines.ruby import RubyCoverage
from stablelist_conformance.lines.tool import Run, Tool, UnreadError
from stablelist_conformance.lines.v8 import V8
from stablelist_conformance.port.reaper import FLUSHED

__all__ = ["counted"]

TOOLS: Final[tuple[Tool, ...]] = (
    Gcov(),
    GoCover(),
    JaCoCo(),
    Llvm(),
    Pcov(),
    RubyCoverage(),
    Tracing(),
    V8(),
)
NOTHING: Final = (
    "no line of its code was counted: a program in C, C++, Go or Rust has to be built so that it counts "
    "(docs/verify.md, 'Lines that never ran')"
)


@contextmanager
def counted(command: Sequence[str]) -> Iterator[Callable[[], PortLines]]:
    """Count lines while a port runs; yields a function that ends this, and returns the result."""
    root, environment = top(Path.cwd()), dict(os.environ)

    def ended() -> PortLines:
        restored(environment)
        return told(runs)

    with tempfile.TemporaryDirectory(prefix="stablelist-") as folder:
        runs = [(tool, Run(command, root, Path(folder, tool.name.split()[-1]))) for tool in TOOLS]
        try:
            for tool, run in runs:
                run.folder.mkdir()
                os.environ.update(tool.environment(run))
            os.environ[FLUSHED] = "yes"
            yield ended
        finally:
            restored(environment)


def restored(environment: Mapping[str, str]) -> None:
    """Make the environment what it was."""
    os.environ.clear()
    os.environ.update(environment)


def told(runs: Sequence[tuple[Tool, Run]]) -> PortLines:
    """What all tools say; if one cannot say, or none has anything to say, why."""
    files, notes = list[SourceLines](), list[str]()
    for tool, run in runs:
        try:
            files += (each for each in tool.read(run) if run.owns(each.path))
        except UnreadError as error:
            notes.append(f"no lines from {tool.name}: {error}")
        except (OSError, ValueError, LookupError, TypeError, SyntaxError) as error:
            notes.append(f"no lines from {tool.name}, whose files are not as expected: {error}")
    found = by_file(files)
    return PortLines(found, tuple(notes or ([] if found else [NOTHING])))


def top(folder: Path) -> Path:
    """The repository that a folder is in; if it is in none, the folder."""
    return next((each for each in (folder, *folder.parents) if (each / ".git").exists()), folder)

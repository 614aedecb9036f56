"""C and C++ by gcov, which comes with GCC: counters that are written when the program ends.

The port is built with ``--coverage -DSTABLELIST_COVERAGE``; the second makes its starter write the counters, too, if a
signal ends it.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from stablelist_conformance.lines.result import Function, SourceLines
from stablelist_conformance.lines.tool import Run, UnreadError, answered_by, installed

__all__ = ["Gcov"]


class Gcov:
    """The tool."""

    name = "gcov"

    def environment(self, run: Run) -> Mapping[str, str]:
        """Counters are written below this folder, each file at the path of its object file."""
        return {"GCOV_PREFIX": str(run.folder)}

    def read(self, run: Run) -> Iterator[SourceLines]:
        """Ask gcov about each object file."""
        for counters in run.folder.rglob("*.gcda"):
            notes = Path("/", counters.relative_to(run.folder)).with_suffix(".gcno")
            if not notes.is_file():
                raise UnreadError(f"{notes}, which the compiler wrote, is missing")
            shutil.copy(notes, counters.parent)
            yield from told(counters)


def told(counters: Path) -> Iterator[SourceLines]:
    """What the gcov of the same version says of an object file."""
    why = UnreadError("gcov is not installed; it comes with GCC")
    for gcov in installed("gcov"):
        try:
            said = answered_by([gcov, "--json-format", "--stdout", counters.name], counters.parent)
            yield from parsed(json.loads(said))
            return
        except ValueError:  # it says nothing of what another version wrote
            why = UnreadError(
                f"{gcov} cannot read what this compiler wrote; take the gcov of its version"
            )
        except UnreadError as error:
            why = error
    raise why


def parsed(said: dict[str, object]) -> Iterator[SourceLines]:
    """The files that a report names."""
    here = Path(str(said["current_working_directory"]))
    files = said["files"]
    assert isinstance(files, list)
    for file in files:
        counted = {each["line_number"] for each in file["lines"]}
        ran = {each["line_number"] for each in file["lines"] if each["count"]}
        functions = [
            Function(each["start_line"], each["end_line"], plain_name(each["demangled_name"]))
            for each in file["functions"]
        ]
        path = (here / file["file"]).resolve()
        yield SourceLines(path, frozenset(counted), frozenset(ran), tuple(functions))


def plain_name(name: str) -> str:
    """A C++ name without its namespaces and operands.

    >>> plain_name("pool<int>::shrink(unsigned long)"), plain_name("pool_shrink")
    ('shrink', 'pool_shrink')
    """
    return name.partition("(")[0].rpartition("::")[2] or name

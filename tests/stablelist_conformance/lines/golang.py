"""Go by its own tool: ``go build -cover``, whose counters are written when the program ends."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from stablelist_conformance.lines.result import SourceLines, functions
from stablelist_conformance.lines.tool import Run, answered_by, program

__all__ = ["GoCover"]

BLOCK: Final = re.compile(r"(?P<file>.+):(?P<first>\d+)\.\d+,(?P<last>\d+)\.\d+ \d+ (?P<count>\d+)")
FUNCTION: Final = re.compile(r"func (\([^)]*\) )?(?P<name>\w+)")
MODULE: Final = re.compile(r"^module\s+(?P<name>\S+)", re.MULTILINE)


class GoCover:
    """The tool."""

    name = "go tool covdata"

    def environment(self, run: Run) -> Mapping[str, str]:
        """Counters are written into this folder."""
        return {"GOCOVERDIR": str(run.folder)}

    def read(self, run: Run) -> Iterator[SourceLines]:
        """Ask for blocks of statements; a line runs if one of its blocks does."""
        if not any(run.folder.glob("covmeta.*")):
            return
        profile = run.folder / "profile.txt"
        answered_by(["go", "tool", "covdata", "textfmt", f"-i={run.folder}", f"-o={profile}"])
        can, ran = defaultdict[str, set[int]](set), defaultdict[str, set[int]](set)
        for block in map(BLOCK.fullmatch, profile.read_text("utf-8").splitlines()):
            if block is not None:
                of_block = range(int(block["first"]), int(block["last"]) + 1)
                can[block["file"]].update(of_block)
                if int(block["count"]):
                    ran[block["file"]].update(of_block)
        for name, lines in can.items():
            if (path := source(name, run)) is not None:
                yield SourceLines(
                    path, frozenset(lines), frozenset(ran[name]), functions(path, FUNCTION)
                )


def source(name: str, run: Run) -> Path | None:
    """The file that a profile names by the module that it is in, which is above the program, or here."""
    above = (
        (Path.cwd(), *Path.cwd().parents) if (started := program(run)) is None else started.parents
    )
    for folder in (Path.cwd(), *above):
        if (folder / "go.mod").is_file():
            module = MODULE.search((folder / "go.mod").read_text("utf-8"))
            if module is not None and name.startswith(module["name"] + "/"):
                return (folder / name.removeprefix(module["name"] + "/")).resolve()
    return None

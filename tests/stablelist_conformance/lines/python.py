"""Python by its own tracing: a module that Python imports first notes every line when it first runs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from os import pathsep
from pathlib import Path
from types import CodeType
from typing import Final

import stablelist_conformance
import stablelist_spec
from stablelist_conformance.lines.result import Function, SourceLines
from stablelist_conformance.lines.tool import Run, before

__all__ = ["Tracing"]

HOOKS: Final = Path(__file__).with_name("hooks")
KIT: Final = [
    str(Path(next(iter(each.__path__)))) for each in (stablelist_conformance, stablelist_spec)
]
"""The folders of what serves a class, which is no part of a port."""


class Tracing:
    """The tool."""

    name = "Python"

    def environment(self, run: Run) -> Mapping[str, str]:
        """Python finds the module of this name, and imports it before the port."""
        told = pathsep.join((str(run.folder), str(run.root), *KIT))
        return {"STABLELIST_LINES": told, **before("PYTHONPATH", str(HOOKS))}

    def read(self, run: Run) -> Iterator[SourceLines]:
        """Read what every process wrote."""
        ran = defaultdict[str, set[int]](set)
        for written in run.folder.glob("*.lines"):
            for line in written.read_text("utf-8").splitlines():
                path, _, number = line.partition("\t")
                ran[path].add(int(number))
        for path, lines in ran.items():
            if (source := Path(path)).is_file():
                yield parsed(source, frozenset(lines))


def parsed(path: Path, ran: frozenset[int]) -> SourceLines:
    """The lines of a module that have code, and its functions."""
    can, functions = set[int](), []
    codes = [compile(path.read_bytes(), path, "exec", dont_inherit=True)]
    while codes:
        code = codes.pop()
        lines = {line for *_, line in code.co_lines() if line}
        can |= lines
        if code.co_name.isidentifier():
            functions.append(Function(code.co_firstlineno, max(lines, default=0), code.co_name))
        codes += [each for each in code.co_consts if isinstance(each, CodeType)]
    return SourceLines(path, frozenset(can), ran & can, tuple(functions))

"""Ruby by its own library for coverage, which counts lines; what was counted is written when a process ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from stablelist_conformance.lines.result import Function, SourceLines
from stablelist_conformance.lines.tool import Run, before

__all__ = ["RubyCoverage"]

HOOK: Final = Path(__file__).with_name("hooks") / "ruby_hook.rb"


class Counted(msgspec.Struct):
    """What was counted of a file.

    Attributes:
        lines: how often each line ran; None if it cannot run.
        methods: the first line, the last line and the name of each.
    """

    lines: list[int | None]
    methods: list[tuple[int, int, str]]


class RubyCoverage:
    """The tool."""

    name = "Ruby"

    def environment(self, run: Run) -> Mapping[str, str]:
        """Ruby loads the hook before the port."""
        load = before("RUBYOPT", f"-r{HOOK}", " ")
        return {"STABLELIST_RUBY": str(run.folder), **load}

    def read(self, run: Run) -> Iterator[SourceLines]:
        """Read what every process wrote."""
        for written in run.folder.glob("*.json"):
            told = msgspec.json.decode(written.read_bytes(), type=dict[str, Counted])
            for path, counted in told.items():
                times = {at: each for at, each in enumerate(counted.lines, 1) if each is not None}
                ran = frozenset(at for at, each in times.items() if each)
                methods = tuple(Function(*each) for each in counted.methods)
                yield SourceLines(Path(path), frozenset(times), ran, methods)

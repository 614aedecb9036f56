"""Ruby by its own library for coverage, which counts lines; what was counted is written when a process ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

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


class Source(NamedTuple):
    """The same of all processes together."""

    can: set[int]
    ran: set[int]
    methods: set[Function]


class RubyCoverage:
    """The tool."""

    name = "Ruby"

    def environment(self, run: Run) -> Mapping[str, str]:
        """Ruby loads the hook before the port."""
        load = before("RUBYOPT", f"-r{HOOK}", " ")
        return {"STABLELIST_RUBY": str(run.folder), **load}

    def read(self, run: Run) -> Iterator[SourceLines]:
        """Read what every process wrote."""
        found: dict[Path, Source] = {}
        for written in run.folder.glob("*.json"):
            told = msgspec.json.decode(written.read_bytes(), type=dict[str, Counted])
            for name, counted in told.items():
                source = found.setdefault(Path(name), Source(set(), set(), set()))
                times = {at: each for at, each in enumerate(counted.lines, 1) if each is not None}
                source.can.update(times)
                source.ran.update(at for at, each in times.items() if each)
                source.methods.update(Function(*each) for each in counted.methods)
        for path, source in found.items():
            yield SourceLines(
                path, frozenset(source.can), frozenset(source.ran), tuple(source.methods)
            )

"""Rust by LLVM's tools: counters in a file that is mapped into memory, so that a killed program keeps them.

The port is built with ``RUSTFLAGS="-Cinstrument-coverage -Cllvm-args=-runtime-counter-relocation"``. What it counts is
read by llvm-profdata and llvm-cov of the LLVM that the compiler was built with: ``rustup component add llvm-tools``
installs them, and distributions have them as ``llvm-22``. Each program of these names is tried, the newest first: the
format changes with almost every version.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from stablelist_conformance.lines.result import SourceLines, functions
from stablelist_conformance.lines.tool import Run, UnreadError, answered_by, installed, program

__all__ = ["Llvm"]

INSTRUMENTED: Final = b"__llvm_covmap"
"""The name of the section that says where a counter is."""
TOOLS: Final = "llvm-profdata and llvm-cov of the LLVM that `rustc -vV` names"
HOW: Final = "`rustup component add llvm-tools` installs them"
MAPPED: Final = "-Cllvm-args=-runtime-counter-relocation"
"""What the compiler is told, so that counters can be mapped into memory."""
FUNCTION: Final = re.compile(r"\s*([\w()]+ )*fn (?P<name>\w+)")


class Llvm:
    """The tool."""

    name = "llvm-cov"

    def environment(self, run: Run) -> Mapping[str, str]:
        """All processes of a program count in one file."""
        return {"LLVM_PROFILE_FILE": str(run.folder / "%m%c.profraw")}

    def read(self, run: Run) -> Iterator[SourceLines]:
        """Ask for a report in the format of lcov."""
        started, profiles = program(run), [*run.folder.glob("*.profraw")]
        if started is None or INSTRUMENTED not in started.read_bytes():
            return
        if not profiles:
            raise UnreadError(
                f"{run.command[0]} kept no counters; build it with {MAPPED} in RUSTFLAGS, too"
            )
        merged, tools = run.folder / "merged.profdata", of_the_compiler()
        merging = ["merge", "-sparse", *map(str, profiles), "-o", str(merged)]
        first_to_answer("llvm-profdata", tools, merging)
        exporting = ["export", "-format=lcov", "-instr-profile", str(merged), str(started)]
        yield from parsed(first_to_answer("llvm-cov", tools, exporting))


def of_the_compiler() -> Path:
    """Where rustup installs these tools."""
    try:
        library = Path(answered_by(["rustc", "--print", "target-libdir"]).strip())
    except UnreadError:
        return Path()
    return library.with_name("bin")


def first_to_answer(name: str, folder: Path, operands: list[str]) -> str:
    """What the first version of a program says that can read the files."""
    why = f"{name} is not installed"
    for tool in installed(name, folder):
        try:
            return answered_by([tool, *operands])
        except UnreadError as error:
            why = str(error)
    raise UnreadError(f"{why}; lines of Rust need {TOOLS}: {HOW}")


def parsed(report: str) -> Iterator[SourceLines]:
    """The files of a report."""
    for record in report.split("end_of_record"):
        rows = [line.partition(":")[::2] for line in record.splitlines()]
        counts = [tuple(map(int, told.split(",")[:2])) for kind, told in rows if kind == "DA"]
        can = frozenset(line for line, _ in counts)
        ran = frozenset(line for line, count in counts if count)
        for path in (Path(told).resolve() for kind, told in rows if kind == "SF"):
            yield SourceLines(path, can, ran, functions(path, FUNCTION))

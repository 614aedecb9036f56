"""How long shrinking takes if a defect needs many elements: the second table of ``make bench-kit``.

The defects are planted in the Python container. Each fails on the same program of nearly 10,000 operations.
"""

from __future__ import annotations

import statistics
import time
from typing import Final

from rich.table import Table

from defects import Defect
from defects.selfcheck import planted, sources
from stablelist_conformance.running.batch import FailedProgram
from stablelist_conformance.running.handshaking import contact
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.rerun import smallest
from stablelist_conformance.wire.protocol import Program
from stablelist_spec.parts.parameters import Parameters

__all__ = ["shrink_table"]

ROUNDS: Final = 3
PORT: Final = "python-stablelist"
ELEMENTS: Final = 3_000
LONG_SHRINKING: Final = Options(shrink_seconds=600.0)
DEFECTS: Final = (
    Defect(
        name="a key is not found from position 2,000 on",
        port=PORT,
        within="ElementSpace.find",
        before="0 <= position < len(self.keys)",
        after="0 <= position < min(len(self.keys), 2_000)",
        why="",
    ),
    Defect(
        name="a vacancy is counted in the wrong partition, in a space of 2,048",
        port=PORT,
        within="ElementSpace.vacate",
        before="position < partition.start",
        after="position < partition.start + (partition.start == 1_024)",
        why="",
    ),
    Defect(
        name="the fifth truncation drops a cell too many",
        port=PORT,
        within="ElementSpace._halve",
        before="self.truncations += 1",
        after="self.truncations += 1\nself.dropped += self.truncations == 5",
        why="",
    ),
)


def shrink_table() -> Table:
    """For each defect, the seconds and the length of the shrunk program."""
    program = up_and_down()
    title = f"seconds to shrink a program of {len(program.words):,} operations"
    shown = Table(title=title, title_justify="left")
    shown.add_column("what")
    for name in ("median", "smallest", "largest", "operations left"):
        shown.add_column(name, justify="right")
    for defect in DEFECTS:
        figures = [shrunk(defect, program) for _ in range(ROUNDS)]
        seconds = [each for each, _ in figures]
        middle = (statistics.median(seconds), min(seconds), max(seconds))
        shown.add_row(defect.name, *(f"{each:.1f}" for each in middle), str(figures[0][1]))
    return shown


def up_and_down() -> Program:
    """A program that inserts many elements one by one, and removes them, with look-ups in between."""
    words: list[str] = []
    for number in range(ELEMENTS):
        words += ("add", f"contains:{number}")
    for number in reversed(range(ELEMENTS)):
        words += (f"remove:{number}", *("len",) * (number % 4 == 0))
    return Program(Parameters(), (*words, "layout", "cost"))


def shrunk(defect: Defect, program: Program) -> tuple[float, int]:
    """The seconds that it takes, and how many operations are left."""
    with planted(sources()[PORT], defect) as command:
        target = contact(command, LONG_SHRINKING)
        began = time.perf_counter()
        found = smallest(target, FailedProgram(program), LONG_SHRINKING.shrink_seconds)
        assert found is not None, defect.name
        return time.perf_counter() - began, len(found.program.words)

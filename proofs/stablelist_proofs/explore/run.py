"""A run: the counts so far, and its folder, from which it continues after it was killed.

`levels.npy` is the map (`stablelist_proofs.explore.expand`); `run.json` has the counts up to a level. It is replaced
after every level. A level that was expanded in part is expanded again, which marks the same states. (A power failure
may damage the map, because it is not forced to the disk.)
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from errno import ENOMEM
from pathlib import Path
from typing import Any, Final

import numpy as np

from .expand import UNSEEN, Levels, Question, pieces
from .resources import writing
from .scope import Scope, ScopeError
from .system import System
from .tally import Tally

__all__ = ["Run", "map_in", "opened"]

MAP: Final = "levels.npy"
RECORD: Final = "run.json"
FORMAT: Final = 2
"""The version of the format; in version 1, a division by 0 gave 0."""


@dataclass
class Run:
    """The progress of a run.

    Attributes:
        levels: the map.
        level: the next one to expand.
        tally: the counts of all levels before.
        breadth: how many states each level has.
        ended: whether there is nothing left to expand.
    """

    scope: Scope
    question: Question
    folder: Path
    levels: Levels
    level: int = 0
    tally: Tally = field(default_factory=Tally)
    breadth: list[int] = field(default_factory=list)
    ended: bool = False

    @property
    def diameter(self) -> int:
        """The length of the longest of all shortest paths."""
        return len(self.breadth) - 1

    @property
    def complete(self) -> bool:
        """Whether every state within the scope was met; broken states are not expanded."""
        return self.ended and not self.tally.broken

    def follow(self, tally: Tally) -> None:
        """Record that a level is done."""
        if tally.states:
            self.tally.follow(tally)
            self.breadth.append(tally.states)
            self.level += 1
        else:
            self.ended = True
        self.save()

    def save(self) -> None:
        """Write the progress, atomically."""
        saved = description(self.scope, self.question) | {
            "level": self.level,
            "breadth": self.breadth,
            "ended": self.ended,
            "tally": self.tally.as_json(),
        }
        new = self.folder / f"{RECORD}.new"
        with writing(self.folder):
            new.write_text(json.dumps(saved, indent=1))
            new.replace(self.folder / RECORD)


def map_in(folder: Path) -> Path:
    """The path of a run's map."""
    return folder / MAP


def description(scope: Scope, question: Question) -> dict[str, Any]:
    """What distinguishes one run from another."""
    expression = question.expression
    return {
        "format": FORMAT,
        "scope": str(scope),
        "invariants": list(question.invariants),
        "expression": None if expression is None else expression.text,
    }


def opened(scope: Scope, question: Question, system: System, folder: Path) -> Run:
    """The run of a folder: a new one, or the one that was interrupted.

    Raises:
        ScopeError: the folder has a different run, or its files are damaged.
    """
    if not (folder / RECORD).exists():
        return begun(scope, question, system, folder)
    try:
        saved = json.loads((folder / RECORD).read_text())
        check(saved, description(scope, question), folder)
        levels = read_map(folder, system)
        tally = Tally.of_json(saved["tally"])
        return Run(
            scope, question, folder, levels, saved["level"], tally, saved["breadth"], saved["ended"]
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        if isinstance(error, ScopeError):
            raise
        raise ScopeError(
            f"the run in {folder} is damaged; remove the folder, and start again"
        ) from None


def begun(scope: Scope, question: Question, system: System, folder: Path) -> Run:
    """A new run: writes the map first, and the record when the map is complete."""
    with writing(folder):
        write_map(folder, system.numbering.count)
    levels = read_map(folder, system)
    levels[system.numbering.initial] = 0
    run = Run(scope, question, folder, levels)
    run.save()
    return run


def write_map(folder: Path, count: int) -> None:
    """Write a map in which nothing was met, byte by byte: a sparse file would crash the run on a full disk."""
    header = {"descr": "|u1", "fortran_order": False, "shape": (count,)}
    with map_in(folder).open("wb") as file:
        np.lib.format.write_array_header_1_0(file, header)
        for start, end in pieces(count):
            file.write(bytes([UNSEEN]) * (end - start))


def read_map(folder: Path, system: System) -> Levels:
    """Open the map of a run in place, as a memory-mapped array.

    Raises:
        MemoryError: there is too little memory for it; the map is not damaged.
        ValueError: it does not have the right length.
    """
    try:
        levels: Levels = np.load(map_in(folder), mmap_mode="r+")
    except OSError as error:
        raise MemoryError if error.errno == ENOMEM else error from None
    if levels.shape != (system.numbering.count,) or levels.dtype != np.uint8:
        raise ValueError(levels.shape)
    return levels


def check(saved: dict[str, Any], ours: dict[str, Any], folder: Path) -> None:
    """Check that a saved run is the one to be continued.

    Raises:
        ScopeError: it is a different run.
    """
    for name, value in ours.items():
        if saved[name] != value:
            raise ScopeError(
                f"{folder} has a run with {name} {saved[name]!r}, not {value!r}; "
                "choose another folder"
            )

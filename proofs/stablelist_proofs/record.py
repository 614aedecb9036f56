"""The record of a run of `stablelist prove`: how long each solver took for each obligation, and where."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Final

from .smt.discharge import Discharged

__all__ = ["Entry", "Record", "load", "save", "taken", "tried"]

PACKAGES: Final = {"z3": "z3-solver", "cvc5": "cvc5"}


@dataclass(frozen=True)
class Entry:
    """One obligation that was proved.

    Attributes:
        seconds: by solver.
        defects: how many planted defects were refuted.
    """

    seconds: dict[str, float]
    defects: int


@dataclass(frozen=True)
class Record:
    """All of them, and on what they were proved."""

    machine: str
    solvers: dict[str, str]
    obligations: dict[str, Entry]

    def seconds(self, solver: str, sentence: str = "") -> float:
        """What a solver took for a property, or for all."""
        return sum(
            entry.seconds[solver]
            for name, entry in self.obligations.items()
            if sentence in ("", name.partition("/")[0])
        )


def taken(proofs: Iterable[Discharged]) -> Record:
    """The record of these proofs, on this machine."""
    processors = os.cpu_count() or 1
    return Record(
        f"{platform.machine()}, {processors} processors, CPython {platform.python_version()}",
        {name: version(package) for name, package in PACKAGES.items()},
        {
            each.name: Entry(
                {name: round(verdict.seconds, 3) for name, verdict in each.verdicts.items()},
                each.noticed,
            )
            for each in proofs
        },
    )


def tried(path: Path) -> None:
    """Open it, and leave what is there as it is: to find out only after the run would be a pity."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = not path.exists()
    path.open("a").close()
    if new:
        path.unlink()


def save(record: Record, path: Path) -> None:
    """Write it as JSON."""
    path.write_text(json.dumps(asdict(record), indent=1) + "\n", encoding="utf-8")


def load(path: Path) -> Record:
    """Read what `save` wrote."""
    saved = json.loads(path.read_text(encoding="utf-8"))
    entries = {name: Entry(**entry) for name, entry in saved.pop("obligations").items()}
    return Record(**saved, obligations=entries)

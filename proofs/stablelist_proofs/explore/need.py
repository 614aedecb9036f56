"""The memory and disk space that exploring a scope takes, computed before it begins."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from .crew import SMALL
from .numbering import Numbering
from .resources import available_memory, megabytes
from .scope import Scope, ScopeError

__all__ = ["Need", "need"]

PER_PROCESS: Final = 250 << 20
"""The most bytes that a process takes besides the map; measured: 90 MiB with the longest free lists."""
MARGIN: Final = 256 << 20
"""Bytes that are left for the rest of the machine."""


@dataclass(frozen=True)
class Need:
    """What an exploration takes.

    Attributes:
        numbers: how many numbers of states there are; the map has a byte for each.
        memory: bytes.
        disk: bytes.
    """

    numbers: int
    memory: int
    disk: int

    def check(self, folder: Path, present: int = 0) -> None:
        """Refuse a run that could not be finished; *present* bytes are already on the disk.

        Raises:
            ScopeError: there is too little memory, or too little room on the disk.
        """
        free = shutil.disk_usage(folder).free + present
        self._check(self.memory, available_memory(), "memory")
        self._check(self.disk, free, f"room in {folder}")

    def _check(self, wanted: int, there: int, what: str) -> None:
        if wanted + MARGIN > there:
            raise ScopeError(
                f"this scope has {self.numbers:,} numbers of states and needs {megabytes(wanted)} of {what} "
                f"and {megabytes(MARGIN)} to spare, but {megabytes(there)} are free; "
                "lower positions or jobs, or keep less"
            )


def need(scope: Scope, jobs: int) -> Need:
    """What a scope takes.

    >>> need(Scope(positions=16), 2).disk
    530974600
    """
    numbers = Numbering(scope).count
    processes = 1 + jobs if numbers > SMALL and jobs > 1 else 1
    return Need(numbers, numbers + processes * PER_PROCESS, numbers)

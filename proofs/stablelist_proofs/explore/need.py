"""What exploring a scope takes: computed before it begins, not found out when it is too late."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from stablelist_proofs.resources import available_memory, megabytes

from .crew import SMALL
from .numbering import Numbering
from .scope import Scope, ScopeError

__all__ = ["Need", "need"]

PER_PROCESS: Final = 250 << 20
"""Bytes that a process takes besides the map, at most; measured: 90 MiB with the longest free lists."""
MARGIN: Final = 256 << 20
"""Bytes that are left to the rest of the machine."""


@dataclass(frozen=True)
class Need:
    """What it takes.

    Attributes:
        numbers: states that there could be; the map has a byte for each.
        memory: bytes.
        disk: bytes.
    """

    numbers: int
    memory: int
    disk: int

    def check(self, folder: Path, present: int = 0) -> None:
        """Refuse to begin what could not be brought to an end; *present* bytes are on the disk already.

        Raises:
            ScopeError: there is too little memory, or too little room on the disk.
        """
        free = shutil.disk_usage(folder).free + present
        self._check(self.memory, available_memory(), "memory")
        self._check(self.disk, free, f"room in {folder}")

    def _check(self, wanted: int, there: int, what: str) -> None:
        if wanted + MARGIN > there:
            raise ScopeError(
                f"this scope has {self.numbers:,} numbers and needs {megabytes(wanted)} of {what}, "
                f"where {megabytes(there)} are free; lower positions or jobs, or keep less"
            )


def need(scope: Scope, jobs: int) -> Need:
    """What a scope takes.

    >>> need(Scope(positions=16), 2).disk
    530974600
    """
    numbers = Numbering(scope).count
    processes = 1 + jobs if numbers > SMALL and jobs > 1 else 1
    return Need(numbers, numbers + processes * PER_PROCESS, numbers)

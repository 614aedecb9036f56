"""The memory of a port: what its processes keep resident, compared with a limit while it runs.

Resident memory is what a runtime really uses. The address space that it reserves is no measure: those of Java, Go and
JavaScript reserve many times as much, so a limit of the system on that would refuse them. On Linux, the resident memory
of the port's process is read a few times a second, and that of its whole session once a second. Elsewhere nothing is
read, so there is no limit.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Final

from stablelist_conformance.port.timeout import members

__all__ = ["MEMORY", "MemoryLimit"]

MEMORY: Final = 1024
"""MiB that a port may use, unless the user says otherwise."""
GLANCE: Final = 0.1
"""Seconds between two readings."""
SESSION: Final = 10
"""Every so many readings, all processes of the session are read."""
MIB: Final = 1 << 20


class MemoryLimit:
    """What a port's process and its children may keep resident, in MiB."""

    def __init__(self, process: int, most: int) -> None:
        self.process, self.most = process, most
        self.due, self.readings = 0.0, 0

    def exceeded(self) -> bool:
        """Whether there is more; read again only after a while."""
        if monotonic() < self.due:
            return False
        self.due, self.readings = monotonic() + GLANCE, self.readings + 1
        own = [Path(f"/proc/{self.process}")]
        processes = own if self.readings % SESSION else members(self.process)
        return sum(map(resident, processes)) > self.most * MIB


def resident(process: Path) -> int:
    """The resident memory of a process in bytes, by its folder of ``/proc``; 0 if that is unknown."""
    with suppress(OSError, ValueError, IndexError):
        pages = (process / "statm").read_text("ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    return 0

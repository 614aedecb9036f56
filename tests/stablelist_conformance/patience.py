"""Patience: how long a port is waited for.

A port that gets no processor is not a port that hangs. So what counts is the time in which it could have worked: on
Linux, where the scheduler tells how long a process was kept waiting for a processor, that time is left out; elsewhere
the limit is stretched by what the handshake took. Time is added up in slices, so that a judge that gets no processor
itself does not blame the port.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

__all__ = ["Patience", "stretched"]

SLICES: Final = 10
"""Parts of the limit after which the scheduler is asked again."""
LONGEST: Final = 1.0
"""Seconds in a slice at most."""
LEAST: Final = 0.05
"""The part of a slice that counts in any case: a port is waited for 20 times its limit at most."""
HANDSHAKES: Final = 20
"""Where the scheduler does not tell, a port may take as long as so many handshakes."""


class Patience:
    """One wait for a process, its children included; it ends when *seconds* have counted."""

    def __init__(self, process: int, seconds: float) -> None:
        self.process, self.seconds = process, seconds
        self.counted = 0.0
        self.kept_waiting: float | None = None

    @property
    def slice(self) -> float:
        """Seconds to wait before asking again."""
        return min(self.seconds / SLICES, LONGEST)

    def restart(self) -> None:
        """Something has happened."""
        self.counted = 0.0

    def is_over(self, waited: float) -> bool:
        """Whether it is, after another *waited* seconds."""
        before, self.kept_waiting = self.kept_waiting, kept_waiting(self.process)
        starved = 0.0
        if before is not None and self.kept_waiting is not None:
            starved = max(0.0, self.kept_waiting - before)
        self.counted += max(waited - starved, waited * LEAST)
        return self.counted >= self.seconds


def stretched(seconds: float, handshake: float) -> float:
    """The limit of a port whose handshake took so long."""
    if kept_waiting() is not None:
        return seconds
    return max(seconds, HANDSHAKES * handshake)


def kept_waiting(session: int | None = None) -> float | None:
    """Seconds for which a thread of a session, or this one, was ready to run and was not; None if nobody tells."""
    if session is None:
        return _waited(Path("/proc/thread-self/schedstat"))
    threads = [t for process in members(session) for t in process.glob("task/*/schedstat")]
    return max((waited for t in threads if (waited := _waited(t)) is not None), default=None)


def members(session: int) -> list[Path]:
    """The processes of a session, as folders of ``/proc``."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            after = entry.read_text("utf-8", "replace").rpartition(")")[2]
            if int(after.split()[3]) == session:
                found.append(entry.parent)
    return found


def _waited(schedstat: Path) -> float | None:
    """Seconds in the scheduler's queue; None if it does not count them."""
    try:
        _, queued, times_run = map(int, schedstat.read_text("ascii").split())
    except (OSError, ValueError):
        return None
    return queued / 1e9 if times_run else None

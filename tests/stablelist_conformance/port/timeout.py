"""Deadlines: how long to wait for a port.

A port that gets no processor time does not hang. So only the time in which it could run counts: on Linux, the scheduler
tells how long a process waited for a processor, and that time is subtracted; elsewhere the limit grows with the time
that the handshake took. Time is added up in slices, so a judge that gets no processor time itself does not blame the
port.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

__all__ = ["Deadline", "ran", "stretched"]

SLICES: Final = 10
"""The number of slices of the limit; the scheduler is asked again after each."""
LONGEST: Final = 1.0
"""The longest slice in seconds."""
LEAST: Final = 0.05
"""The part of a slice that always counts, so waiting takes at most 20 times the limit."""
HANDSHAKES: Final = 20
"""If the scheduler does not tell, a port may take as long as this many handshakes."""


class Deadline:
    """One wait for a process and its children; it ends when *seconds* have counted."""

    def __init__(self, process: int, seconds: float) -> None:
        self.process, self.seconds = process, seconds
        self.counted = 0.0
        self.kept_waiting: float | None = None

    @property
    def slice(self) -> float:
        """Seconds to wait before asking again."""
        return min(self.seconds / SLICES, LONGEST)

    def restart(self) -> None:
        """Start again, because the port did something."""
        self.counted = 0.0

    def is_over(self, waited: float) -> bool:
        """Whether the wait is over, after another *waited* seconds."""
        before, self.kept_waiting = self.kept_waiting, waited_for_processor(self.process)
        starved = 0.0
        if before is not None and self.kept_waiting is not None:
            starved = max(0.0, self.kept_waiting - before)
        self.counted += max(waited - starved, waited * LEAST)
        return self.counted >= self.seconds


def stretched(seconds: float, handshake: float) -> float:
    """The limit of a port whose handshake took *handshake* seconds."""
    if waited_for_processor() is not None:
        return seconds
    return max(seconds, HANDSHAKES * handshake)


def waited_for_processor(session: int | None = None) -> float | None:
    """Seconds for which threads of a session, or this one, waited for a processor; None if that is unknown."""
    if session is None:
        own = _counted(Path("/proc/thread-self/schedstat"))
        return own and own[1]
    return max((waited for _, waited in _threads(session)), default=None)


def ran(session: int) -> float | None:
    """Seconds for which the busiest thread of a session had a processor; None if that is unknown."""
    return max((busy for busy, _ in _threads(session)), default=None)


def _threads(session: int) -> list[tuple[float, float]]:
    """What is counted of each thread of a session."""
    threads = (t for process in members(session) for t in process.glob("task/*/schedstat"))
    return [counted for thread in threads if (counted := _counted(thread)) is not None]


def members(session: int) -> list[Path]:
    """The processes of a session, as folders of ``/proc``."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            after = entry.read_text("utf-8", "replace").rpartition(")")[2]
            if int(after.split()[3]) == session:
                found.append(entry.parent)
    return found


def _counted(schedstat: Path) -> tuple[float, float] | None:
    """Seconds on a processor, and seconds in the scheduler's queue; None if they are not counted."""
    try:
        busy, queued, times_run = map(int, schedstat.read_text("ascii").split())
    except (OSError, ValueError):
        return None
    return (busy / 1e9, queued / 1e9) if times_run else None

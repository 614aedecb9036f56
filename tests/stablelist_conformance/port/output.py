"""The reader of a port's output: a thread that reads all that the port writes to standard output and standard error.

Lines of output are passed on; of standard error only the beginning and the end are kept. Text that was written to
standard error before a line of output, or before its end, is read before that line or end is passed on.
"""

from __future__ import annotations

import os
import queue
import select
import threading
from typing import Final

from stablelist_conformance.port.memory import MemoryLimit
from stablelist_conformance.wire.errors import FaultKind
from stablelist_conformance.wire.protocol import MAX_ANSWER

__all__ = ["UNASKED", "OutputReader"]

CHUNK: Final = 1 << 16
PAUSE: Final = 100
"""Milliseconds after which the memory is looked at, even if there is no output."""
GAP: Final = 5
"""Milliseconds for which the next of several lines is waited for."""
UNASKED: Final = 1024
"""Pieces of unread output before the port counts as flooding."""
KEPT: Final = 2000
"""How many bytes of the beginning and of the end of standard error are kept."""


class OutputReader:
    """Reads what a child writes to two pipes; it owns their reading ends.

    Attributes:
        lines: pieces of output, each a list of complete lines; at the end `FaultKind.DIED`, or `FaultKind.FLOODED` if
            there was too much, or `FaultKind.SWOLLEN` if the child has too much memory.
        together: how many lines are passed on together, unless the next one takes long: each time costs a switch
            between threads.
    """

    def __init__(self, stdout: int, stderr: int, memory: MemoryLimit | None = None) -> None:
        self.lines: queue.SimpleQueue[list[bytes] | FaultKind] = queue.SimpleQueue()
        self._stdout, self._stderr, self._memory = stdout, stderr, memory
        self._complaints = StderrExcerpt()
        self.together = 1
        os.set_blocking(stderr, False)
        self._thread = threading.Thread(target=self._drain, daemon=True)
        self._thread.start()

    def complaints(self) -> str:
        """The text on standard error; the middle is left out if it is long."""
        return self._complaints.text()

    def first_line(self) -> bytes:
        """The first unread line, if there is one."""
        item = FaultKind.DIED if self.lines.empty() else self.lines.get_nowait()
        return item[0] if isinstance(item, list) else b""

    def join(self, seconds: float) -> bool:
        """Wait for the end of the output, for at most this long; return whether it came."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def close(self, seconds: float) -> None:
        """Close the pipes after all writers have closed them; if that takes too long, they stay open."""
        if self.join(seconds):
            os.close(self._stdout)
            os.close(self._stderr)

    def _drain(self) -> None:
        """Read everything, until the output ends or there is too much of it."""
        output, held = Lines(), list[bytes]()
        poll = select.poll()
        # Standard error comes last, so that what was written there before a line is seen with that line.
        for descriptor in (self._stdout, self._stderr):
            poll.register(descriptor, select.POLLIN)
        while True:
            ready = {descriptor for descriptor, _ in poll.poll(GAP if held else PAUSE)}
            if self._memory is not None and self._memory.exceeded():
                return self.lines.put(FaultKind.SWOLLEN)
            if self._stderr in ready and not self._take_complaints():
                poll.unregister(self._stderr)
            chunk = read(self._stdout) if self._stdout in ready else None
            held += output.split(chunk or b"")
            if held and (len(held) >= self.together or not chunk):
                self.lines.put(held)
                held = []
            if chunk == b"":
                return self.lines.put(FaultKind.DIED)
            if output.size > MAX_ANSWER or self.lines.qsize() > UNASKED:
                return self.lines.put(FaultKind.FLOODED)

    def _take_complaints(self) -> bool:
        """Read the available text from standard error; return whether more may come."""
        try:
            chunk = os.read(self._stderr, CHUNK)
        except BlockingIOError:
            return True
        except OSError:
            return False
        self._complaints.add(chunk)
        return bool(chunk)


class Lines:
    """Splits output into lines.

    Attributes:
        size: bytes of the line that has not ended yet.
    """

    def __init__(self) -> None:
        self.partial: list[bytes] = []
        self.size = 0

    def split(self, chunk: bytes) -> list[bytes]:
        """The lines that a piece of output completes."""
        *whole, rest = chunk.split(b"\n")
        if whole:
            whole[0] = b"".join((*self.partial, whole[0]))
            self.partial, self.size = [], 0
        self.partial.append(rest)
        self.size += len(rest)
        return [line.removesuffix(b"\r") for line in whole]


class StderrExcerpt:
    """The beginning and the end of what was written to standard error."""

    def __init__(self) -> None:
        self.first, self.last, self.total = b"", b"", 0

    def add(self, chunk: bytes) -> None:
        """Add another piece."""
        room = KEPT - len(self.first)
        self.first += chunk[:room]
        self.last = (self.last + chunk[room:])[-KEPT:]
        self.total += len(chunk)

    def text(self) -> str:
        """The text, with a line that says how much is left out."""
        excluded = self.total - len(self.first) - len(self.last)
        middle = f"\n... {excluded:,} bytes left out ...\n" if excluded else ""
        return (self.first + middle.encode() + self.last).decode("utf-8", "replace").strip()


def read(descriptor: int) -> bytes:
    """The next piece of output; empty at its end."""
    try:
        return os.read(descriptor, CHUNK)
    except OSError:
        return b""

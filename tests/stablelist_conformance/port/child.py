"""Supervised processes: what a judge starts never outlives it.

Each judging process has one supervisor (`reaper`), which starts with its first port and ends with the process. This
module is like `subprocess`, with one difference: ending a process also ends everything that it started.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import multiprocessing
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from stablelist_conformance.port import reaper
from stablelist_conformance.wire.errors import UsageError

__all__ = ["Child", "adopt", "forget_supervisor"]

SCRIPT: Final = str(Path(reaper.__file__))
RESUMED: Final = 1.0
"""Seconds after which a supervisor that does not answer is sent a signal to continue."""
EXTRA_TIME: Final = 60.0
"""Seconds that a supervisor may take in addition to the time of a request."""


class Child:
    """A running process with pipes to its standard streams.

    Attributes:
        stdin, stdout, stderr: our ends of the pipes, as descriptors.

    Raises:
        OSError: there is no such command.
        UsageError: the supervisor was killed.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._supervisor = the_supervisor()
        ours, theirs = pipes()
        try:
            self.pid = self._supervisor.start(command, theirs)
        except BaseException:
            close(ours)
            raise
        finally:
            close(theirs)
        self.stdin, self.stdout, self.stderr = ours

    def wait(self, seconds: float) -> int | None:
        """The exit status, negative for a signal; None if the process still runs after *seconds*."""
        status: int | None = self._supervisor.ask("wait", port=self.pid, seconds=seconds)["status"]
        return status

    def check(self) -> None:
        """Check that the supervisor is alive.

        Raises:
            UsageError: the supervisor was killed.
        """
        self._supervisor.check()

    def end(self) -> list[str]:
        """End the process and everything that it started; return the names of those outside of its process group."""
        escaped: list[str] = self._supervisor.ask("end", port=self.pid)["escaped"]
        return escaped


def pipes() -> tuple[list[int], list[int]]:
    """Open three pipes for the standard streams; return our ends, and the child's."""
    (for_child, stdin), (stdout, from_child), (stderr, complaints) = (os.pipe() for _ in range(3))
    return [stdin, stdout, stderr], [for_child, from_child, complaints]


def close(descriptors: Sequence[int]) -> None:
    """Close some descriptors."""
    for descriptor in descriptors:
        os.close(descriptor)


class _Supervisor:
    """This process's side of the connection to its reaper."""

    def __init__(self) -> None:
        self.socket, theirs = socket.socketpair()
        command = [sys.executable, "-I", "-S", SCRIPT]
        with theirs:
            self.process = subprocess.Popen(command, stdin=theirs.fileno(), start_new_session=True)
        self.owner = os.getpid()
        self.unread = b""
        self.number = 0

    def start(self, command: Sequence[str], streams: list[int]) -> int:
        """Start a process; return its id.

        Raises:
            OSError: there is no such command.
        """
        here = {"cwd": str(Path.cwd()), "env": dict(os.environ)}
        answer = self.ask("start", streams, command=list(command), **here)
        if "error" in answer:
            raise OSError(*answer["error"])
        pid: int = answer["port"]
        return pid

    def ask(self, what: str, streams: Sequence[int] = (), **operands: Any) -> dict[str, Any]:
        """Make a request; return the answer.

        Raises:
            UsageError: the supervisor was killed.
        """
        self.number += 1
        request = {"do": what, "number": self.number, **operands}
        try:
            self.send(json.dumps(request).encode() + b"\n", streams)
            while True:
                answer = self.next_answer(operands.get("seconds", 0.0))
                if (
                    answer["number"] == self.number
                ):  # otherwise it answers a request that was interrupted
                    return answer
        except (OSError, EOFError):
            raise self.lost() from None

    def check(self) -> None:
        """Check that the supervisor is alive.

        Raises:
            UsageError: the supervisor was killed.
        """
        poll = select.poll()
        poll.register(self.socket, select.POLLIN)
        if poll.poll(0) and not self.socket.recv(1, socket.MSG_PEEK):
            raise self.lost()

    def lost(self) -> UsageError:
        """End the processes of a killed supervisor, and return the error to raise."""
        self.process.kill()
        forget_supervisor()
        end_orphans()
        return UsageError(
            "the process that starts the ports was killed, by a port or because memory ran out; "
            "mend the port, or lower --jobs"
        )

    def send(self, text: bytes, streams: Sequence[int]) -> None:
        """Send a request; the descriptors are sent with its first piece."""
        sent = socket.send_fds(self.socket, [text], list(streams)) if streams else 0
        self.socket.sendall(text[sent:])

    def next_answer(self, seconds: float) -> dict[str, Any]:
        """Receive an answer, which may take *seconds*, and some time more on a busy machine.

        Raises:
            EOFError: the supervisor has ended.
        """
        self.socket.settimeout(RESUMED)
        waited = 0.0
        while b"\n" not in self.unread:
            try:
                piece = self.socket.recv(1 << 16)
            except TimeoutError:
                piece, waited = None, waited + RESUMED
                self.process.send_signal(signal.SIGCONT)  # a port may have sent it SIGSTOP
            if piece == b"" or waited > seconds + EXTRA_TIME:
                raise EOFError
            self.unread += piece or b""
        line, _, self.unread = self.unread.partition(b"\n")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """Close the connection; if the supervisor is this process's own, wait for its end."""
        self.socket.close()
        if self.owner == os.getpid():
            self.process.send_signal(signal.SIGCONT)
            self.process.wait()


_current: Final[list[_Supervisor]] = []
"""The supervisor of this process, if it has started one; in a forked process, the parent's."""


def the_supervisor() -> _Supervisor:
    """This process's own supervisor; a forked process must not use its parent's."""
    if not _current or _current[0].owner != os.getpid():
        forget_supervisor()
        _current.append(_Supervisor())
    return _current[0]


def forget_supervisor() -> None:
    """Close the connection; the supervisor then ends everything that it started."""
    while _current:
        _current.pop().close()


_adopting: Final[list[bool]] = []
"""Whether this process adopts orphans; empty for no."""


def adopt() -> None:
    """Adopt processes that lose their supervisor, so that they end with this process."""
    reaper.prctl(reaper.SET_CHILD_SUBREAPER, 1)
    _adopting.append(True)


def end_orphans() -> None:
    """End adopted children, that is, those that neither judge nor supervise."""
    ours = {process.pid for process in multiprocessing.active_children()}
    ours |= {each.process.pid for each in _current}
    end = time.monotonic() + reaper.GRACE
    while _adopting and (orphans := reaper.children().keys() - ours):
        for orphan in orphans:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(orphan, signal.SIGKILL)
        if time.monotonic() > end:
            break
        time.sleep(0.001)


@atexit.register
def _leave() -> None:
    """Clean up when this process ends."""
    if _current:
        forget_supervisor()
        end_orphans()

"""Processes under supervision: what a judge starts never outlives it.

Each process that judges has one `supervisor`, started with its first port and ended with itself. What this module
offers is like `subprocess`, but for one thing: to end a process is to end whatever it has started.
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

from . import supervisor
from .errors import UsageError

__all__ = ["Child", "adopt", "forget_supervisor"]

SCRIPT: Final = str(Path(supervisor.__file__))
RESUMED: Final = 1.0
"""Seconds after which a supervisor that does not answer is told to go on."""
PATIENCE: Final = 60.0
"""Seconds that it may take on top of what it was asked for."""


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
        """Its exit status, negative for a signal; None if it still runs after so long."""
        status: int | None = self._supervisor.ask("wait", port=self.pid, seconds=seconds)["status"]
        return status

    def check(self) -> None:
        """Make sure that somebody looks after it.

        Raises:
            UsageError: the supervisor was killed.
        """
        self._supervisor.check()

    def end(self) -> list[str]:
        """End it and whatever it started; the names of those that had left its process group."""
        escaped: list[str] = self._supervisor.ask("end", port=self.pid)["escaped"]
        return escaped


def pipes() -> tuple[list[int], list[int]]:
    """Three pipes for the standard streams: our ends, and the child's."""
    (for_child, stdin), (stdout, from_child), (stderr, complaints) = (os.pipe() for _ in range(3))
    return [stdin, stdout, stderr], [for_child, from_child, complaints]


def close(descriptors: Sequence[int]) -> None:
    """Close them all."""
    for descriptor in descriptors:
        os.close(descriptor)


class _Supervisor:
    """This process' side of the conversation with its supervisor."""

    def __init__(self) -> None:
        self.socket, theirs = socket.socketpair()
        command = [sys.executable, "-I", "-S", SCRIPT]
        with theirs:
            self.process = subprocess.Popen(command, stdin=theirs.fileno(), start_new_session=True)
        self.owner = os.getpid()
        self.unread = b""
        self.number = 0

    def start(self, command: Sequence[str], streams: list[int]) -> int:
        """Start a process; its id.

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
        """Make a request; the answer.

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
                ):  # else it is one to a request that was interrupted
                    return answer
        except (OSError, EOFError):
            raise self.lost() from None

    def check(self) -> None:
        """Make sure that it is there.

        Raises:
            UsageError: the supervisor was killed.
        """
        poll = select.poll()
        poll.register(self.socket, select.POLLIN)
        if poll.poll(0) and not self.socket.recv(1, socket.MSG_PEEK):
            raise self.lost()

    def lost(self) -> UsageError:
        """What there is to say of a supervisor that was killed; what it leaves behind is ended."""
        self.process.kill()
        forget_supervisor()
        end_orphans()
        return UsageError(
            "the process that starts the ports was killed, by a port or for want of memory; "
            "mend the port, or lower --jobs"
        )

    def send(self, text: bytes, streams: Sequence[int]) -> None:
        """Send a request; the descriptors travel with its first piece."""
        sent = socket.send_fds(self.socket, [text], list(streams)) if streams else 0
        self.socket.sendall(text[sent:])

    def next_answer(self, seconds: float) -> dict[str, Any]:
        """An answer, which may take so long, and some time more on a busy machine.

        Raises:
            EOFError: there is none to come.
        """
        self.socket.settimeout(RESUMED)
        waited = 0.0
        while b"\n" not in self.unread:
            try:
                piece = self.socket.recv(1 << 16)
            except TimeoutError:
                piece, waited = None, waited + RESUMED
                self.process.send_signal(signal.SIGCONT)  # a port may have stopped it
            if piece == b"" or waited > seconds + PATIENCE:
                raise EOFError
            self.unread += piece or b""
        line, _, self.unread = self.unread.partition(b"\n")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """Hang up; where it is this process' own, see it end."""
        self.socket.close()
        if self.owner == os.getpid():
            self.process.send_signal(signal.SIGCONT)
            self.process.wait()


_current: Final[list[_Supervisor]] = []
"""The supervisor of this process, if it has one yet; in a forked process, the parent's."""


def the_supervisor() -> _Supervisor:
    """This process' own; a forked one must not talk to its parent's."""
    if not _current or _current[0].owner != os.getpid():
        forget_supervisor()
        _current.append(_Supervisor())
    return _current[0]


def forget_supervisor() -> None:
    """Hang up; the supervisor ends what it started once nobody is left to talk to."""
    while _current:
        _current.pop().close()


_adopting: Final[list[bool]] = []
"""Whether this process adopts; empty for no."""


def adopt() -> None:
    """Have whatever loses its supervisor be this process' child, and ended with it; a process of one's own, that is."""
    supervisor.prctl(supervisor.SET_CHILD_SUBREAPER, 1)
    _adopting.append(True)


def end_orphans() -> None:
    """End the children that neither judge nor supervise, if this process adopts them."""
    ours = {process.pid for process in multiprocessing.active_children()}
    ours |= {each.process.pid for each in _current}
    end = time.monotonic() + supervisor.GRACE
    while _adopting and (orphans := supervisor.children().keys() - ours):
        for orphan in orphans:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(orphan, signal.SIGKILL)
        if time.monotonic() > end:
            break
        time.sleep(0.001)


@atexit.register
def _leave() -> None:
    """This process ends."""
    if _current:
        forget_supervisor()
        end_orphans()

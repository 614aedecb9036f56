"""Processes under supervision: what a judge starts never outlives it.

Each process that judges has one `supervisor`, started with its first port and ended with itself. What this module
offers is like `subprocess`, but for one thing: to end a process is to end whatever it has started.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from . import supervisor
from .errors import UsageError

__all__ = ["Child", "forget_supervisor"]

SCRIPT: Final = str(Path(supervisor.__file__))


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
            raise OSError(0, answer["error"])
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
            while (answer := self.next_answer())["number"] != self.number:
                pass  # to a request that was interrupted
        except (OSError, EOFError):
            with contextlib.suppress(KeyError, ProcessLookupError, PermissionError):
                os.killpg(operands["port"], signal.SIGKILL)
            forget_supervisor()
            raise UsageError(
                "the process that starts the ports was killed, perhaps for want of memory; lower --jobs, "
                "or end other programs"
            ) from None
        return answer

    def send(self, text: bytes, streams: Sequence[int]) -> None:
        """Send a request; the descriptors travel with its first piece."""
        sent = socket.send_fds(self.socket, [text], list(streams)) if streams else 0
        self.socket.sendall(text[sent:])

    def next_answer(self) -> dict[str, Any]:
        """An answer.

        Raises:
            EOFError: there is none to come.
        """
        while b"\n" not in self.unread:
            piece = self.socket.recv(1 << 16)
            if not piece:
                raise EOFError
            self.unread += piece
        line, _, self.unread = self.unread.partition(b"\n")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """Hang up; where it is this process' own, see it end."""
        self.socket.close()
        if self.owner == os.getpid():
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


atexit.register(forget_supervisor)

"""The supervisor: a process that starts ports for a judge, and ends them without leaving processes behind.

`child` is the judge's side. They communicate over a socket, with one JSON object per line; a request to start a
port carries the descriptors of its standard streams. When the connection ends, the judge has ended, for whatever
reason, so the supervisor ends every port and itself.

A port runs in a session of its own. On Linux the supervisor is a *subreaper*: a descendant of a port becomes a child of
the supervisor when its own parent ends, so no descendant can escape.

This file is run as a script and imports nothing but the standard library.
"""

from __future__ import annotations

import ctypes
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

STREAMS: Final = 3
PIECE: Final = 1 << 16
GRACE: Final = 5.0
"""Seconds to wait for killed processes to end."""
FLUSHED: Final = "STABLELIST_COVERAGE"
"""The variable in the environment of a port that writes which of its lines ran when it ends."""
FLUSHING: Final = 2.0
"""Seconds that such a port has to write, after SIGTERM."""
SET_PDEATHSIG: Final = 1
SET_CHILD_SUBREAPER: Final = 36
"""Of ``prctl``, in Linux' ``sys/prctl.h``: which signal comes when the parent ends; who gets orphans."""


class Supervisor:
    """The ports of one judge, by process id."""

    def __init__(self, judge: socket.socket) -> None:
        self.judge = judge
        self.running: dict[int, subprocess.Popen[bytes]] = {}
        self.flushed = set[int]()
        self.unread, self.streams = b"", list[int]()
        self.woken, waking = os.pipe()
        os.set_blocking(self.woken, False)
        os.set_blocking(waking, False)
        signal.set_wakeup_fd(waking, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, heard)

    def serve(self) -> None:
        """Answer requests until the judge has ended, then end everything."""
        while (request := self.next_request()) is not None:
            answer = self.answer(request) | {"number": request["number"]}
            with suppress(BrokenPipeError, ConnectionResetError):
                self.judge.sendall(json.dumps(answer).encode() + b"\n")
        for port in list(self.running):
            self.end(port)

    def next_request(self) -> dict[str, Any] | None:
        """A request; None if the judge has ended."""
        while b"\n" not in self.unread:
            try:
                piece, streams, _, _ = socket.recv_fds(self.judge, PIECE, STREAMS)
            except ConnectionResetError:
                return None
            if not piece:
                return None
            self.unread, self.streams = self.unread + piece, self.streams + streams
        line, _, self.unread = self.unread.partition(b"\n")
        request: dict[str, Any] = json.loads(line)
        return request

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Carry out a request."""
        match request["do"]:
            case "start":
                return self.start(request)
            case "wait":
                return {"status": self.wait(request["port"], request["seconds"])}
        return {"escaped": self.end(request["port"])}

    def start(self, request: dict[str, Any]) -> dict[str, Any]:
        """Start a port in a session of its own."""
        streams, self.streams = self.streams[:STREAMS], self.streams[STREAMS:]
        stdin, stdout, stderr = streams
        try:
            port = subprocess.Popen(
                request["command"],
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                cwd=request["cwd"],
                env=request["env"],
                start_new_session=True,
            )
        except OSError as error:
            return {"error": [error.errno, error.strerror or str(error)]}
        finally:
            for descriptor in streams:
                os.close(descriptor)
        self.running[port.pid] = port
        if FLUSHED in request["env"]:
            self.flushed.add(port.pid)
        return {"port": port.pid}

    def wait(self, pid: int, seconds: float) -> int | None:
        """The exit status of a port; None if it still runs after *seconds*, or the judge sends another request."""
        port, end, judge = self.running[pid], time.monotonic() + seconds, self.judge.fileno()
        while (status := port.poll()) is None and (left := end - time.monotonic()) > 0:
            ready, _, _ = select.select([judge, self.woken], [], [], left)
            if judge in ready:
                return None
            with suppress(BlockingIOError):
                os.read(self.woken, PIECE)
        return status

    def end(self, pid: int) -> list[str]:
        """End a port and everything that it started; return the names of those outside of its process group."""
        port = self.running.pop(pid, None)
        if port is None:
            return []
        if pid in self.flushed and port.poll() is None:
            flush(port)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            port.wait(GRACE)
        # While another port runs, it is unknown which port started the other processes; they end with the last port.
        return [] if self.running else end_children(pid)


def flush(port: subprocess.Popen[bytes]) -> None:
    """Let a port write which of its lines ran."""
    with suppress(ProcessLookupError, PermissionError, subprocess.TimeoutExpired):
        os.killpg(port.pid, signal.SIGTERM)
        port.wait(FLUSHING)


def end_children(group: int) -> list[str]:
    """End every child of this process; return the names of those outside of a process group."""
    escaped: dict[int, str] = {}
    end = time.monotonic() + GRACE
    while any_child() and time.monotonic() < end:
        for pid, (name, its_group) in children().items():
            if its_group != group:
                escaped[pid] = name
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.001)
    return sorted(escaped.values())


def any_child() -> bool:
    """Whether there is still a child; children that have ended are reaped."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def children() -> dict[int, tuple[str, int]]:
    """The name and the process group of every running child, if there is ``/proc``."""
    found = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            before, _, after = entry.read_text("utf-8", "replace").rpartition(")")
            pid, _, name = before.partition(" (")
            state, parent, group, *_ = after.split()
            if int(parent) == os.getpid() and state != "Z":
                found[int(pid)] = (name, int(group))
    return found


def prctl(option: int, value: int) -> None:
    """Set an attribute of this process, on Linux."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def heard(*_: object) -> None:
    """Handle a signal that only wakes the supervisor; ports get the default handler."""


def main() -> None:
    """Serve the judge on standard input, which is a socket."""
    prctl(SET_CHILD_SUBREAPER, 1)
    prctl(SET_PDEATHSIG, signal.SIGCONT)  # a port may have sent this process SIGSTOP
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, heard)  # the judge handles them
    Supervisor(socket.socket(fileno=os.dup(0))).serve()


if __name__ == "__main__":
    main()

"""A port as a child process: start it, send programs ahead, take answers, and name what goes wrong.

A thread drains the child's output, so that neither side ever waits for the other to read; the judge works
while the port does. Every wait is bounded by the time-out, every line by the protocol's limit, and whatever
happens ends in an answer or in a `PortFault`.
"""

from __future__ import annotations

import contextlib
import os
import queue
import select
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Sequence
from typing import IO, Final

from .errors import FaultKind, PortFault, UsageError
from .handshake import Handshake, parse_handshake
from .protocol import MAX_ANSWER, PROTOCOL_VERSION

__all__ = ["SENT_AHEAD", "ProcessPort", "end_all", "port_command"]

SENT_AHEAD: Final = 64
"""Programs sent before an answer is awaited; a limit of the protocol."""

UNLOADABLE: Final = 2
"""Exit status of `stablelist_conformance.serve` for a factory that makes no container."""
CHUNK: Final = 1 << 16
UNASKED: Final = 1024
"""Pieces of output that are kept unread before a port is called a flood."""


def port_command(port: str, profile: str | None = None) -> list[str]:
    """The command line behind a PORT argument: itself, or Python serving ``python:module:factory``.

    >>> port_command("./my-port --fast")
    ['./my-port', '--fast']
    """
    if port.startswith("python:"):
        served = [
            sys.executable,
            "-m",
            "stablelist_conformance.serve",
            port.removeprefix("python:"),
        ]
        return [*served, profile] if profile else served
    try:
        command = shlex.split(port)
    except ValueError as error:
        raise UsageError(f"the port {port!r} is not a command line: {error}") from error
    if not command:
        raise UsageError(
            "the port is an empty command; give a command line or python:module:factory"
        )
    return command


RUNNING: Final[set[int]] = set()
"""Ports of this process that are not ended yet."""


def end(group: int) -> None:
    """End a port and whatever it started in its process group; no other process is concerned."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)
    RUNNING.discard(group)


def end_all() -> None:
    """End every port of this process."""
    for group in list(RUNNING):
        end(group)


class ProcessPort:
    """A running port.

    >>> with ProcessPort("stablelist serve --model") as port:  # doctest: +SKIP
    ...     port.send(["layout,4,0,iteration,32,0 add len"])
    ...     port.receive()
    '0.0 1'
    """

    def __init__(self, port: str, *, timeout: float = 10.0, profile: str | None = None) -> None:
        self.port = port
        self.timeout = timeout
        self._command = port_command(port, profile)
        self._process: subprocess.Popen[bytes] | None = None
        self._drain: threading.Thread | None = None
        self._stderr: IO[bytes] | None = None
        self._lines: queue.SimpleQueue[list[bytes] | FaultKind] = queue.SimpleQueue()
        self._ready: deque[bytes] = deque()
        self._taken = b""
        self._pending = bytearray()
        self._outstanding = 0
        self.handshake: Handshake | None = None

    def __enter__(self) -> ProcessPort:
        """Start it."""
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End it, whatever it is doing."""
        self.kill()

    def start(self) -> Handshake:
        """Start the child and shake hands.

        Raises:
            UsageError: there is no such command, or it speaks a newer protocol.
            PortFault: it does not answer, or not with a handshake.
        """
        self.kill()
        self._lines, self._ready = queue.SimpleQueue(), deque()
        self._pending, self._outstanding = bytearray(), 0
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 - closed by kill
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                start_new_session=True,
            )
            RUNNING.add(self._process.pid)
        except OSError as error:
            self.kill()
            raise UsageError(
                f"the port {self.port!r} cannot be started: {error.strerror or error}; "
                "give the command line that starts it, as you would type it here"
            ) from error
        assert self._process.stdin is not None
        os.set_blocking(self._process.stdin.fileno(), False)
        self._drain = threading.Thread(target=drain, args=(self._process, self._lines), daemon=True)
        self._drain.start()
        try:
            self.send([f"hello {PROTOCOL_VERSION}"])
            self.handshake = parse_handshake(self.receive())
        except PortFault as fault:
            status = self._process.poll()
            self.kill()  # or nobody would
            if self.port.startswith("python:") and status == UNLOADABLE:
                raise UsageError(fault.stderr) from fault
            raise
        except BaseException:
            self.kill()  # or nobody would
            raise
        return self.handshake

    def send(self, lines: Sequence[str]) -> None:
        """Send lines ahead; what the pipe does not take at once goes out while answers are awaited."""
        self._pending += "".join(f"{line}\n" for line in lines).encode("ascii")
        self._outstanding += len(lines)
        self._write()

    def receive(self) -> str:
        """The next answer line.

        Raises:
            PortFault: there is none, or it is no line of this protocol.
        """
        while not self._ready:
            self._await()
        self._outstanding -= 1
        self._taken = self._ready.popleft()
        try:
            return self._taken.decode("ascii")
        except UnicodeDecodeError as error:
            raise self._fault(FaultKind.GARBLED, "its answer is not ASCII") from error

    def quiet(self) -> None:
        """Make sure that nothing was said unasked.

        Raises:
            PortFault: there are more lines than programs.
        """
        while not self._lines.empty():
            self._take(self._lines.get_nowait())
        if self._ready and self._outstanding == 0:
            detail = (
                f"it wrote more lines than there were programs: {quoted(self._taken)} was taken for "
                f"its answer, {quoted(self._ready[0])} is left over"
            )
            raise self._fault(FaultKind.FLOODED, detail)

    def finish(self) -> None:
        """Close the port's input and see it end with status 0.

        Raises:
            PortFault: it does not, or has more to say.
        """
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            status = self._process.wait(self.timeout)
        except subprocess.TimeoutExpired as error:
            detail = f"its input has ended, but after {self.timeout:g} s it still runs (duty 10)"
            raise self._fault(FaultKind.BAD_EXIT, detail) from error
        if status != 0:
            detail = f"its input has ended, and it ended with {ending(status)} (duty 10)"
            raise self._fault(FaultKind.BAD_EXIT, detail)
        if self._drain is not None:
            self._drain.join(self.timeout)  # its last words may not have been read yet
        self.quiet()

    def kill(self) -> None:
        """End the child and whatever it started. Only its own process group is concerned."""
        if self._process is not None:
            end(self._process.pid)
            self._process.wait()
            self._close_pipes(self._process)
            self._process = None
        if self._stderr is not None:
            self._stderr.close()
            self._stderr = None

    def _close_pipes(self, process: subprocess.Popen[bytes]) -> None:
        """Close the pipes, the output only after its thread has ended.

        The number of a closed descriptor is given out again at once; a thread that still reads it would take what
        the next port says.
        """
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
        if self._drain is not None:
            self._drain.join(self.timeout)
        if self._drain is None or not self._drain.is_alive():
            process.stdout.close()
        self._drain = None

    def _write(self, timeout: float = 0.0) -> bool:
        """Write what the pipe takes; whether anything went out."""
        assert self._process is not None
        stdin = self._process.stdin
        if not self._pending or stdin is None:
            return False
        if not select.select([], [stdin], [], timeout)[1]:
            return False
        try:
            del self._pending[: os.write(stdin.fileno(), self._pending)]
        except BlockingIOError:
            return False
        except BrokenPipeError:
            self._pending.clear()  # what it said before it died is still to come
        return True

    def _await(self) -> None:
        """Wait for more lines, writing what is pending meanwhile."""
        waited = 0.0
        while True:
            wrote = self._write()
            pause = 0.05 if self._pending else self.timeout
            try:
                return self._take(self._lines.get(timeout=pause))
            except queue.Empty:
                waited = 0.0 if wrote else waited + pause
                if waited >= self.timeout:
                    detail = f"it did not answer within {self.timeout:g} s"
                    raise self._fault(FaultKind.HUNG, detail) from None

    def _take(self, item: list[bytes] | FaultKind) -> None:
        """Lines from the thread that drains the child, or the end of them."""
        if isinstance(item, list):
            self._ready.extend(item)
        elif item is FaultKind.FLOODED:
            raise self._fault(
                item,
                f"it wrote without end: more than {MAX_ANSWER} bytes or {UNASKED} pieces unread",
            )
        elif self._outstanding > 0:
            assert self._process is not None
            try:
                status = ending(self._process.wait(self.timeout))
            except subprocess.TimeoutExpired:
                status = "its output closed, though it still runs"
            raise self._fault(FaultKind.DIED, f"it ended before its answer: {status}")

    def _fault(self, kind: FaultKind, detail: str) -> PortFault:
        """A fault with the end of the child's standard error."""
        return PortFault(kind, f"{self.port}: {detail}", self._last_words())

    def _last_words(self, size: int = 2000) -> str:
        """The end of what the child wrote to standard error."""
        if self._stderr is None:
            return ""
        end = os.fstat(self._stderr.fileno()).st_size
        text = os.pread(self._stderr.fileno(), size, max(0, end - size))
        return text.decode("utf-8", "replace").strip()


def drain(
    process: subprocess.Popen[bytes], lines: queue.SimpleQueue[list[bytes] | FaultKind]
) -> None:
    """Take all output of a child; a thread of its own. Ends with `FaultKind.DIED` for the end of output."""
    assert process.stdout is not None
    descriptor = process.stdout.fileno()
    partial: list[bytes] = []
    size = 0
    while chunk := read(descriptor):
        *whole, rest = chunk.split(b"\n")
        if whole:
            whole[0] = b"".join((*partial, whole[0]))
            lines.put([line.removesuffix(b"\r") for line in whole])
            partial, size = [], 0
        partial.append(rest)
        size += len(rest)
        if size > MAX_ANSWER or lines.qsize() > UNASKED:
            lines.put(FaultKind.FLOODED)
            return
    lines.put(FaultKind.DIED)


def read(descriptor: int) -> bytes:
    """The next piece of output; nothing at its end."""
    try:
        return os.read(descriptor, CHUNK)
    except OSError:
        return b""


def quoted(line: bytes) -> str:
    """The beginning of a line, for a person."""
    return repr(line[:80].decode("ascii", "replace"))


def ending(status: int) -> str:
    """An exit status in words.

    >>> ending(3), ending(-9)
    ('exit status 3', 'signal SIGKILL')
    """
    return f"exit status {status}" if status >= 0 else f"signal {signal.Signals(-status).name}"

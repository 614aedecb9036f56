"""A port as a child process: start it, send programs ahead, take answers, and name what goes wrong.

A thread drains the child's output, so that neither side ever waits for the other to read; the judge works
while the port does. Every wait is bounded by the time-out, every line by the protocol's limit, and whatever
happens ends in an answer or in a `PortFault`.
"""

from __future__ import annotations

import os
import queue
import shlex
import signal
import sys
import time
from collections import deque
from collections.abc import Sequence
from typing import Final

from .errors import REFUSALS, FaultKind, PortFault, UsageError
from .handshake import Handshake, parse_handshake
from .interrupts import check
from .outlet import UNASKED, Outlet
from .patience import Patience, stretched
from .protocol import MAX_ANSWER, PROTOCOL_VERSION
from .supervised import Child

__all__ = ["PYTHON", "SENT_AHEAD", "ProcessPort", "port_command"]

PYTHON: Final = "python:"
"""What a PORT begins with that is a factory of containers, as in ``python:module:factory``."""

SENT_AHEAD: Final = 64
"""Programs sent before an answer is awaited; a limit of the protocol."""

UNLOADABLE: Final = 2
"""Exit status of `stablelist_conformance.serve` for a factory that makes no container."""
PENDING: Final = 0.05
"""Seconds after which the pipe is tried again while there is more to send."""
STREAM_ENDS: Final = 5.0
"""Seconds to wait for the end of the output of a child that has ended."""


def port_command(port: str, profile: str | None = None) -> list[str]:
    """The command line behind a PORT argument: itself, or Python serving ``python:module:factory``.

    >>> port_command("./my-port --fast")
    ['./my-port', '--fast']
    """
    if port.startswith(PYTHON):
        served = [
            sys.executable,
            "-m",
            "stablelist_conformance.serve",
            port.removeprefix(PYTHON),
        ]
        return [*served, profile] if profile else served
    try:
        command = shlex.split(port)
    except ValueError as error:
        raise UsageError(
            f"the port {port!r} is not a command line: {error}; quote it as for a shell"
        ) from error
    if not command:
        raise UsageError(
            "the port is an empty command; give a command line or python:module:factory"
        )
    return command


class ProcessPort:
    """A running port.

    Attributes:
        expected: what it said of itself before, if it was started before.
        handshake: what it said of itself.
        escaped: names of processes that it started, and that had left its process group when it was ended.

    >>> with ProcessPort("stablelist serve --model") as port:  # doctest: +SKIP
    ...     port.send(["layout,4,0,iteration,32,0 add len"])
    ...     port.receive()
    '0.0 1'
    """

    def __init__(
        self,
        port: str,
        *,
        timeout: float = 10.0,
        profile: str | None = None,
        expected: Handshake | None = None,
    ) -> None:
        self.port = port
        self.expected = expected
        self.timeout = timeout
        self.limit = timeout
        self.handshake: Handshake | None = None
        self.escaped: set[str] = set()
        self.profile = profile
        self._command = port_command(port, profile)
        self._child: Child | None = None
        self._outlet: Outlet | None = None
        self._ready: deque[bytes] = deque()
        self._taken = b""
        self._pending = bytearray()
        self._outstanding = 0

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
        began = time.monotonic()
        try:
            self._launch()
            self.send([f"hello {PROTOCOL_VERSION}"])
            self.handshake = self._the_same(parse_handshake(self.receive(), self.profile))
        except PortFault as fault:
            if self.port.startswith(PYTHON) and self._exit_status(0) == UNLOADABLE:
                raise UsageError(fault.stderr) from fault
            raise
        finally:
            if self.handshake is None:
                self.kill()  # or nobody would
        self.limit = stretched(self.timeout, time.monotonic() - began)
        return self.handshake

    def _the_same(self, handshake: Handshake) -> Handshake:
        """The handshake, if it offers what was offered before."""
        if self.expected is not None and handshake.offer() != self.expected.offer():
            detail = (
                f"it was started again, and introduced itself with {quoted(self._taken)}; before, it was "
                f"{self.expected.line()!r}"
            )
            raise self._fault(FaultKind.UNSTEADY, detail)
        return handshake

    def say_nothing(self) -> None:
        """Start the child and close its input at once: if nobody says ``hello``, it has nothing to say.

        Raises:
            UsageError: there is no such command.
            PortFault: it says something.
        """
        try:
            self._launch()
            self._close_input()
            self._exit_status(self.limit)
            self._the_outlet().join(STREAM_ENDS)
            said = self._the_outlet().first_line()
            if said:
                detail = f"it wrote {quoted(said)} before anybody said 'hello' (duty 1)"
                raise self._fault(FaultKind.FLOODED, detail)
        finally:
            self.kill()

    def answer_alone(self, line: str, *, greeted: bool) -> str:
        """Start the child and send it one program, after a ``hello`` or without; what it answers.

        Raises:
            UsageError: there is no such command.
            PortFault: it does not answer, or does not end.
        """
        try:
            if greeted:
                self.start()
            else:
                self._launch()
            self.send([line])
            answer = self.receive()
            self.finish()
            return answer
        finally:
            self.kill()

    def _launch(self) -> None:
        """Start the child."""
        self.kill()
        self.handshake, self._ready = None, deque()
        self._pending, self._outstanding = bytearray(), 0
        try:
            self._child = Child(self._command)
        except OSError as error:
            if error.errno in REFUSALS:
                raise
            raise UsageError(
                f"the port {self.port!r} cannot be started: {error.strerror or error}; "
                "give the command line that starts it, as you would type it here"
            ) from error
        os.set_blocking(self._child.stdin, False)
        self._outlet = Outlet(self._child.stdout, self._child.stderr)

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
        lines = self._the_outlet().lines
        while not lines.empty():
            self._take(lines.get_nowait())
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
        self._close_input()
        status = self._exit_status(self.limit)
        if status is None:
            detail = f"its input has ended, but after {self.timeout:g} s it still runs (duty 10)"
            raise self._fault(FaultKind.BAD_EXIT, detail, late=True)
        if status != 0:
            detail = f"its input has ended, and it ended with {ending(status)} (duty 10)"
            raise self._fault(FaultKind.BAD_EXIT, detail)
        self._end()  # or what it left behind could hold its output open
        self._the_outlet().join(STREAM_ENDS)  # its last words may not have been read yet
        self.quiet()

    def kill(self) -> None:
        """End the child and whatever it started.

        Its output is closed only after the thread that reads it has ended: the number of a closed descriptor is given
        out again at once, and the thread would take what the next port says.
        """
        try:
            self._end()
        finally:
            child, outlet = self._child, self._outlet
            self._child = self._outlet = None
            if child is not None:
                close_quietly(child.stdin)
            if outlet is not None:
                outlet.close(STREAM_ENDS)

    def _end(self) -> None:
        """End the child, if there is one, and whatever it started."""
        if self._child is not None:
            self.escaped |= set(self._child.end())

    def _the_outlet(self) -> Outlet:
        """Where the output of the running child arrives."""
        assert self._outlet is not None
        return self._outlet

    def _close_input(self) -> None:
        """Close the port's input; it is done with only once the port has ended."""
        assert self._child is not None
        close_quietly(self._child.stdin)
        self._child.stdin = -1

    def _exit_status(self, seconds: float) -> int | None:
        """How the port ended; None if it runs on after so much of its time."""
        assert self._child is not None
        patience = Patience(self._child.pid, seconds)
        while (status := self._child.wait(patience.slice)) is None:
            if patience.is_over(patience.slice):
                break
        return status

    def _write(self) -> bool:
        """Write what the pipe takes; whether anything went out."""
        assert self._child is not None
        if not self._pending or self._child.stdin < 0:
            return False
        try:
            del self._pending[: os.write(self._child.stdin, self._pending)]
        except BlockingIOError:
            return False
        except BrokenPipeError:
            self._pending.clear()  # what it said before it died is still to come
        return True

    def _await(self) -> None:
        """Wait for more lines, writing what is pending meanwhile."""
        assert self._child is not None
        patience, lines = Patience(self._child.pid, self.limit), self._the_outlet().lines
        while True:
            if self._write():
                patience.restart()
            pause = min(PENDING, patience.slice) if self._pending else patience.slice
            try:
                return self._take(lines.get(timeout=pause))
            except queue.Empty:
                check()
                self._child.check()
                if patience.is_over(pause):
                    detail = f"it did not answer within {self.timeout:g} s"
                    raise self._fault(FaultKind.HUNG, detail, late=True) from None

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
            status = self._exit_status(self.limit)
            how = "its output closed, though it still runs" if status is None else ending(status)
            raise self._fault(FaultKind.DIED, f"it ended before its answer: {how}")

    def _fault(self, kind: FaultKind, detail: str, *, late: bool = False) -> PortFault:
        """A fault with the beginning and the end of the child's standard error."""
        said = self._the_outlet().complaints()
        return PortFault(kind, f"{self.port}: {detail}", said, late=late)


def close_quietly(descriptor: int) -> None:
    """Close a descriptor, if it is one."""
    if descriptor >= 0:
        os.close(descriptor)


def quoted(line: bytes) -> str:
    """The beginning of a line, for a person."""
    return repr(line[:80].decode("ascii", "replace"))


def ending(status: int) -> str:
    """An exit status in words; not every signal has a name.

    >>> ending(3), ending(-9), ending(-35)
    ('exit status 3', 'signal SIGKILL', 'signal 35')
    """
    if status >= 0:
        return f"exit status {status}"
    try:
        return f"signal {signal.Signals(-status).name}"
    except ValueError:
        return f"signal {-status}"

"""A port as a child process: start it, send programs ahead, read answers, and classify its faults.

A thread reads the child's output, so that neither side ever waits for the other to read, and the judge works while the
port does. Every wait is bounded by the time-out, and every line by the protocol's limit. The result is always an answer
or a `PortFault`.
"""

from __future__ import annotations

import os
import queue
import signal
import time
from collections import deque
from collections.abc import Sequence
from typing import Final

from stablelist_conformance.port.child import Child
from stablelist_conformance.port.command import PYTHON, port_command, what_to_give
from stablelist_conformance.port.interrupts import check
from stablelist_conformance.port.memory import MEMORY, MemoryLimit
from stablelist_conformance.port.output import UNASKED, OutputReader
from stablelist_conformance.port.port import Port, quoted
from stablelist_conformance.port.timeout import Deadline, ran
from stablelist_conformance.wire.errors import REFUSALS, FaultKind, PortFault, UsageError
from stablelist_conformance.wire.handshake import ONLY_ANSWERS, Handshake
from stablelist_conformance.wire.protocol import MAX_ANSWER

__all__ = ["SENT_AHEAD", "ProcessPort"]

SENT_AHEAD: Final = 64
"""The most programs that are sent ahead of an answer; a limit of the protocol."""

UNLOADABLE: Final = 2
"""Exit status of `stablelist_conformance.python.serve` if the factory does not make a container."""
FLUSHING: Final = (
    "flush standard output after each line (only on a terminal does that happen by itself): in C fflush(stdout), "
    "C++ std::flush, C# Console.Out.Flush(), Go the bufio.Writer's Flush(), Java and Kotlin System.out.flush(), "
    "JavaScript and PHP nothing, Perl $| = 1, Python print(..., flush=True), Ruby $stdout.sync = true, "
    "Rust io::stdout().flush(); and read each line as it comes, as mawk does with -W interactive"
)
"""What to do about a port that keeps its answers back."""
PENDING: Final = 0.05
"""Seconds after which the pipe is tried again while there is more to send."""
STREAM_ENDS: Final = 5.0
"""Seconds to wait for the end of the output after the child has ended."""


class ProcessPort(Port):
    """A port that runs as a child process.

    >>> import sys
    >>> with ProcessPort(f"{sys.executable} -m stablelist_conformance serve --model") as port:
    ...     port.send(["layout : add len"])
    ...     port.receive()
    '0.0 1'
    """

    def __init__(
        self,
        port: str,
        *,
        timeout: float = 10.0,
        system_name: str | None = None,
        expected: Handshake | None = None,
        memory: int = MEMORY,
    ) -> None:
        super().__init__(
            port, timeout=timeout, system_name=system_name, expected=expected, memory=memory
        )
        self._command = port_command(port, system_name)
        self._child: Child | None = None
        self._reader: OutputReader | None = None
        self._ready: deque[bytes] = deque()
        self._pending = bytearray()
        self._outstanding = 0

    @property
    def pid(self) -> int:
        """The number of its process; 0 if it does not run."""
        return 0 if self._child is None else self._child.pid

    def explain(self, fault: PortFault) -> None:
        """A factory that makes no container is an error of usage, and a port may keep its answers back."""
        if self.port.startswith(PYTHON) and self._exit_status(0) == UNLOADABLE:
            raise UsageError(fault.stderr) from fault
        if fault.late and self._withholds():
            detail = f"it answers only when its input has ended; {FLUSHING}"
            raise self.fault(FaultKind.HUNG, detail) from fault

    def _withholds(self) -> bool:
        """Whether it answers when its input has ended: it keeps its output back, or reads all of its input first."""
        self._close_input()
        self._exit_status(min(self.limit, STREAM_ENDS))
        self._running_reader().join(PENDING)  # its last output may not have been read yet
        return bool(self._running_reader().first_line())

    def say_nothing(self) -> None:
        """Start the child and close its input at once: without a ``hello`` it must write nothing.

        Raises:
            UsageError: there is no such command.
            PortFault: it writes something.
        """
        try:
            self.launch()
            self._close_input()
            self._exit_status(self.limit)
            self._running_reader().join(STREAM_ENDS)
            said = self._running_reader().first_line()
            if said:
                detail = f"it wrote {quoted(said)} before it was sent 'hello' (duty 1)"
                raise self.fault(FaultKind.FLOODED, detail)
        finally:
            self.kill()

    def launch(self) -> None:
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
                f"{what_to_give(self._command[0])}"
            ) from error
        os.set_blocking(self._child.stdin, False)
        limit = MemoryLimit(self._child.pid, self.memory)
        self._reader = OutputReader(self._child.stdout, self._child.stderr, limit)

    def send(self, lines: Sequence[str]) -> None:
        """Send lines ahead; what does not fit into the pipe is sent while waiting for answers."""
        self._pending += "".join(f"{line}\n" for line in lines).encode("ascii")
        self._outstanding += len(lines)
        self._write()

    def gather(self, lines: int) -> None:
        """From now on, receive so many lines together, unless one takes long: for who does not need them one by one."""
        self._running_reader().together = lines

    def receive_bytes(self) -> bytes:
        """The next answer line, whatever it is.

        Raises:
            PortFault: there is none.
        """
        while not self._ready:
            self._await()
        self._outstanding -= 1
        self.taken = self._ready.popleft()
        return self.taken

    def quiet(self) -> None:
        """Check that the port wrote no more lines than it was asked for.

        Raises:
            PortFault: there are more lines than programs.
        """
        lines = self._running_reader().lines
        while not lines.empty():
            self._take(lines.get_nowait())
        if self._ready and self._outstanding == 0:
            detail = (
                f"it wrote more lines than there were programs: {quoted(self.taken)} was read as its answer, "
                f"{quoted(self._ready[0])} is left over; {ONLY_ANSWERS}"
            )
            raise self.fault(FaultKind.FLOODED, detail)

    def finish(self) -> None:
        """Close the port's input, and check that it ends with status 0.

        Raises:
            PortFault: it does not, or it writes more.
        """
        self._close_input()
        status = self._exit_status(self.limit)
        if status is None:
            detail = f"it still runs {self.timeout:g} s after its input has ended (duty 10)"
            raise self.fault(FaultKind.BAD_EXIT, detail, late=True)
        if status != 0:
            detail = f"it ended with {ending(status)} after its input has ended; status 0 is expected (duty 10)"
            raise self.fault(FaultKind.BAD_EXIT, detail)
        self._end()  # otherwise its child processes could keep its output open
        self._running_reader().join(STREAM_ENDS)  # its last output may not have been read yet
        self.quiet()

    def kill(self) -> None:
        """End the child and all processes that it started.

        Its output is closed only after the thread that reads it has ended: the number of a closed descriptor is reused
        at once, and the thread would read the output of the next port.
        """
        try:
            self._end()
        finally:
            child, reader = self._child, self._reader
            self._child = self._reader = None
            if child is not None:
                close_quietly(child.stdin)
            if reader is not None:
                reader.close(STREAM_ENDS)

    def _end(self) -> None:
        """End the child, if there is one, and all processes that it started."""
        if self._child is not None:
            self.escaped |= set(self._child.end())

    def _running_reader(self) -> OutputReader:
        """The reader of the running child's output."""
        assert self._reader is not None
        return self._reader

    def _close_input(self) -> None:
        """Close the port's input; the descriptor is kept until the port has ended."""
        assert self._child is not None
        close_quietly(self._child.stdin)
        self._child.stdin = -1

    def _exit_status(self, seconds: float) -> int | None:
        """The port's exit status; None if it still runs after *seconds* of its own time."""
        assert self._child is not None
        deadline = Deadline(self._child.pid, seconds)
        while (status := self._child.wait(deadline.slice)) is None:
            if deadline.is_over(deadline.slice):
                break
        return status

    def _write(self) -> bool:
        """Write as much as fits into the pipe; return whether anything was written."""
        assert self._child is not None
        if not self._pending or self._child.stdin < 0:
            return False
        try:
            del self._pending[: os.write(self._child.stdin, self._pending)]
        except BlockingIOError:
            return False
        except BrokenPipeError:
            self._pending.clear()  # its output before it died has not been read yet
        return True

    def _await(self) -> None:
        """Wait for more lines, and write pending ones meanwhile."""
        assert self._child is not None
        deadline, lines = Deadline(self._child.pid, self.limit), self._running_reader().lines
        while True:
            if self._write():
                deadline.restart()
            pause = min(PENDING, deadline.slice) if self._pending else deadline.slice
            try:
                return self._take(lines.get(timeout=pause))
            except queue.Empty:
                check()
                self._child.check()
                if deadline.is_over(pause):
                    detail = f"it did not answer within {self.timeout:g} s"
                    raise self.fault(FaultKind.HUNG, detail, late=True) from None

    def _take(self, item: list[bytes] | FaultKind) -> None:
        """Take lines from the thread that reads the child's output, or their end."""
        if isinstance(item, list):
            self._ready.extend(item)
        elif item is FaultKind.FLOODED:
            raise self.fault(
                item,
                f"it wrote without end: more than {MAX_ANSWER} bytes or {UNASKED} pieces unread",
            )
        elif item is FaultKind.SWOLLEN:
            detail = (
                f"it used more than {self.memory:,} MiB of memory; if it needs more, raise --memory"
            )
            raise self.fault(item, detail)
        elif self._outstanding > 0:
            status = self._exit_status(self.limit)
            how = "its output was closed, but it still runs" if status is None else ending(status)
            raise self.fault(FaultKind.DIED, f"it ended before its answer: {how}")

    def clock(self) -> float:
        """Seconds for which it was busy so far; any seconds, if that is unknown."""
        assert self._child is not None
        busy = ran(self._child.pid)
        return time.monotonic() if busy is None else busy

    def complaints(self) -> str:
        """The beginning and the end of its standard error, so far."""
        return self._running_reader().complaints()


def close_quietly(descriptor: int) -> None:
    """Close a descriptor, if it is valid."""
    if descriptor >= 0:
        os.close(descriptor)


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

"""What every port is to the kit: it is started and greeted, gets programs ahead, answers in order, and is ended.

How lines get to a port and back is left open: `ProcessPort` is a child process.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from typing import Self

from stablelist_conformance.port.memory import MEMORY
from stablelist_conformance.port.timeout import stretched
from stablelist_conformance.wire.errors import FaultKind, PortFault, UsageError
from stablelist_conformance.wire.handshake import Handshake, parse_handshake
from stablelist_conformance.wire.protocol import PROTOCOL_VERSION
from stablelist_conformance.wire.text import COLUMNS, clip

__all__ = ["Port", "quoted"]


class Port(ABC):
    """A running port.

    Attributes:
        expected: its earlier handshake, if it was started before.
        handshake: its handshake.
        limit: seconds for one answer, in the port's own time.
        taken: its last answer.
        escaped: names of processes that it started, and that were outside of its process group when it was ended.
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
        self.port, self.memory = port, memory
        self.expected = expected
        self.timeout = timeout
        self.limit = timeout
        self.handshake: Handshake | None = None
        self.escaped: set[str] = set()
        self.system_name = system_name
        self.taken = b""

    @property
    def pid(self) -> int:
        """The number of its process; 0 if there is none."""
        return 0

    def __enter__(self) -> Self:
        """Start it."""
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End it in any case."""
        self.kill()

    def start(self) -> Handshake:
        """Start it and shake hands.

        Raises:
            UsageError: there is no such port, or its first answer is not a handshake that this kit understands.
            PortFault: it does not answer, or not with the same handshake as before.
        """
        began = time.monotonic()
        try:
            self.launch()
            self.send([f"hello {PROTOCOL_VERSION}"])
            self.handshake = self._the_same(self.receive())
        except PortFault as fault:
            self.explain(fault)
            raise
        finally:
            if self.handshake is None:
                self.kill()  # otherwise nothing would end it
        self.limit = stretched(self.timeout, time.monotonic() - began)
        return self.handshake

    def _the_same(self, line: str) -> Handshake:
        """Read a handshake, and check that it offers the same as before."""
        if self.expected is None:
            return parse_handshake(line, self.system_name)
        with suppress(UsageError):
            handshake = parse_handshake(line, self.system_name)
            if handshake.offer() == self.expected.offer():
                return handshake
        detail = (
            f"it was started again, and its handshake was {quoted(self.taken)}; "
            f"before, it was {self.expected.line()!r}"
        )
        raise self.fault(FaultKind.UNSTEADY, detail)

    def answer_alone(self, line: str, *, greeted: bool) -> str:
        """Start the child, send it one program, with or without a ``hello`` first, and return the answer.

        Raises:
            UsageError: there is no such command.
            PortFault: it does not answer, or does not end.
        """
        try:
            if greeted:
                self.start()
            else:
                self.launch()
            self.send([line])
            answer = self.receive()
            self.finish()
            return answer
        finally:
            self.kill()

    def receive(self) -> str:
        """The next answer line.

        Raises:
            PortFault: there is none, or it is no line of this protocol.
        """
        try:
            return self.receive_bytes().decode("ascii")
        except UnicodeDecodeError as error:
            raise self.fault(
                FaultKind.GARBLED, f"its answer is not ASCII: {quoted(self.taken)}"
            ) from error

    def fault(self, kind: FaultKind, detail: str, *, late: bool = False) -> PortFault:
        """A fault with the beginning and the end of the child's standard error."""
        return PortFault(
            kind, f"{clip(self.port, COLUMNS)}: {detail}", self.complaints(), late=late
        )

    @abstractmethod
    def explain(self, fault: PortFault) -> None:
        """Raise a better error about a port that did not shake hands, if there is one."""

    @abstractmethod
    def gather(self, lines: int) -> None:
        """From now on, receive so many lines together, unless one takes long: for who does not need them one by one."""

    @abstractmethod
    def launch(self) -> None:
        """Start it afresh.

        Raises:
            UsageError: there is no such port.
        """

    @abstractmethod
    def say_nothing(self) -> None:
        """Start it and end its input at once: without a ``hello`` it must write nothing.

        Raises:
            UsageError: there is no such port.
            PortFault: it writes something.
        """

    @abstractmethod
    def send(self, lines: Sequence[str]) -> None:
        """Send lines ahead."""

    @abstractmethod
    def receive_bytes(self) -> bytes:
        """The next answer line, whatever it is.

        Raises:
            PortFault: there is none.
        """

    @abstractmethod
    def quiet(self) -> None:
        """Check that the port wrote no more lines than it was asked for.

        Raises:
            PortFault: there are more lines than programs.
        """

    @abstractmethod
    def finish(self) -> None:
        """End the port's input, and check that it ends well.

        Raises:
            PortFault: it does not, or it writes more.
        """

    @abstractmethod
    def kill(self) -> None:
        """End it in any case."""

    @abstractmethod
    def clock(self) -> float:
        """Seconds for which it was busy so far; any seconds, if that is unknown."""

    @abstractmethod
    def complaints(self) -> str:
        """The beginning and the end of its standard error, so far."""


def quoted(line: bytes) -> str:
    """The beginning of a line, in quotes."""
    return repr(line[:80].decode("ascii", "replace"))

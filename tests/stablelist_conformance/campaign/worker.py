"""What every worker does before its work: it starts the port once, and refuses the work if that fails.

A worker is a process on any machine. It does one thing at a time, even if its executor has threads, because all ports
of a process have one supervisor.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Final

from stablelist_conformance.programs.target import Target
from stablelist_conformance.running.handshaking import contact
from stablelist_conformance.running.options import Options
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.handshake import Handshake

__all__ = ["CannotStart", "Start", "here", "started"]


@dataclass(frozen=True)
class Start:
    """How a worker starts a port.

    Attributes:
        port: the command line.
        options: how it is judged.
        handshake: what it must declare, if it was started elsewhere before.
    """

    port: str
    options: Options
    handshake: Handshake | None = None


class CannotStart(Exception):  # noqa: N818 - what the worker did
    """A worker cannot start the port.

    Attributes:
        worker: its name.
        reason: one sentence.
    """

    def __init__(self, worker: str, reason: str) -> None:
        super().__init__(worker, reason)
        self.worker, self.reason = worker, reason


_one_at_a_time: Final = Lock()
_met: Final[dict[tuple[str, Options], Target]] = {}
"""The ports that this process has started."""


def here() -> str:
    """The name of this worker: its machine and its process."""
    return f"{socket.gethostname()}:{os.getpid()}"


@contextmanager
def started(start: Start) -> Iterator[Target]:
    """The port, which this process starts once; the block is the only one of this process that uses a port.

    Raises:
        Refused: it cannot be started, or is not what it is elsewhere.
    """
    with _one_at_a_time:
        key = (start.port, start.options)
        try:
            if key not in _met:
                _met[key] = contact(start.port, start.options)
            target = _met[key]
            if start.handshake not in (None, target.handshake):
                raise UsageError(
                    f"{start.port} declares {target.handshake.line()!r} here and "
                    f"{start.handshake.line()!r} elsewhere; install the same port on every machine"
                )
        except UsageError as error:
            raise CannotStart(here(), str(error)) from error
        yield target

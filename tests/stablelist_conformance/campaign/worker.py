"""What every worker does before its work: it starts the port once, and refuses the work if that fails.

A worker is a process on any machine. It does one thing at a time, even if its executor has threads, because all ports
of a process have one supervisor. A worker that cannot start a port says so; if it is given work for that port again, it
waits for a moment before it refuses, so that other workers are faster.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from threading import Lock
from typing import Final, Protocol, TypeVar

from stablelist_conformance.programs.target import Subject
from stablelist_conformance.running.handshaking import meet
from stablelist_conformance.running.options import Options
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.handshake import Handshake

__all__ = ["Order", "Refused", "Start", "at_work", "called", "here", "subject_of"]

PAUSE: Final = 1.0
"""Seconds before a worker refuses work for a port that it could not start before."""


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


class Order(Protocol):
    """Something to do with a port."""

    @property
    def start(self) -> Start:
        """How the port is started."""
        ...


@dataclass(frozen=True)
class Refused:
    """A worker cannot start the port.

    Attributes:
        worker: its name.
        reason: one sentence.
    """

    worker: str
    reason: str


O = TypeVar("O", bound=Order)  # noqa: E741 - an order
R = TypeVar("R")

_one_at_a_time: Final = Lock()
_met: Final[dict[tuple[str, Options], Subject]] = {}
"""The ports that this process has started."""
_refused: Final[set[str]] = set()
"""Those that it could not start."""


def here() -> str:
    """The name of this worker: its machine and its process."""
    return f"{socket.gethostname()}:{os.getpid()}"


def called(worker: str) -> str:
    """What a worker is called in sentences, by its name.

    >>> called("vm:24913"), called("somebody")
    ('process 24913 on vm', 'somebody')
    """
    machine, _, process = worker.rpartition(":")
    return f"process {process} on {machine}" if machine and process.isdecimal() else worker


def at_work(work: Callable[[Subject, O], R]) -> Callable[[O], R | Refused]:
    """Work on a port, done one at a time, and refused if the port cannot be started."""

    @wraps(work)
    def done(order: O) -> R | Refused:
        with _one_at_a_time:
            try:
                subject = subject_of(order.start)
            except UsageError as error:
                return refusal(order.start.port, error)
            return work(subject, order)

    return done


def refusal(port: str, error: UsageError) -> Refused:
    """Why a port was not met."""
    if port in _refused:
        time.sleep(PAUSE)
    _refused.add(port)
    return Refused(here(), str(error))


def subject_of(start: Start) -> Subject:
    """The port, as it was met by this process.

    Raises:
        UsageError: it cannot be started, or is not what it is elsewhere.
    """
    key = (start.port, start.options)
    if key not in _met:
        _met[key] = meet(start.port, start.options)
    subject = _met[key]
    if start.handshake is not None and subject.handshake != start.handshake:
        raise UsageError(
            f"{start.port} declares {subject.handshake.line()!r} here and {start.handshake.line()!r} elsewhere; "
            "install the same port on every machine"
        )
    return subject

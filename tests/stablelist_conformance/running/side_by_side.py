"""Work side by side: each piece in a process of its own, which tells how it goes on, and at last how it ended.

Whatever happens to one of them concerns no other one. An interrupt is passed on to all of them, so that each ends as it
would alone, with what it has found so far; no more are started. Leaving the loop kills those that are left, and what a
process has started ends with it.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import monotonic
from typing import Final, NamedTuple

from stablelist_conformance.port.interrupts import blocked, check, uninterrupted
from stablelist_conformance.running.workers import FORKING, belong_to_parent

__all__ = ["Ended", "Tell", "Work", "side_by_side"]

GLANCE: Final = 0.5
"""Seconds between checks for an interrupt whose exception was swallowed."""
GRACE: Final = 20.0
"""Seconds that a process has to end after an interrupt, or after it has told its end."""

Tell = Callable[[object], object]
Work = Callable[[Tell], object]
"""Something to be done, which may tell how it goes on. What it tells and its result travel by `pickle`."""


class Ended(NamedTuple):
    """The end of a piece of work: its result, or the error that ended it; neither if it was interrupted or killed."""

    result: object = None
    error: Exception | None = None
    killed: bool = False


def side_by_side(
    works: Sequence[Work], most: int, idle: Callable[[], object] = lambda: None
) -> Iterator[tuple[int, object]]:
    """Do all works, at most so many at a time; yields what each tells, after its number, and at last an `Ended`.

    Args:
        works: what is to be done; they begin in this order.
        most: processes at a time.
        idle: is called while nobody tells anything, twice a second.
    """
    group = _Group(works, most)
    try:
        while group.goes_on():
            try:
                ready = group.ready()
                with uninterrupted():
                    for connection in ready:
                        yield group.heard(connection)
                check()
                idle()
            except KeyboardInterrupt:
                group.interrupt()
    finally:
        group.kill()


class _Group:
    """The processes that run, and the works that have not begun.

    Attributes:
        ends: when the processes are killed, after an interrupt.
    """

    def __init__(self, works: Sequence[Work], most: int) -> None:
        self.due = deque(enumerate(works))
        self.most = most
        self.running: dict[Connection, tuple[int, BaseProcess]] = {}
        self.ends: float | None = None

    def goes_on(self) -> bool:
        """Start what there is room for; whether anything runs."""
        while self.due and len(self.running) < self.most:
            self._start(*self.due.popleft())
        if self.ends is not None and monotonic() > self.ends:
            self.kill()
        return bool(self.running)

    def _start(self, number: int, work: Work) -> None:
        """Start one process."""
        ours, theirs = FORKING.Pipe(duplex=False)
        with blocked(), theirs:
            process = FORKING.Process(target=do, args=(work, theirs))
            process.start()
            self.running[ours] = number, process

    def ready(self) -> list[Connection]:
        """The processes that have told something."""
        return [each for each in wait([*self.running], GLANCE) if isinstance(each, Connection)]

    def heard(self, connection: Connection) -> tuple[int, object]:
        """What a process tells."""
        number, process = self.running[connection]
        try:
            told = connection.recv()
        except (EOFError, OSError):
            told = Ended(killed=self.ends is None)
        if isinstance(told, Ended):
            del self.running[connection]
            connection.close()
            end(process)
        return number, told

    def interrupt(self) -> None:
        """Pass an interrupt on, and start nothing more."""
        self.due.clear()
        self.ends = monotonic() + GRACE
        for _, process in self.running.values():
            process.terminate()

    def kill(self) -> None:
        """Kill all processes."""
        for connection, (_, process) in self.running.items():
            process.kill()
            process.join()
            connection.close()
        self.running.clear()


def end(process: BaseProcess) -> None:
    """Wait until a process ends, which has nothing more to do."""
    process.join(GRACE)
    process.kill()
    process.join()


def do(work: Work, connection: Connection) -> None:
    """Do a piece of work in this process."""
    tell = partial(pass_on, connection)
    with suppress(KeyboardInterrupt):  # it came when all had been told
        try:
            belong_to_parent()
            ended = Ended(work(tell))
        except KeyboardInterrupt:
            ended = Ended()
        except Exception as error:
            ended = Ended(error=error)
        tell(ended)


def pass_on(connection: Connection, told: object) -> None:
    """Tell the parent process something, completely; without it, there is nothing left to do."""
    with uninterrupted():
        try:
            connection.send(told)
        except BrokenPipeError:
            os._exit(1)

"""A hunt: a port is asked until it answers wrongly, or until a budget of operations or of seconds is used up.

Seconds are processor time, of the port and of what asks it: they do not depend on what else the machine does.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple, NoReturn

from stablelist_conformance.port.port import Port
from stablelist_conformance.programs.target import Target
from stablelist_conformance.wire.errors import PortFault
from stablelist_conformance.wire.protocol import Program

__all__ = ["NOT_FOUND", "Budget", "Caught", "Ended", "Meter", "caught", "judge_all"]

NOT_FOUND: Final = "no"
ANSWER: Final = "answer"
GROUP: Final = 8
"""Programs sent before the first answer is read; those behind a wrong answer are not counted."""
TICKS: Final = os.sysconf("SC_CLK_TCK")


class Budget(NamedTuple):
    """What one hunt may use."""

    operations: int
    seconds: float


class Caught(NamedTuple):
    """How a hunt ended.

    Attributes:
        found: ``answer``, the kind of fault of the port, or ``no``.
        operations: up to the one that was answered wrongly, or all that were tried.
        seconds: of processor time.
    """

    found: str
    operations: int
    seconds: float


class Ended(KeyboardInterrupt):
    """The hunt has ended; its argument says what was found. Hypothesis ends at once only for an interrupt."""


class Meter:
    """Counts what a hunt has used, and ends it."""

    def __init__(self, budget: Budget, port: Port) -> None:
        self.budget, self.port = budget, port
        self.operations, self.extra, self.began = 0, 0.0, time.process_time()

    @property
    def seconds(self) -> float:
        """The processor time so far, of this process and of the port."""
        return time.process_time() - self.began + self.extra + processor_time(self.port.pid)

    def count(self, operations: int, *, wrong: str = "") -> None:
        """Count operations, of which the last one may have been answered wrongly."""
        self.operations += operations
        if self.operations > self.budget.operations:
            self.operations = self.budget.operations
            raise Ended(NOT_FOUND)
        if wrong:
            raise Ended(wrong)
        if self.seconds > self.budget.seconds:
            raise Ended(NOT_FOUND)

    def fail(self, operations: int, fault: PortFault) -> NoReturn:
        """End the hunt, because the port failed within so many operations."""
        self.count(operations, wrong=str(fault.kind))
        raise AssertionError


def processor_time(process: int) -> float:
    """The seconds of processor time of a process; none if it has ended."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text("utf-8", "replace").rpartition(")")[2]
    except OSError:
        return 0.0
    return sum(map(int, fields.split()[11:13])) / TICKS


def judge_all(target: Target, programs: Iterable[Program], meter: Meter) -> None:
    """Send programs, and judge their answers, until the hunt has ended."""
    judge, remaining = target.judge(), iter(programs)
    while group := list(islice(remaining, GROUP)):
        meter.port.send([target.line(program) for program in group])
        for program, line in zip(group, received(meter, group), strict=True):
            difference = judge.judge(program, line)
            if difference is not None:
                meter.count(difference.at + 1, wrong=ANSWER)
            meter.count(len(program.words))


def received(meter: Meter, group: Iterable[Program]) -> Iterator[str]:
    """The answers to some programs."""
    for program in group:
        try:
            line = meter.port.receive()
        except PortFault as fault:
            meter.fail(len(program.words), fault)
        yield line


def caught(meter: Meter, ended: Ended) -> Caught:
    """The result of a hunt that has ended."""
    return Caught(str(ended), meter.operations, round(meter.seconds, 3))

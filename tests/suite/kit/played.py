"""A port that a function plays in this process: it takes no time, and fails on request."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

import stablelist_conformance.running.verify as verification
from stablelist_conformance.port.process import ProcessPort
from stablelist_conformance.programs.target import Target
from stablelist_conformance.python.answerers import ContainerAnswerer, ModelAnswerer
from stablelist_conformance.wire.errors import FaultKind, PortFault
from stablelist_conformance.wire.handshake import Handshake, parse_handshake
from stablelist_conformance.wire.protocol import Level, parse_program

from .ports import ANSWER, HANDSHAKE, script_of, tiny
from .relatives import SlotMap

SLOTS = Handshake("a", "1", "slotmap", Level.CONTRACT)
"""What a right slot map says of itself."""

_MODEL = ModelAnswerer()
_SLOTS = ContainerAnswerer(SlotMap, name="a", system_name="slotmap")


def by_model(line: str) -> str:
    """The right answer of a StableList."""
    level, program = parse_program(line)
    return " ".join(_MODEL.answer(program, level))


def by_slots(line: str) -> str:
    """The right answer of a slot map."""
    level, program = parse_program(line, "slotmap")
    return " ".join(_SLOTS.answer(program, level))


def fault(
    kind: FaultKind = FaultKind.DIED, detail: str = "alas", *, late: bool = False
) -> PortFault:
    """A fault of a port that had last words."""
    return PortFault(kind, detail, "last words", late=late)


@dataclass(frozen=True)
class Stage(Target):
    """A subject for tests, without a process.

    Attributes:
        says: what it answers to a line.
        to_a_stranger: what it answers before anybody said hello.
        faults: what goes wrong when something else is asked of it: ``start``, ``quiet``, ``finish``, ``say_nothing``.
        leaves: names of processes that it started, and that are found when it is ended.
        told: whatever was asked of it, in this order.
    """

    says: Callable[[str], str] = by_model
    to_a_stranger: Callable[[str], str] = by_model
    faults: Mapping[str, PortFault] = field(default_factory=dict)
    leaves: frozenset[str] = frozenset()
    told: list[str] = field(default_factory=list)
    busy: list[float] = field(default_factory=lambda: [0.0])

    def process(self) -> ProcessPort:
        """The port, not yet started."""
        return Played(self)


class Played(ProcessPort):
    """The port of a stage."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage.port)
        self.stage = stage
        self.lines: deque[str] = deque()

    def asked(self, what: str) -> None:
        """Note what is asked, and fail if that is to go wrong."""
        self.stage.told.append(what)
        if what in self.stage.faults:
            raise self.stage.faults[what]

    def start(self) -> Handshake:
        """Shake hands."""
        self.asked("start")
        self.handshake = self.stage.handshake
        return self.handshake

    def send(self, lines: Sequence[str]) -> None:
        """Take lines."""
        self.asked(f"send {len(lines)}")
        self.lines.extend(lines)

    def gather(self, lines: int) -> None:
        """Each answer comes at once."""

    def receive_bytes(self) -> bytes:
        """Answer the next one."""
        return self.stage.says(self.lines.popleft()).encode()

    def quiet(self) -> None:
        """Say nothing unasked."""
        self.asked("quiet")

    def finish(self) -> None:
        """End as it should."""
        self.asked("finish")

    def clock(self) -> float:
        return self.stage.busy[0]

    def complaints(self) -> str:
        """The same words, whatever went wrong."""
        return "last words"

    def say_nothing(self) -> None:
        """Say nothing before hello."""
        self.asked("say_nothing")

    def answer_alone(self, line: str, *, greeted: bool) -> str:
        """Answer one line."""
        self.asked("met" if greeted else "unmet")
        return (self.stage.says if greeted else self.stage.to_a_stranger)(line)

    def kill(self) -> None:
        self.stage.told.append("kill")
        self.escaped |= self.stage.leaves


def on_stage(
    says: Callable[[str], str] | None = None,
    *,
    handshake: Handshake = _MODEL.handshake,
    level: Level | None = None,
    to_a_stranger: Callable[[str], str] = by_model,
    faults: Mapping[str, PortFault] | None = None,
    leaves: Collection[str] = (),
) -> Stage:
    """A right StableList, or slot map, but for what is said otherwise."""
    right = by_slots if handshake.system_name == "slotmap" else by_model
    return Stage(
        "./played",
        handshake,
        handshake.level if level is None else level,
        10.0,
        says=says or right,
        to_a_stranger=to_a_stranger,
        faults=faults or {},
        leaves=frozenset(leaves),
    )


def leaking(after: int) -> Callable[[str], str]:
    """A port that answers correctly a number of times, and is then always full."""
    answered = count(1)

    def says(line: str) -> str:
        right = by_model(line)
        return right if next(answered) <= after else right.replace("0.0", "!full")

    return says


# --- A run in this process ------------------------------------------------------------------------

TINY_SLOTS = parse_handshake(HANDSHAKE)
"""What the tiny port of `ports` says of itself."""


def slots(after_word: str = "", answer: str = ANSWER) -> Callable[[str], str]:
    """The answers of the tiny port of `ports`, perhaps with something wrong; it dies where it would end."""

    def end(status: int) -> None:
        raise fault()

    def says(line: str) -> str:
        said: list[str] = []
        names = {
            "os": SimpleNamespace(_exit=end),
            "sys": SimpleNamespace(stdin=[line]),
            "print": lambda word, flush: said.append(word),
        }
        exec(script, names)
        return said[0]

    imports = "import os, sys, time"
    source = script_of(tiny(after_word=after_word, answer=answer)).replace(imports, "")
    script = compile(source, "tiny", "exec")
    return says


class Pool:
    """A pool of workers that works at once."""

    @contextmanager
    def __call__(self, _: int) -> Iterator[Pool]:
        """For any number of workers."""
        yield self

    def submit(self, run: Callable[..., Any], *arguments: object) -> Future[Any]:
        """What becomes of it."""
        future: Future[Any] = Future()
        try:
            future.set_result(run(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future


def play(monkeypatch: pytest.MonkeyPatch, stage: Stage, *lines: str) -> None:
    """Let every run verify this stage in this process; *lines* are its covering programs, if there are some."""
    monkeypatch.setattr(verification, "contact", lambda *_: stage)
    monkeypatch.setattr(verification, "workers", Pool())
    if lines:
        head = (
            "contract id_bits=0 : "
            if stage.level is Level.CONTRACT
            else "cost id_bits=2 index_bits=0 : "
        )
        programs = [parse_program(head + line, stage.handshake.system_name)[1] for line in lines]
        monkeypatch.setattr(verification, "written", lambda _: [])
        monkeypatch.setattr(verification, "made", lambda _: programs)

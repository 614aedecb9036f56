"""A port that a function plays in this process: it takes no time, and fails on request."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from stablelist_conformance.port.process import ProcessPort
from stablelist_conformance.programs.target import Subject
from stablelist_conformance.python.answerers import ContainerAnswerer, ModelAnswerer
from stablelist_conformance.wire.errors import FaultKind, PortFault
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import Level, parse_program

from .relatives import SlotMap

__all__ = ["SLOTS", "Played", "Stage", "by_model", "by_slots", "fault", "on_stage"]

SLOTS = Handshake("a", "1", "slotmap", Level.CONTRACT)
"""What a right slot map says of itself."""

_MODEL = ModelAnswerer()
_SLOTS = ContainerAnswerer(SlotMap, name="a", profile="slotmap")


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
class Stage(Subject):
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

    def receive(self) -> str:
        """Answer the next one."""
        return self.stage.says(self.lines.popleft())

    def quiet(self) -> None:
        """Say nothing unasked."""
        self.asked("quiet")

    def finish(self) -> None:
        """End as it should."""
        self.asked("finish")

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
        """End the port."""
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
    right = by_slots if handshake.profile == "slotmap" else by_model
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

"""The subject of a verification: a port, what it said of itself, and what it can be asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from stablelist_spec.core.family import Family
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.system import System
from stablelist_spec.families.pool import POOL
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import STABLE_LIST

from .abilities import Abilities
from .answerers import Answerer, ContainerAnswerer, FastAnswerer, ModelAnswerer
from .classes import CLASSES
from .cover import KEYS as KEYS_COVERED
from .errors import FaultKind, PortFault
from .handshake import MAXIMUM, Handshake
from .judge import ExactJudge, Judge, contract_judge
from .port import ProcessPort
from .protocol import POSITIONAL, Level, Program, decode, encode
from .serve import bundled
from .swarm import Swarm
from .wander import Wander

__all__ = ["Subject"]

CONTAINERS: Final[dict[str, Callable[[], Answerer]]] = {
    STABLE_LIST.name: lambda: FastAnswerer(ContainerAnswerer(bundled, name=STABLE_LIST.name))
}
"""Bundled containers, which answer first where they are faster than the model of their system."""


@dataclass(frozen=True)
class Subject:
    """What is tested, and how.

    Attributes:
        port: how it is started.
        handshake: what it said, with whatever the person who started the run narrowed down.
        by_model: judge everything by the model; else the bundled container goes first.
        declared: what it said before anything was narrowed down; it has to say that whenever it is started.
        leaving_out: a class of programs that is not drawn; `COVER` for those that cover the small presets.
    """

    port: str
    handshake: Handshake
    level: Level
    timeout: float
    declared_profile: str | None = None
    by_model: bool = False
    declared: Handshake | None = None
    leaving_out: str = ""

    @property
    def exact(self) -> bool:
        """Whether there is an exact model of its kind."""
        return self.handshake.system.exact

    @property
    def stale_is_undefined(self) -> bool:
        """Whether a stale key must not be used."""
        return self.handshake.documented.undefined

    def process(self) -> ProcessPort:
        """The port, not yet started."""
        return ProcessPort(
            self.port,
            timeout=self.timeout,
            profile=self.declared_profile,
            expected=self.declared,
        )

    def unmet(self) -> None:
        """See a port answer a program before anybody says ``hello``, as it does since version 3.

        Raises:
            PortFault: it does not, or not as it does afterwards.
        """
        program = self.first_question()
        if self.handshake.protocol <= POSITIONAL or not program.words:
            return
        line = self.line(program)
        try:
            greeted = self.process().answer_alone(line, greeted=True)
        except PortFault:
            return  # it is not about the greeting, and will be found
        try:
            said = self.process().answer_alone(line, greeted=False)
        except PortFault as fault:
            said = f"nothing: {fault.detail}"
        if said != greeted:
            asked = f"{line!r} before anybody said 'hello' (duty 1, since version 3)"
            detail = f"it was sent {asked}, and answered {said[:200]}; after a greeting it answers {greeted[:80]}"
            raise PortFault(FaultKind.GARBLED, f"{self.port}: {detail}")

    def first_question(self) -> Program:
        """The first operation of its kind that the port offers and that needs no key."""
        system, parameters = self.handshake.system, self.simplest()
        words = (
            encode(at_least(name, system.family), system.family)
            for name, kind in system.family.kinds.items()
            if name in system.operations and not kind.keyed and not kind.tries
        )
        offered = tuple(word for word in words if self.offers(word, parameters))
        return Program(parameters, offered[:1], self.handshake.profile)

    def abilities(self) -> Abilities:
        """What programs may use."""
        return Abilities(self.handshake, self.level, self.leaving_out)

    def swarm(self, seed: int, *, far: bool = True) -> Swarm | Wander:
        """Random programs for the port, some of which go *far*."""
        port, left_out = self.handshake, self.leaving_out
        if port.system.family is POOL:
            classes = [each for each in CLASSES if far and each.name != left_out]
            return Swarm(self.abilities(), seed, classes)
        return Wander(port.profile, port.offered, self.level, seed, far=far, leaving_out=left_out)

    def fitted(self, program: Program) -> Program:
        """A covering program, at widths that the port has and without what it leaves out.

        In the place of an insertion that the port lacks there are plain ones, so that keys keep their numbers.
        """
        fitted, family = self._fitted(program.parameters), self.handshake.system.family
        words: list[str] = []
        for word, operation in zip(program.words, program.operations, strict=True):
            if self.offers(word, fitted):
                words.append(word)
            elif count := family.insertions(operation):
                words += [family.plain] * count
        return Program(fitted, tuple(words), self.handshake.profile)

    def _fitted(self, wanted: object) -> object:
        """A configuration that the port supports, as near as it gets to what is wanted."""
        port = self.handshake
        if not isinstance(wanted, Parameters):
            return wanted
        return replace(
            wanted,
            capacity=KEYS_COVERED if port.capacity == "fixed" else wanted.capacity,
            id_bits=port.id_bits.nearest(wanted.id_bits),
            index_bits=port.index_bits.nearest(wanted.index_bits),
            maximum=None if MAXIMUM in port.lacking else wanted.maximum,
        )

    def simplest(self) -> object:
        """The simplest configuration that the port supports."""
        port, usual = self.handshake, self.handshake.system.configuration()
        if not isinstance(usual, Parameters):
            return usual
        ids, indices = port.id_bits.nearest(32), port.index_bits.nearest(32)
        return replace(usual, id_bits=ids, index_bits=indices)

    def line(self, program: Program) -> str:
        """A program as it travels to the port."""
        return program.line(self.level, self.handshake.protocol)

    def offers(self, word: str, parameters: object) -> bool:
        """Whether the port can be sent a word at this level."""
        system = self.handshake.system
        operation, without = decode(word, system.family), self.handshake.lacking
        if {operation.name, operation.structural} & without:
            return False
        if hidden(system, operation.name, self.level) or not system.able(
            parameters, operation.name
        ):
            return False
        forging = {
            "forge": "#" in word or "~" in word,
            "near": "~" in word,
            "negative": "-" in word,
        }
        return not any(needed and ability in without for ability, needed in forging.items())

    def judge(self, *, first: bool = True) -> Judge:
        """The judge; the *first* one at layout level may be the container, for speed."""
        if self.level is Level.CONTRACT:
            return contract_judge(self.handshake)
        container = CONTAINERS.get(self.handshake.profile)
        if not first or self.by_model or container is None:
            return ExactJudge(ModelAnswerer(self.handshake.profile), self.level)
        return ExactJudge(container(), self.level)


def at_least(name: str, family: Family) -> Operation:
    """An operation with the least operands that it can have."""
    operation = Operation(name)
    for operand in family.kinds[name].operands:
        operation = operation.given(operand.field, operand.least)
    return operation


def hidden(system: System, name: str, level: Level) -> bool:
    """Whether an operation shows more than a level does."""
    return name in tuple(system.shown)[level:]

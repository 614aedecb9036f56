"""The target of a verification: a port, its handshake, and what it can be asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from stablelist_conformance.judging.judge import ExactJudge, Judge, contract_judge
from stablelist_conformance.port.memory import MEMORY
from stablelist_conformance.port.port import Port
from stablelist_conformance.port.ways import port_named
from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.classes import CLASSES
from stablelist_conformance.programs.fates import KEYS as KEYS_COVERED
from stablelist_conformance.programs.swarm import Swarm
from stablelist_conformance.python.answerers import (
    Answerer,
    ContainerAnswerer,
    FastAnswerer,
    ModelAnswerer,
)
from stablelist_conformance.python.serve import bundled
from stablelist_conformance.wire.errors import FaultKind, PortFault
from stablelist_conformance.wire.handshake import Handshake, keeps_its_capacity
from stablelist_conformance.wire.operations import abilities, decode, encode
from stablelist_conformance.wire.protocol import Level, Program
from stablelist_conformance.wire.text import COLUMNS, clip
from stablelist_spec.core.family import Role
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.second_contract import OfTwo
from stablelist_spec.families.components import COMPONENTS
from stablelist_spec.families.components_contract import Worlds
from stablelist_spec.families.contract import Pools
from stablelist_spec.families.knowledge import Room
from stablelist_spec.families.pool import POOL
from stablelist_spec.families.stamps import Unstamped
from stablelist_spec.systems import STABLE_LIST

__all__ = ["MOST_DOUBLINGS", "Target"]

MOST_DOUBLINGS: Final = 3
"""How often a program adds one container to the other, if it was written for a bound that they do not have."""

CONTAINERS: Final[dict[str, Callable[[], Answerer]]] = {
    STABLE_LIST.name: lambda: FastAnswerer(ContainerAnswerer(bundled, name=STABLE_LIST.name))
}
"""Bundled containers that are faster than the model of their system, and so answer first."""


UNSTAMPED: Final[Mapping[str, Any]] = {
    POOL.name: Pools(Unstamped(), Room()),
    COMPONENTS.name: Worlds(Pools(Unstamped(), Room())),
}
"""The contracts of containers in which a stale key may find anything, by their families."""


@dataclass(frozen=True)
class Target:
    """What is verified, and how.

    Attributes:
        port: how the port is started.
        handshake: its handshake, narrowed down by the user's options.
        by_model: judge everything by the model; otherwise the bundled container judges first.
        declared: its handshake before it was narrowed down, which must be the same at every start.
        excluded_class: a class of programs that is left out; `COVER` for those that cover the small presets.
        compared: it is a port of another system, which need not have the options of this one.
        memory: MiB that the port may use.
        turns: how often a program may insert and remove, by loops inside the port; 0 for no loops.
        slow: a sentence, if it is too slow for them.
    """

    port: str
    handshake: Handshake
    level: Level
    timeout: float
    declared_system: str | None = None
    by_model: bool = False
    declared: Handshake | None = None
    excluded_class: str = ""
    compared: bool = False
    memory: int = MEMORY
    turns: int = 0
    slow: str = ""

    @property
    def exact(self) -> bool:
        """Whether there is an exact model of its system."""
        return self.handshake.system.exact

    @property
    def covered_by(self) -> str:
        """The name of the exact system whose programs cover its system; empty if there is none."""
        return self.handshake.system_name if self.exact else self.handshake.system.covered_by

    def process(self) -> Port:
        """The port, not yet started."""
        return port_named(
            self.port,
            timeout=self.timeout,
            system_name=self.declared_system,
            expected=self.declared,
            memory=self.memory,
        )

    def check_first_answer(self) -> None:
        """Check that a port answers a program without a ``hello`` before it.

        Raises:
            PortFault: it does not, or answers differently than after a ``hello``.
        """
        program = self.first_question()
        if not program.words:
            return
        line = self.line(program)
        try:
            greeted = self.process().answer_alone(line, greeted=True)
        except PortFault:
            return  # it has nothing to do with the greeting, and other programs find it
        try:
            said = self.process().answer_alone(line, greeted=False)
        except PortFault as fault:
            said = f"nothing: {fault.detail}"
        if said != greeted:
            asked = f"{line!r} before it was sent 'hello' (duty 1)"
            detail = f"it was sent {asked}, and answered {said[:200]}; after 'hello' it answers {greeted[:80]}"
            raise PortFault(FaultKind.GARBLED, f"{clip(self.port, COLUMNS)}: {detail}")

    def first_question(self) -> Program:
        """The first offered operation that needs no key."""
        system, parameters = self.handshake.system, self.simplest()
        words = (
            encode(system.family.least(name), system.family)
            for name, kind in system.family.kinds.items()
            if name in system.operations and not (kind.keys or kind.tries or kind.both)
        )
        offered = tuple(word for word in words if self.offers(word, parameters))
        return Program(parameters, offered[:1], self.handshake.system_name)

    def abilities(self) -> Abilities:
        """The abilities that programs may use."""
        return Abilities(self.handshake, self.level, self.excluded_class, self.turns)

    def swarm(self, seed: int, *, far: bool = True) -> Swarm:
        """Random programs for the port; with *far*, some are far-reaching."""
        classes = [each for each in CLASSES if far and each.name != self.excluded_class]
        return Swarm(self.abilities(), seed, classes)

    def fitted(self, program: Program) -> Program:
        """A covering program, at widths that the port has and without operations that it leaves out.

        Insertions that the port lacks are replaced by plain ones, so that keys keep their numbers.
        """
        fixed = self.handshake.capacity == "fixed" and not keeps_its_capacity(self.handshake.system)
        wanted, family = program.parameters, self.handshake.system.family
        room = {"capacity": KEYS_COVERED} if fixed and not wanted.capacity else {}
        fitted = wanted if self.compared else self._nearest(wanted, **room)
        doubling = self.doubling(program._replace(parameters=fitted), wanted)
        words: list[str] = []
        for at, (word, operation) in enumerate(zip(program.words, program.operations, strict=True)):
            if self.offers(word, fitted):
                words += [word] * (at not in doubling)
            elif count := family.insertions(operation):
                words += [encode(family.least(family.plain, number=1), family)] * count
        return Program(fitted, tuple(words), self.handshake.system_name)

    def doubling(self, program: Program, written_for: object) -> Sequence[int]:
        """The places of the words of a program that may double its elements once too often.

        It was written for another configuration, which bounds them.
        """
        room, kinds = self.abilities().room, self.handshake.system.family.kinds
        if room(written_for) is None or room(program.parameters) is not None:
            return ()
        roles = (kinds[operation.name].role for operation in program.operations)
        return [at for at, role in enumerate(roles) if role is Role.COMBINE][MOST_DOUBLINGS:]

    def without_stale_keys(self, program: Program) -> Program:
        """The program; where using a stale key is undefined, without the operations that would do that.

        An insertion that fails in the port is treated as one that succeeds, because its key does not exist anyway.
        """
        if not self.handshake.documented.undefined:
            return program
        family, words = self.handshake.system.family, []
        contract = OfTwo(family, UNSTAMPED[family.name])
        both = contract.initial()
        if family.both:
            contract.opened(both)
        for word, operation in zip(program.words, program.operations, strict=True):
            live = both.side(operation.on).live
            if all(name in live for name in family.keys_of(operation)):
                words.append(word)
                first = next(iter(contract.outcomes(both, operation)))
                both = first.after(both)  # only `put` has others, which such ports are never sent
        return program._replace(words=tuple(words))

    def simplest(self) -> object:
        """The simplest configuration that the port supports."""
        return self._nearest(self.handshake.system.configuration())

    def _nearest(self, wanted: object, **changed: int) -> object:
        """The configuration that the port supports and that is nearest to the wanted one, which may lack an option."""
        chosen = self.handshake.system.chosen
        fields = {name: getattr(wanted, name) for name in chosen if hasattr(wanted, name)}
        return self.abilities().configuration(**fields | changed)

    def line(self, program: Program) -> str:
        """A program as a line for the port."""
        return program.sent(self.level)

    def offers(self, word: str, parameters: object) -> bool:
        """Whether the port can be sent a word at this level."""
        system = self.handshake.system
        operation, without = decode(word, system.family), self.handshake.lacking
        if not system.operations.difference(without).issuperset(operation.names):
            return False
        if not self._takes(operation):
            return False
        hidden = operation.name in system.hidden(self.level)
        if hidden or not system.able(parameters, operation.name):
            return False
        return without.isdisjoint(abilities(word))

    def _takes(self, operation: Operation) -> bool:
        """Whether the port has the container and the way of an operation, and the way of one that it tries."""
        ways = dict(self.handshake.ways)
        return (operation.on == 1 or self.handshake.pairs) and all(
            each.way <= ways.get(each.name, 1) for each in operation.nested
        )

    def judge(self, *, first: bool = True) -> Judge:
        """The judge; at layout level the *first* judge may be the container, for speed."""
        if self.level is Level.CONTRACT:
            return contract_judge(self.handshake)
        container = CONTAINERS.get(self.handshake.system_name)
        if not first or self.by_model or container is None:
            return ExactJudge(ModelAnswerer(self.handshake.system_name), self.level)
        return ExactJudge(container(), self.level)

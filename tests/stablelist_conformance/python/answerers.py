"""Answerers: objects that answer programs in this process.

There are two: the model, which is authoritative, and any Python container (`container_api`, `container_run`), for
example the bundled one. `serve` lets either speak the port protocol; the judge asks them what a right answer is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any, Final

from stablelist_conformance.python.container_api import (
    CONTAINER_METHODS,
    first_key,
    has_any,
    operations_without_method,
    saveable,
    two_part_key,
)
from stablelist_conformance.python.container_run import ContainerRun, UnforgeableError
from stablelist_conformance.python.factory import Factory
from stablelist_conformance.python.methods import MethodAnswerer
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.handshake import Answerer, Handshake, keeps_its_capacity
from stablelist_conformance.wire.play import REFUSED, play
from stablelist_conformance.wire.protocol import Level, Program, highest
from stablelist_conformance.wire.systems import system_named
from stablelist_conformance.wire.versions import KIT_VERSION
from stablelist_conformance.wire.widths import Widths
from stablelist_spec.core.history import NO_KEY, History
from stablelist_spec.core.key import Key as ModelKey
from stablelist_spec.core.operation import Configuration
from stablelist_spec.families.pool import POOL
from stablelist_spec.systems import STABLE_LIST

__all__ = ["Answerer", "ContainerAnswerer", "FastAnswerer", "ModelAnswerer", "answerer_of"]


class ModelAnswerer:
    """The model of a system, which decides what is right."""

    def __init__(self, system: str = STABLE_LIST.name) -> None:
        self.system = system_named(system)
        self._unlabelled = replace(self.system, classify=None)  # an answer shows no labels
        self.handshake = Handshake(
            name=f"{self.system.name}-model",
            version=KIT_VERSION,
            system_name=system,
            level=highest(self.system),
            id_bits=Widths.parse("0-64"),
            index_bits=Widths.parse("0,2-64"),
            capacity="fixed" if keeps_its_capacity(self.system) else "grows",
        )

    def answer(self, program: Program, level: Level) -> list[str]:
        """One word for each operation, from a fresh `History`, if it is of a width in the handshake."""
        parameters = program.parameters
        if not self.handshake.supports(parameters):
            return refused(program)
        history = History(self._unlabelled, parameters)
        return [played.answer for played in play(history, program.operations, level)]


def refused(program: Program) -> list[str]:
    """The answers if there is no such container."""
    return [REFUSED] * len(program.words)


SHOWS: Final = frozenset({"layout", "cost"})
"""Operations that show the state and change nothing."""


class ContainerAnswerer:
    """A Python container, created by a factory.

    The `factory` may take the choices of the system's configuration. Operations without a method are left out, and so
    are those in *without*, and ``reload`` if `pickle` cannot save the container.

    Raises:
        UsageError: the factory makes nothing, or nothing that can be added to, removed from and looked up in.
    """

    def __init__(
        self,
        factory: Callable[..., Any],
        *,
        name: str,
        version: str = "0",
        system_name: str = STABLE_LIST.name,
        without: Collection[str] = (),
    ) -> None:
        system = system_named(system_name)
        self.factory = Factory(factory, system.configuration, name)
        container = self.first = self._first()
        missing = operations_without_method(container) & system.operations | set(without)
        missing |= {"reload"} - saveable(container)
        level = (
            Level.CONTRACT
            if "layout" in missing
            else Level.LAYOUT
            if "cost" in missing
            else Level.COST
        )
        self._key_type = two_part_key(first_key(container))
        if self._key_type is None:
            missing |= {"forge", "negative"}
        if "maximum" not in self.factory.takes:
            missing.add("maximum")
        if not (system.exact or self.locks()):
            missing.add("lend")
        self.handshake = Handshake(
            name=name,
            version=version,
            system_name=system_name,
            level=level if system.exact else Level.CONTRACT,
            id_bits=Widths.parse("0-64" if "id_bits" in self.factory.takes else "32"),
            index_bits=Widths.parse("0,3-64" if "index_bits" in self.factory.takes else "0"),
            without=frozenset(missing - SHOWS),
        )

    def locks(self) -> bool:
        """Whether the container refuses an insertion while it is iterated over."""
        run = ContainerRun(self, self.factory.first(), Level.CONTRACT)
        return run.answer(("add", "lend:add"))[1] == "!borrow"

    @property
    def forges(self) -> bool:
        """Whether keys can be made by hand, also a key for an insertion that failed."""
        return self._key_type is not None

    def answer(self, program: Program, level: Level) -> list[str]:
        """One word for each operation, from a fresh container, if the factory makes one."""
        try:
            run = self.run(program.parameters, level)
        except Exception:
            return refused(program)
        answers = run.answer(program.words)
        run.raised = None  # its traceback holds the run, which would wait for the garbage collector
        return answers

    def run(self, chosen: Configuration, level: Level) -> ContainerRun:
        """A fresh container, which answers word by word."""
        return ContainerRun(self, self.factory.make(chosen), level)

    def _first(self) -> Any:
        """The first container, which shows what the factory's containers offer."""
        container = self.factory.first()
        for operation in ("add", "remove", "at"):
            if not has_any(container, CONTAINER_METHODS[operation]):
                names = " or ".join(CONTAINER_METHODS[operation])
                raise UsageError(
                    f"the {type(container).__name__} that {self.factory.name} makes has no method {names}; "
                    "a container needs add, remove and at"
                )
        return container

    def forge(self, key: ModelKey) -> Any:
        """A key of the container's own type that it never issued."""
        assert self._key_type is not None
        try:
            return self._key_type(key.index, key.id)
        except Exception as error:
            raise UnforgeableError from error

    def nothing(self) -> Any:
        """A key that is never found, for the number of an insertion that failed."""
        try:
            return None if self._key_type is None else self.forge(NO_KEY)
        except UnforgeableError:
            return None


def answerer_of(
    factory: Callable[..., Any],
    *,
    name: str,
    version: str = "0",
    system_name: str,
    without: Collection[str] = (),
) -> ContainerAnswerer | MethodAnswerer:
    """The answerer of a Python container of any family, created by a factory; see the two classes."""
    kind = ContainerAnswerer if system_named(system_name).family is POOL else MethodAnswerer
    return kind(factory, name=name, version=version, system_name=system_name, without=without)


class FastAnswerer:
    """A container that answers for the model; at widths that it does not have, the model answers."""

    def __init__(self, container: ContainerAnswerer) -> None:
        self.container, self.model = container, ModelAnswerer(container.handshake.system_name)
        self.handshake = self.model.handshake

    def answer(self, program: Program, level: Level) -> list[str]:
        """One word for each operation."""
        able = self.container.handshake.supports(program.parameters)
        return (self.container if able else self.model).answer(program, level)

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
    accepted_options,
    first_key,
    has_any,
    left_out,
    saveable,
    two_part_key,
)
from stablelist_conformance.python.container_run import Run, UnforgeableError
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.handshake import Answerer, Handshake, keeps_its_capacity
from stablelist_conformance.wire.play import REFUSED, play
from stablelist_conformance.wire.protocol import Level, Program, highest
from stablelist_conformance.wire.systems import system_named
from stablelist_conformance.wire.versions import KIT_VERSION
from stablelist_conformance.wire.widths import Widths
from stablelist_spec.core.history import NO_KEY, History
from stablelist_spec.core.key import Key as ModelKey
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import STABLE_LIST

__all__ = ["Answerer", "ContainerAnswerer", "FastAnswerer", "ModelAnswerer"]


class ModelAnswerer:
    """The model of a system, which decides what is right."""

    def __init__(self, system: str = STABLE_LIST.name) -> None:
        self.system = system_named(system)
        self._unlabelled = replace(self.system, classify=None)  # an answer shows no labels
        self.handshake = Handshake(
            name=f"{self.system.name}-model",
            version=KIT_VERSION,
            profile=system,
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

    The factory may take any of the keyword arguments ``minimum``, ``capacity``, ``truncate``, ``id_bits`` or ``ids``,
    and ``index_bits``. ``truncate`` is passed as a string, or as a member of the enumeration of its default value;
    ``ids`` is the type of its default value, called with a number of bits, or None. Operations without a method are
    left out, and so are those in *without*, and ``reload`` if `pickle` cannot save the container.

    Raises:
        UsageError: the factory makes nothing, or nothing that can be added to, removed from and looked up in.
    """

    def __init__(
        self,
        factory: Callable[..., Any],
        *,
        name: str,
        version: str = "0",
        profile: str = STABLE_LIST.name,
        without: Collection[str] = (),
    ) -> None:
        system = system_named(profile)
        self._factory = factory
        self.accepted = accepted_options(factory)
        container = self.first = self._first(name)
        missing = left_out(container) & system.operations | set(without)
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
        if "maximum" not in self.accepted:
            missing.add("maximum")
        if not (system.exact or self.locks()):
            missing.add("lend")
        self.handshake = Handshake(
            name=name,
            version=version,
            profile=profile,
            level=level if system.exact else Level.CONTRACT,
            id_bits=Widths.parse("0-64" if "id_bits" in self.takes else "32"),
            index_bits=Widths.parse("0,3-64" if "index_bits" in self.accepted else "0"),
            without=frozenset(missing - SHOWS),
        )

    def locks(self) -> bool:
        """Whether the container refuses an insertion while it is iterated over."""
        return self.run(Parameters(), Level.CONTRACT).answer(("add", "lend:add"))[1] == "!borrow"

    @property
    def forges(self) -> bool:
        """Whether keys can be made by hand, also a key for an insertion that failed."""
        return self._key_type is not None

    @property
    def takes(self) -> set[str]:
        """The parameters that the factory takes, under their names in the protocol."""
        return {"id_bits" if name == "ids" else name for name in self.accepted}

    def answer(self, program: Program, level: Level) -> list[str]:
        """One word for each operation, from a fresh container, if the factory makes one."""
        try:
            run = self.run(program.parameters, level)
        except Exception:
            return refused(program)
        answers = run.answer(program.words)
        run.raised = None  # its traceback holds the run, which would wait for the garbage collector
        return answers

    def run(self, parameters: Parameters, level: Level) -> Run:
        """A fresh container, which answers word by word."""
        return Run(self, self._fresh(parameters), level)

    def _first(self, name: str) -> Any:
        """The first container, which shows what the factory's containers offer."""
        try:
            container = self._fresh(Parameters())
        except Exception as error:
            raise UsageError(
                f"{name} makes no container ({type(error).__name__}: {error}); name a factory that needs no "
                "argument but minimum, capacity, truncate, id_bits and index_bits"
            ) from error
        for operation in ("add", "remove", "at"):
            if not has_any(container, CONTAINER_METHODS[operation]):
                names = " or ".join(CONTAINER_METHODS[operation])
                raise UsageError(
                    f"the {type(container).__name__} that {name} makes has no method {names}; "
                    "a container needs add, remove and at"
                )
        return container

    def _fresh(self, parameters: Parameters) -> Any:
        options = {
            "minimum": parameters.minimum,
            "capacity": parameters.capacity,
            "truncate": parameters.truncate.value,
            "id_bits": parameters.id_bits,
            "ids": parameters.id_bits,
            "index_bits": parameters.index_bits,
            "maximum": parameters.maximum,
        }
        return self._factory(**{name: of(options[name]) for name, of in self.accepted.items()})

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


class FastAnswerer:
    """A container that answers for the model; at widths that it does not have, the model answers."""

    def __init__(self, container: ContainerAnswerer) -> None:
        self.container, self.model = container, ModelAnswerer(container.handshake.profile)
        self.handshake = self.model.handshake

    def answer(self, program: Program, level: Level) -> list[str]:
        """One word for each operation."""
        able = self.container.handshake.supports(program.parameters)
        return (self.container if able else self.model).answer(program, level)

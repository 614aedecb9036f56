"""Answerers: objects that answer programs in this process.

There are two: the model, which is authoritative, and any Python container (`container_run`), for
example the bundled one. `serve` lets either speak the port protocol; the judge asks them what a right answer is.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any, Final

from stablelist_conformance.python.container_run import ContainerRun
from stablelist_conformance.python.methods import MethodAnswerer
from stablelist_conformance.wire.handshake import Answerer, Handshake, keeps_its_capacity
from stablelist_conformance.wire.play import REFUSED, play
from stablelist_conformance.wire.protocol import Level, Program, highest
from stablelist_conformance.wire.systems import system_named
from stablelist_conformance.wire.versions import KIT_VERSION
from stablelist_conformance.wire.widths import Widths
from stablelist_spec.core.history import History
from stablelist_spec.core.key import Key as ModelKey
from stablelist_spec.core.operation import Configuration
from stablelist_spec.families.pool import POOL
from stablelist_spec.systems import STABLE_LIST

__all__ = [
    "METHODS",
    "Answerer",
    "ContainerAnswerer",
    "FastAnswerer",
    "ModelAnswerer",
    "answerer_of",
]


METHODS: Final = {
    "add": ("add", "insert"),
    "at": ("at", "get"),
    "contains": ("__contains__", "contains"),
    "len": ("__len__",),
    "is_empty": ("is_empty", "__len__"),
    "each": ("each", "items"),
    "keys": ("keys", "__iter__"),
    "exchange": ("apply",),
    "restore": ("insert_at",),
    "lend": ("each",),
    "repack": ("pack",),
    "reload": ("__reduce_ex__",),
    "cost": ("stats",),
    "cycle": ("add", "insert"),
    "fill": ("add", "insert"),
    "thin": ("remove",),
}
"""The methods of a Python pool that can carry an operation out, the first one first, if not only that of its name."""


def saveable(container: object) -> bool:
    """Whether the container can be saved and loaded."""
    try:
        pickle.loads(pickle.dumps(container))  # noqa: S301 - what was dumped a moment ago
    except Exception:
        return False
    return True


def key_type(container: object, add: str) -> Callable[[int, int], Any] | None:
    """The type of a container's keys, if it is made from an index and an id.

    None if the container does not accept a first element, which the judges will report.
    """
    try:
        key = getattr(container, add)(0)
    except Exception:
        return None
    return type(key) if hasattr(key, "index") and hasattr(key, "id") else None


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
            return [REFUSED] * len(program.words)
        history = History(self._unlabelled, parameters)
        return [played.answer for played in play(history, program.operations, level)]


class ContainerAnswerer(MethodAnswerer):
    """A pool in Python, created by a factory. ``reload`` is left out, too, if `pickle` cannot save the container."""

    def names_of(self, operation: str) -> tuple[str, ...]:
        """The methods of a pool."""
        return METHODS.get(operation, (operation,))

    @property
    def needed(self) -> frozenset[str]:
        """What every pool must have."""
        return POOL.essential | {"at"}

    def _declared(self, handshake: Handshake, without: Collection[str]) -> Handshake:
        """The handshake, with widths, and without what such keys and such a factory cannot do."""
        takes = self.factory.takes
        self._key_type = key_type(self.first, self.methods["add"])
        missing = handshake.without | {*without} | {"maximum"} - takes
        missing -= {"forge", "negative"} - {*without} if self._key_type else set()
        if not saveable(self.first):
            missing |= {"reload"}
        if not (self.system.exact or self.locks()):
            missing |= {"lend"}
        return replace(
            handshake,
            capacity="grows",
            id_bits=Widths.parse("0-64" if "id_bits" in takes else "32"),
            index_bits=Widths.parse("0,3-64" if "index_bits" in takes else "0"),
            without=frozenset(missing),
        )

    def locks(self) -> bool:
        """Whether the container refuses an insertion while it is iterated over."""
        run = ContainerRun(self.methods, self.forge, self.factory.first(), Level.CONTRACT)
        return run.answer(("add", "lend:add"))[1] == "!borrow"

    def run(self, chosen: Configuration, level: Level) -> ContainerRun:
        """A fresh container, which answers word by word."""
        return ContainerRun(self.methods, self.forge, self.factory.make(chosen), level)

    def forge(self, key: ModelKey) -> Any:
        """A key of the container's own type that it never issued; None if it cannot exist."""
        try:
            return None if self._key_type is None else self._key_type(key.index, key.id)
        except Exception:
            return None


def answerer_of(
    factory: Callable[..., Any],
    *,
    name: str,
    version: str = "0",
    system_name: str,
    without: Collection[str] = (),
) -> MethodAnswerer:
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
        able &= "cycle:" not in " ".join(program.words)  # which is one step of the model
        return (self.container if able else self.model).answer(program, level)

"""A system that carries out a program, and whatever is wrong with its steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, Self

from stablelist_conformance.programs.target import Target
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.wire.protocol import Program, highest
from stablelist_spec.core.history import History
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.system import System
from suite.spec.programs import operations

__all__ = ["CONTRACT", "UNKNOWN_LABEL", "Checked", "ran", "random_programs"]

CONTRACT: Final = "the step is none of the contract"
UNKNOWN_LABEL: Final = "the label is unknown"


class Checked:
    """A container, and whatever is wrong with a step: of its invariants, its contract, its labels.

    Attributes:
        answers: what the model answered.
        insertions: the operations of all insertions.
        told: the labels of every step.
        wrong: what was wrong with its steps.
    """

    def __init__(self, system: System, configuration: object) -> None:
        self.system = system
        self.history = History(system, configuration)
        self.answers: list[object] = []
        self.insertions: list[str] = []
        self.told: list[tuple[str, ...]] = []
        self.wrong: list[str] = []

    @property
    def state(self) -> Any:
        """The state of the model."""
        return self.history.state

    @property
    def issued(self) -> list[Key]:
        """The keys of all insertions."""
        return self.history.issued

    @property
    def labels(self) -> set[str]:
        """What happened, by the labels of all steps."""
        return set().union(*self.told)

    @property
    def happened(self) -> tuple[str, ...]:
        """The labels of the last step."""
        return self.told[-1]

    def run(self, program: str | Iterable[Operation]) -> Self:
        for operation in operations(program) if isinstance(program, str) else program:
            self.perform(operation)
        return self

    def perform(self, operation: Operation) -> None:
        """Carry an operation out, and note what is wrong with it."""
        if operation.name in self.system.shown:
            self.answers.append(self.system.shown[operation.name](self.state))
            return
        spelled, before = self.history.meant(operation), self.state
        step = self.history.perform(operation)
        self.insertions += [operation.name] * self.system.family.insertions(operation)
        self.answers.append(step.answer)
        self.told.append(step.labels)
        found = list(self.history.broken())
        if not self.system.refines(before, spelled, step):
            found.append(CONTRACT)
        if not self.system.labels.keys() >= set(step.labels):
            found.append(UNKNOWN_LABEL)
        self.wrong += found


def ran(system: System, program: str, configuration: object = None, **chosen: Any) -> Checked:
    """The container after a program in which nothing was wrong."""
    came = Checked(system, configuration or system.configuration(**chosen)).run(program)
    assert came.wrong == []
    return came


def random_programs(system: System, seed: int, count: int) -> Iterator[Program]:
    """Programs of some four hundred operations, each with another configuration."""
    model = ModelAnswerer(system.name)
    subject = Target("model", model.handshake, highest(system), timeout=1.0)
    return map(subject.swarm(seed, far=False).program, range(count))

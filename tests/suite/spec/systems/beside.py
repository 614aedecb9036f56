"""A model and a naive second implementation, which carry out the same program side by side, of any family."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Protocol, Self

from stablelist_spec.core.family import Type
from stablelist_spec.core.history import History
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Operation
from stablelist_spec.core.system import System
from suite.spec.programs import operations

__all__ = ["CONTRACT", "NAIVE", "UNKNOWN_LABEL", "Beside", "Second", "drawn"]

NAIVE: Final = "the naive implementation differs"
CONTRACT: Final = "the step is none of the contract"
UNKNOWN_LABEL: Final = "the label is unknown"


class Second(Protocol):
    """A second implementation."""

    def perform(self, operation: Operation) -> object:
        """The answer to an operation, whose keys are real ones; an insertion has its element as value."""
        ...

    def shown(self) -> dict[str, str]:
        """What it shows, by the operation that asks for it."""
        ...


class Beside:
    """Both, and whatever is wrong with a step of the model.

    Attributes:
        answers: what the model answered.
        insertions: the operations of all insertions.
        labels: what happened, by the labels of every step.
        happened: the labels of the last step.
        wrong: what was wrong with its steps.
    """

    def __init__(self, system: System, configuration: object, second: Second) -> None:
        self.system, self.second = system, second
        self.history = History(system, configuration)
        self.answers: list[object] = []
        self.insertions: list[str] = []
        self.labels: set[str] = set()
        self.happened: tuple[str, ...] = ()
        self.wrong: list[str] = []

    def run(self, program: str | Iterable[Operation]) -> Self:
        """Carry a program out."""
        for operation in operations(program) if isinstance(program, str) else program:
            self.perform(operation)
        return self

    def perform(self, operation: Operation) -> None:
        """Carry an operation out, and note what is wrong with it."""
        if operation.name in self.system.shown:
            self.answers.append(self.system.shown[operation.name](self.history.state))
            return
        spelled, before = self.history.meant(operation), self.history.state
        naive, step = self.second.perform(spelled), self.history.perform(operation)
        self.insertions += [operation.name] * self.system.family.insertions(operation)
        self.answers.append(step.answer)
        self.happened = step.labels
        self.labels.update(step.labels)
        found = list(self.history.broken())
        if not self.system.refines(before, spelled, step):
            found.append(CONTRACT)
        if not self.system.labels.keys() >= set(step.labels):
            found.append(UNKNOWN_LABEL)
        if not found and (naive != step.answer or self.second.shown() != self.shown()):
            found.append(NAIVE)  # a broken state need not have a layout to show
        self.wrong += found

    def shown(self) -> dict[str, str]:
        """What the model shows."""
        return {name: show(self.history.state) for name, show in self.system.shown.items()}


NUMBERS: Final[dict[str, Callable[[random.Random], int]]] = {
    "count": lambda rng: rng.choice([0, 1, 2, 5]),
    "value": lambda rng: rng.randint(0, 9),
    "modulus": lambda rng: rng.randint(1, 5),
    "residue": lambda rng: rng.randint(0, 1),
}
RARE: Final = {"clear", "drain", "retain", "clear_edges"}


def drawn(beside: Beside, seed: str, count: int) -> Iterator[Operation]:
    """A number of operations, during which the container alternately grows and shrinks."""
    rng, family = random.Random(seed), beside.system.family
    names = sorted(beside.system.answered)
    for n in range(count):
        growing = n % 80 < 50
        weights = [
            1 if name in RARE else 9 if (name in family.inserting) == growing else 4
            for name in names
        ]
        operation = Operation(rng.choices(names, weights)[0])
        kind = family.kinds[operation.name]
        for operand in kind.operands:
            keyed = operand.type is Type.KEY
            drawn: Any = some_key(rng, beside, kind.of) if keyed else NUMBERS[operand.name](rng)
            operation = operation.given(**{operand.name: drawn})
        yield operation


def some_key(rng: random.Random, beside: Beside, of: str) -> KeyName:
    """A key that was issued, mostly not long ago and by a certain insertion, or a forged one."""
    issued = beside.insertions
    meant = [n for n, name in enumerate(issued) if name == of or not of or rng.random() < 0.1]
    if not meant or rng.random() < 0.1:
        return Key(rng.randint(-1, 9), rng.randint(0, 2))
    return rng.choice(meant[-6:] if rng.random() < 0.7 else meant)

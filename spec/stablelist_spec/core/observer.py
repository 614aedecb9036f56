"""The observer of a system without labels of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .explore import explore
from .family import Refusal
from .operation import Operation
from .states import States
from .step import Label, Provenance, StepOf
from .system import ContradictionError, System

__all__ = ["UnsoundError", "by_answer", "kind_of", "met"]

MOST_STATES: Final = 50_000
"""The number of states of a scope that are explored for labels."""


class UnsoundError(ContradictionError):
    """A description whose model breaks an invariant of its own in a scope.

    Attributes:
        system: the description, without labels.
    """

    def __init__(self, sentence: str, system: System) -> None:
        super().__init__(sentence)
        self.system = system


def by_answer(
    _: object, operation: Operation, step: StepOf[Any, object], __: Provenance
) -> tuple[Label, ...]:
    """The operation and the kind of its answer."""
    return (f"{operation.name}_{kind_of(step.answer)}",)


def kind_of(answer: object) -> str:
    """An answer as the end of a label."""
    match answer:
        case bool():
            return "yes" if answer else "no"
        case None:
            return "done"
        case Refusal():
            return str(answer)
        case tuple():
            return "some" if answer else "none"
    return "zero" if answer == 0 else "value"


def met(system: System) -> Mapping[Label, str]:
    """The labels that occur in the scopes, with their meanings.

    Raises:
        UnsoundError: a scope breaks an invariant.
    """
    found = [
        explore(scope, States(system, asks=True), limit=MOST_STATES) for scope in system.scopes
    ]
    for each in found:
        for name, way in each.violations.items():
            after = ", ".join(map(str, way)) or "nothing"
            raise UnsoundError(
                f"the system {system.name} breaks {name} after {after} ({each.parameters!r})",
                system,
            )
    labels = sorted({label for each in found for label in each.labels})
    return {label: label.replace("_", " ") for label in labels}

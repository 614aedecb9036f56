"""The observer of a system without labels of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain, product
from typing import Any, Final

from .explore import Exploration, Quotient, explore
from .family import Refusal
from .operation import Operation
from .states import Pairs, States
from .step import Label, Provenance, StepOf
from .system import ContradictionError, System

__all__ = ["UnsoundError", "by_answer", "completed", "kind_of"]

MOST_STATES: Final = 2_000
"""The number of states of a scope that are explored for labels; a container is loaded in seconds."""


class UnsoundError(ContradictionError):
    """A description whose model breaks an invariant of its own in a scope.

    Attributes:
        system: the description, without labels.
    """

    def __init__(self, sentence: str, system: System) -> None:
        super().__init__(sentence)
        self.system = system


@cache
def completed(system: System) -> System:
    """A system with labels: its own, or those that the first states of its scopes bear, by the kind of each answer.

    Raises:
        UnsoundError: a scope breaks an invariant there.

    >>> from stablelist_spec.systems import STABLE_LIST
    >>> completed(STABLE_LIST) is STABLE_LIST
    True
    """
    if system.step is None or system.labels:
        return system
    observing = replace(system, classify=by_answer)
    labels = sorted({label for found in explored(observing) for label in found.labels})
    return replace(observing, labels={label: label.replace("_", " ") for label in labels})


def by_answer(
    _: object, operation: Operation, step: StepOf[Any, object], __: Provenance
) -> tuple[Label, ...]:
    """The operation and the kind of its answer."""
    return (f"{operation.name}_{kind_of(step.answer)}",)


def kind_of(answer: object) -> str:
    """An answer as the end of a label.

    >>> [kind_of(answer) for answer in (True, False, None, (), (1,), 0, 7)]
    ['yes', 'no', 'done', 'none', 'some', 'zero', 'value']
    """
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


def explored(system: System) -> Iterator[Exploration[Any]]:
    """What the first states of each scope show.

    Raises:
        UnsoundError: a scope breaks an invariant there.
    """
    one: Quotient[Any] = States(system, asks=True)
    two: Quotient[Any] = Pairs(system)
    for states, scope in chain(product([one], system.scopes), product([two], system.pairs)):
        found = explore(scope, states, limit=MOST_STATES)
        for name, way in found.violations.items():
            after = ", ".join(map(str, way)) or "nothing"
            raise UnsoundError(
                f"the system {system.name} breaks {name} after {after} ({scope!r})", system
            )
        yield found

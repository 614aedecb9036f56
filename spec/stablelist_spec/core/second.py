"""A second container: a program may have two, of the same configuration.

An operation is on one of them, and leaves the other alone. A few operations concern both. To clone a container and to
exchange two is the same in every family. What equality means, and what a container takes of another one, is a function
of the family (`System.joined`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol

from .family import Answer, Kind, Refusal, Role
from .operation import Operation
from .step import Label, StepOf, observed

__all__ = ["APPEND", "CLONING", "EQUAL", "Pair", "labels_of", "paired", "since_copied", "word_of"]

CLONING: Final = {
    "copy": Kind("make the other container a clone", Role.COPY, answer=Answer.DONE, since=6),
    "swap_containers": Kind(
        "exchange everything with the other container", Role.EXCHANGE, answer=Answer.DONE, since=6
    ),
}
"""The operations on both containers that every family can have."""
EQUAL: Final = Kind(
    "ask whether the other container is equal", Role.COMPARE, answer=Answer.TRUTH, since=6
)
APPEND: Final = Kind(
    "add all elements of the other container, which is empty then",
    Role.COMBINE, answer=Answer.DONE, since=6,
)  # fmt: skip


class Pair(NamedTuple):
    """The states of both containers.

    Attributes:
        copied: the container of which the other is a clone, as long as neither has changed since; or 0.
    """

    first: Any
    second: Any
    copied: int = 0


COPIED: Final = {
    "then_original_changes": "the container that was cloned changes, and the clone does not",
    "then_clone_changes": "the clone changes, and the container that was cloned does not",
}
SAME: Final = {"equal": "both are in the same state", "other": "they are in different states"}
WORDS: Final[Mapping[Role, Mapping[str, str]]] = {
    Role.COPY: {**SAME, **COPIED},
    Role.EXCHANGE: SAME,
    Role.COMPARE: {"yes": "they are equal", "no": "they are different"},
    Role.COMBINE: {"nothing": "it stays as it is", "some": "it changes"},
}
"""The ends of labels by the role of an operation, with their meanings; a refusal ends a label with its own word."""


def labels_of(kinds: Mapping[str, Kind]) -> dict[Label, str]:
    """The labels of the operations that concern both containers, with their meanings."""
    return {
        f"{name}_{word}": meaning
        for name, kind in kinds.items()
        for word, meaning in WORDS.get(kind.role, {}).items()
    }


def paired(system: Any, before: Pair, operation: Operation) -> StepOf[Pair, object]:  # noqa: ANN401 - as in `observed`
    """The step of an operation on one of two containers, with its labels."""
    mine, other = before[operation.on - 1], before[2 - operation.on]
    kind, labels = system.family.kinds[operation.name], tuple[Label, ...]()
    if kind.both:
        answer, now, others = concerning_both(system, mine, other, operation)
        labels = (f"{operation.name}_{word_of(kind.role, before, answer, changed=now != mine)}",)
    else:
        step = observed(system, mine, operation)
        answer, now, others = step.answer, step.state, other
        labels = (*step.labels, *since_copied(system, before, operation, now != mine))
    first, second = (now, others) if operation.on == 1 else (others, now)
    copied = before.copied if (now, others) == (mine, other) else 0
    after = Pair(first, second, operation.on if kind.role is Role.COPY else copied)
    return StepOf(after, answer, labels if system.classify else ())


def concerning_both(
    system: Any, mine: Any, other: Any, operation: Operation  # noqa: ANN401 - of the system
) -> tuple[object, Any, Any]:  # fmt: skip
    """The answer of an operation that concerns both, and both states after it."""
    match system.family.kinds[operation.name].role:
        case Role.COPY:
            return None, mine, mine
        case Role.EXCHANGE:
            return None, other, mine
    found: tuple[object, Any, Any] = system.joined(mine, other, operation)
    return found


class Known(Protocol):
    """What is known of both containers."""

    @property
    def first(self) -> Any: ...  # noqa: ANN401 - a state
    @property
    def second(self) -> Any: ...  # noqa: ANN401 - a state
    @property
    def copied(self) -> int: ...


def word_of(role: Role, before: Known, answer: object, *, changed: bool) -> str:
    """What happened to both, as the end of a label."""
    if isinstance(answer, Refusal):
        return str(answer)
    match role:
        case Role.COMPARE:
            return "yes" if answer else "no"
        case Role.COMBINE:
            return "some" if changed else "nothing"
    return "equal" if before.first == before.second else "other"


def since_copied(system: Any, before: Known, operation: Operation, changed: bool) -> list[Label]:  # noqa: ANN401 - as above
    """The label of a change of one of two containers that are equal, because one is a clone of the other."""
    if not (before.copied and changed):
        return []
    word = "then_original_changes" if before.copied == operation.on else "then_clone_changes"
    kinds = system.family.kinds
    return [f"{name}_{word}" for name, kind in kinds.items() if kind.role is Role.COPY]

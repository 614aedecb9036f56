"""Contracts: the observable behaviour of a kind of container, and which answers are acceptable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from .family import Answer, Family, Kind, Refusal
from .operation import Operation

__all__ = ["Contract", "Declarations", "Outcome", "Told"]

S = TypeVar("S")


class Declarations(Protocol):
    """The declarations of a port that matter to a contract."""

    @property
    def parity(self) -> bool:
        """Whether half of the versions mean vacant."""

    @property
    def wraps(self) -> bool:
        """Whether versions start over."""

    @property
    def documented(self) -> Any:  # noqa: ANN401 - of each family its own
        """The documented differences from other containers of its kind."""

    def room(self, parameters: Any) -> int | None:  # noqa: ANN401 - as `System.initial`
        """How many elements the container promises to hold; None if it grows."""


class Outcome(NamedTuple, Generic[S]):
    """One acceptable outcome of an operation.

    Attributes:
        after: returns the next state, given the state before, which it may change in place.
        labels: what happened, for counting coverage.
        at_stake: the property that a wrong answer about the first key breaks, and that about the second.
    """

    answer: object
    after: Callable[[S], S]
    labels: tuple[str, ...]
    at_stake: Sequence[str] = ()


class Contract(Protocol[S]):
    """The observable behaviour of a kind of container.

    Its states can be compared, and copied by `copy.copy`. They can be hashed, as long as they are not changed.
    """

    def initial(self) -> S:
        """The fresh container."""

    def outcomes(self, state: S, operation: Operation) -> Iterable[Outcome[S]]:
        """Every acceptable outcome of an operation."""


@dataclass(frozen=True)
class Told(Generic[S]):
    """The contract of a family that says everything by a function of states that are never changed in place.

    Attributes:
        start: the state of a fresh container.
        ways: every acceptable answer of an operation, with the state after it.
        refusals: which operations may be refused, and how.
    """

    family: Family
    start: S
    ways: Callable[[S, Operation], Iterable[tuple[object, S]]]
    refusals: Mapping[str, Iterable[Refusal]]

    def initial(self) -> S:
        """The fresh container."""
        return self.start

    def outcomes(self, state: S, operation: Operation) -> Iterator[Outcome[S]]:
        """Every acceptable outcome of an operation."""
        kind = self.family.kinds[operation.name]
        for answer, after in self.ways(state, operation):
            label = f"{operation.name}_{ending(kind, answer)}"
            yield Outcome(answer, lambda _, after=after: after, (label,))  # type: ignore[misc]

    @property
    def labels(self) -> dict[str, str]:
        """Every label, with its meaning."""
        return {
            f"{name}_{end}": f"{name}: {end}"
            for name, kind in self.family.kinds.items()
            for end in (*ENDS.get(kind.answer, FOUND), *self.refusals.get(name, ()))
        }


FOUND: Final = ("some", "none")
ENDS: Final = {Answer.DONE: ("done",), Answer.NUMBER: ("number",)}
"""The ends of labels, by the kind of answer; any other answers something, or nothing."""


def ending(kind: Kind, answer: object) -> str:
    """The end of a label.

    >>> from stablelist_spec.families.heap import HEAP
    >>> [ending(HEAP.kinds["priority"], answer) for answer in (0, None)]
    ['some', 'none']
    """
    if isinstance(answer, Refusal):
        return str(answer)
    nothing = answer is None or answer is False or answer == ()
    return ENDS.get(kind.answer, FOUND)[nothing and kind.answer not in ENDS]

"""Contracts: the observable behaviour of a kind of container, and which answers are acceptable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from .family import Family
from .operation import Operation

__all__ = ["Contract", "Declarations", "Outcome", "Told", "UndeterminedError", "chosen", "told"]

S = TypeVar("S")

CHOSEN: Final = "chosen"
"""The operand that tells a contract what a container chose."""


class UndeterminedError(Exception):
    """An operation may go on in more ways than can be followed, so that any answer is acceptable from there on."""


class Declarations(Protocol):
    """The declarations of a port that matter to a contract."""

    @property
    def parity(self) -> bool:
        """Whether half of the versions mean vacant."""

    @property
    def wraps(self) -> bool:
        """Whether versions start over."""

    @property
    def pairs(self) -> bool:
        """Whether a program may have a second container."""

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


def told(operation: Operation, answered: str) -> Operation:
    """The operation with the number that the container chose, with which its answer begins, for a contract to judge.

    >>> told(Operation("used"), "24"), told(Operation("pop"), "3/7")
    (Operation('used', chosen=24), Operation('pop', chosen=3))
    """
    number, _, _ = answered.partition("/")
    return operation.given(**{CHOSEN: int(number)}) if number.isdecimal() else operation


def chosen(
    operation: Operation, words: str, state: S, judged: Callable[[int], tuple[str, S]]
) -> Outcome[S]:
    """The outcome of an operation whose answer is a number that the container chooses.

    If the number breaks a property, or is not told, the answer is a sentence, which no port can answer.

    Args:
        operation: with the number, if it is `told`.
        words: what the number is.
        state: the state before.
        judged: the name of the property that a number breaks, or nothing; and the state after it.

    >>> judged = lambda number: ("numbers_are_even" * (number % 2), None)
    >>> [chosen(told(Operation("used"), word), "a number", None, judged).answer for word in ("4", "5", "")]
    [4, 'a number with which numbers are even', 'a number']
    """
    number = operation.operands.get(CHOSEN)
    if number is None:
        return Outcome(words, lambda _: state, (operation.name,))
    broken, after = judged(number)
    answer = f"{words} with which {broken.replace('_', ' ')}" if broken else number
    return Outcome(answer, lambda _: after, (operation.name,), (broken,) * bool(broken))


class Contract(Protocol[S]):
    """The observable behaviour of a kind of container.

    An operation whose `Kind` is ``chosen`` is told with the number that the container answered.

    Its states can be compared, and copied by `copy.copy`. They can be hashed, as long as they are not changed.
    """

    def initial(self) -> S:
        """The fresh container."""

    def outcomes(self, state: S, operation: Operation) -> Iterable[Outcome[S]]:
        """Every acceptable outcome of an operation."""


@dataclass(frozen=True)
class Told(Generic[S]):
    """The contract of a family that says everything by a function of states that are never changed in place.

    Its labels are the operations: what can be reached is known of models only.

    Attributes:
        start: the state of a fresh container.
        ways: every acceptable answer of an operation, with the state after it.
    """

    family: Family
    start: S
    ways: Callable[[S, Operation], Iterable[tuple[object, S]]]

    def initial(self) -> S:
        """The fresh container."""
        return self.start

    def outcomes(self, state: S, operation: Operation) -> Iterator[Outcome[S]]:
        """Every acceptable outcome of an operation."""
        for answer, after in self.ways(state, operation):
            yield Outcome(answer, lambda _, after=after: after, (operation.name,))  # type: ignore[misc]

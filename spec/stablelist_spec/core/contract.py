"""Contracts: the observable behaviour of a kind of container, and which answers are acceptable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from .operation import Operation

__all__ = ["Contract", "Declarations", "Outcome"]

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

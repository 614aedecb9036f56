"""Functions of positions and ranks, and numbers that stand for values that are no numbers.

Every list of cells is described by them. A step changes a function at one argument, or beyond a border.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from .terms import Domain, Sort, Term, all_of, apply, choose, equal, integer

__all__ = [
    "ITERATION",
    "MEMORY",
    "NEVER",
    "NONE",
    "POSITION",
    "RANK",
    "Above",
    "Constant",
    "Function",
    "Joined",
    "Named",
    "Put",
    "within",
]

POSITION, RANK = Domain("position", "i"), Domain("rank", "r")
"""The domains of clauses: positions of cells, and ranks in a free list."""
NONE: Final = -1
"""No position: the ``next`` of the last entry of a free list."""

NEVER, ITERATION, MEMORY = range(3)


class Function(Protocol):
    """A value for every position, or for every rank."""

    def __call__(self, argument: Term | int) -> Term:
        """The value at an argument."""
        ...


@dataclass(frozen=True)
class Named:
    """An uninterpreted function."""

    name: str
    sort: Sort = Sort.INT

    def __call__(self, argument: Term | int) -> Term:
        """An application."""
        return apply(self.name, argument, sort=self.sort)


@dataclass(frozen=True)
class Put:
    """A function with another value at one argument."""

    function: Function
    at: Term
    value: Term

    def __call__(self, argument: Term | int) -> Term:
        """The new value at that argument, the old one elsewhere."""
        there = equal(self.at, argument)
        return choose(there, self.value, self.function(argument))


@dataclass(frozen=True)
class Above:
    """A function with larger values after a position."""

    function: Function
    border: Term
    by: int

    def __call__(self, argument: Term | int) -> Term:
        """The old value, and *by* more after the border."""
        value = self.function(argument)
        return choose(self.border < argument, value + self.by, value)


@dataclass(frozen=True)
class Joined:
    """One function before a border, another one from there on."""

    before: Function
    border: Term
    after: Function

    def __call__(self, argument: Term | int) -> Term:
        """The value of the function for this side of the border."""
        return choose(self.border > argument, self.before(argument), self.after(argument))


@dataclass(frozen=True)
class Constant:
    """The function with the same value everywhere."""

    value: int

    def __call__(self, argument: Term | int) -> Term:
        """The value."""
        return integer(self.value)


def within(low: Term | int, value: Term, high: Term) -> Term:
    """``low <= value < high``."""
    return all_of(value >= low, value < high)

"""The transition system of a scope; a transition is a step of many states at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from stablelist_spec.core.explore import Action
from stablelist_spec.core.step import Label
from stablelist_spec.parts.parameters import Truncate

from .numbering import Numbering, States
from .scope import Keep, Scope
from .vacancies import Flags, Ints, Sets, Stacks, Vacancies

__all__ = ["ALL", "Moves", "System"]

ALL: Final[None] = None
"""Used instead of an array of flags: every state."""


@dataclass(frozen=True, slots=True)
class Moves:
    """Transitions of many states by one action.

    Attributes:
        after: the states that they lead to; its places name the states that they start from.
        labels: for each label, which transitions have it.
        paid: removals minus visits of each.
        stays: whether the states do not change.
    """

    action: Action
    after: States
    labels: dict[Label, Flags | None]
    paid: Ints | int = 0
    stays: bool = False


class System:
    """The scope, the numbers and the tables that the operations need."""

    def __init__(self, scope: Scope) -> None:
        self.scope, self.parameters = scope, scope.parameters
        self.numbering = Numbering(scope)
        self.keys = self.numbering.keys
        self.halvings_allowed = cache(self._halvings_allowed)
        self.lists: Vacancies = Sets() if scope.keep is Keep.SETS else Stacks(self._longest())

    def _longest(self) -> int:
        """The most opened cells of any partition."""
        return max(max(block.opened_in) for block in self.numbering)

    def _halvings_allowed(self, space: int) -> int:
        """How many halvings of a space truncation may make (R1, R6)."""
        if self.scope.mode is Truncate.NEVER or not self.parameters.may_halve(space):
            return 0
        return 1 + self._halvings_allowed(space // 2)

    def vacant(self, states: States) -> tuple[Ints, Ints, Ints]:
        """How many vacancies q1, q2 and h2 have."""
        q1, q2, h2 = (self.lists.sizes(numbers) for numbers in states.lists)
        return q1, q2, h2

    def live_in_h2(self, states: States) -> Ints:
        """How many elements h2 has."""
        return states.block.opened_in[2] - self.lists.sizes(states.h2)

    def live(self, states: States) -> Ints:
        """How many elements there are."""
        q1, q2, h2 = self.vacant(states)
        return states.block.opened - q1 - q2 - h2

    def mask(self, states: States) -> Ints:
        """The vacant positions."""
        q1, q2, h2 = (self.lists.masks(numbers) for numbers in states.lists)
        _, second, third = states.block.starts
        return q1 | q2 << second | h2 << third

    def is_vacant(self, states: States, positions: Ints) -> Flags:
        """Whether the cell at each one's position is vacant."""
        return (self.mask(states) >> np.maximum(positions, 0) & 1).astype(np.bool_)


def unmoved(action: Action, states: States, labels: dict[Label, Flags | None]) -> Iterator[Moves]:
    """Transitions that change nothing; nothing if there are no states."""
    if len(states.places):
        yield Moves(action, states, labels, stays=True)

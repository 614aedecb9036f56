"""Work on a piece of the numbers: expand its states of one level, or look for a predecessor.

The *map* has a byte for every number: the level at which its state was met, or `UNSEEN`. A process that meets an
`UNSEEN` state writes the next level there. Two processes that do so at once write the same value, so no lock is needed,
and a level that was expanded in part can be expanded again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from stablelist_spec.core.explore import Action

from . import invariants, potential
from .expression import Expression
from .numbering import States
from .system import System
from .tally import Tally
from .transitions import transitions

__all__ = [
    "DEEPEST",
    "UNSEEN",
    "Expansion",
    "Levels",
    "Question",
    "WayBack",
    "on_level",
    "pieces",
]

Levels = npt.NDArray[np.uint8]

UNSEEN: Final = 255
DEEPEST: Final = 254
PIECE: Final = 1 << 17
"""Numbers that are processed at once: the arrays for that many fit into the processor's cache."""


@dataclass(frozen=True)
class Question:
    """What is checked in every state: invariants, and possibly an expression."""

    invariants: tuple[str, ...]
    expression: Expression | None = None


def pieces(count: int) -> list[tuple[int, int]]:
    """All numbers, divided into pieces."""
    return [(start, min(start + PIECE, count)) for start in range(0, count, PIECE)]


@dataclass(frozen=True)
class Expansion:
    """Check the states of a level, and mark their successors."""

    level: int
    question: Question

    def do(self, system: System, levels: Levels, piece: tuple[int, int]) -> Tally:
        """For one piece."""
        tally = Tally()
        for states in on_level(system, levels, piece, self.level):
            self.expand(system, levels, states, tally)
        return tally

    def expand(self, system: System, levels: Levels, states: States, tally: Tally) -> None:
        """Expand states of one block."""
        tally.states += len(states.places)
        numbers, owed = states.numbers, potential.debt(system, states)
        sound = asked(system, states, self.question, tally)
        for moves in transitions(system, sound):
            sources = numbers[moves.after.places]
            tally.transitions += len(sources)
            for label, flags in moves.labels.items():
                tally.label(label, flags, sources)
            if moves.stays:
                continue
            if invariants.VISITS in self.question.invariants:
                tally.breaks(invariants.VISITS, sources[potential.unpaid(system, owed, moves)])
            targets = moves.after.numbers
            levels[targets[levels[targets] == UNSEEN]] = self.level + 1


@dataclass(frozen=True)
class WayBack:
    """Look on a level for a state that leads to *target*."""

    level: int
    target: int

    def do(
        self, system: System, levels: Levels, piece: tuple[int, int]
    ) -> tuple[int, Action] | None:
        """The least such state in a piece, and the action that leads to the target."""
        for states in on_level(system, levels, piece, self.level):
            for moves in transitions(system, states):
                leads = np.flatnonzero(moves.after.numbers == self.target)
                if len(leads):
                    place = moves.after.places[leads[0]]
                    return int(states.numbers[place]), moves.action
        return None


def asked(system: System, states: States, question: Question, tally: Tally) -> States:
    """Check the invariants and the expression; return the states to go on from, the unbroken ones."""
    if question.expression is not None:
        tally.finds(states.numbers[question.expression.holds(system, states)])
    broken = invariants.broken(system, states, question.invariants)
    for name, flags in broken.items():
        tally.breaks(name, states.numbers[flags])
    return states.pick(~np.logical_or.reduce([*broken.values()])) if broken else states


def on_level(
    system: System, levels: Levels, piece: tuple[int, int], level: int
) -> Iterator[States]:
    """The states of a level in a piece, block by block."""
    start, end = piece
    numbers = np.flatnonzero(levels[start:end] == level) + start
    for block in system.numbering.between(start, end):
        low, high = np.searchsorted(numbers, (block.start, block.end))
        if low < high:
            yield system.numbering.columns(block, numbers[low:high])

"""What is done with a piece of the numbers: expand the states of a level that lie there, or look for a way back.

The *map* has a byte for every number: the level at which it was met, or `UNSEEN`. Whoever meets a state that is
`UNSEEN` writes the next level there; two processes that do so at once write the same, so that nothing is locked, and a
level that was expanded in part can be expanded again.
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
"""Numbers that are looked at in one go: what is computed of them fits the processor's cache."""


@dataclass(frozen=True)
class Question:
    """What is asked of every state: invariants, and perhaps an expression."""

    invariants: tuple[str, ...]
    expression: Expression | None = None


def pieces(count: int) -> list[tuple[int, int]]:
    """All numbers, cut into pieces."""
    return [(start, min(start + PIECE, count)) for start in range(0, count, PIECE)]


@dataclass(frozen=True)
class Expansion:
    """Ask everything of the states of a level, and mark their successors."""

    level: int
    question: Question

    def do(self, system: System, levels: Levels, piece: tuple[int, int]) -> Tally:
        """For one piece."""
        tally = Tally()
        for states in on_level(system, levels, piece, self.level):
            self.expand(system, levels, states, tally)
        return tally

    def expand(self, system: System, levels: Levels, states: States, tally: Tally) -> None:
        """For states of one block."""
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
        """The least one in a piece, and by which action."""
        for states in on_level(system, levels, piece, self.level):
            for moves in transitions(system, states):
                leads = np.flatnonzero(moves.after.numbers == self.target)
                if len(leads):
                    place = moves.after.places[leads[0]]
                    return int(states.numbers[place]), moves.action
        return None


def asked(system: System, states: States, question: Question, tally: Tally) -> States:
    """Ask the invariants and the expression; nothing is followed from a state that is broken."""
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

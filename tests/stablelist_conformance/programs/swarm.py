"""The swarm: random programs with a structure, most of them small, some of them huge.

A random walk stays small and shallow. A program of the swarm is a sequence of *phases* (fill, drain, churn, burst,
oscillate at a boundary, wrap the id, reserve memory), each of which brings the container into another kind of state.
Every other program belongs to a *class*, which goes far in one direction (`classes`). The classes take turns, so that
each occurs.

Every program is drawn from its own seed, so that it can be drawn again by its number.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.classes import CLASSES, EVERYDAY, Class
from stablelist_conformance.programs.writer import Writer
from stablelist_conformance.wire.protocol import Program

__all__ = ["Swarm", "drawn"]

EVERY_DAY: Final = 20
"""The number of programs without a class between two with one."""


class Swarm:
    """Random programs for a port, numbered.

    Args:
        abilities: what they may use.
        seed: of the run.
        classes: those that have their turns.
    """

    def __init__(self, abilities: Abilities, seed: int, classes: Sequence[Class] = CLASSES) -> None:
        self.abilities, self.seed = abilities, seed
        spread = [
            ((turn + 0.5) / each.turns, place, each)
            for place, each in enumerate(classes)
            for turn in range(each.turns)
            if each.suits(abilities)
        ]
        far = [each for _, _, each in sorted(spread, key=lambda one: one[:2])]
        self.turns = [EVERYDAY] * EVERY_DAY
        for place, each in enumerate(far):
            self.turns.insert(1 + place * (EVERY_DAY + len(far)) // len(far), each)

    def program(self, number: int) -> Program:
        """The program with that number: always the same."""
        draw = Random(f"{self.seed}/{number}")  # noqa: S311 - to test with, not to hide behind
        return drawn(self.turns[number % len(self.turns)], self.abilities, draw)


def drawn(each: Class, abilities: Abilities, draw: Random) -> Program:
    """A program of a class."""
    writer = Writer(abilities, draw, abilities.configuration(**each.wanted(abilities, draw)))
    each.write(writer)
    return writer.program()

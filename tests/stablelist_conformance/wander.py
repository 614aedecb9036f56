"""Random programs for any system, drawn from the table of its family.

A program is a sequence of phases that grow the container, shrink it, or do a bit of everything. Every program is drawn
from its own seed, so that it can be drawn again by its number. Pools have a generator that knows them better,
`swarm`.
"""

from __future__ import annotations

from random import Random
from typing import Final

from stablelist_spec.core.family import KEYS, Role
from stablelist_spec.core.operation import Operation

from .protocol import MAX_OPERATIONS, Level, Program, encode
from .systems import system_named

__all__ = ["Wander"]

LENGTH: Final = 400
"""Words at which a program is complete; the last phase may run over."""
PHASES: Final[tuple[dict[Role, float], ...]] = (
    {Role.GROW: 8, Role.SHRINK: 1, Role.READ: 3, Role.REPLACE: 1, Role.SHOW: 0.5},
    {Role.GROW: 1, Role.SHRINK: 8, Role.READ: 3, Role.REPLACE: 1, Role.SHOW: 0.5},
    {Role.GROW: 4, Role.SHRINK: 4, Role.READ: 4, Role.REPLACE: 2, Role.MEMORY: 1, Role.RESET: 0.3, Role.SHOW: 1},
)  # fmt: skip
"""How often operations of each role are drawn, in a phase that grows, one that shrinks, and one that does both."""
RECENT: Final = 16
FAR: Final = 0.1
"""The share of operands that are drawn from all that the protocol allows."""


class Wander:
    """Random programs for a port, numbered.

    Args:
        system: its name.
        offered: the operations that the port offers.
        level: the level at which it is judged.
        seed: of the run.
    """

    def __init__(self, system: str, offered: frozenset[str], level: Level, seed: int) -> None:
        self.name, self.system, self.seed = system, system_named(system), seed
        hidden = set(list(self.system.shown)[level:])
        self.kinds = {
            name: kind
            for name, kind in self.system.family.kinds.items()
            if name in offered - hidden and not kind.tries
        }

    def program(self, number: int) -> Program:
        """The program of that number: the same whenever it is asked for."""
        draw = Random(f"{self.seed}/{number}")  # noqa: S311 - to test with, not to hide behind
        choices = {name: draw.choice(values) for name, values in self.system.choices.items()}
        configuration = self.system.configuration(**choices)
        words: list[str] = []
        inserted = 0
        while len(words) < LENGTH:
            weights = draw.choice(PHASES)
            names = [n for n in self.kinds if self.system.able(configuration, n)]
            likely = [weights.get(self.kinds[name].role, 0) for name in names]
            for name in draw.choices(names, likely, k=draw.randrange(5, 60)):
                if inserted or not self.kinds[name].keyed:
                    operation = self._drawn(draw, name, configuration, inserted)
                    inserted += self.system.family.insertions(operation)
                    words.append(encode(operation, self.system.family))
        words += [name for name in self.system.shown if name in self.kinds]
        return Program(configuration, tuple(words[:MAX_OPERATIONS]), self.name)

    def _drawn(self, draw: Random, name: str, configuration: object, inserted: int) -> Operation:
        """An operation with its operands."""
        operation, kind = Operation(name), self.kinds[name]
        for operand in kind.operands:
            if operand.field in KEYS:
                least = max(0, inserted - RECENT) if draw.random() < 0.5 else 0
                number = draw.randrange(least, inserted)
            elif draw.random() < FAR:
                most = operand.most if operand.most is not None else operand.least + 9
                number = min(
                    most, operand.least + int(2 ** (draw.random() * (most + 1).bit_length())) - 1
                )
            else:
                number = max(
                    operand.least, draw.choice(self.system.operand(configuration, operand.field))
                )
            operation = operation.given(operand.field, number)
        return operation

"""Uniformly random words of a family: no operation, no operand and no length is preferred."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from stablelist_conformance.machine.rules import FAR, MANY, SMALL
from stablelist_conformance.programs.configurations import small
from stablelist_conformance.programs.target import Target
from stablelist_conformance.programs.ways import in_ways
from stablelist_conformance.wire.operations import encode
from stablelist_conformance.wire.protocol import Program
from stablelist_spec.core.family import Kind, Meaning, Operand, Type
from stablelist_spec.core.operation import Configuration, Operation
from stablelist_spec.core.system import System, values

__all__ = ["LONGEST", "uniform_programs"]

LONGEST: Final = 100
"""The most words of a program."""


def uniform_programs(target: Target, seed: int) -> Iterator[Program]:
    """Programs of random words, without end; a port is not sent what it does not offer."""
    draw = Random(seed)  # noqa: S311 - to test with
    while True:
        program = target.fitted(Words(target, draw).program())
        words = in_ways(program.words, target.handshake, lambda count: draw.randint(1, count))
        yield target.without_stale_keys(program._replace(words=tuple(words)))


class Words:
    """Draws one program.

    Attributes:
        added: the number of insertions so far, whose keys are named by their numbers.
    """

    def __init__(self, target: Target, draw: Random) -> None:
        abilities = target.abilities()
        self.port, self.draw, self.added = target.handshake, draw, 0
        self.chosen: Configuration = abilities.configuration(**small(abilities, draw))
        system, family = abilities.system, abilities.system.family
        self.system, self.family = system, family
        able = [
            n for n in family.kinds if n in abilities.operations and system.able(self.chosen, n)
        ]
        self.able = [name for name in able if self.port.pairs or name not in family.both]

    def program(self) -> Program:
        """A program of 1 to `LONGEST` words."""
        words = [self._word() for _ in range(self.draw.randint(1, LONGEST))]
        return Program(self.chosen, tuple(filter(None, words)), self.port.system_name)

    def _word(self) -> str:
        """Any operation on either container; nothing if it needs a key, and there is none."""
        name = self.draw.choice(self.able)
        kind = self.family.kinds[name]
        if kind.keys and not self.added:
            return ""
        operation = Operation(name, **{e.name: self._value(e, kind) for e in kind.operands})
        if self.port.pairs:
            operation = operation.to(self.draw.randint(1, 2))
        self.added += self.family.insertions(operation)
        return encode(operation, self.family)

    def _value(self, operand: Operand, kind: Kind) -> Any:  # noqa: ANN401 - the family declares its kind
        """Any value of an operand."""
        if kind.tries:
            tried = self.draw.choice([n for n in self.family.structural if n in self.able])
            return self.family.least(tried, self._key(), number=self.draw.choice(SMALL))
        if operand.type is Type.KEY:
            return self._key()
        return self.draw.choice(usual(operand, self.system, self.chosen))

    def _key(self) -> int:
        """The key of any insertion."""
        return self.draw.randrange(max(1, self.added))


def usual(operand: Operand, system: System, chosen: Configuration) -> Sequence[int | str]:
    """The values that the rules of a Hypothesis machine draw from, too."""
    if operand.meaning is Meaning.PLACE:
        return range(MANY + 1)
    if operand.type is Type.WORD or operand.name in system.operands:
        return values(system, chosen, operand)
    if operand.counts:
        return range(operand.least, 1 + min(operand.most or MANY, MANY))
    return [n for n in (*(operand.least + each for each in SMALL), *FAR) if operand.allows(n)]

"""Random programs for any system, drawn from the operations of its family.

A program is a sequence of phases that grow the container, shrink it, or do both. Every program is drawn from its own
seed, so it can be drawn again by its number. Pools have a more specific generator, `swarm`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from stablelist_conformance.programs.abilities import log_uniform, telling
from stablelist_conformance.wire.protocol import (
    MAX_OPERATIONS,
    MOST_CONFIGURED,
    Level,
    Program,
    encode,
)
from stablelist_conformance.wire.systems import system_named
from stablelist_spec.core.family import KEY, Operand, Role, Type
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.system import values

__all__ = ["LONG", "SANDWICHES", "WIDE", "Wander"]

LENGTH: Final = 400
"""The number of words at which a program is complete; the last phase may exceed it."""
PHASES: Final[tuple[dict[Role, float], ...]] = (
    {Role.GROW: 8, Role.SHRINK: 1, Role.READ: 3, Role.REPLACE: 1, Role.SHOW: 0.5},
    {Role.GROW: 1, Role.SHRINK: 8, Role.READ: 3, Role.REPLACE: 1, Role.SHOW: 0.5},
    {Role.GROW: 4, Role.SHRINK: 4, Role.READ: 4, Role.REPLACE: 2, Role.ORDER: 1, Role.MEMORY: 1, Role.RESET: 0.3,
     Role.SHOW: 1},
)  # fmt: skip
"""How often operations of each role are drawn, in a phase that grows, one that shrinks, and one that does both."""
SMALL: Final = "everyday"
WIDE: Final = "parameters"
SANDWICHES: Final = "coincidence"
LONG: Final = "life"
LARGE: Final = 1024
RARE: Final = 0.5
"""The weight of questions in a long program, which consists mostly of changes."""
RARELY: Final = 4
"""One of this many operations without operands, which may list everything, stays in a long program."""
RECENT: Final = 16
MET_AGAIN: Final = 0.5
"""The share of questions and removals about a number that was used in an insertion."""
MEANT: Final = 0.9
"""The share of keys that an operation is meant for, where there are several kinds of elements."""
FAR: Final = 0.1
"""The share of operands that are drawn from the whole range of the protocol."""


class Wander:
    """Random programs for a port, numbered; the kinds of programs alternate.

    Args:
        system: the name of the system.
        offered: the operations that the port offers.
        level: the level at which it is judged.
        seed: the seed of the run.
        far: whether some programs are far-reaching.
        leaving_out: a class of programs that is left out.
        only: the one class that every program belongs to; empty for all of them.
    """

    def __init__(
        self,
        system: str,
        offered: frozenset[str],
        level: Level,
        seed: int,
        *,
        far: bool = True,
        leaving_out: str = "",
        only: str = "",
    ) -> None:
        drawn = (SMALL, SMALL, SMALL, WIDE, SMALL, SMALL, SANDWICHES, WIDE, SMALL, LONG)
        turns = [kind for kind in drawn if kind != leaving_out] if far else [SMALL]
        self.turns = [kind for kind in turns if only in ("", kind)]
        self.name, self.system, self.seed = system, system_named(system), seed
        hidden = set(list(self.system.shown)[level:])
        self.kinds = {
            name: kind
            for name, kind in self.system.family.kinds.items()
            if name in offered - hidden and not kind.tries
        }
        follows = level is Level.CONTRACT and not self.system.determined
        self.looks = {of: look for of in self.kinds if follows and (look := self._look(of))}

    def _look(self, of: str) -> str:
        """The operation that looks up a key of some kind; empty if there is none."""
        wanted = (Role.READ, (KEY,), of)
        found = (
            name
            for name, each in self.kinds.items()
            if (each.role, each.operands, each.of) == wanted
        )
        return next(found, "")

    @property
    def classes(self) -> list[str]:
        """The names of the classes that have their turns."""
        return [*dict.fromkeys(self.turns)]

    def program(self, number: int) -> Program:
        """The program with that number, always the same."""
        draw = Random(f"{self.seed}/{number}")  # noqa: S311 - to test with, not to hide behind
        return self.drawn(self.turns[number % len(self.turns)], draw)

    def drawn(self, kind: str, draw: Random) -> Program:
        """A program of a kind."""
        configuration = self._configuration(draw, kind)
        words: list[str] = []
        issued, drawn = list[str](), (self._coincidence if kind is SANDWICHES else self._walk)
        grown: list[Operation] = []
        for bare in drawn(draw, configuration, kind):
            if issued or not self.kinds[bare.name].keys:
                operation = self._given(draw, bare, configuration, issued, far=kind is LONG)
                if self.kinds[bare.name].role is Role.GROW:
                    grown.append(operation)
                elif grown and draw.random() < MET_AGAIN:
                    operation = self._met_again(operation, draw.choice(grown))
                issued += [operation.name] * self.system.family.insertions(operation)
                words += [encode(each, self.system.family) for each in self._followed(operation)]
        words += [name for name in self.system.shown if name in self.kinds]
        return Program(configuration, tuple(words[:MAX_OPERATIONS]), self.name)

    def _followed(self, operation: Operation) -> Iterator[Operation]:
        """An operation; at contract level, an insertion is preceded by look-ups of its keys.

        What a retired key finds is unknown until it is asked for. A judge that does not know which nodes a new edge
        joins follows every possibility, and accepts anything when there are too many.
        """
        look = self.looks.get(self.kinds[operation.name].of)
        if look and self.kinds[operation.name].inserts:
            yield from (
                self.system.family.least(look, key) for key in self.system.family.keys_of(operation)
            )
        yield operation

    def _configuration(self, draw: Random, kind: str) -> object:
        """A configuration: small values, or numbers of any magnitude; for a long program, large ones."""
        choices = {name: draw.choice(values) for name, values in self.system.choices.items()}
        if kind is not SMALL:
            numbers = [name for name, value in choices.items() if type(value) is int]
            least = LARGE if kind is LONG else 1
            choices |= {name: telling(draw, least, MOST_CONFIGURED) for name in numbers}
        return self.system.configuration(**choices)

    def _walk(self, draw: Random, configuration: object, kind: str) -> Iterator[Operation]:
        """Operations in phases. In a long program, phases are long, and operations that list everything are rare."""
        names = [name for name in self.kinds if self.system.able(configuration, name)]
        length, stretch, asked = (
            (LENGTH, 1, 0) if kind is not LONG else (draw.randrange(5_000, 9_900), 40, 0)
        )
        while length > 0:
            weights = draw.choice(PHASES)
            if kind is LONG:
                weights = weights | {Role.READ: RARE}
            likely = [weights.get(self.kinds[name].role, 0) for name in names]
            for name in draw.choices(names, likely, k=draw.randrange(5, 60) * stretch):
                if kind is LONG and not self.kinds[name].operands:
                    asked += 1
                    if asked % RARELY:
                        continue
                length -= 1
                yield Operation(name)

    def _coincidence(self, draw: Random, configuration: object, _: str) -> Iterator[Operation]:
        """Every question before and after every change. Operands are drawn later, so each question is asked often."""
        able = [name for name in self.kinds if self.system.able(configuration, name)]
        asking = (Role.READ, Role.SHOW)
        questions = [name for name in able if self.kinds[name].role in asking]
        pairs = [(q, name) for name in able if name not in questions for q in questions]
        draw.shuffle(pairs)
        growing = [name for name in able if self.kinds[name].role is Role.GROW]
        for question, change in pairs:
            some = draw.choice((1, 3, 30))
            yield from (Operation(draw.choice(growing)) for _ in range(draw.randrange(some)))
            yield from (Operation(question), Operation(change), Operation(question))

    def _given(
        self,
        draw: Random,
        operation: Operation,
        configuration: object,
        issued: Sequence[str],
        *,
        far: bool,
    ) -> Operation:
        """An operation with its operands; *issued* names the insertion of each key."""
        for operand in self.kinds[operation.name].operands:
            if operand.type is Type.KEY:
                value: int | str = self._key(draw, self.kinds[operation.name].of, issued)
            elif operand.type is Type.NUMBER and draw.random() < (0.9 if far else FAR):
                value = self._any_number(draw, operand, configuration, even=far)
            else:
                value = draw.choice(values(self.system, configuration, operand))
            operation = operation.given(**{operand.name: value})
        return operation

    def _key(self, draw: Random, of: str, issued: Sequence[str]) -> int:
        """The number of a key, mostly one that the operation is meant for; every other one is recent."""
        least = max(0, len(issued) - RECENT) if draw.random() < 0.5 else 0
        meant = [n for n in range(least, len(issued)) if issued[n] == of]
        if meant and draw.random() < MEANT:
            return draw.choice(meant)
        return draw.randrange(least, len(issued))

    def _met_again(self, operation: Operation, grown: Operation) -> Operation:
        """An operation about a number that was used in an insertion, where it is allowed here."""
        met = {
            operand.name: value
            for operand in self.kinds[operation.name].operands
            if operand.allows(value := grown.operands.get(operand.name))
        }
        return operation.given(**met)

    def _any_number(
        self, draw: Random, operand: Operand, configuration: object, *, even: bool
    ) -> int:
        """A number within the bounds of the protocol; an *even* one is as likely as any within the configuration."""
        most = operand.most if operand.most is not None else operand.least + 9
        if even:
            chosen = (getattr(configuration, name) for name in self.system.choices)
            within = max((value for value in chosen if type(value) is int), default=most)
            return draw.randint(operand.least, max(operand.least, min(most, within)))
        return log_uniform(draw, operand.least, most)

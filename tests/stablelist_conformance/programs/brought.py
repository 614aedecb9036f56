"""Programs that bring a number of the state far, such as the depth of a forest, by its pattern.

On the way, at each power of two and next to it, everything is asked about the first elements and the latest. Other
programs change one thing in such a container, because hardly any change leaves the number as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.exact import around, begun
from stablelist_conformance.programs.numbers import near_powers_of_two
from stablelist_conformance.programs.patterns import CHANGING, Pattern, Told
from stablelist_conformance.programs.walk import walk
from stablelist_conformance.programs.writer import Writer
from stablelist_conformance.wire.protocol import MAX_OPERATIONS, Program
from stablelist_spec.core.family import Role

__all__ = ["RENEWED", "STEERED", "brought", "renewed", "steered", "suits_steering"]

STEERED: Final = "steered"
LEAST, GREATEST = 3, 13
"""The powers of two around which everything is asked."""
SPARE: Final = 400
REMOVING: Final = (Role.SHRINK,)
EVERY: Final = (*CHANGING, Role.RESET)
CHANGED: Final = {
    8: EVERY,
    16: REMOVING,
    32: REMOVING,
    64: REMOVING,
    128: REMOVING,
    255: (*REMOVING, Role.RESET),
    256: (*REMOVING, Role.RESET),
    257: EVERY,
    1_023: (*REMOVING, Role.RESET),
    1_025: (*REMOVING, Role.ORDER, Role.RESET),
    4_097: REMOVING,
}
"""The numbers to which programs bring a container that they change then, and the roles of the changes."""
RENEWED: Final = 320
"""How many elements are removed and added again."""
MANY: Final = 1_000
"""From this number on, an operation is asked about the first element and the latest, in this order only."""
BOUNDS: Final = (*around(8), 1 << 12, (1 << 12) + 1)
"""The bounds of a number that programs reach; smaller ones are frequent anyway."""
MOST: Final = 2_000
"""The most words of a random program before it goes on at random."""


class Bringer:
    """Repeats a pattern in a program.

    Attributes:
        number: how far the container was brought.
    """

    def __init__(self, writer: Writer, pattern: Pattern) -> None:
        self.writer, self.pattern, self.told = writer, pattern, Told(writer.can, pattern)
        self.number = pattern.start
        self._say(self.told.begin())

    def to(self, number: int) -> bool:
        """Go on until the number is that high; whether the program has the words for it."""
        more = (number - self.number) * len(self.pattern.words)
        if len(self.writer.words) + more > MAX_OPERATIONS - SPARE:
            return False
        for _ in range(self.number, number):
            self._say(self.told.next())
        self.number = max(self.number, number)
        return True

    def _say(self, words: Iterator[tuple[str, list[str]]]) -> None:
        for name, operands in words:
            self.writer.put(name, *operands)

    def about(self, of: str) -> list[int]:
        """The first and the latest elements of a kind, and one between them."""
        known = self.told.named.get(of if self.writer.can.elements else "", [])
        return [*dict.fromkeys((*known[:2], *known[len(known) // 2 :][:1], *known[-2:]))]

    def ask(self) -> None:
        """Every question about the whole, and about these elements."""
        writer, can = self.writer, self.writer.can
        writer.listed = 0
        for name in can.questions:
            kind = can.kinds[name]
            if name in can.bare:
                writer.ask(name)
            elif len(can.subjects[name]) == 1 and not kind.iterates:
                writer.words += [writer.about(name, each) for each in self.about(kind.of)]
            elif len(can.subjects[name]) == 2 and name not in can.ranges:
                pairs = product(self.about(kind.of)[:2], self.about(kind.of)[-2:])
                writer.words += [f"{name}:{one}:{other}" for one, other in pairs]


def brought(abilities: Abilities) -> Iterator[Program]:
    """The programs that are the same in every run."""
    for pattern in abilities.patterns:
        bringer = Bringer(begun(abilities), pattern)
        for number in (each for power in range(LEAST, GREATEST + 1) for each in around(power)):
            if bringer.to(number):
                bringer.ask()
        yield bringer.writer.program()
    for pattern, field in abilities.patterns.items():
        if len(pattern.words) == 1:
            yield from bounded(abilities, field, pattern)
        yield from renewed(abilities, pattern)
    for number, pattern in product(CHANGED, abilities.patterns):
        yield from changed(abilities, pattern, number)


def changed(abilities: Abilities, pattern: Pattern, number: int) -> Iterator[Program]:
    """Each change of one of the first elements, or of the latest, in a container that was brought so far."""
    can = abilities.usual
    for name, kind in can.kinds.items():
        told = can.operands[name]
        fits = name not in can.trying and all(named for _, named in told)
        if kind.role in CHANGED[number] and fits:
            few = not told or number > MANY or (len(told) == 1 and number > LEAST << 2)
            for turn in range(1 if few else 2):
                bringer = Bringer(begun(abilities), pattern)
                if bringer.to(number) and (not told or bringer.about(kind.of)):
                    change(bringer, name, turn)
                    yield bringer.writer.program()


def change(bringer: Bringer, name: str, turn: int) -> None:
    """Change something at one end, ask everything, go on a little, and ask again."""
    about = bringer.about(bringer.writer.can.kinds[name].of)[:: -1 if turn else 1]
    operands = bringer.writer.can.operands[name]
    bringer.writer.put(name, *(str(about[-(at % 2)]) for at in range(len(operands))))
    for _ in range(2):
        bringer.ask()
        bringer.to(bringer.number + 2)


def renewed(abilities: Abilities, pattern: Pattern) -> Iterator[Program]:
    """All but the first two of many elements are removed one by one, and as many are added again in their places."""
    bringer = Bringer(begun(abilities), pattern)
    of = removed(bringer)
    can = bringer.writer.can
    for name in [each for each in can.removing.get(of, ()) if each not in can.bare][:1]:
        if bringer.to(RENEWED):
            known = bringer.told.named[of]
            for each in known[2:]:
                bringer.writer.put(name, str(each))
            del known[2:]
            bringer.ask()
            bringer.number = pattern.start
            bringer.to(RENEWED)
            bringer.ask()
            yield bringer.writer.program()


def bounded(abilities: Abilities, field: str, pattern: Pattern) -> Iterator[Program]:
    """If the number is bounded by an option of its name: containers that are filled, refuse, and are filled again."""
    least, most = abilities.ranges.get(field, (0, 0))
    for bound in (each for each in BOUNDS if least <= each <= most):
        bringer = Bringer(begun(abilities, **{field: bound}), pattern)
        if bringer.to(bound):
            for _ in range(2):
                bringer.to(bringer.number + 2)
                bringer.ask()
                for name in bringer.writer.can.removing.get(removed(bringer), ())[:1]:
                    bringer.writer.put(name, str(bringer.about(removed(bringer))[-1]))
            yield bringer.writer.program()


def removed(bringer: Bringer) -> str:
    """The kind of the elements that a pattern adds last."""
    return bringer.pattern.words[-1][0] if bringer.writer.can.elements else ""


# --- At random ------------------------------------------------------------------------------------


def suits_steering(abilities: Abilities) -> bool:
    """Whether there is a pattern."""
    return bool(abilities.patterns)


def steered(writer: Writer) -> None:
    """A number of the state is brought to near a power of two; then the program goes on at random."""
    pattern = writer.pick([*writer.abilities.patterns])
    bringer = Bringer(writer, pattern)
    bringer.to(near_powers_of_two(writer.draw, 4, MOST // len(pattern.words)))
    bringer.ask()
    walk(writer, len(writer.words) + 100)
    bringer.ask()

"""The operands of the words of a program: live and stale elements, forged keys, and numbers within their bounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from math import floor
from random import Random
from typing import Final, TypeVar

from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.numbers import log_uniform
from stablelist_conformance.wire.handshake import MAXIMUM, UNDECLARED
from stablelist_spec.core.family import Answer, Kind, Meaning, Operand, Role, Type
from stablelist_spec.core.system import values

__all__ = ["ASKED", "FARTHEST", "Operands", "Values", "greatest", "smallest"]


P = TypeVar("P")
MEANT: Final = 0.9
"""The share of elements that an operation is meant for, where there are several kinds."""
ATTEMPTS: Final = 8
"""How many elements are drawn to find one that is meant."""


class Population:
    """The elements of a container, if every insertion and every removal succeeds.

    If that is wrong (a full index range, a revived key), only the choice of words is affected. An element is named by
    the number of its insertion; by itself, where the caller chooses the members; or by its place, so that the names are
    those of all places, and the last one goes, whichever element is removed.

    Attributes:
        live: the names of the live elements, unordered; the last one is mostly the youngest.
        stale: the names of the others.
        added: how many insertions there were.
        kinds: the insertion of each element, if there are elements of several kinds.
        members: the live ones, where the caller chooses them.
        placed: whether elements are named by their places.
    """

    def __init__(self, draw: Random, *, placed: bool = False) -> None:
        self.draw, self.random, self.placed = draw, draw.random, placed
        self.live: list[int] = []
        self.stale: list[int] = []
        self.added = 0
        self.kinds: list[str] = []
        self.members: set[int] = set()

    def below(self, bound: int) -> int:
        """A number from 0 up to a bound, exclusive; not quite uniform, but twice as fast as a uniform one."""
        return floor(self.random() * bound)

    def pick(self, options: Sequence[P]) -> P:
        """A random one of several."""
        return options[floor(self.random() * len(options))]

    def gain(self, count: int, kind: str = "") -> None:
        """Elements are inserted, which are named by the next numbers."""
        first = len(self.live) if self.placed else self.added
        self.live += range(first, first + count)
        self.added += count
        if kind:
            self.kinds += [kind] * count

    def join(self, member: int) -> None:
        """A member is inserted, unless it is one."""
        self.added += 1
        if member not in self.members:
            self.members.add(member)
            self.live.append(member)

    def taken_out(self, place: int) -> int:
        """Take the element at a place of the list of live ones, which is no longer live."""
        live = self.live
        number = live[place]
        if self.placed:
            self.stale.append(live.pop())
            return number
        live[place] = live[-1]
        live.pop()
        self.stale.append(number)
        if self.members:
            self.members.discard(number)
        return number

    def resize(self, length: int) -> None:
        """There are so many elements, which are named by their places."""
        if length > len(self.live):
            self.gain(length - len(self.live))
        else:
            self.stale += self.live[length:]
            del self.live[length:]

    def keep(self, kept: Sequence[int]) -> None:
        """All but these live elements are removed."""
        if self.placed:
            self.resize(len(kept))
            return
        staying = {*kept}
        self.stale += [n for n in self.live if n not in staying] if staying else self.live
        self.live[:] = kept
        self.members &= staying

    def meant(self, names: Sequence[int], kind: str) -> int:
        """One of several elements, mostly of the kind that is meant."""
        number = names[floor(self.random() * len(names))]
        if self.kinds and self.random() < MEANT:
            for _ in range(ATTEMPTS):
                if self.kinds[number] == kind:
                    break
                number = self.pick(names)
        return number

    def some(self, share: float, kind: str = "") -> int:
        """An element that was inserted; with a share, a live one; the first place if none was."""
        names = self.live if self.live and self.random() < share else self.stale
        return self.meant(names or self.live or [0], kind)

    def any_live(self) -> int:
        """A random place in the list of live ones."""
        return floor(self.random() * len(self.live))


Values = Callable[[Operand], int | str]
"""Gives a value for an operand."""
FARTHEST: Final = 52
"""The largest power of two by which a forged key differs from another."""
FAR_INDEX: Final = 2**53 - 1
ASKED: Final = 0.6
CHANGED: Final = 0.85
"""The share of live elements among those that are asked about, and among those that are changed or removed. With a
revived key, a contract judge may lose track."""
FRESH: Final = {Role.GROW: 0.8, Role.SHRINK: 0.1}
"""The share of numbers that are no members, where the caller chooses the members, by the role of an operation."""
FRESH_ASKED: Final = 0.2
SAME: Final = 0.2
"""The share of two keys that are the same, and of those of which one is forged."""
NEAR: Final = 0.3
"""The share of forged keys that are near an issued one; of the others, some are negative."""
NEGATIVE: Final = 0.2
USUAL: Final = 0.9
"""The share of usual numbers; the others have any magnitude."""
SMALL: Final = 20
"""The numbers of an operand up to this one are usual, if its family names none."""
WITHIN: Final = 0.65
AROUND: Final = 0.88
FIRST: Final = 0.96
"""The shares of places within a container, around its end, and at its beginning, summed up; others are far beyond."""
LONG: Final = 200
LONGEST: Final = 1_000
"""The most numbers of a usual range, and of one whose numbers become members."""
REPEATED: Final = 0.1
"""The share of elements that are added again, where several may be equal."""
BACKWARDS: Final = 0.1
"""The share of two places of which the higher one is first."""
ENDLESS: Final = 65_536
"""The largest number for an operand without a bound."""


class Operands(Population):
    """Draws operands for a container.

    Attributes:
        can: the operations that it can be asked.
        largest: the largest number in its configuration, other than widths and a maximum.
        boundless: whether it can hold any number of elements.
    """

    def __init__(self, abilities: Abilities, draw: Random, configuration: object) -> None:
        self.can = abilities.vocabulary(configuration)
        super().__init__(draw, placed=self.can.placed)
        self.abilities, self.configuration = abilities, configuration
        lengths = abilities.choices.keys() - {*UNDECLARED, MAXIMUM}
        chosen = (getattr(configuration, name) for name in lengths)
        self.boundless = abilities.room(configuration) is None
        self._explored: dict[Operand, Sequence[int | str]] = {}
        self._most: dict[Operand, int] = {}
        self.largest: int = max((each for each in chosen if isinstance(each, int)), default=0)

    def word(self, name: str, key: str = "", value: Values | None = None) -> str:
        """The word of an operation, about an element if one is given."""
        return ":".join((name, *self.operands(name, key, value)))

    def operands(self, name: str, key: str = "", value: Values | None = None) -> Sequence[str]:
        """The operands of an operation. Those that are not given are drawn."""
        can, role = self.can, self.can.kinds[name].role
        if name in can.trying:
            able = [each for each in can.structural if self.added or not can.subjects[each]]
            return (self.word(self.pick(able)),)
        if name in can.of_one:
            return self._subjects(name, key)
        subjects = iter(self._subjects(name, key) if can.subjects[name] else ())
        return [
            next(subjects)
            if names_element
            else str(value(operand) if value else self.value(operand, role))
            for operand, names_element in can.operands[name]
        ]

    # --- Elements

    def _subjects(self, name: str, key: str) -> list[str]:
        """The elements that an operation is about: of two, the second may be the same, or forged.

        Two places are mostly a range.
        """
        several = self.can.subjects[name]
        if len(several) == 1:
            return [key or str(self._subject(name, several[0]))]
        if self.placed:
            return self._two_places(self.can.kinds[name], key)
        if name in self.can.ranges:
            return self._range(name, key)
        texts = [key] if key else []
        texts += [str(self._subject(name, each)) for each in several[len(texts) :]]
        if len(texts) == 2 and self.can.kinds[name].role is not Role.GROW:
            chance = self.random()
            if chance < SAME:
                texts[1] = texts[0]
            elif chance > 1 - SAME and self.abilities.forge:
                texts[1] = self.near(self.some(ASKED), self.below(FARTHEST + 1))
            if self.random() < 0.5:
                texts.reverse()
        return texts

    def _two_places(self, kind: Kind, key: str) -> list[str]:
        """Two places, mostly the lower one first; those of a range are also the end."""
        role = Role.GROW if kind.answer is Answer.SEQUENCE else kind.role
        pair = sorted((int(key) if key else self._place(role), self._place(role)))
        return [*map(str, pair[::-1] if self.random() < BACKWARDS else pair)]

    def _range(self, name: str, key: str) -> list[str]:
        """The members from one up to another, which is mostly near, and seldom before it."""
        start = int(key) if key else self._subject(name, self.can.subjects[name][0])
        adds = self.can.kinds[name].role in (Role.GROW, Role.CHANGE)
        most = LONG if self.random() < USUAL else LONGEST if adds else ENDLESS
        end = min(ENDLESS, start + log_uniform(self.draw, 0, most))
        return [*map(str, (end, start) if self.random() < BACKWARDS else (start, end))]

    def _subject(self, name: str, operand: Operand) -> int:
        """An element for an operation; where the caller chooses the members, often one that is none."""
        kind, chosen = self.can.kinds[name], operand.name in self.can.members
        if self.placed:
            return self._place(kind.role)
        if not self.added or (chosen and self.random() < FRESH.get(kind.role, FRESH_ASKED)):
            return self._fresh(operand)
        return self.some(ASKED if kind.role is Role.READ else CHANGED, kind.of)

    def _place(self, role: Role) -> int:
        """A place of an element, or one of those around the end; one that is far beyond is seldom."""
        length, chance = len(self.live), self.random()
        if chance < WITHIN:
            return self.below(length + (role is Role.GROW))
        if chance < AROUND:
            return min(ENDLESS, max(0, length - 1 + self.below(3)))
        return 0 if chance < FIRST else log_uniform(self.draw, length, ENDLESS)

    def _fresh(self, operand: Operand) -> int:
        """A number that is no member, mostly one that may be; if all of these are members, a larger one."""
        if self.random() > USUAL:
            return operand.rank(operand.near(log_uniform(self.draw, operand.least, ENDLESS)))
        most = self._largest(operand)
        first = operand.least + self.below(most - operand.least + 1)
        around = chain(range(first, most), range(operand.least, first))
        known = len(self.members) if self.boundless else 0
        return next(
            (number for number in around if number not in self.members),
            operand.rank(operand.near(most + known)),
        )

    def _largest(self, operand: Operand) -> int:
        """The largest number that is worth to be a member, which is found once."""
        if operand not in self._most:
            worth = max(map(operand.rank, self._worth(operand)))
            self._most[operand] = operand.rank(operand.near(max(self.largest, worth)))
        return self._most[operand]

    def unknown(self, name: str) -> str:
        """A key that was not issued, a place beyond the end, or a number that is no member, for an operation."""
        if self.placed:
            near = len(self.live) + self.below(2)
            return str(near if self.random() < 0.5 else log_uniform(self.draw, near, ENDLESS))
        return str(self._fresh(self.can.subjects[name][0])) if self.can.members else self.forged()

    def forged(self) -> str:
        """A key that was not issued. At contract level, one that is very unlikely to equal an issued one."""
        if self.added and self.random() < NEAR:
            return self.near(self.some(ASKED), self.below(FARTHEST + 1))
        if self.abilities.negative and self.random() < NEGATIVE:
            return f"#-{self.pick((1, 1, 2, 4, FAR_INDEX))}.{self.below(4)}"
        if not self.abilities.level:
            return f"#{FAR_INDEX - self.below(3)}.0"
        index = self.pick((self.below(8), self.below(90), FAR_INDEX))
        return f"#{index}.{self.pick((0, 1, self.below(self.added + 1)))}"

    def near(self, number: int, power: int) -> str:
        """A key whose index or id differs from another's by a power of two."""
        far = -1 << power if self.abilities.negative and self.random() < 0.4 else 1 << power
        index, id_ = (0, far) if self.random() < 0.6 else (far, 0)
        return f"{number}~{index}.{id_}"

    # --- Numbers and words

    def value(self, operand: Operand, role: Role = Role.GROW) -> int | str:
        """A word, or a number: a usual one, one near the number of elements, or one of any magnitude.

        An element that is added is mostly new; others are mostly some of those that were added last. This does not hold
        if some are usual.
        """
        chance = self.random()
        if operand.meaning is Meaning.VALUE and not operand.usual and chance < USUAL:
            new = role is Role.GROW and self.random() > REPEATED
            age = 0 if new else 1 + self.below(2 * len(self.live))
            number = max(0, self.added - age)
            return operand.least + number % (operand.rank(greatest(operand)) - operand.least + 1)
        if operand.usual and (chance < USUAL or operand.counts):
            return self.pick(operand.usual)
        if operand.type is Type.WORD:
            return self.pick(operand.words)
        if chance < 0.3:
            return self.pick(self._worth(operand))
        if chance < 0.5:
            return operand.near(len(self.live) + self.below(4) - 1)
        most = operand.least + SMALL if chance < USUAL else ENDLESS
        return operand.near(log_uniform(self.draw, operand.least, max(operand.least, most)))

    def _worth(self, operand: Operand) -> Sequence[int | str]:
        """The values that are worth exploring."""
        found = self._explored.get(operand)  # once, because an operand has many parts to hash
        if found is None:
            found = values(self.abilities.system, self.configuration, operand)
            self._explored[operand] = found
        return found


def smallest(operand: Operand) -> int | str:
    """The smallest number with which an operation does something, or the first word."""
    return operand.near(1 if operand.type is Type.NUMBER else 0)


def greatest(operand: Operand) -> int | str:
    """The largest number, or the last word."""
    return operand.near(ENDLESS if operand.type is Type.NUMBER else -1)

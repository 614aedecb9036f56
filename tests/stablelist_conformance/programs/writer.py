"""The writer of one program: it knows a container by the roles of its operations alone, and writes the next word."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from functools import cache
from math import floor
from random import Random
from typing import Final

from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.operands import ASKED, Operands, Values, smallest
from stablelist_conformance.programs.vocabulary import Vocabulary
from stablelist_conformance.programs.ways import in_ways
from stablelist_conformance.wire.operations import decode
from stablelist_conformance.wire.protocol import MAX_OPERATIONS, MAX_PROGRAM, Program
from stablelist_spec.core.family import Kind, Role

__all__ = ["Writer"]

WIDEST_PIVOT: Final = 256
"""The largest container of which everything is listed without a bound; cross-iteration is quadratic."""
MOST_LISTED: Final = 40_000
"""The most elements and cells that the answers to a program list in total."""
SPARE: Final = 400
"""The words that are left when a program counts as full."""
LOOK_UPS: Final = 3
"""How often a live element is looked up, and one that was removed, for every other cheap operation."""
UNKNOWN: Final = 2
"""How often an element is asked about that the container never had."""
FEW: Final = 2
"""How many elements are taken out one by one."""
BULK: Final = 0.3
"""How often some elements are added at once, if the port offers that."""


class _Words(dict[int, str]):
    """The words of an operation by the name of its element, cached, so that each is hashed only once."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def __missing__(self, number: int) -> str:
        word = self[number] = f"{self.name}:{number}"
        return word


words_of = cache(_Words)


class Writer(Operands):
    """Writes one program.

    Attributes:
        words: those so far.
        space: an upper bound on the length of what is shown of the inside.
        room: how many elements the container can hold; None for no bound.
        sure: the first of the live elements that is surely there, if others may have been removed instead.
    """

    def __init__(self, abilities: Abilities, draw: Random, configuration: object) -> None:
        super().__init__(abilities, draw, configuration)
        self.words: list[str] = []
        self.listed = self.sure = 0
        self.room, self.space = abilities.room(configuration), self.largest
        self.glances = glances(self.can, abilities.forge)
        self.single, self.ways = self.can.single, len(self.can.single)
        self.removals = words_of(self.can.removal) if self.can.removal else None

    def program(self) -> Program:
        """The words, as far as they fit into a program, followed by a look at the inside, if the level allows it."""
        port = self.abilities.port
        last = [name for name in self.abilities.system.shown if name in self.can.kinds]
        words, room = self.words[: MAX_OPERATIONS - len(last)], MAX_PROGRAM - 200
        if port.ways:
            words = [*in_ways(words, port, lambda count: 1 + self.below(count))]
        while sum(map(len, words)) + len(words) > room:
            del words[len(words) * 9 // 10 :]
        return Program(self.configuration, (*words, *last), port.system_name)

    @property
    def full(self) -> bool:
        """Whether the program is full, except for a few words."""
        return len(self.words) > MAX_OPERATIONS - SPARE

    @property
    def boundary(self) -> int:
        """About as many elements as there is space for from the beginning, if these are few."""
        return max(4, min(self.largest, 64) + 3 & ~3)

    # --- Insertion

    def add(self) -> int:
        """Insert one element; return its name."""
        name = self.single[floor(self.random() * self.ways)]
        if not self.can.simple:
            self.write(name)
            return self.live[-1] if self.live else 0
        self.words.append(name)
        number = self.added
        self.live.append(number)
        self.added = number + 1
        return number

    def add_some(self, count: int) -> None:
        """Insert several elements, one by one or all at once."""
        if self.can.bulk and self.random() < BULK:
            self.extend(count)
        elif self.can.simple:
            single, random, ways = self.single, self.random, self.ways
            self.words += [single[floor(random() * ways)] for _ in range(count)]
            self.gain(count)
        else:
            for _ in range(count):
                self.add()

    def extend(self, count: int) -> None:
        """Insert several elements at once, in one or more words."""
        assert self.can.bulk is not None
        name, most = self.can.bulk
        for first in range(0, max(1, count), most):
            part = min(count - first, most)
            self.words.append(self._several(name, part))
            if self.placed:
                self._account_for_length(self.can.kinds[name], self.words[-1])
            else:
                self.gain(part, name if self.can.elements else "")

    def _several(self, name: str, count: int) -> str:
        """The word of an operation that adds so many elements; they are new, if it is told which."""
        if self.can.family.inserting:
            return f"{name}:{count}"
        return self.word(name, value=lambda each: count if each.counts else self.value(each))

    def grow(self, count: int) -> None:
        """Insert many elements, in few words if the port offers that; fewer, if they would fill the program."""
        if count > 0 and self.can.bulk and (count > self.can.bulk[1] or self.random() < 2 * BULK):
            self.extend(count)
        elif count > 0:
            self.add_some(min(count, MAX_OPERATIONS // 2))

    def refused(self, name: str) -> None:
        """Try to insert, or to reserve, one more in a container that is full."""
        live = len(self.live)
        self.write(name, value=smallest)
        self.members.difference_update(self.live[live:])
        del self.live[live:]

    def leap(self, insertions: int, room: int | None = None) -> None:
        """Make a number of insertions whose elements are removed again, if a program has the words for them.

        So many at once have *room*.
        """
        most = self.can.bulk[1] if self.can.bulk and self.can.clearing else 1
        step = most if room is None else min(most, room)
        if len(self.words) + 2 * insertions // step > MAX_OPERATIONS - SPARE:
            return
        while insertions > 0:
            if step == 1:
                self.add()
            else:
                self.extend(min(step, insertions))
            self.empty()
            insertions -= step

    # --- Removal

    def remove(self, place: int = -1) -> None:
        """Remove the element at a place of the list of live ones: the last one is mostly the youngest."""
        number = self.taken_out(place)
        if self.removals is not None:
            self.words.append(self.removals[number])
            return
        names = self.can.removing.get(self.kinds[number] if self.kinds else "")
        if names:
            self.words.append(self.about(self.pick(names), number))

    def remove_nothing(self) -> None:
        """Try to remove an element where there is none, if an operation need not name it."""
        names = [name for name in self.can.removing.get("", ()) if name in self.can.bare]
        if names:
            self.words.append(self.pick(names))

    def cut(self) -> None:
        """Remove several elements by their places, if an operation does that."""
        if self.can.cutting:
            self.write(self.pick(self.can.cutting))

    def empty(self) -> None:
        """Remove everything, by one word if the port offers that."""
        if self.can.clearing:
            self.words.append(self.pick(self.can.clearing))
            self.keep([])
        while self.live:
            self.remove()

    def thin(self, modulus: int, residue: int) -> None:
        """Keep the elements with a residue, if one operation does that."""
        if self.can.thinning:
            self.words.append(f"{self.pick(self.can.thinning)}:{modulus}:{residue}")
            self.keep([number for number in self.live if number % modulus == residue])

    # --- Questions

    def glance(self) -> None:
        """Ask one cheap question, mostly about an element; sometimes about one that the container never had."""
        glances = self.glances
        ask, name = glances[floor(self.random() * len(glances))]
        ask(self, name)

    def ask_live(self, name: str) -> None:
        """Ask about a live element."""
        if self.live:
            self.words.append(words_of(name)[self.meant(self.live, self.can.kinds[name].of)])

    def _ask_stale(self, name: str) -> None:
        """Ask about one that was removed."""
        if self.stale:
            self.words.append(words_of(name)[self.pick(self.stale)])

    def _ask_some(self, name: str) -> None:
        """Ask about one that was inserted."""
        if self.added:
            self.words.append(words_of(name)[self.some(ASKED, self.can.kinds[name].of)])

    def _ask_unknown(self, _: str) -> None:
        """Ask about an element that the container never had."""
        name = self.pick(self.can.forgeable)
        if name not in self.can.listing or len(self.live) <= WIDEST_PIVOT:
            self.words.append(self.word(name, self.unknown(name)))

    def look(self) -> None:
        """Ask an expensive question: iteration, cross-iteration, the layout; sometimes a bulk operation."""
        if self.can.expensive:
            self.ask(self.pick(self.can.expensive))

    def ask(self, *names: str) -> None:
        """Write operations that are offered and for which the container is not too large."""
        for name in names:
            if name in self.can.kinds and not (
                name in self.can.listing and self._is_too_large(name)
            ):
                self.write(name)

    def ask_about(self, number: int) -> None:
        """Ask every question about an element; removal comes last, because it may find it."""
        for name in self.can.about_elements:
            if name not in self.can.listing or len(self.live) <= WIDEST_PIVOT:
                self.words.append(self.about(name, number))

    def _is_too_large(self, name: str) -> bool:
        """Whether the container is too large for what an operation lists, so that it is not asked."""
        kind, live = self.can.kinds[name], len(self.live)
        if kind.lists_others:
            return live > WIDEST_PIVOT
        cells = max(self.space, live) if kind.role is Role.SHOW else live
        if cells <= WIDEST_PIVOT:
            return False
        if self.listed and self.listed + cells > MOST_LISTED:
            return True
        self.listed += cells
        return False

    # --- Words

    def about(self, name: str, number: int) -> str:
        """The word of an operation about an element, if it is about one; it does not count as done."""
        if name in self.can.bare:
            return name
        return words_of(name)[number] if name in self.can.of_one else self.word(name, str(number))

    def write(self, name: str, key: str = "", value: Values | None = None) -> None:
        """Write an operation, about an element if one is given, and record what it does."""
        can = self.can
        if name in can.bare and name in can.asking:
            self.words.append(name)
            return
        keys = can.family.keys[name]
        if name in can.thinning:
            modulus = 1 + self.below(3)
            self.thin(modulus, self.below(modulus))
            return
        if keys and not self.added:
            if name in can.asking:
                return
            self.write(can.kinds[name].of or can.family.plain)  # so that there is something to name
        operands = self.operands(name, key, value)
        if keys and self.abilities.follows and name in can.family.inserting:
            looks = can.look_ups(can.kinds[name].of)
            self.words += [f"{look_up}:{each}" for look_up in looks for each in operands]
        self.put(name, *operands)

    def put(self, name: str, *operands: str) -> None:
        """Write an operation with these operands, and record what it does."""
        self.words.append(":".join((name, *operands)))
        if name not in self.can.asking:
            self._account(name, operands)

    def _account(self, name: str, operands: Sequence[str]) -> None:
        """Record what an operation adds and removes."""
        kind, can = self.can.kinds[name], self.can
        if kind.inserts:
            counts = [
                int(text) for text, each in zip(operands, kind.operands, strict=True) if each.counts
            ]
            if kind.displaces and kind.keys:
                self._lose({int(operands[0])})
            self.gain(counts[0] if counts else 1, name if can.elements else "")
        elif kind.role is Role.RESET:
            self.keep([])
        elif self.placed:
            self._account_for_length(kind, ":".join((name, *operands)))
        elif can.subjects[name]:
            named = zip(operands, can.operands[name], strict=True)
            told = [int(text) for text, (_, is_element) in named if is_element and text.isdecimal()]
            if name not in can.ranges:
                self._account_for(kind.role, {*told})
            elif self.room is None or told[-1] <= self.room:
                self._account_for(kind.role, {*range(*told)})
        elif kind.role is Role.GROW:
            self.join(self.added)
        elif self.live:
            others = (
                [n for n in self.live if self.kinds[n] != kind.of] if kind.of else self.live[:-1]
            )
            self.keep(others)
        self.space = max(self.space, len(self.live))

    def _account_for_length(self, kind: Kind, word: str) -> None:
        """Record how many elements there are; too many are refused."""
        length = kind.left(len(self.live), decode(word, self.can.family))
        if self.room is None or length <= self.room:
            self.resize(length)

    def _account_for(self, role: Role, elements: Set[int]) -> None:
        """Record what an operation adds or removes that names elements; what it flips, it does both to."""
        joining = elements if role is Role.GROW else elements - self.members
        if role is not Role.GROW:
            self._lose(elements)
        if role is not Role.SHRINK:
            for number in joining:
                self.join(number)

    def _lose(self, elements: Set[int]) -> None:
        """Record that elements are removed, as far as they are live."""
        if len(elements) > FEW:
            self.keep([number for number in self.live if number not in elements])
            return
        for number in elements:
            if number in self.live:
                self.taken_out(self.live.index(number))


@cache
def glances(can: Vocabulary, forge: bool) -> list[tuple[Callable[[Writer, str], None], str]]:
    """The ways to ask a cheap question, by how often."""
    short = [n for n in can.cheap if n not in can.listing and n not in can.finding]
    names: dict[Callable[[Writer, str], None], list[str]] = {
        Writer.ask_live: can.looking_up * LOOK_UPS,
        Writer._ask_stale: [*can.looking_up * LOOK_UPS, *filter(None, [can.removal])],
        Writer._ask_some: [name for name in can.finding if name not in can.looking_up],
        Writer.ask: [name for name in can.cheap if name in can.listing],
        Writer.write: [*short, *(can.in_order if can.placed else [])],
        Writer._ask_unknown: [""] * UNKNOWN if forge or can.members or can.placed else [],
    }
    return [(ask, name) for ask, several in names.items() for name in several]

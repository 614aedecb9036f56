"""Fates: covering programs for a container of which only the contract is known.

They take every edge of a graph of the possible fates of four keys, which follows from the roles of the operations that
a port offers. What keys alone do not show (coupled operations on the whole, an insertion at an index, forged keys, a
second container) is in programs of its own. Everything is asked of a container that never had an element, too, because
random programs soon fill theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from random import Random
from typing import Final

from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.cover import LONGEST, coupled, insertions, summary, wholes
from stablelist_conformance.programs.tours import tours
from stablelist_conformance.programs.vocabulary import Vocabulary
from stablelist_conformance.programs.writer import Writer
from stablelist_conformance.wire.operations import decode, encode, on_second
from stablelist_conformance.wire.protocol import Program
from stablelist_spec.core.family import Role

__all__ = ["KEYS", "contract_programs"]

KEYS: Final = 4
FAR_INDEX: Final = 2**53 - 1
WHICH: Final[tuple[Callable[[str], str], ...]] = (str, on_second)
"""The word on the first container, and on the second."""
Fates = tuple[str, ...]
"""The fate of each key, in the order of issue."""


def contract_programs(abilities: Abilities, *, aside: bool = True) -> list[Program]:
    """Programs for the operations that a port offers: coupled operations, and tours of the fates of keys.

    Insertions at an index are in programs of their own, because nobody knows what they displace. A family whose
    insertions have operands has none of these programs, but those about a container that never had an element.
    With *aside*, keys are looked up that a change did not concern.
    """
    can, system = abilities.usual, abilities.system
    words: list[tuple[str, ...]] = []
    if can.simple:
        start = (can.family.plain,) * 2
        words += (*coupled(can, 3, start), *toured(can, aside=aside), *placed(can), *forged(can))
    words += cloned(can, abilities.on_both)
    name = abilities.port.system_name
    programs = [Program(system.configuration(), each, name) for each in words]
    bare = () if can.simple else can.kinds
    return [*programs, *(unfilled(abilities, each) for each in bare)]


def unfilled(abilities: Abilities, name: str) -> Program:
    """One operation on a container that never had an element, and then an insertion; everything is asked after both."""
    draw = Random(name)  # noqa: S311 - to test with, not to hide behind
    writer = Writer(abilities, draw, abilities.configuration())
    for each in (name, *writer.can.single[:1]):
        writer.write(each)
        writer.ask(*writer.can.questions)
    return writer.program()


def toured(can: Vocabulary, *, aside: bool = True) -> Iterator[tuple[str, ...]]:
    """Every edge of the fates of four keys."""
    asked: set[Fates | tuple[Fates, str]] = set()
    nothing: Fates = ()
    for tour in tours(nothing, partial(fate_edges, can), LONGEST):
        yield tuple(narrate(can, tour, asked, aside=aside))


def placed(can: Vocabulary) -> Iterator[tuple[str, ...]]:
    """Insertions at an index that is free, taken, taken by another element, vacated, or far away.

    Those at the slot of a key need one that was issued.
    """
    plain, remove = can.family.plain, can.removal
    vacated = ((plain, plain, f"{remove}:{key}") for key in (0, 1))
    beginnings = ((), (plain, plain), *vacated, (plain, f"{remove}:0", plain))
    between = (f"{remove}:0", *can.clearing[:1], *can.releasing)
    at_index = [name for name, kind in can.kinds.items() if kind.displaces]
    for put, before, place, change in product(at_index, beginnings, (0, 1, 9, 300), between):
        if can.subjects[put] and place >= before.count(plain):
            continue
        word = f"{put}:{place}"
        words = (*before, word, plain, change, word, plain, word)
        inserted = sum(can.family.insertions(decode(each, can.family)) for each in words)
        asked = (f"{name}:{key}" for key in range(inserted) for name in can.finding)
        yield *words, *asked, *summary(can)


def forged(can: Vocabulary) -> Iterator[tuple[str, ...]]:
    """Every operation on keys that were not issued, but are near issued ones; a port may take none.

    One about two elements is asked about such a key and a live one, in either order.
    """
    plain = can.family.plain
    for key in ("0~0.1", "0~1.0", "1~0.1", "2~5.7", f"#{FAR_INDEX}.0"):
        words = [given(can, name, key, "5") for name in can.about_elements]
        words += [f"{name}:{each}" for name in can.pairs for each in (f"0:{key}", f"{key}:0")]
        yield plain, plain, f"{can.removal}:1", plain, *words, plain, *summary(can)


def cloned(can: Vocabulary, on_both: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Either of two containers is changed after a clone, or once they changed places; both are asked, and grow.

    One that was emptied is emptied once more: a clone may have less memory than the original. Of what has an order, the
    latest is in the place of an earlier one.
    """
    if not on_both:
        return
    kinds, start = can.family.kinds, of_every_kind(can)
    copies, exchanges, comparisons = (
        [name for name in on_both if kinds[name].role is role]
        for role in (Role.COPY, Role.EXCHANGE, Role.COMPARE)
    )
    replacing = [each for each in can.about_elements if kinds[each].role is Role.REPLACE]
    changed = [given(can, each, "1", "5") for each in replacing]
    bulk = [
        n for n, kind in can.kinds.items() if n in can.bare and kind.of and kind.role is Role.SHRINK
    ]
    changes = (*dict.fromkeys(start), *removals(can, start, -1), *can.clearing[:1], *bulk, *changed)
    more = start[2:]
    beginnings = (start, *((*start, *more, word, *more) for word in removals(can, start, 0)))
    growing = [word for each in dict.fromkeys(start) for word in (each, on_second(each))]
    emptied = product(product(can.clearing), can.clearing if copies else ())
    changed_after = (*product(beginnings, changes), *emptied)
    fresh = (*comparisons, *exchanges, *copies)
    for (before, change), on, then in product(changed_after, WHICH, ([], exchanges)):
        words = [*fresh, *before, *copies, *then, on(change)]
        for after in ((), growing, exchanges):
            words += [*after, *comparisons]
            words += [each(ask) for ask in asked_of_all(can, words) for each in WHICH]
        yield tuple(words)


def of_every_kind(can: Vocabulary) -> tuple[str, ...]:
    """Insertions of two elements, and of one of each other kind that is about them."""
    family = can.family
    others = [each for each in can.elements if each in can.kinds and each != family.plain]
    return family.plain, family.plain, *(encode(family.least(n, 0, 1), family) for n in others)


def removals(can: Vocabulary, inserted: Sequence[str], at: int) -> Iterator[str]:
    """A removal of the first or of the last element of each kind."""
    names = [word.partition(":")[0] for word in inserted]
    for of, removing in can.removing.items():
        numbers = [n for n, name in enumerate(names) if name == (of or can.family.plain)]
        yield f"{removing[0]}:{numbers[at]}"


def asked_of_all(can: Vocabulary, words: Sequence[str]) -> list[str]:
    """Look-ups of every key that some words issue, and questions about the whole."""
    issued = sum(can.family.insertions(decode(each, can.family)) for each in words)
    looks = [f"{name}:{key}" for name in can.looking_up for key in range(issued)]
    return [*looks, *summary(can)]


def given(can: Vocabulary, name: str, key: str, other: str) -> str:
    """The word of an operation on one key; each other operand is as near to a number as it can be."""
    near = (
        key if named else f"{operand.near(int(other))}" for operand, named in can.operands[name]
    )
    return ":".join((name, *near))


def fate_edges(can: Vocabulary, fates: Fates) -> Iterator[tuple[str, Fates]]:
    """The possible next operations, as words, and the fates of the keys after each."""
    for word, count in insertions(can).items():
        if len(fates) + count <= KEYS:
            yield word, (*fates, *["live"] * count)
    for number, fate in enumerate(fates):
        if fate == "live":
            yield f"{can.removal}:{number}", (*fates[:number], "removed", *fates[number + 1 :])
    for name in can.clearing:
        yield name, tuple(name if fate == "live" else fate for fate in fates)
    for name, residue in product(can.thinning, (0, 1)):
        kept = (
            name if fate == "live" and number % 2 != residue else fate
            for number, fate in enumerate(fates)
        )
        yield f"{name}:2:{residue}", tuple(kept)
    for word in wholes(can):
        if word.partition(":")[0] not in (*can.clearing, *can.thinning):
            yield word, fates


def narrate(
    can: Vocabulary,
    tour: list[tuple[str, Fates]],
    asked: set[Fates | tuple[Fates, str]],
    *,
    aside: bool,
) -> Iterator[str]:
    """The words of a tour, with all questions in each state that was not asked before.

    An edge to another state is followed by questions about two keys that it did not concern, when it is taken first.
    """
    before: Fates = ()
    if before not in asked:
        asked.add(before)
        yield from questions(can, before)
    for word, fates in tour:
        yield word
        if fates not in asked:
            yield from questions(can, fates)
        elif aside and (before, word) not in asked:
            yield from others(can, before, fates)
        asked |= {fates, (before, word)}
        before = fates
    yield from summary(can)


def others(can: Vocabulary, before: Fates, after: Fates) -> Iterator[str]:
    """Look-ups of the oldest and the newest key that lived and that an operation did not concern."""
    live = [number for number, fate in enumerate(before) if fate == after[number] == "live"]
    keys = dict.fromkeys((*live[:1], *live[-1:]))
    yield from (f"{name}:{key}" for name, key in product(can.looking_up[:1], keys))


def questions(can: Vocabulary, fates: Fates) -> Iterator[str]:
    """Every question that shows something of a state, and every change of an element.

    Where elements are changed they stay even or odd: by that the tour knows which ones are retained.
    """
    kinds = can.kinds
    yield from (name for name in can.questions if name in can.bare)
    yield from (f"{name}:1" for name in can.questions if kinds[name].iterates)
    for number, fate in enumerate(fates):
        for name in can.about_elements:
            if fate != "live" or kinds[name].role is not Role.SHRINK:
                other = "2" if name in can.adding_up else f"{number + 10}"
                yield given(can, name, f"{number}", other)
        yield from (f"{name}:{number}:{key}" for name, key in product(can.pairs, (0, number)))
    tried = [name for name in can.structural if name in can.bare]
    yield from (f"{name}:{each}" for name in kinds if name in can.trying for each in tried)
    yield from (f"{name}:2" for name in can.changing_all)

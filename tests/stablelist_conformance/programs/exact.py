"""Covering programs at exact sizes: every operation on a container of 2^k - 1, 2^k and 2^k + 1 elements.

A place, a number or a count that is stored in too few bits, and a bound that is off by one, show themselves at a power
of two or next to one, and often in one operation only. Random programs seldom meet exactly that, so these programs go
there. They are the same in every run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import partial
from itertools import product
from random import Random
from typing import Any, Final

from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.configurations import roomy
from stablelist_conformance.programs.far import refuse_twice
from stablelist_conformance.programs.operands import smallest
from stablelist_conformance.programs.writer import Writer
from stablelist_conformance.wire.operations import on_second
from stablelist_conformance.wire.protocol import MAX_OPERATIONS, Program
from stablelist_spec.core.family import MODULUS, Answer, Meaning, Operand, Role, Type

__all__ = ["BOUNDS", "EXACT", "around", "begun", "exact"]


def around(power: int) -> tuple[int, int, int]:
    """A power of two, and the numbers next to it.

    >>> around(4)
    (15, 16, 17)
    """
    return (1 << power) - 1, 1 << power, (1 << power) + 1


EXACT: Final = "exact"
"""The class of what only these programs find, and those that bring a number of the state far (`brought`)."""
LEAST: Final = 3
"""The least power of two around which there are programs; smaller containers are frequent anyway."""
GREATEST: Final = 16
TURNS: Final = 3
"""How often an operation is asked at each size, each time with other operands."""
CHEAP: Final = 80
"""The most words that are spent to have as many elements again after an operation has removed many."""
WIDEST: Final = 13
"""The greatest power of two around which everything is asked at every size."""
REMOVED: Final = (*around(8), *around(10), 1 << 12)
"""The sizes at which many elements are removed at once, if this takes a program of its own, or go with others."""
HALVED: Final = (1 << 13) + 1
"""The size at which half of the elements are removed at once, as far as their residues say.

Containers that soon have as many elements are also compared and combined.
"""
BOUNDS: Final = (*around(8), *around(12), 1 << 13)
"""Bounds that are reached; smaller ones are frequent anyway."""
FULL: Final = MAX_OPERATIONS - 1_000
"""The most words that fill a container."""
QUEUED: Final = (1 << 8, 1 << 10)
"""The sizes that a queue has when it grows; smaller ones are frequent anyway."""
OFTEN: Final = 8
"""The fewest elements while numbers are asked for."""


def exact(abilities: Abilities, *, large: bool = True) -> Iterator[Program]:
    """The programs; with *large*, some are about containers that are so large that models take long for each change."""
    if not abilities.usual.elements:  # else nothing says how many of each kind there are
        yield from numbers(abilities)
        yield from climbs(abilities, range(LEAST, WIDEST + 1))
        yield from filled(abilities, BOUNDS)
        yield from chosen(abilities)
        yield from removals(abilities)
        yield from queued(abilities)
        yield from returned(abilities)
        yield from coupled(abilities)
        if large:
            yield from climbs(abilities, range(WIDEST + 1, GREATEST + 1))
            yield from filled(abilities, around(GREATEST))
        yield from used_up(abilities)


def begun(abilities: Abilities, **wanted: Any) -> Writer:  # noqa: ANN401 - of each system its own
    """The writer of a program about a container with much room."""
    draw = Random(0)  # noqa: S311 - to test with, not to hide behind
    return Writer(abilities, draw, abilities.configuration(**roomy(abilities, draw) | wanted))


# --- Every operation at a size --------------------------------------------------------------------


def climbs(abilities: Abilities, powers: Sequence[int]) -> Iterator[Program]:
    """Every operation at every size, in as few programs as have the words for it."""
    writer, asked = begun(abilities), 0
    for size in (size for power in powers for size in worthwhile(power)):
        if writer.room is not None and size > writer.room:
            break
        before = len(writer.words)
        if before + price(writer, size - len(writer.live)) + 2 * asked > MAX_OPERATIONS:
            yield writer.program()
            writer, before = begun(abilities), 0
        if price(writer, size) + 2 * asked > MAX_OPERATIONS:
            return
        level(writer, size)
        before = len(writer.words)
        everything(writer)
        asked = len(writer.words) - before
    if writer.words:
        yield writer.program()


def worthwhile(power: int) -> Sequence[int]:
    """The sizes around a power of two at which everything is asked: models copy a large container at every change."""
    return around(power) if power <= WIDEST or power == GREATEST else (1 << power,)


def everything(writer: Writer) -> None:
    """Every operation; after one that adds or removes elements, there are as many as before again.

    Those that remove an element that the writer does not know come last. The order changes after an element was added
    and removed in every way: what a ring has begins in front of its first cell then.
    """
    size, can = len(writer.live), writer.can
    for nth, name in enumerate(sorted(can.kinds, key=partial(rank, writer))):
        if can.kinds[name].role is Role.ORDER and not large(size):
            for single in dict.fromkeys(writer.single):
                add(writer, single)
            level(writer, size)
        first = 0 if emptying(writer, name) or not large(size) else size % TURNS
        for turn in range(first, first + times(writer, name, nth)):
            perform(writer, name, turn)
            if name not in can.asking:
                level(writer, size, certain=False)
                for look_up in can.looking_up[:1]:
                    writer.words += [writer.about(look_up, each) for each in ends(writer)]


def rank(writer: Writer, name: str) -> tuple[bool, bool]:
    """When an operation has its turn: those that change the order by a number come late, since they move everything."""
    numbered = writer.can.kinds[name].role is Role.ORDER and name not in writer.can.bare
    return takes_any(writer, name), numbered


def large(size: int) -> bool:
    """Whether an operation is asked only once at a size, in one of its turns."""
    return size > 2 << WIDEST


def emptying(writer: Writer, name: str) -> bool:
    """Whether an operation may remove all elements."""
    can = writer.can
    many = (*can.thinning, *can.cutting, *can.shortening)
    return can.kinds[name].role is Role.RESET or name in many


def takes_any(writer: Writer, name: str) -> bool:
    """Whether an operation removes an element whose name the caller chose, but does not say which."""
    return (
        bool(writer.can.members)
        and name in writer.can.removing.get("", ())
        and name in writer.can.bare
    )


def perform(writer: Writer, name: str, turn: int) -> None:
    """Write an operation; one that keeps the elements with a residue keeps all, or none."""
    if name in writer.can.thinning:
        writer.words.append(f"{name}:1:{turn}")
        writer.keep(writer.live if turn == 0 else [])
    elif name in writer.can.trying:
        writer.write(name)
    else:
        writer.put(name, *operands(writer, name, turn))
    if takes_any(writer, name):
        writer.sure = len(writer.live)


def times(writer: Writer, name: str, nth: int) -> int:
    """How often an operation is asked of so many elements.

    Those that list all of a large container are asked at one of three sizes, in turn. An operation that may remove all
    is asked if they soon come back, or if it is first told to keep all.
    """
    kind, can, size = writer.can.kinds[name], writer.can, len(writer.live)
    if name in can.returning or (kind.lists_others and size > 1 << 8):
        return 0
    if large(size) and name in can.cutting:
        return int(size > 1 << GREATEST)  # where a range can be longer than 2^16 - 1
    many = emptying(writer, name)
    if large(size) and (many or name in can.listing) and (nth + size) % 3:
        return 0
    if many and price(writer, size) > CHEAP:
        return int(name in can.thinning)
    if name in can.thinning:
        return 2
    return 1 if large(size) or name in can.bare else TURNS


def ends(writer: Writer) -> list[int]:
    """The oldest element, the newest one, and one between them; or, of places, the first, the last, and the end.

    They are among those that are surely there.
    """
    live = writer.live
    if writer.placed:
        return [0, max(0, len(live) - 1), min(len(live), 1 << GREATEST), len(live) // 2]
    known = live[writer.sure :] or live
    return [min(known), known[-1], known[len(known) // 2]] if known else [0]


def operands(writer: Writer, name: str, turn: int) -> list[str]:
    """The operands of an operation: elements at either end, and numbers near the number of elements."""
    kind, elements, found = writer.can.kinds[name], ends(writer), list[str]()
    size = len(writer.live)
    for each, named in writer.can.operands[name]:
        if each.meaning is Meaning.BOUND and (turn == TURNS - 1 or large(size)):
            found[-1:] = [str(each.near(end)) for end in (size // 3, size)]
        elif each.meaning is Meaning.BOUND:
            found.append(str(each.near(int(found[-1]) + 1 + turn)))
        elif named and kind.role is Role.GROW and writer.can.members and turn != 1:
            found.append(str(fresh(writer, each)))
        elif named:
            found.append(str(each.near(elements[(turn + len(found)) % len(elements)])))
        else:
            found.append(str(number(writer, each, turn)))
    two = [each.meaning for each, _ in writer.can.operands[name]][:2] == [Meaning.PLACE] * 2
    return sorted(found, key=int) if two and kind.answer is Answer.SEQUENCE else found


def number(writer: Writer, operand: Operand, turn: int) -> int | str:
    """A number near the number of elements; an element, or how many are added, is small."""
    if operand.type is Type.WORD:
        return operand.near(turn)
    if operand.counts or operand is MODULUS:
        return operand.near(1 + turn)
    if operand.meaning is Meaning.VALUE:
        return operand.near((writer.added % 997, operand.least, 1 << GREATEST)[turn % TURNS])
    return operand.near(len(writer.live) + (-1, 0, 1)[turn % 3])


# --- As many elements as wanted -------------------------------------------------------------------


def price(writer: Writer, more: int) -> int:
    """How many words so many more elements take."""
    can = writer.can
    if more > 0 and ranging(writer):
        return 1
    return -(-more // can.bulk[1]) if can.bulk and more > 0 else abs(more)


def ranging(writer: Writer) -> str:
    """The operation that adds a range of members, if there is one."""
    can = writer.can
    return next((name for name in can.ranges if can.kinds[name].role is Role.GROW), "")


def level(writer: Writer, size: int, *, certain: bool = True) -> None:
    """Insert elements, or remove the newest, until there are so many, as far as that is known.

    Where a range of members can be added, they are the numbers from 0 on, whether or not it is *certain* which were
    there.
    """
    can, more = writer.can, size - len(writer.live)
    if ranging(writer):
        if more or not certain:
            ranged(writer, size)
    elif more > 0 and can.bulk:
        writer.extend(more)
    elif can.simple:
        writer.words += [writer.single[nth % writer.ways] for nth in range(more)]
        writer.gain(max(0, more))
    else:
        for _ in range(more):
            add(writer)
    for _ in range(size, len(writer.live)):
        remove(writer)


def ranged(writer: Writer, size: int) -> None:
    """Make the numbers below a size the only members, with a range for those and for all others."""
    can, most = writer.can, 1 << GREATEST
    writer.put(ranging(writer), "0", str(min(size, most)))
    for name in [name for name in can.ranges if can.kinds[name].role is Role.SHRINK][:1]:
        writer.put(name, str(min(size, most)), str(most))
    for _ in range(most, size):
        add(writer)


def remove(writer: Writer) -> None:
    """Remove the newest element: where its name is its place, by an operation that need not say it, if there is one."""
    can = writer.can
    names = can.removing.get("", []) if can.members or writer.placed else []
    fit = [name for name in names if (name in can.bare) is writer.placed]
    if can.removal or not fit:
        writer.remove()
    else:
        writer.put(fit[0], *map(str, writer.live[-1:] * (not writer.placed)))


def add(writer: Writer, name: str = "") -> None:
    """Add a new element, in any way if none is named."""
    name = name or writer.single[writer.added % writer.ways]
    if not writer.can.members:
        writer.write(name, value=partial(drawn, writer))
        return
    named = writer.can.operands[name]
    writer.put(
        name,
        *(
            str(fresh(writer, each) if element else number(writer, each, 0))
            for each, element in named
        ),
    )


def drawn(writer: Writer, operand: Operand) -> int | str:
    """A value of a new element; it takes the least room where that is bounded, so that as many fit as can."""
    least = writer.room is not None and operand.meaning is Meaning.AMOUNT
    return smallest(operand) if least else writer.value(operand)


def fresh(writer: Writer, operand: Operand) -> int:
    """A number that is no member; those that follow each other are far apart."""
    most = operand.rank(operand.near(1 << GREATEST)) + 1
    most = min(most, writer.room or most)
    first = writer.added * 40_503  # odd, so that every number of a universe of 2^k comes once
    return next(
        (n for each in range(most) if (n := (first + each) % most) not in writer.members), 0
    )


def queued(abilities: Abilities) -> Iterator[Program]:
    """Elements are added one by one and a few are replaced, before there are more: what grows is full, and was used."""
    for size in QUEUED:
        writer = begun(abilities)
        if writer.room is not None and size + OFTEN > writer.room:
            return
        for _ in range(size):
            add(writer)
        for _ in range(OFTEN):
            writer.remove(0)
        for _ in range(2 * OFTEN):
            add(writer)
        writer.ask(*(each for each in writer.can.questions if each in writer.can.bare))
        yield writer.program()


def returned(abilities: Abilities) -> Iterator[Program]:
    """Elements are noted, some of them are removed, and all are there again, if there are operations for that."""
    for size in REMOVED if len(abilities.usual.returning) > 1 else ():
        writer = begun(abilities)
        if price(writer, size) > FULL or (writer.room is not None and size > writer.room):
            continue
        level(writer, size)
        note, *_, come_back = writer.can.returning
        writer.words.append(note)
        for _ in range(OFTEN):
            remove(writer)
        writer.words.append(come_back)
        writer.ask(*(each for each in writer.can.questions if each in writer.can.bare))
        yield writer.program()


# --- Everything is removed ------------------------------------------------------------------------


def removals(abilities: Abilities) -> Iterator[Program]:
    """Programs that remove many elements at once from a container in which they would not soon come back."""
    can = abilities.usual
    names = [*can.clearing, *can.cutting, *can.shortening]
    for size, name in product(REMOVED, names):
        writer = begun(abilities)
        if price(writer, size) > CHEAP and (writer.room is None or size <= writer.room):
            level(writer, size)
            perform(writer, name, 0)
            after(writer)
            yield writer.program()
    for name in can.thinning:
        writer = begun(abilities)
        if price(writer, HALVED) < FULL and (writer.room is None or writer.room >= HALVED):
            level(writer, HALVED)
            writer.words.append(f"{name}:2:1")
            writer.ask(*(each for each in can.questions if each in can.bare - can.listing))
            writer.ask(*can.visiting[:1])
            yield writer.program()


def after(writer: Writer) -> None:
    """Ask everything of what is left, and insert a few elements."""
    for _ in range(2):
        writer.listed = 0
        writer.ask(*(name for name in writer.can.questions if name in writer.can.bare))
        for name in writer.can.about_elements:
            writer.words += [writer.about(name, each) for each in ends(writer)]
            writer.words += [writer.about(name, each) for each in writer.stale[-2:]]
        for _ in range(3):
            add(writer)


# --- Two containers ---------------------------------------------------------------------------------


def coupled(abilities: Abilities) -> Iterator[Program]:
    """A container of an exact size is cloned, compared, exchanged and combined; both are asked after each of these."""
    kinds = abilities.system.family.kinds
    of_role = {
        role: [name for name in abilities.on_both if kinds[name].role is role] for role in Role
    }
    compared = of_role[Role.COMPARE]
    for size in (*REMOVED, HALVED) if of_role[Role.COPY] else ():
        for last in of_role[Role.COMBINE] or [""]:
            writer = begun(abilities)
            if price(writer, size) > (CHEAP if size == HALVED else FULL) or (
                writer.room is not None and size > writer.room
            ):
                continue
            level(writer, size)
            for name in dict.fromkeys(writer.single if writer.placed else [""]):
                asked(writer, *of_role[Role.COPY], *compared)
                remove(writer)
                asked(writer, *compared)
                writer.write(name) if name else add(writer)
                asked(writer, *compared)  # of the same size again, and other at this end
            asked(writer, *of_role[Role.EXCHANGE], *compared)
            asked(writer, *([last] if last else ()), *compared)
            yield writer.program()


def asked(writer: Writer, *names: str) -> None:
    """Operations that concern both containers, and then questions about each."""
    can = writer.can
    whole = [
        name for name in can.questions if name in can.bare and not can.kinds[name].lists_others
    ]
    looks = [writer.about(name, each) for name in can.looking_up[:1] for each in ends(writer)]
    writer.words += names
    writer.words += [which(word) for word in (*whole, *looks) for which in (str, on_second)]


# --- Numbers --------------------------------------------------------------------------------------


def numbers(abilities: Abilities) -> Iterator[Program]:
    """Every operation with every number that is next to a power of two, and within its bounds."""
    bounds = {n: most for n, (_, most) in abilities.ranges.items() if n in abilities.bounds}
    writer = begun(abilities, **bounds)
    worth = [n for power in range(LEAST, GREATEST + 1) for n in around(power)]
    for nth, name in enumerate(writer.can.kinds):
        told = writer.can.operands[name]
        if name in writer.can.trying or not any(counted(writer, each) for each, _ in told):
            continue
        for turn, value in enumerate(worth):
            if len(writer.words) > MAX_OPERATIONS - 200:
                yield writer.program()
                writer = begun(abilities, **bounds)
            shortens = name in writer.can.shortening and soon(writer, value)
            if shortens or len(writer.live) < OFTEN:
                level(writer, value + 2 if shortens else 2 * OFTEN)
            put_number(writer, name, value, turn)
            if shortens:
                writer.ask(*(each for each in writer.can.questions if counts(writer, each)))
            writer.ask(*writer.can.questions[(nth + turn) % len(writer.can.questions) :][:1])
            if len(writer.live) > MAX_OPERATIONS:
                writer.empty()
    if writer.words:
        yield writer.program()


def soon(writer: Writer, value: int) -> bool:
    """Whether there can soon be more elements than a number, so that it says how many are left."""
    more = value + 2 - len(writer.live)
    fits = writer.room is None or value + 2 <= writer.room
    return fits and 0 < value <= HALVED and more > 0 and price(writer, more) <= CHEAP


def counts(writer: Writer, name: str) -> bool:
    """Whether a question is answered with how many elements there are."""
    return name in writer.can.bare and writer.can.kinds[name].answer is Answer.NUMBER


def put_number(writer: Writer, name: str, value: int, turn: int) -> None:
    """Write an operation with a number, if one of its operands may have it."""
    told = writer.can.operands[name]
    given = operands(writer, name, turn)
    for place, (each, _) in enumerate(told):
        if counted(writer, each) and each.allows(value):
            with_it = [*given[:place], str(value), *given[place + 1 :]]
            if each.meaning is Meaning.BOUND:
                with_it[place - 1] = str(value - 1 - turn % 3)
            elif place + 1 < len(told) and told[place + 1][0].meaning is Meaning.BOUND:
                with_it[place + 1] = str(told[place + 1][0].near(value + 1 + turn % 3))
            writer.put(name, *with_it)


def counted(writer: Writer, operand: Operand) -> bool:
    """Whether an operand is a number that programs choose: no key, and no element that means nothing."""
    return operand.type is Type.NUMBER and operand.meaning is not Meaning.VALUE


# --- Bounds ---------------------------------------------------------------------------------------


def filled(abilities: Abilities, bounds: Sequence[int]) -> Iterator[Program]:
    """Containers with some bounds are filled, refuse, and are filled again; the combinations of modes take turns."""
    names = [name for name in abilities.ranges if name in abilities.bounds]
    modes = combinations(abilities)
    for nth, (bound, name) in enumerate(product(bounds, names), 1):
        least, most = abilities.ranges[name]
        mode = modes[nth % len(modes)]
        writer = begun(abilities, **mode | {name: min(bound, most)})
        if least <= bound <= most and writer.room and price(writer, writer.room) < FULL:
            fill(writer, writer.room)
            yield writer.program()


def chosen(abilities: Abilities) -> Iterator[Program]:
    """The same where there are only some bounds: the largest that a program fills, in every combination of modes."""
    if abilities.bounds.keys() <= abilities.ranges.keys():
        return
    for mode in combinations(abilities):
        bounds = [{n: v} for n, each in abilities.bounds.items() if n not in mode for v in each]
        writers = [begun(abilities, **mode | bound) for bound in ({}, *bounds)]
        fit = [each for each in writers if each.room and price(each, each.room) < FULL // 4]
        for writer in sorted(fit, key=lambda each: -(each.room or 0))[:1]:
            fill(writer, writer.room or 0)
            yield writer.program()


def combinations(abilities: Abilities) -> list[dict[str, Any]]:
    """Every combination of the values of all modes."""
    modes = {n: each for n, each in abilities.choices.items() if isinstance(each[0], Enum)}
    return [dict(zip(modes, values, strict=True)) for values in product(*modes.values())]


def used_up(abilities: Abilities) -> Iterator[Program]:
    """Containers whose indices have few enough bits for a program to use them up."""
    port = abilities.port
    widths = port.index_bits.all if "index_bits" in port.widths else ()
    for bits in (each for each in range(LEAST, GREATEST + 1) if each in widths):
        writer = begun(abilities, index_bits=bits)
        if price(writer, 1 << bits) < FULL:
            fill(writer, 1 << bits)
            yield writer.program()


def fill(writer: Writer, room: int) -> None:
    """Insert as many elements as there is room for, and some more; remove one, and do it again."""
    for _ in range(2):
        level(writer, room)
        writer.ask(*(name for name in writer.can.questions if name not in writer.can.listing))
        refuse_twice(writer)
        writer.words += [writer.about(each, ends(writer)[1]) for each in writer.can.looking_up[:1]]
        writer.remove(0)
    writer.ask(*writer.can.questions[-1:])

"""Classes: programs that go far, each class in one direction.

A defect often needs only one unusual thing: many elements, a long life, a distant key, or an unusual width. Each class
goes as far as the protocol allows in one of these, and all magnitudes on the way are equally likely.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from stablelist_conformance.judging.reach import counts_insertions, period, wrapping
from stablelist_conformance.programs.abilities import WIDTHS, Abilities, telling
from stablelist_conformance.programs.large import (
    MOST_LIVE,
    MOST_RESERVED,
    SIZE,
    memory,
    show,
    size,
    thin,
    thin_at_once,
)
from stablelist_conformance.programs.walk import (
    COINCIDENCE,
    Class,
    churn,
    room_twice,
    sandwich,
    walk,
)
from stablelist_conformance.programs.writer import FARTHEST, Writer
from stablelist_conformance.wire.protocol import MAX_OPERATIONS, Program
from stablelist_conformance.wire.widths import Widths

__all__ = ["CLASSES", "boundaries"]

PAST_16_BITS: Final = 1 << 16
REUSED: Final = (8, 9, 10, 11, 12, 12)
"""The largest number of uses of one slot, as a power of two."""
MOST_FILLED: Final = 1 << 20
"""The largest capacity that is filled, if elements can be added many at once."""
WRAPPING: Final = 16
"""The largest number of bits of ids that wrap within a program."""


def any_widths(abilities: Abilities, draw: Random) -> dict[str, Any]:
    """Small lengths, and any widths."""
    return abilities.small(draw) | abilities.any_widths(draw)


def without_reserve(abilities: Abilities, draw: Random) -> dict[str, Any]:
    """Small lengths, mostly without memory reserved in advance, and any widths."""
    wanted = any_widths(abilities, draw)
    kept = abilities.port.fixed or draw.random() < 0.3
    return wanted if kept else wanted | {"capacity": 0}


def any_numbers(abilities: Abilities, draw: Random) -> dict[str, Any]:
    """Any lengths."""
    return abilities.roomy(draw) | abilities.any_numbers(draw)


# --- A long life ----------------------------------------------------------------------------------


def life(writer: Writer) -> None:
    """A small container with a long life."""
    walk(writer, MAX_OPERATIONS // 2 + writer.below(MAX_OPERATIONS // 2 - 400))


def reuse(writer: Writer) -> None:
    """One slot is used again and again; its oldest key is looked up at every power of two.

    In half of the programs there are so many other elements that the space grows and is truncated each time.
    """
    minimum = max(4, getattr(writer.configuration, "minimum", 0) + 3 & ~3)
    writer.add_some(writer.pick((0, 1, 2, 3, minimum, minimum, 2 * minimum, 4 * minimum)))
    oldest = writer.add()
    writer.remove(-1)
    turns = 1 << writer.pick(REUSED)
    looking = writer.offers("layout") and writer.random() < 0.5
    for turn in range(1, turns + 3):
        writer.add()
        if turn.bit_count() == 1:
            ask_about(writer, oldest)
        writer.remove(-1)
        if looking:
            writer.words.append("layout")
        if writer.full:
            return
    ask_about(writer, oldest)


def ask_about(writer: Writer, number: int) -> None:
    """Ask every question about a key."""
    names = sorted(writer.keyed, key="remove".__eq__)  # comes last, because it may find the key
    writer.words += [writer.about(name, str(number)) for name in names]


# --- Far keys, wide ids ---------------------------------------------------------------------------


def forged(writer: Writer) -> None:
    """Forged keys near live ones and stale ones, at every power of two."""
    if writer.random() < 0.3:
        writer.leap(PAST_16_BITS)
    writer.add_some(2 + writer.below(40))
    first = writer.below(len(writer.forgeable))
    for turn in (0, 1):
        carried(writer)
        for power in range(FARTHEST + 1):
            name = writer.forgeable[(first + power + turn) % len(writer.forgeable)]
            number = writer.pick(writer.live)
            writer.words.append(writer.about(name, writer.near(number, power)))
        churn(writer)
        writer.add()


def carried(writer: Writer) -> None:
    """Forged keys whose index overflows into the id when packed, and makes up for a smaller id."""
    bits: int | None = getattr(writer.configuration, "index_bits", None)
    if bits is None or not (writer.packs and writer.abilities.forge and writer.abilities.negative):
        return
    for power in range(bits, FARTHEST + 1):
        number = writer.pick(writer.live)
        writer.words.append(f"repack:{number}~{1 << power}.-{1 << power - bits}")


def widths(writer: Writer) -> None:
    """Any widths, until ids have wrapped, if a program can reach this."""
    bits: int | None = getattr(writer.configuration, "id_bits", None)
    if bits is not None and bits <= WRAPPING and writer.random() < 0.5:
        insertions = (1 << bits) - writer.below(2)
        oldest = writer.add()
        writer.remove(-1)
        writer.leap(insertions - 1)
        writer.words.append("add")
        writer.have_added(1)
        writer.empty()
        writer.add()
        ask_about(writer, oldest)
    walk(writer, len(writer.words) + 300)


# --- Large values, coincidence, capacity ----------------------------------------------------------


def values(writer: Writer) -> None:
    """Elements, ids and counters beyond 16 bits."""
    past = writer.pick(VALUES)
    past(writer)
    for question in ("each", "cost"):
        writer.ask(question)
    for name in writer.keyed:
        writer.words.append(writer.about(name, str(writer.some_key())))
    thin_at_once(writer)
    walk(writer, len(writer.words) + 100)


def elements_changed(writer: Writer) -> None:
    """Every element is changed until it is large."""
    writer.add_some(1 + writer.below(20))
    if writer.offers("each_mut"):
        for _ in range(PAST_16_BITS // 1000 + 4):
            writer.words.append("each_mut:1000")
            if writer.random() < 0.1:
                writer.glance()


def one_changed(writer: Writer) -> None:
    """One element is changed until it is large."""
    writer.add_some(1 + writer.below(20))
    number = writer.pick(writer.live)
    if writer.offers("at_mut"):
        writer.words += [f"at_mut:{number}:1000"] * (PAST_16_BITS // 1000 + 4)


def many_ids(writer: Writer) -> None:
    """More insertions than 16 bits can count; a few stay."""
    writer.leap(PAST_16_BITS - writer.below(3))
    writer.add_some(5 + writer.below(20))


def many_cells(writer: Writer) -> None:
    """A large container is iterated over until more cells were visited than 16 bits can count."""
    writer.grow(1 + MOST_LIVE // (4 + writer.below(60)))
    rounds = min(200, 1 + 2 * PAST_16_BITS // len(writer.live))
    writer.words += ["each_mut:1"] * rounds if writer.offers("each_mut") else []


VALUES: Final = (elements_changed, one_changed, many_ids, many_cells)


def coincidence(writer: Writer) -> None:
    """Every question, before and after every change."""
    questions, changes = writer.abilities.questions, writer.abilities.changes
    pairs = [(question, change) for question in questions for change in changes]
    writer.draw.shuffle(pairs)
    for question, change in pairs:
        chance = writer.random()
        if chance < 0.25:
            writer.empty()
            writer.add()
        elif chance < 0.5 and len(writer.live) < 100:
            writer.grow(16 + writer.below(30))
        sandwich(writer, question, change)
    room_twice(writer)


def capacity(writer: Writer) -> None:
    """A declared capacity is filled, refused twice, asked every question, drained, and filled again."""
    room = writer.abilities.room(writer.configuration)
    assert room is not None
    for turn in range(3):
        writer.grow(writer.below(room - len(writer.live) + 1))
        if writer.offers("reserve") and len(writer.live) < room:
            writer.words.append(
                f"reserve:{min(room, MOST_RESERVED)}"
            )  # more than there is room for, if any are live
            show(writer)
        writer.grow(room - len(writer.live))
        refuse_twice(writer)
        for _ in range(12):
            writer.glance()
        for question in ("len", "each", "keys", "layout"):
            writer.ask(question)
        for _ in range(min(len(writer.live), writer.below(4)) if turn < 2 else 0):
            writer.remove(writer.any_live())
        if turn < 2 and writer.live:
            oldest, youngest = min(writer.live), max(writer.live)
            writer.pick((Writer.empty, Writer.empty, thin, thin_at_once))(writer)
            writer.ask("layout")
            ask_about(writer, youngest)
            ask_about(writer, oldest)


def refuse_twice(writer: Writer) -> None:
    """Insert into a full container, twice in every way."""
    for name in ("add", "insert_with", "extend", "reserve") * 2:
        if writer.offers(name):
            writer.refused(name)


def bounded(abilities: Abilities, draw: Random) -> dict[str, Any]:
    """A capacity, an index range or a maximum that a program can fill."""
    most = 13 if "extend" in abilities.operations else 6
    wanted = abilities.small(draw) | {
        "index_bits": draw.choice([3, 4, 5, 6, 7, 8, 9, most]),
        "capacity": telling(draw, 1, 4000),
        "maximum": None,
    }
    if not abilities.bounded or (fillable(abilities, wanted) and draw.random() < 0.5):
        return wanted
    return wanted | {"maximum": telling(draw, 1, 4000)}


def is_bounded(abilities: Abilities) -> bool:
    """Whether the port declares how much its container holds, and a program can fill this."""
    draw = Random(0)  # noqa: S311 - to test with, not to hide behind
    return fillable(abilities, bounded(abilities, draw))


def fillable(abilities: Abilities, wanted: dict[str, Any]) -> bool:
    """Whether a program can fill a container of this configuration."""
    room = abilities.room(abilities.configuration(**wanted))
    most = MOST_FILLED if "extend" in abilities.operations else MAX_OPERATIONS // 2
    return room is not None and room <= most


# --- The ends of ranges ---------------------------------------------------------------------------

WIDE: Final = (9, 16)
"""Widths whose labels are counted separately, and which few other programs use up."""
LAST: Final = 32
"""The number of insertions before the end of a period after which the first key is looked up."""
MOST_ISSUED: Final = 1 << 16
"""The most insertions of a program that uses all slots in every turn."""


def boundaries(abilities: Abilities) -> list[Program]:
    """Programs that use up every width of ids, and the narrowest wide indices, as far as a program can."""
    port = abilities.port
    programs = [program for bits in sorted(wrapping(port)) for program in used_up(abilities, bits)]
    indices = wide(port.index_bits) if "index_bits" in port.widths else None
    if indices is not None:
        draw = Random(0)  # noqa: S311 - to test with, not to hide behind
        narrow = abilities.roomy(draw) | {"index_bits": indices}
        writer = Writer(abilities, draw, abilities.configuration(**narrow))
        writer.grow(1 << indices)
        refuse_twice(writer)
        programs.append(writer.program())
    return [program for program in programs if len(program.words) < MAX_OPERATIONS]


def wide(widths: Widths) -> int | None:
    """The narrowest declared wide widths."""
    least, most = WIDE
    return min((bits for bits in widths.all if bits and least <= bits <= most), default=None)


def used_up(abilities: Abilities, bits: int) -> Iterator[Program]:
    """Programs that use up ids of some bits.

    One element at a time is in a slot of its own, whatever the order in which slots are reused, unless they were there
    from the beginning. Then all of them are used in every turn.
    """
    port, operations = abilities.port, abilities.operations
    names = ["add", "insert_with"] if bits == wide(port.id_bits) else ["add"]
    yield from (wrap_around(abilities, bits, name) for name in names if name in operations)
    slots = port.capacity
    if isinstance(slots, int) and slots << bits <= MOST_ISSUED:
        yield wrap_around(abilities, bits, "add", slots)


def wrap_around(abilities: Abilities, bits: int, name: str, slots: int = 1) -> Program:
    """Every id once, and then the very first key, which is looked up before as well.

    A version that a container leaves out, such as 0, lets a stale key resolve one insertion too early.
    """
    draw, port = Random(bits), abilities.port  # noqa: S311 - to test with, not to hide behind
    wanted = {"id_bits": bits, "index_bits": 32} | ({"capacity": 1} if port.fixed else {})
    writer = Writer(abilities, draw, abilities.configuration(**wanted))
    turns = period(port, writer.configuration)
    early = max(0, turns - LAST)
    oldest = writer.add()
    writer.grow(slots - 1)
    if counts_insertions(port.system):
        empty(writer)
        writer.leap(early, abilities.room(writer.configuration))
    for turn in range(early if counts_insertions(port.system) else 0, turns):
        empty(writer)
        writer.words.append(name)
        writer.have_added(1)
        writer.grow(slots - 1)
        if turn >= early:
            writer.words += [writer.about(each, str(oldest)) for each in writer.keyed[:1]]
    ask_about(writer, oldest)
    return writer.program()


def empty(writer: Writer) -> None:
    """Remove every element; a single one by its key."""
    if len(writer.live) > 1:
        writer.empty()
    elif writer.live:
        writer.remove(-1)


CLASSES: Final = (
    Class(SIZE, Abilities.roomy, size, 3),
    Class("memory", Abilities.roomy, memory, 3),
    Class("life", Abilities.small, life),
    Class("life", without_reserve, reuse, 2),
    Class("forged", any_widths, forged, 3, lambda abilities: abilities.forge),
    Class(WIDTHS, any_widths, widths, 4),
    Class("parameters", any_numbers, walk, 4),
    Class("values", Abilities.roomy, values, 3),
    Class(COINCIDENCE, any_widths, coincidence, 2, lambda abilities: bool(abilities.questions)),
    Class("capacity", bounded, capacity, 4, is_bounded),
)
"""The classes from which a swarm draws."""

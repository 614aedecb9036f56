"""Programs that go far, each in one direction.

A defect often needs only one unusual thing: many elements, a long life, a distant key, or an unusual width. A program
goes as far as the protocol allows in one of these, and all magnitudes on the way are equally likely.
"""

from __future__ import annotations

from typing import Final

from stablelist_conformance.programs.abilities import MOST_LIVE
from stablelist_conformance.programs.numbers import near_powers_of_two
from stablelist_conformance.programs.operands import FARTHEST, greatest
from stablelist_conformance.programs.walk import churn, room_twice, sandwich, walk
from stablelist_conformance.programs.writer import Writer
from stablelist_conformance.wire.protocol import MAX_OPERATIONS

__all__ = [
    "REMOVED",
    "SIZE",
    "capacity",
    "coincidence",
    "forged",
    "life",
    "memory",
    "refuse_twice",
    "remove_some",
    "reuse",
    "size",
    "thin_at_once",
    "values",
    "widths",
]

SIZE: Final = "size"
MOST_RESERVED: Final = 65_536
MOST: Final = 0.3
"""The share of large containers that are as large as a program makes them."""
PAST_16_BITS: Final = 1 << 16
REMOVED: Final = 40
"""How many elements of a large container are removed one by one before most are removed at once."""
REUSED: Final = (8, 10, 12, 13)
"""The largest number of uses of one slot, as a power of two; the program is full before the last one."""
WRAPPING: Final = 16
"""The largest number of bits of ids that wrap within a program."""


# --- Many elements, much memory --------------------------------------------------------------------


def size(writer: Writer) -> None:
    """Add many elements, remove most of them in some order, and look at the inside."""
    goal = MOST_LIVE
    if writer.random() > MOST:
        goal = near_powers_of_two(writer.draw, 64, MOST_LIVE)
    if writer.random() < 0.3:
        churn(writer)
    writer.grow(goal)
    writer.glance()
    thin(writer)
    writer.grow(writer.below(1 + len(writer.stale) // 2))
    if writer.random() < 0.5:
        show_layout(writer)
        thin(writer)
    for _ in range(20):
        writer.glance()
    writer.ask(*writer.can.questions)


def thin(writer: Writer) -> None:
    """Remove most elements, as far as words are left: one by one in some order, perhaps many at once in between."""
    if writer.abilities.excluded_class == SIZE:
        thin_at_once(writer)
        return
    youngest_last = writer.random() < 0.4
    some = (0, 1, 2, len(writer.live) // 8, len(writer.live) // 2)
    keep = 0 if youngest_last else writer.pick(some)
    remove_some(writer)
    if len(writer.live) > MAX_OPERATIONS // 3 or writer.random() < 0.2:
        thin_at_once(writer)
    order = ordered(writer)
    if youngest_last and order:
        order.remove(youngest := max(order))
        order.append(youngest)
    place: int | None = -1
    if writer.placed:  # places stay in order, whichever element is removed
        place = writer.pick((-1, 0, None))
    else:
        writer.live[:] = reversed(order)
    while len(writer.live) > keep and not writer.full:
        if youngest_last and len(writer.live) == 1:
            show_layout(writer)  # the removal of the last one halves the space more than once
        writer.remove(writer.any_live() if place is None else place)
    show_layout(writer)


def ordered(writer: Writer) -> list[int]:
    """The live elements in the order in which they are removed."""
    order, chance = list(writer.live), writer.random()
    if chance < 0.5:
        writer.draw.shuffle(order)
    else:
        order.sort(reverse=chance < 0.75)
    return order


def remove_some(writer: Writer) -> None:
    """Remove single elements; look up each, and the element that a dense container moves into its place."""
    for _ in range(min(REMOVED, len(writer.live) - 1)):
        place = writer.below(len(writer.live) - 1)
        writer.remove(place)
        elements = writer.stale[-1], writer.live[place]
        for name in writer.can.looking_up[:1]:
            writer.words += [writer.about(name, element) for element in elements]


def thin_at_once(writer: Writer) -> None:
    """Keep only every few elements, by one operation."""
    if writer.live:
        modulus = near_powers_of_two(writer.draw, 2, 999)
        writer.thin(modulus, writer.pick(writer.live) % modulus)


def memory(writer: Writer) -> None:
    """Reserve memory, perhaps fill it and go beyond it; remove elements, free memory, and start again."""
    can = writer.can
    for _ in range(1 + writer.below(3)):
        churn(writer)
        most = MOST_RESERVED if can.bulk else MAX_OPERATIONS // 4
        room = near_powers_of_two(writer.draw, 1, most)
        for name in can.reserving:
            writer.words.append(f"{name}:{room}")
            show(writer)
        copied(writer)
        if writer.random() < 0.6:
            writer.grow(min(MOST_LIVE, max(0, room - writer.below(3))))
            show(writer)
        writer.add_some(1 + writer.below(8))
        show(writer)
        writer.pick((thin_at_once, Writer.empty, Writer.empty))(writer)
        if can.releasing and writer.random() < 0.5:
            writer.write(writer.pick(can.releasing))
        show(writer)
        copied(writer)
        writer.add_some(1 + writer.below(12))
        show(writer)


def copied(writer: Writer) -> None:
    """Sometimes go on with a copy, which must have the same memory."""
    if writer.can.copying and writer.random() < 0.3:
        writer.write(writer.pick(writer.can.copying))


def show_layout(writer: Writer) -> None:
    """Show the layout."""
    writer.ask(*[*writer.abilities.system.shown][:1])


def show(writer: Writer) -> None:
    """Show the inside: the costs, and sometimes the layout."""
    *layout, costs = ("", *writer.abilities.system.shown)
    writer.ask(costs, *(layout if writer.random() < 0.5 else ()))


# --- A long life ----------------------------------------------------------------------------------


def life(writer: Writer) -> None:
    """A small container with a long life."""
    walk(writer, MAX_OPERATIONS // 2 + writer.below(MAX_OPERATIONS // 2 - 400))


def reuse(writer: Writer) -> None:
    """One slot is used again and again; its oldest key is looked up at every power of two.

    In half of the programs there are so many other elements that the space grows and is truncated each time.
    """
    edge = writer.boundary
    writer.add_some(writer.pick((0, 1, 2, 3, edge, edge, 2 * edge, 4 * edge)))
    oldest = writer.add()
    if writer.live:  # an insertion at a place behind the end may be refused
        writer.remove()
    turns = 1 << writer.pick(REUSED)
    shown = [name for name in writer.abilities.system.shown if name in writer.can.kinds]
    looking = shown[:1] if writer.random() < 0.5 else []
    for turn in range(1, turns + 3):
        writer.add()
        if turn.bit_count() == 1:
            writer.ask_about(oldest)
        if writer.live:
            writer.remove()
        writer.words += looking
        if writer.full:
            return
    writer.ask_about(oldest)


# --- Far keys, wide ids ---------------------------------------------------------------------------


def forged(writer: Writer) -> None:
    """Forged keys near live ones and stale ones, at every power of two."""
    if writer.random() < 0.3:
        writer.leap(PAST_16_BITS)
    writer.add_some(2 + writer.below(40))
    names = writer.can.forgeable
    first = writer.below(len(names))
    for turn in (0, 1):
        carried(writer)
        for power in range(FARTHEST + 1):
            name = names[(first + power + turn) % len(names)]
            writer.words.append(writer.word(name, writer.near(writer.some(1), power)))
        churn(writer)
        writer.add()


def carried(writer: Writer) -> None:
    """Forged keys whose index overflows into the id when packed, and makes up for a smaller id."""
    bits: int | None = getattr(writer.configuration, "index_bits", None)
    if bits is not None and writer.abilities.negative:
        for power in range(bits, FARTHEST + 1):
            key = f"{writer.some(1)}~{1 << power}.-{1 << power - bits}"
            writer.words += [writer.word(name, key) for name in writer.can.finding]


def widths(writer: Writer) -> None:
    """Any widths, until ids have wrapped, if a program can reach this."""
    bits: int | None = getattr(writer.configuration, "id_bits", None)
    if bits is not None and bits <= WRAPPING and writer.random() < 0.5:
        insertions = (1 << bits) - writer.below(2)
        oldest = writer.add()
        writer.remove()
        writer.leap(insertions - 1)
        writer.add()
        writer.empty()
        writer.add()
        writer.ask_about(oldest)
    walk(writer, len(writer.words) + 300)


# --- Large values, coincidence, capacity ----------------------------------------------------------


def values(writer: Writer) -> None:
    """Elements, ids and counters beyond 16 bits."""
    writer.pick((large_elements, many_insertions, many_visits))(writer)
    writer.ask(*writer.can.questions)
    for _ in range(20):
        writer.glance()
    thin_at_once(writer)
    walk(writer, len(writer.words) + 100)


def large_elements(writer: Writer) -> None:
    """One element, or every one, is changed until it is large."""
    writer.add_some(1 + writer.below(20))
    if writer.can.adding_up and writer.live:
        name, element = writer.pick(writer.can.adding_up), writer.pick(writer.live)
        word = writer.word(name, str(element), greatest)
        for _ in range(PAST_16_BITS // int(word.rpartition(":")[2]) + 4):
            writer.words.append(word)
            if writer.random() < 0.1:
                writer.glance()


def many_insertions(writer: Writer) -> None:
    """More insertions than 16 bits can count; a few stay."""
    writer.leap(PAST_16_BITS - writer.below(3))
    writer.add_some(5 + writer.below(20))


def many_visits(writer: Writer) -> None:
    """A large container is iterated over until more cells were visited than 16 bits can count."""
    writer.grow(1 + MOST_LIVE // (4 + writer.below(60)))
    rounds = min(200, 1 + 2 * PAST_16_BITS // max(1, len(writer.live)))
    for name in writer.can.visiting[:1]:
        writer.words += [writer.word(name)] * rounds


def coincidence(writer: Writer) -> None:
    """Every question, before and after every change."""
    can = writer.can
    pairs = [(question, change) for question in can.questions for change in can.changes]
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
    """A container is filled as far as it has room, refuses, is asked every question, drained, and filled again."""
    assert writer.room is not None
    for turn in range(3):
        writer.grow(writer.below(writer.room - len(writer.live) + 1))
        for name in writer.can.reserving if len(writer.live) < writer.room else ():
            # more than there is room for, if any are live
            writer.words.append(f"{name}:{min(writer.room, MOST_RESERVED)}")
            show(writer)
        writer.grow(writer.room - len(writer.live))
        for name in writer.can.elements * writer.room:
            writer.write(name)
        refuse_twice(writer)
        for _ in range(12):
            writer.glance()
        writer.ask(*writer.can.questions)
        for _ in range(min(len(writer.live), writer.below(4)) if turn < 2 else 0):
            writer.remove(writer.any_live())
        if turn < 2 and writer.live:
            oldest, youngest = min(writer.live), max(writer.live)
            writer.pick((Writer.empty, Writer.empty, thin, thin_at_once))(writer)
            writer.ask(*writer.abilities.system.shown)
            writer.ask_about(youngest)
            writer.ask_about(oldest)


def refuse_twice(writer: Writer) -> None:
    """Insert into a full container, twice in every way."""
    for name in writer.can.filling * 2:
        writer.refused(name)

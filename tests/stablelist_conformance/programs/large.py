"""Large programs: many elements are added and removed, and memory is reserved, used up and freed."""

from __future__ import annotations

from random import Random
from typing import Final

from stablelist_conformance.programs.abilities import Abilities, telling
from stablelist_conformance.programs.walk import churn
from stablelist_conformance.programs.writer import Writer
from stablelist_conformance.wire.protocol import MAX_OPERATIONS, Program

__all__ = [
    "MOST_LIVE",
    "MOST_RESERVED",
    "PICKED",
    "SIZE",
    "crowded",
    "memory",
    "show",
    "size",
    "thin",
    "thin_at_once",
]

MOST_LIVE: Final = 16_384
MOST_RESERVED: Final = 65_536
SIZE: Final = "size"


def size(writer: Writer) -> None:
    """Add many elements, remove most of them in some order, and look at the inside."""
    goal = telling(writer.draw, 64, MOST_LIVE)
    if writer.random() < 0.3:
        churn(writer)
    writer.grow(goal)
    writer.glance()
    thin(writer)
    writer.grow(writer.below(1 + len(writer.stale) // 2))
    if writer.random() < 0.5:
        writer.ask("layout")
        thin(writer)
    for _ in range(20):
        writer.glance()
    for question in ("len", "each", "keys"):
        writer.ask(question)


def thin(writer: Writer) -> None:
    """Remove most elements, as far as words are left: one by one in some order, perhaps many at once first."""
    if writer.abilities.leaving_out == SIZE:
        thin_at_once(writer)
        return
    youngest_last = writer.random() < 0.4
    some = (0, 1, 2, len(writer.live) // 8, len(writer.live) // 2)
    keep = 0 if youngest_last else writer.pick(some)
    if len(writer.live) > MAX_OPERATIONS // 3 or writer.random() < 0.2:
        thin_at_once(writer)
    order = list(writer.live)
    chance = writer.random()
    if chance < 0.5:
        writer.draw.shuffle(order)
    else:
        order.sort(reverse=chance < 0.75)
    if youngest_last and order:
        order.remove(youngest := max(order))
        order.append(youngest)
    writer.live[:] = reversed(order)
    while len(writer.live) > keep and not writer.full:
        if youngest_last and len(writer.live) == 1:
            writer.ask("layout")  # the removal of the last one halves the space more than once
        writer.remove(-1)
    writer.ask("layout")


def thin_at_once(writer: Writer) -> None:
    """Keep only every few elements, by one operation."""
    if writer.live and writer.offers("retain"):
        modulus = telling(writer.draw, 2, 999)
        writer.retain(modulus, writer.pick(writer.live) % modulus)


def memory(writer: Writer) -> None:
    """Reserve memory, perhaps fill it and go beyond it; remove elements, free memory, and start again."""
    for _ in range(1 + writer.below(3)):
        churn(writer)
        room = telling(writer.draw, 1, MOST_RESERVED if writer.extends else MAX_OPERATIONS // 4)
        if writer.offers("reserve"):
            writer.words.append(f"reserve:{room}")
            show(writer)
        copied(writer)
        if writer.random() < 0.6:
            writer.grow(min(MOST_LIVE, max(0, room - writer.below(3))))
            show(writer)
        writer.add_some(1 + writer.below(8))
        show(writer)
        writer.pick((thin_at_once, Writer.empty, Writer.empty))(writer)
        if writer.offers("shrink_to_fit") and writer.random() < 0.5:
            writer.words.append("shrink_to_fit")
        show(writer)
        copied(writer)
        writer.add_some(1 + writer.below(12))
        show(writer)


def copied(writer: Writer) -> None:
    """Sometimes go on with a copy, which must have the same memory."""
    if writer.offers("reload") and writer.random() < 0.3:
        writer.words.append("reload")


def show(writer: Writer) -> None:
    """Ask for the costs, and sometimes for the layout."""
    writer.ask("cost")
    if writer.random() < 0.3:
        writer.ask("layout")


CROWD: Final = 5_000
"""More than 12 bits can count, and few enough for models, which copy all cells with every change."""
PICKED: Final = 40
"""How many elements are removed one by one from a large container."""


def crowded(abilities: Abilities) -> list[Program]:
    """Single elements of a large container are removed, and others added; then most are removed at once.

    A place or a length that is stored in too few bits may show itself only here.
    """
    draw = Random(CROWD)  # noqa: S311 - to test with, not to hide behind
    configuration = abilities.configuration(**abilities.roomy(draw))
    writer = Writer(abilities, draw, configuration)
    writer.grow(min(CROWD, abilities.room(configuration) or CROWD))
    remove_some(writer)
    writer.grow(PICKED // 2)
    for question in ("len", "each", "keys", "layout"):
        writer.ask(question)
    thin_at_once(writer)
    remove_some(writer)
    return [writer.program()]


def remove_some(writer: Writer) -> None:
    """Remove single elements; look up each, and the element that a dense container moves into its place."""
    for _ in range(min(PICKED, len(writer.live) - 1)):
        place = writer.below(len(writer.live) - 1)
        writer.remove(place)
        for number in (writer.stale[-1], writer.live[place]):
            writer.words += [f"at:{number}"] if writer.offers("at") else []

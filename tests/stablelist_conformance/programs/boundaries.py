"""Covering programs that go far: to the ends of wide ranges, in a large container, and with one operation only."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import repeat
from random import Random
from typing import Any, Final

from stablelist_conformance.judging.limits import counts_insertions, period, wrapping
from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.configurations import roomy, small
from stablelist_conformance.programs.far import REMOVED, refuse_twice, remove_some, thin_at_once
from stablelist_conformance.programs.writer import Writer
from stablelist_conformance.wire.protocol import MAX_OPERATIONS, Program
from stablelist_conformance.wire.widths import Widths
from stablelist_spec.core.family import Role

__all__ = ["boundaries", "crowded", "dense"]

WIDE: Final = (9, 16)
"""Widths whose labels are counted separately, and which few other programs use up."""
LAST: Final = 32
"""The number of insertions before the end of a period after which the first key is looked up."""
MOST_ISSUED: Final = 1 << 16
"""The most insertions of a program that uses all slots in every turn."""
CROWD: Final = 5_000
"""More than 12 bits can count, and few enough for models, which copy all cells with every change."""
TIMES: Final = 40
"""How often an operation is repeated in a dense program."""
SEVERAL: Final = 3
"""How many configurations there are of insertions and removals around a boundary."""


def drawing(seed: int) -> Random:
    """Draws the same numbers in every run."""
    return Random(seed)  # noqa: S311 - to test with, not to hide behind


# --- The ends of ranges ---------------------------------------------------------------------------


def boundaries(abilities: Abilities) -> list[Program]:
    """Programs that use up every width of ids, and the narrowest wide indices, as far as a program can."""
    port = abilities.port
    programs = [program for bits in sorted(wrapping(port)) for program in used_up(abilities, bits)]
    indices = wide(port.index_bits) if "index_bits" in port.widths else None
    if indices is not None:
        draw = drawing(0)
        wanted = roomy(abilities, draw) | {"index_bits": indices}
        writer = Writer(abilities, draw, abilities.configuration(**wanted))
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
    port, ways = abilities.port, [*dict.fromkeys(abilities.usual.single)]
    names = ways if bits == wide(port.id_bits) else ways[:1]
    yield from (wrap_around(abilities, bits, name) for name in names)
    slots = port.capacity
    if isinstance(slots, int) and slots << bits <= MOST_ISSUED:
        yield wrap_around(abilities, bits, ways[0], slots)


def wrap_around(abilities: Abilities, bits: int, name: str, slots: int = 1) -> Program:
    """Every id once, and then the very first key, which is looked up before as well.

    A version that a container leaves out, such as 0, lets a stale key resolve one insertion too early.
    """
    port = abilities.port
    wanted = {"id_bits": bits, "index_bits": 32} | ({"capacity": 1} if port.fixed else {})
    writer = Writer(abilities, drawing(bits), abilities.configuration(**wanted))
    turns = period(port, writer.configuration)
    early = max(0, turns - LAST)
    oldest = writer.add()
    writer.grow(slots - 1)
    if counts_insertions(port.system):
        empty(writer)
        writer.leap(early, writer.room)
    for turn in range(early if counts_insertions(port.system) else 0, turns):
        empty(writer)
        writer.write(name)
        writer.grow(slots - 1)
        if turn >= early:
            writer.words += [writer.about(each, oldest) for each in writer.can.about_elements[:1]]
    writer.ask_about(oldest)
    return writer.program()


def empty(writer: Writer) -> None:
    """Remove every element; a single one by its key."""
    if len(writer.live) > 1:
        writer.empty()
    elif writer.live:
        writer.remove()


# --- A large container ----------------------------------------------------------------------------


def crowded(abilities: Abilities) -> list[Program]:
    """Single elements of a large container are removed, and others added; then most are removed at once.

    A place or a length that is stored in too few bits may show itself only here.
    """
    draw = drawing(CROWD)
    writer = Writer(abilities, draw, abilities.configuration(**roomy(abilities, draw)))
    writer.grow(min(CROWD, writer.room or CROWD))
    remove_some(writer)
    writer.grow(REMOVED // 2)
    writer.ask(*writer.can.questions)
    thin_at_once(writer)
    remove_some(writer)
    return [writer.program()]


# --- One operation --------------------------------------------------------------------------------


def dense(abilities: Abilities) -> list[Program]:
    """Short programs that repeat one operation, for a process that answers many of them.

    A leak from program to program is often a count of one kind of event, of which most programs have few.
    """
    draw, usual = drawing(0), abilities.usual
    asked = {*usual.cheap, *usual.expensive}.difference(abilities.system.shown)
    names = [n for n, kind in usual.kinds.items() if n in asked and kind.role is not Role.GROW]
    writers = (*(repeated(abilities, draw, name) for name in names), *around(abilities, draw))
    return [writer.program() for writer in writers]


def repeated(abilities: Abilities, draw: Random, name: str) -> Writer:
    """Repeat one operation on a few elements; then change something, which fails if a lock was left behind."""
    configurations = (abilities.configuration(**small(abilities, draw)) for _ in repeat(None))
    able = (each for each in configurations if name in abilities.vocabulary(each).kinds)
    writer = Writer(abilities, draw, next(able))
    for _ in range(TIMES):
        if not writer.live:
            writer.add_some(5)
        writer.ask(name)
    writer.add()
    writer.remove()
    return writer


def around(abilities: Abilities, draw: Random) -> Iterator[Writer]:
    """Repeat an insertion that makes the space grow and a removal that truncates it, in every mode."""
    modes = {n: values for n, values in abilities.choices.items() if isinstance(values[0], Enum)}
    wanted: list[dict[str, Any]] = [
        {name: mode} for name, each in modes.items() for mode in dict.fromkeys(each)
    ]
    for mode in (wanted or [{}]) * SEVERAL:
        writer = Writer(abilities, draw, abilities.configuration(**roomy(abilities, draw) | mode))
        writer.add_some(writer.boundary)
        for _ in range(TIMES):
            writer.add()
            if writer.live:
                writer.remove()
        yield writer

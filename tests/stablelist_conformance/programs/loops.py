"""Programs that go far by loops inside the port: a slot is used until ids of many bits wrap, and elements are many.

One word takes the container there (`cycle`, `fill` and `thin` of the port protocol), so that a program which looks up
a key of the first turn at every power of two is short. How many turns there may be, a port's speed decides
(`stablelist_conformance.running.speed`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any, Final

from stablelist_conformance.judging.limits import period, shows_stale_keys, within_reach
from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.configurations import roomy
from stablelist_conformance.programs.numbers import near_powers_of_two
from stablelist_conformance.programs.walk import walk
from stablelist_conformance.programs.writer import Writer
from stablelist_conformance.wire.protocol import Program
from stablelist_spec.core.drawing import drawn

__all__ = ["TURNS", "filled", "suits", "turned", "turning", "widths"]

TURNS: Final = "turns"
"""The class of programs that loop."""
LEAST_BITS: Final = 8
"""A width of ids that few words of other programs use up."""
WIDEST: Final = 64
SIZES: Final = (1 << 12, 1 << 13, 1 << 16, 1 << 20)
"""How many elements are added at once, with one more for the end of a range."""
MOST_MODELLED: Final = 1 << 16
"""The most elements of a container that a model has to follow."""
MOST_LISTED: Final = 1 << 13
MOST_THINNED: Final = 1 << 15
"""The most elements that are removed one by one."""
SOME: Final = 12
"""How many of many elements are looked up."""
SHARE: Final = 64
"""How many random programs share as many turns as a program may have."""


# --- Turns ----------------------------------------------------------------------------------------


def turned(abilities: Abilities) -> Iterator[Program]:
    """Programs in which a slot is used until ids wrap, at every width that has an end within so many turns."""
    if not (abilities.turns and "cycle" in abilities.operations):
        return
    every = [1 << bits for bits in range(LEAST_BITS, abilities.turns.bit_length())]
    widest, *narrower = widths(abilities)
    yield wearing(abilities, widest, [*every, *ends(abilities, widest)])
    yield from (wearing(abilities, each, ends(abilities, each)) for each in narrower)


def widths(abilities: Abilities) -> list[dict[str, Any]]:
    """The widest ids, with which whatever wraps is undeclared; then all whose end no other program reaches.

    A port that declares no widths, of a system that has ids, has any.
    """
    port = abilities.port
    if "id_bits" not in port.system.chosen:
        return [{}]
    declared = port.id_bits.all if "id_bits" in port.widths else (*range(1, WIDEST), None)
    widest = None if None in declared else max(bits for bits in declared if bits)
    reached = within_reach(port, "id_bits")
    narrower = [bits for bits in declared if bits and bits > reached and bits != widest]
    within = [each for each in narrower if ends(abilities, {"id_bits": each})]
    return [{"id_bits": bits} for bits in (widest, *within)]


def ends(abilities: Abilities, width: dict[str, Any]) -> list[int]:
    """After how many insertions an id repeats, if that are so few turns."""
    bits = width.get("id_bits")
    if bits is None or not abilities.port.wraps:
        return []
    chosen = replace(abilities.system.configuration(), id_bits=bits)
    turns = period(abilities.port, chosen)
    return [turns] if turns <= abilities.turns else []


def wearing(abilities: Abilities, width: dict[str, Any], around: Iterable[int]) -> Program:
    """A slot is used again and again. Around some numbers of turns, the first key is looked up.

    So are the element that is there then, and a neighbour, which stays.
    """
    room = {"capacity": 2} if abilities.port.fixed else {}
    wanted = {"index_bits": 32} | room | width
    writer = Writer(abilities, Random(0), abilities.configuration(**wanted))  # noqa: S311 - to test with
    others = [] if writer.room == 1 else [writer.add()]
    oldest, done = writer.add(), 0
    writer.remove()
    for turns in sorted({turns + near for turns in around for near in (-1, 0, 1)}):
        if turns - done > 1:
            cycle(writer, turns - done - 1)
        newest, done = writer.add(), turns
        for name in writer.can.finding:
            writer.words += [writer.about(name, each) for each in (oldest, newest, *others)]
        writer.remove()
    writer.ask_about(oldest)
    writer.ask(*writer.can.questions)
    return writer.program()


def cycle(writer: Writer, turns: int) -> int:
    """Insert and remove so many times; the name of the last element."""
    writer.words.append(f"cycle:{turns}")
    writer.gain(1)
    return writer.taken_out(-1)


# --- Elements -------------------------------------------------------------------------------------


def filled(abilities: Abilities) -> Iterator[Program]:
    """Programs in which a container has many elements; many of them are removed one by one, in a drawn order."""
    if not {"fill", "thin"} <= abilities.operations:
        return
    modelled = abilities.system.determined or abilities.level
    most = min(abilities.turns, MOST_MODELLED if modelled else max(SIZES))
    room = abilities.room(large(abilities))
    sizes = {size if room is None else min(size, room) for size in SIZES if size <= most}
    yield from (crowd(abilities, size) for size in sorted(sizes))


def large(abilities: Abilities) -> Any:  # noqa: ANN401 - each system has its own
    """A configuration with as much room as there can be."""
    return abilities.configuration(**roomy(abilities, Random(0)))  # noqa: S311 - to test with


def crowd(abilities: Abilities, size: int) -> Program:
    """So many elements and one more, if there is room; many are removed, and a few of all are looked up."""
    draw = Random(size)  # noqa: S311 - to test with
    writer = Writer(abilities, draw, large(abilities))
    count, seed = size + 1, 1 + draw.randrange((1 << 32) - 1)
    removed = [*drawn(seed, min(count, MOST_THINNED), count)]
    kept = [0, size - 1, size, *(draw.randrange(count) for _ in range(SOME))]
    few = [*removed[:SOME], *removed[-1:], *kept]
    listing = [
        name for name in writer.can.questions if name in writer.can.listing & writer.can.bare
    ]
    short = [name for name in writer.can.cheap if name in writer.can.bare]
    looks = [writer.about(name, each) for name in writer.can.looking_up for each in few]
    asked = [*short, *looks, *(listing[:1] if size <= MOST_LISTED else ())]
    writer.words += [f"fill:{count}", *asked, f"thin:{len(removed)}:{seed}", *asked]
    writer.added = count
    for _ in range(3):
        newest = writer.add()
        writer.words += [writer.about(name, newest) for name in writer.can.looking_up]
    writer.words += [*asked, *writer.can.clearing[:1]]
    writer.keep([])
    writer.add()
    writer.words += [*short, *looks]
    return writer.program()


# --- At random ------------------------------------------------------------------------------------


def turning(writer: Writer) -> None:
    """A small container that is used in every way, and in between turns many times, around powers of two."""
    most = max(1, writer.abilities.turns // SHARE)
    for _ in range(1 + writer.below(4)):
        walk(writer, len(writer.words) + 40)
        oldest = writer.add()
        if writer.live:
            writer.remove()
        if writer.room is None or len(writer.live) < writer.room:
            cycle(writer, near_powers_of_two(writer.draw, 1, most))
        writer.add()
        writer.ask_about(oldest)
    walk(writer, len(writer.words) + 40)


def suits(abilities: Abilities) -> bool:
    """Whether a port turns."""
    return bool(
        abilities.turns and "cycle" in abilities.operations and shows_stale_keys(abilities.port)
    )

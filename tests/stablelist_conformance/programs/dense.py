"""Dense programs: short ones that repeat one operation, for a process that answers many of them.

A leak from program to program is often a count of one kind of event, of which most programs have few.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.writer import Writer
from stablelist_conformance.wire.protocol import Program
from stablelist_spec.core.family import Role
from stablelist_spec.families.pool import POOL
from stablelist_spec.parts.parameters import Truncate

__all__ = ["dense"]

TIMES: Final = 40
"""How often an operation is repeated in one program."""
PACKED: Final = {"id_bits": 32, "index_bits": 32}
"""Widths at which keys can be packed."""
SEVERAL: Final = 3
"""How many configurations there are of insertions and removals around a boundary."""


def dense(abilities: Abilities) -> list[Program]:
    """Programs for each operation that a port offers; more of them for growth and truncation, in every mode."""
    draw = Random(0)  # noqa: S311 - to test with, not to hide behind
    names = [name for name in POOL.kinds if name in abilities.operations and asked(name)]
    writers = [*(repeated(abilities, draw, name) for name in names), *around(abilities, draw)]
    return [writer.program() for writer in writers]


def asked(name: str) -> bool:
    """Whether an operation is repeated; insertions, removals and views of the inside have other programs."""
    kind = POOL.kinds[name]
    return kind.role is not Role.SHOW and not kind.inserts and name != "remove"


def repeated(abilities: Abilities, draw: Random, name: str) -> Writer:
    """Repeat one operation on a few elements; then change something, which fails if a lock was left behind."""
    wanted = abilities.small(draw) | PACKED
    writer = Writer(abilities, draw, abilities.configuration(**wanted))
    for _ in range(TIMES):
        if not writer.live:
            writer.add_some(5)
        if name in writer.keyed:
            writer.words.append(writer.about(name, str(writer.some_key())))
        elif name not in abilities.keyed:
            writer.ask(name)
    writer.add()
    writer.remove(writer.youngest())
    return writer


def around(abilities: Abilities, draw: Random) -> Iterator[Writer]:
    """Repeat an insertion that makes the space grow and a removal that truncates it."""
    for mode in list(Truncate) * SEVERAL:
        wanted = abilities.roomy(draw) | {"truncate": mode}
        writer = Writer(abilities, draw, abilities.configuration(**wanted))
        minimum = getattr(writer.configuration, "minimum", 0)
        writer.add_some(max(4, minimum + 3 & ~3))
        for _ in range(TIMES):
            writer.add()
            writer.remove(writer.youngest())
        yield writer

"""Dense programs: short ones that do one thing again and again, for a process that answers many of them.

What leaks from program to program is often a count of one kind of event, which is small per program.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from stablelist_spec.core.family import Role
from stablelist_spec.families.pool import POOL
from stablelist_spec.parts.parameters import Truncate

from .abilities import Abilities
from .protocol import Program
from .writer import Writer

__all__ = ["dense"]

TIMES: Final = 40
"""So often is it done in one program."""
PACKED: Final = {"id_bits": 32, "index_bits": 32}
"""Widths at which keys have a packed form."""
SEVERAL: Final = 3
"""Different configurations of what is inserted and removed around a boundary."""


def dense(abilities: Abilities) -> list[Program]:
    """Each operation that a port offers; growth and truncation more often, in every mode."""
    draw = Random(0)  # noqa: S311 - to test with, not to hide behind
    names = [name for name in POOL.kinds if name in abilities.operations and asked(name)]
    writers = [*(repeated(abilities, draw, name) for name in names), *around(abilities, draw)]
    return [writer.program() for writer in writers]


def asked(name: str) -> bool:
    """Whether an operation is one to be repeated: the inside is shown at the end, elements come and go elsewhere."""
    kind = POOL.kinds[name]
    return kind.role is not Role.SHOW and not kind.inserts and name != "remove"


def repeated(abilities: Abilities, draw: Random, name: str) -> Writer:
    """One operation again and again, on a few elements; then something is changed, which shows what was left locked."""
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
    """An insertion that makes the space grow and a removal that truncates it, again and again."""
    for mode in list(Truncate) * SEVERAL:
        wanted = abilities.roomy(draw) | {"truncate": mode}
        writer = Writer(abilities, draw, abilities.configuration(**wanted))
        minimum = getattr(writer.configuration, "minimum", 0)
        writer.add_some(max(4, minimum + 3 & ~3))
        for _ in range(TIMES):
            writer.add()
            writer.remove(writer.youngest())
        yield writer

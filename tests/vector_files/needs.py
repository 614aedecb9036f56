"""What a port must offer to take a program, as its words show it."""

from __future__ import annotations

from stablelist_conformance.vectors.needs import Needs
from stablelist_conformance.wire.handshake import MAXIMUM
from stablelist_conformance.wire.operations import abilities, decode
from stablelist_conformance.wire.protocol import Program
from stablelist_spec.core.system import System

__all__ = ["needs"]


def needs(program: Program, system: System, uses: frozenset[str] = frozenset()) -> Needs:
    """The needs of one program, without its uses of keys, which only its answers show."""
    offered = set()
    for word in program.words:
        operation = decode(word, system.family)
        offered |= {*operation.names} | abilities(word)
    if getattr(program.parameters, MAXIMUM, None) is not None:
        offered.add(MAXIMUM)
    inserted = sum(map(system.family.insertions, program.operations))
    return Needs(
        frozenset(filter(None, offered)),
        uses,
        asked(program, system, "id_bits"),
        asked(program, system, "index_bits"),
        inserted,
    )


def asked(program: Program, system: System, field: str) -> frozenset[int]:
    """The width that a program requests, if its system has one."""
    if field not in system.chosen:
        return frozenset()
    return frozenset([getattr(program.parameters, field) or 0])

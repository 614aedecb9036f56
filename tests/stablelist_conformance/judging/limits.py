"""How far a program can go: when ids repeat, which widths wrap or are used up within a program, and what is beyond."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from stablelist_conformance.wire.handshake import Handshake
from stablelist_spec.core.family import Role
from stablelist_spec.core.system import System
from stablelist_spec.families.documented import SILENT

__all__ = [
    "AT_ONCE",
    "counts_insertions",
    "paced_by",
    "period",
    "within_reach",
    "wrapping",
]

AT_ONCE: Final = 16
"""The most bits of ids that wrap, and of indices that are used up, if one operation uses up many of them."""
ONE_BY_ONE: Final = 13
"""The most bits of indices that are used up if every insertion is an operation of its own."""
MOST_TURNS: Final = 1 << 12
"""How often a program can use a slot again. Each time takes an insertion and a removal."""


def counts_insertions(system: System) -> bool:
    """Whether ids are issued by one counter of all insertions, of which an operation may make many."""
    return system.exact and system.family.bulk(system.operations) is not None


def paced_by(system: System) -> str:
    """What uses ids up: insertions, removals, or turns, of which each is a few insertions and then a removal."""
    if counts_insertions(system):
        return "insertions"
    return "removals" if system.paced_by is Role.SHRINK else "turns"


def period(port: Handshake, configuration: Any) -> int:  # noqa: ANN401 - as in `System`
    """The number of insertions until an id repeats, of those that one counter counts; ids have a bound."""
    versions: int = port.system.period(configuration) or 1 << configuration.id_bits
    return versions >> port.parity


def wrapping(port: Handshake) -> set[int]:
    """The widths of ids that a port declares, and that wrap within a program."""
    if "id_bits" not in port.system.chosen:
        return set()
    most = within_reach(port, "id_bits")
    return {bits for bits in port.id_bits.all if bits is not None and bits <= most}


def within_reach(port: Handshake, name: str) -> int:
    """The most bits of ids or of indices whose end a program reaches."""
    if name != "id_bits":
        return AT_ONCE if port.system.family.bulk(port.offered) else ONE_BY_ONE
    if not shows_stale_keys(port):
        return 0
    usual, widths = port.system.configuration(), range(1, AT_ONCE + 1)
    most = MOST_TURNS * ids_in_a_turn(port)
    return max(bits for bits in widths if period(port, replace(usual, id_bits=bits)) <= most)


def shows_stale_keys(port: Handshake) -> bool:
    """Whether a port is asked whether it finds stale keys."""
    kinds = port.system.family.kinds
    asking = {name for name in port.offered if kinds[name].finds_one}
    silent = {SILENT} if port.documented.silent else set()
    return not port.documented.undefined and not asking <= silent


def ids_in_a_turn(port: Handshake) -> int:
    """How many ids two operations use up: insertions all at once, and their removal."""
    bulk = port.system.family.bulk(port.offered)
    if not (
        bulk and counts_insertions(port.system) and port.offered & port.system.family.resetting
    ):
        return 1
    indices = port.index_bits.nearest(32)
    return bulk[1] if indices is None else min(bulk[1], 1 << indices)

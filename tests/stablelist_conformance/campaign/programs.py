"""The programs of a store, for a verification to begin with."""

from __future__ import annotations

from pathlib import Path

from stablelist_conformance.campaign.store import Store
from stablelist_conformance.campaign.summary import PortSummary, Summary
from stablelist_conformance.wire.protocol import Program, parse_program

__all__ = ["programs_in"]


def programs_in(folder: Path, system: str | None = None) -> tuple[tuple[Program, ...], list[str]]:
    """The shortest programs that a store has for each label, each program once; and which records are left out.

    Programs of a system that is not in the registry are among them only if it is *system*.

    Raises:
        UsageError: there is no store, or it cannot be read.
    """
    with Store.open(folder) as store:
        found = Summary.of(store.texts(), system)
    programs = (each for port in found.ports.values() for each in programs_of(port))
    return tuple(dict.fromkeys(programs)), found.complaints()


def programs_of(port: PortSummary) -> list[Program]:
    """The programs of one port, the shortest first."""
    lines = sorted({(kept.words, kept.program) for kept in port.programs.values()})
    system = port.handshake.profile
    return [parse_program(line, system)[1] for _, line in lines]

"""The speed of a port: how many turns one word may have, an insertion and a removal each.

It is measured once, at first contact, in time on a processor. Only a few numbers are possible, so that the programs of
a port are mostly the same on every machine.
"""

from __future__ import annotations

from typing import Any, Final

from stablelist_conformance.programs.loops import widths
from stablelist_conformance.programs.target import Target
from stablelist_conformance.wire.errors import PortFault
from stablelist_conformance.wire.protocol import Program
from stablelist_spec.core.operation import Configuration

__all__ = ["MINUTE", "turns"]

USUAL: Final = (1 << 13, 1 << 17, 1 << 24)
FAR: Final = (*USUAL, 1 << 28, 1 << 32)
"""The possible numbers of turns, which are ends of ids."""
SECONDS: Final = 2.0
"""How long the turns of one program may take."""
MINUTE: Final = 60.0
"""The same, if programs may go far."""
LONG_ENOUGH: Final = 0.1
"""Seconds from which a measurement is taken for granted."""
LEAST: Final = 1e-6
"""Seconds that anything takes."""
STEP: Final = 8
WITHIN: Final = 0.5
"""The part of the time-out that the fewest turns may take."""


def turns(target: Target, *, far: bool) -> int:
    """How many turns a program for a port may have; as few as possible if it does not answer rightly.

    None at all if it is too slow for these: its time-out would refute it.
    """
    if "cycle" not in target.handshake.offered:
        return USUAL[1]
    seconds, tiers = (MINUTE, FAR) if far else (SECONDS, USUAL)
    rates = [rate(target, each) for each in configurations(target)]
    measured = [each for each in rates if each is not None]
    if len(measured) == len(rates) and min(measured) * target.timeout * WITHIN < tiers[0]:
        return 0
    most = int(min(measured, default=0.0) * seconds)
    return max((each for each in tiers if each <= most), default=tiers[0])


def too_slow(target: Target) -> str:
    """A sentence about a port that is too slow to loop."""
    return (
        f"loops: {USUAL[0]:,} turns may take longer than half of its time-out of {target.timeout:g} s; "
        "to ask them, choose a longer --timeout"
    )


def configurations(target: Target) -> set[Any]:
    """The simplest configuration, and that of the widest ids, in which a port may be another one and slower."""
    widest, *_ = widths(target.abilities())
    return {target.simplest(), target.abilities().configuration(**widest)}


def rate(target: Target, configuration: Configuration) -> float | None:
    """The turns of a port in a second; None if it does not answer rightly, which other programs find.

    So few are asked first that a port which does not answer is not only slow.
    """
    turns, system = 1, target.handshake.system_name
    long_enough = min(LONG_ENOUGH, target.timeout * WITHIN / STEP)
    try:
        with target.process() as port:
            while True:
                program = Program(configuration, (f"cycle:{turns}",), system)
                began = port.clock()
                port.send([target.line(program)])
                answered, elapsed = port.receive(), port.clock() - began
                if answered.startswith("!"):
                    return None
                if elapsed >= long_enough or turns > FAR[-1]:
                    return turns / max(elapsed, LEAST)
                turns *= STEP
    except PortFault:
        return None

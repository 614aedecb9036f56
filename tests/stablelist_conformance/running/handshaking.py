"""Meeting a port: it is started once, and its handshake says what it can be sent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from stablelist_conformance.port.command import PYTHON
from stablelist_conformance.port.ways import port_named
from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.target import Target
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.speed import MINUTE, too_slow, turns
from stablelist_conformance.wire.errors import FaultKind, PortFault, UsageError
from stablelist_conformance.wire.handshake import ABILITIES, Handshake
from stablelist_conformance.wire.protocol import PROTOCOL_VERSION, Level
from stablelist_conformance.wire.systems import system_named
from stablelist_conformance.wire.text import plain
from stablelist_conformance.wire.widths import Widths

__all__ = ["contact", "first_contact", "uncovered", "widths_in_words"]


def contact(port: str, options: Options) -> Target:
    """Start the port once, and read what it offers.

    Raises:
        UsageError: it cannot be started, does not keep to the protocol before its first program, or does not offer
            what the options ask for.
    """
    wanted = None if options.system_name is None else system_named(options.system_name)
    with first_contact():
        declared = declared_by(port, options)
    if wanted not in (None, declared.system):
        raise UsageError(
            f"{declared.name} declares the system {declared.system_name!r}, not {options.system_name!r}; "
            "ask for that one, or change the port's handshake"
        )
    level = declared.level
    if options.level is not None:
        if options.level > level:
            raise UsageError(
                f"{declared.name} shows at most the level {level.word!r}; "
                f"ask for that instead of {options.level.word!r}"
            )
        level = options.level
    handshake = replace(
        declared,
        id_bits=narrowed("id_bits", declared, options.id_bits),
        index_bits=narrowed("index_bits", declared, options.index_bits),
        without=declared.without | leaving_out(declared, options.without),
    )
    by_model = options.by_model or port.startswith(PYTHON)  # it may be built on the container
    target = Target(
        port,
        handshake,
        level,
        options.timeout,
        options.system_name,
        by_model,
        declared,
        options.excluded_class,
        memory=options.memory,
    )
    with first_contact():
        target.check_first_answer()
    if options.far:
        target = replace(target, timeout=max(target.timeout, 2 * MINUTE))
    if not handshake.offered & handshake.system.family.looping:
        return target
    if options.turns is not None:
        return replace(target, turns=options.turns)
    most = turns(target, far=options.far)
    return replace(target, turns=most, slow="" if most else too_slow(target))


@contextmanager
def first_contact() -> Iterator[None]:
    """Make a fault before the first program an error of usage: there is no counterexample."""
    try:
        yield
    except PortFault as fault:
        raise UsageError(without_counterexample(fault)) from fault


FIRST_LINES: Final = 12
"""The most lines of standard error that are shown."""


def without_counterexample(fault: PortFault) -> str:
    """The message about a port that does not keep to the protocol, or does not answer at all."""
    advice = "see section 7 of docs/port-protocol.md"
    if fault.kind is FaultKind.DIED or (fault.kind is FaultKind.HUNG and fault.late):
        advice = f"start it by hand and type 'hello {PROTOCOL_VERSION}', it must answer with its handshake"
    told = f"{plain(fault.detail)}; {advice}"
    said = fault.stderr.splitlines()
    if not said:
        return told
    shown = "\n".join(f"  | {line}" for line in said[:FIRST_LINES])
    return f"{told}. What it wrote to standard error begins with\n{shown}"


def declared_by(port: str, options: Options) -> Handshake:
    """What a port declares; it has to end when its input ends, and to say nothing unless it is greeted."""
    process = port_named(
        port, timeout=options.timeout, system_name=options.system_name, memory=options.memory
    )
    with process:
        declared = process.handshake
        assert declared is not None
        process.finish()
    process.say_nothing()
    return declared


def narrowed(name: str, port: Handshake, wanted: Widths | None) -> Widths:
    """The widths to use."""
    declared: Widths = getattr(port, name)
    if wanted is None:
        return declared
    if name not in port.system.chosen:
        raise UsageError(f"the system {port.system_name} has no {name}; leave that option out")
    if name not in port.widths:
        return wanted
    for low, high in wanted.ranges:
        if not all(declared.supports(bits or None) for bits in range(low, high + 1)):
            raise UsageError(
                f"the port declares {name}={declared}, which does not include {wanted}; choose from these"
            )
    return wanted


def leaving_out(port: Handshake, words: frozenset[str]) -> frozenset[str]:
    """The words that the user leaves out, which are words of the port's system."""
    system = port.system
    known = {*system.operations, *ABILITIES}
    for word in sorted(words):
        if word not in known:
            raise UsageError(
                f"--without {word!r}: the system {port.system_name} has no such operation or ability; "
                f"choose from {', '.join(sorted(known - system.family.essential - port.lacking))}"
            )
        if word in system.family.essential:
            raise UsageError(
                f"--without {word!r}: nothing can be verified without it; leave out others"
            )
    return words


def in_words(widths: Widths) -> str:
    """Widths in words.

    >>> in_words(Widths.parse("0,3-64"))
    'unbounded, 3-64 bits'
    """
    bounded = ", ".join(str(Widths(((max(low, 1), high),))) for low, high in widths.ranges if high)
    parts = ["unbounded"] * widths.supports(None) + [f"{bounded} bits"] * bool(bounded)
    return ", ".join(parts)


def widths_in_words(port: Handshake) -> str:
    """The widths that apply to a port of this system, in words."""
    has = [
        f"{what} {in_words(port.widths[name])}" if name in port.widths else f"{what} of any width"
        for name, what in (("id_bits", "ids"), ("index_bits", "indices"))
        if name in port.system.chosen
    ]
    return ", ".join(has) or "no ids"


def uncovered(port: Handshake, level: Level) -> str:
    """Why there are no covering programs of a port's system; empty if there are."""
    system = port.system
    if system.exact and not (system.scopes or system.crafted):
        return f"covering programs: the system {system.name} has no scopes"
    if not (system.exact or system.covered_by) and not Abilities(port, level).usual.simple:
        return f"covering programs: insertions of the family {system.family.name} have operands"
    return ""

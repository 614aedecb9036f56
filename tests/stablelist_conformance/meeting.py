"""Meeting a port: it is started once, and its handshake says what it can be sent."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import STABLE_LIST

from .errors import FaultKind, PortFault, UsageError
from .handshake import Handshake
from .options import Options
from .port import PYTHON, ProcessPort
from .protocol import PROTOCOL_VERSION, Level, Program
from .report.plain import plain
from .subject import Subject
from .systems import system_named
from .verdict import Counterexample
from .widths import Widths

__all__ = ["meet", "never_met", "widths_in_words"]


FIRST_LINES: Final = 12


def meet(port: str, options: Options) -> Subject:
    """Start the port once, and read what it offers."""
    wanted = None if options.profile is None else system_named(options.profile)
    process = ProcessPort(port, timeout=options.timeout, profile=options.profile)
    with process:
        declared = process.handshake
        assert declared is not None
        process.finish()
    process.say_nothing()
    if wanted not in (None, declared.system):
        raise UsageError(
            f"{declared.name} declares the system {declared.profile!r}, not {options.profile!r}; "
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
    )
    by_model = options.by_model or port.startswith(PYTHON)  # it may be built on the container
    subject = Subject(
        port,
        handshake,
        level,
        options.timeout,
        options.profile,
        by_model,
        declared,
        options.leaving_out,
    )
    subject.unmet()
    return subject


def narrowed(name: str, port: Handshake, wanted: Widths | None) -> Widths:
    """The widths to use."""
    declared: Widths = getattr(port, name)
    if wanted is None:
        return declared
    if name not in port.system.chosen:
        raise UsageError(f"the system {port.profile} has no {name}; leave that option out")
    if name not in port.widths:
        return wanted
    for low, high in wanted.ranges:
        if not all(declared.supports(bits or None) for bits in range(low, high + 1)):
            raise UsageError(
                f"the port declares {name}={declared}, which does not include {wanted}; choose from these"
            )
    return wanted


def never_met(port: str, fault: PortFault) -> Counterexample:
    """The counterexample of a port whose handshake is wrong.

    Raises:
        UsageError: it does not write anything, so it is probably not a port.
    """
    if fault.kind in (FaultKind.HUNG, FaultKind.DIED):
        raise UsageError(speechless(fault)) from fault
    return Counterexample(
        port=port,
        handshake=Handshake(port.split()[0], "no-handshake", STABLE_LIST.name, Level.CONTRACT),
        program=Program(Parameters(), ()),
        level=Level.CONTRACT,
        kind=str(fault.kind),
        expected="a handshake",
        answered="",
        detail=fault.detail,
        stderr=fault.stderr,
    )


def speechless(fault: PortFault) -> str:
    """The message about a port that does not answer ``hello``."""
    said = fault.stderr.splitlines()
    advice = (
        f"; start it by hand and type 'hello {PROTOCOL_VERSION}', it must answer with its handshake"
    )
    if not said:
        return f"{plain(fault.detail)}{advice}"
    shown = "\n".join(f"  | {line}" for line in said[:FIRST_LINES])
    return f"{plain(fault.detail)}{advice}. What it wrote to standard error begins with\n{shown}"


def in_words(widths: Widths) -> str:
    """Widths in words.

    >>> in_words(Widths.parse("0,3-64"))
    'unbounded, 3-64 bits'
    """
    bounded = ", ".join(str(Widths(((max(low, 1), high),))) for low, high in widths.ranges if high)
    parts = ["unbounded"] * widths.supports(None) + [f"{bounded} bits"] * bool(bounded)
    return ", ".join(parts)


def widths_in_words(port: Handshake) -> str:
    """The widths that apply to a port of this profile, in words."""
    has = [
        f"{what} {in_words(port.widths[name])}" if name in port.widths else f"{what} of any width"
        for name, what in (("id_bits", "ids"), ("index_bits", "indices"))
        if name in port.system.chosen
    ]
    return ", ".join(has) or "no ids"

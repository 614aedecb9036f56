"""A port of a list: left out if something is missing, otherwise built, verified, and compared with a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from stablelist_conformance.judging.verdict import Outcome, Verdict
from stablelist_conformance.lines.counting import counted
from stablelist_conformance.port.command import port_command
from stablelist_conformance.running.comparison import compare
from stablelist_conformance.running.manifest import ListedPort
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.side_by_side import Tell, Work
from stablelist_conformance.running.verify import verify
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.systems import exact_system

__all__ = [
    "INTERRUPTED",
    "UNUSABLE",
    "NotVerified",
    "PortResult",
    "examined",
    "operations",
    "works",
]

UNUSABLE = 2
"""The exit status if a port cannot be built or started."""
INTERRUPTED = "interrupted"
UNCOMPARED = "interrupted before it was compared with another model"


class PortResult(NamedTuple):
    """What came of a port.

    Attributes:
        compared: the result of its comparison with a model, as a sentence; empty if it was not compared.
    """

    verdict: Verdict
    compared: str = ""


class NotVerified(NamedTuple):
    """Why a port was not verified, and the exit status."""

    why: str
    status: int


def operations(port: ListedPort, options: Options) -> int:
    """The least number of operations of the swarm: as the options say, or more if the entry of the port says so."""
    return max(port.operations, options.operations)


def examined(port: ListedPort, options: Options, tell: Tell) -> PortResult | NotVerified:
    """Verify one port, if the programs that it needs are installed.

    Raises:
        UsageError: it cannot be built or started.
    """
    missing = port.missing()
    if missing is not None:
        return NotVerified(missing, 0)
    options = replace(
        options,
        operations=operations(port, options),
        system_name=port.system or options.system_name,
        by_model=port.by_model or options.by_model,
        expected=port.expected() or options.expected,
    )
    if port.compare is not None:
        exact_system(port.compare)
    port.prepare()
    if options.coverage:
        with counted(port_command(port.start, options.system_name)) as lines:
            verdict = verify(port.start, options, tell)
            verdict.lines = lines()
    else:
        verdict = verify(port.start, options, tell)
    if port.compare is None or verdict.outcome is Outcome.REFUTED:
        return PortResult(verdict)
    try:
        return PortResult(verdict, compare(port.start, port.compare, options).sentence())
    except KeyboardInterrupt:
        verdict.notes.append(UNCOMPARED)
        return PortResult(verdict)


# --- In a process of its own ------------------------------------------------------------------------


def works(listed: Sequence[ListedPort], options: Options, side: int) -> list[Work]:
    """The verification of each port as work for a process, of which so many share the processors."""
    options = replace(options, jobs=max(1, options.jobs // side))
    return [partial(verified_apart, port, options) for port in listed]


def verified_apart(port: ListedPort, options: Options, tell: Tell) -> PortResult | NotVerified:
    """Verify a port; one that cannot be verified is left out."""
    try:
        return examined(port, options, tell)
    except UsageError as error:
        return NotVerified(str(error), UNUSABLE)

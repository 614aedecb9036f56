"""Comparison: whether a port does what the exact model of another system does, as far as answers show it.

A published container is judged by the contract of its kind. The contract leaves open which index an insertion takes,
how versions count, and in which order iteration goes. A comparison runs programs on the port and on a model, and
compares all answers, with the keys in them. A difference does not refute the port; it shows that the model is not a
model of this release.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from stablelist_conformance.programs.cover import crafted, explored_programs
from stablelist_conformance.programs.target import Target
from stablelist_conformance.running.batch import Batch, FailedProgram
from stablelist_conformance.running.engines import run_batch
from stablelist_conformance.running.handshaking import contact
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.rerun import smallest
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.handshake import Handshake, keeps_its_capacity
from stablelist_conformance.wire.protocol import Level, Program
from stablelist_conformance.wire.systems import exact_system
from stablelist_conformance.wire.text import count, plain

__all__ = ["Comparison", "compare"]

PLAYED: Final = 10_000
"""The least number of operations in random programs, if the run has as many."""


@dataclass(frozen=True)
class Comparison:
    """The result of a comparison.

    Attributes:
        port: the handshake of the port.
        model: the name of the system that it was compared with.
        operations: how many were answered alike.
        failure: the first difference, shrunk; None if there is none.
    """

    port: Handshake
    model: str
    operations: int
    failure: FailedProgram | None = None

    def sentence(self) -> str:
        """The result in one line."""
        if self.failure is None:
            return f"compared with {self.model}: same in {count(self.operations, 'operation')}"
        release, program = f"{self.port.name} {self.port.version}", self.failure.program
        line = program.line(Level.LAYOUT)
        told = self.failure.detail
        if self.failure.difference is not None:
            at, expected, answered = self.failure.difference
            told = f"operation {at + 1} answers {answered}, the model {expected}"
        return plain(f"{release} differs from the model {self.model}: {told}: program {line}")


def compare(port: str, model: str, options: Options) -> Comparison:
    """Compare a port with the exact model of a system.

    Raises:
        UsageError: there is no such model, or it is of another family than the port.
    """
    target = compared_target(contact(port, options), model)
    programs = tuple(played(target, options.seed, min(PLAYED, options.operations)))
    result = run_batch(target, Batch("cover", 0, len(programs), programs=programs))
    failure = result.failure
    if failure is not None:
        failure = smallest(target, failure, options.shrink_seconds) or failure
    return Comparison(target.handshake, model, result.operations, failure)


def compared_target(met: Target, model: str) -> Target:
    """A port as one of another system, with the operations that both have, and keys shown."""
    system, port = exact_system(model), met.handshake
    if system.family is not port.system.family:
        raise UsageError(
            f"{port.name} is a {port.system.family.name}, and {model} a {system.family.name}; "
            f"compare it with a {port.system.family.name}"
        )
    lacking = frozenset(system.operations) - port.offered | frozenset(system.shown)
    panicking = {word.partition(".")[0] for word in port.documented.panics}
    documented = port.documented._replace(undefined=bool(panicking & system.operations))
    handshake = replace(port, system_name=model, level=Level.LAYOUT, without=port.without | lacking)
    capacity = "fixed" if keeps_its_capacity(system) else "grows"
    handshake = replace(handshake, documented=documented, capacity=capacity, options=())
    return replace(met, handshake=handshake, level=Level.LAYOUT, by_model=True, compared=True)


def played(target: Target, seed: int, operations: int) -> Iterator[Program]:
    """The covering programs of the model, then this many random operations, all in the default configuration."""
    name, swarm, number = target.handshake.system_name, target.swarm(seed), 0
    usual = target.handshake.system.configuration()
    for program in (*crafted(name), *explored_programs(name)):
        yield unshown(target, program._replace(parameters=usual))
    while operations > 0:
        program = unshown(target, swarm.program(number)._replace(parameters=usual))
        operations, number = operations - len(program.words), number + 1
        yield program


def unshown(target: Target, program: Program) -> Program:
    """A program without operations that show the internal state."""
    shown = target.handshake.system.shown
    return program._replace(words=tuple(word for word in program.words if word not in shown))

"""The right answers of a program, without the operations that have more than one."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final, NamedTuple

from stablelist_conformance.judging.judge import FollowedProgram, contract_judge
from stablelist_conformance.vectors.needs import CLEARED
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.operations import encode
from stablelist_conformance.wire.play import play
from stablelist_conformance.wire.protocol import Level, Program
from stablelist_conformance.wire.widths import Widths
from stablelist_spec.core.history import History
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.system import System
from stablelist_spec.families.contract import kinds

__all__ = ["ENOUGH", "AnsweredProgram", "enough", "with_answers"]

ENOUGH: Final = 16
"""Bits of an id with which none starts over in a program of the vectors."""
NUMBER: Final = re.compile(r"\d+")
EMPTYING: Final = ("clear", "drain")
"""Operations after which a container may forget older keys (``clear=forgets``)."""


class AnsweredProgram(NamedTuple):
    """A program with right answers.

    Attributes:
        program: the program.
        labels: what happened, for each operation.
        uses: what keys are used for that are not live; empty for a system with a model.
        line: one answer for each operation, as a line.
        costs: the cost counters at the end, whether shown or not; none without a model.
    """

    program: Program
    labels: tuple[tuple[str, ...], ...]
    line: str
    uses: frozenset[str] = frozenset()
    costs: tuple[int, ...] = ()


def with_answers(
    system: System, program: Program, level: Level = Level.CONTRACT
) -> AnsweredProgram:
    """A program with its answers at a level; operations with several right answers are left out."""
    return modelled(system, program, level) if system.exact else followed(system, program)


def modelled(system: System, program: Program, level: Level) -> AnsweredProgram:
    """With a model, every operation has one answer."""
    history = History(system, program.parameters)
    played = [*play(history, program.operations, level)]
    names = [each.operation.name for each in played]
    labels = tuple(
        (name,) if name in system.shown else tuple(each.labels)
        for name, each in zip(names, played, strict=True)
    )
    spent = system.shown["cost"](history.state) if "cost" in system.shown else ""
    costs = tuple(map(int, NUMBER.findall(spent)))
    return AnsweredProgram(program, labels, " ".join(each.answer for each in played), costs=costs)


def enough(system: System) -> Handshake:
    """What every port of a system offers at least, if its ids have enough bits."""
    return Handshake(
        name=system.name,
        version="",
        system_name=system.name,
        level=Level.CONTRACT,
        id_bits=Widths.of([ENOUGH]),
        parity="parity" in system.fields,
        capacity="fixed" if "capacity" in system.fields else "grows",
        without=system.offered_on_both,
    )


def followed(system: System, program: Program) -> AnsweredProgram:
    """With the contract of the system, an insertion with several right answers becomes a plain one."""
    port, insertions = enough(system), system.family.insertions
    needed = {"capacity": max(1, sum(map(insertions, program.operations))), "id_bits": ENOUGH}
    held = {name: each for name, each in needed.items() if hasattr(program.parameters, name)}
    parameters = replace(program.parameters, **held)
    run: FollowedProgram[Any] = contract_judge(port).following(parameters)
    answers: list[str] = []
    words: list[str] = []
    labels: list[tuple[str, ...]] = []
    uses: set[str] = set()
    inserted = cleared = 0
    for operation in program.operations:
        certain = sure(run, operation)
        if certain is None:
            continue
        done, answer = certain
        uses |= used(run, done, cleared)
        run.step(len(words), done, answer)
        inserted += insertions(done)
        if done.name in EMPTYING:
            cleared = inserted
        answers.append(answer)
        words.append(encode(done, system.family))
        labels.append(tuple(sorted(run.labels)))
    return AnsweredProgram(
        Program(parameters, tuple(words), system.name),
        tuple(labels),
        " ".join(answers),
        frozenset(uses),
    )


def sure(run: FollowedProgram[Any], operation: Operation) -> tuple[Operation, str] | None:
    """An operation and its only right answer; a plain insertion in place of one that has several."""
    acceptable = run.acceptable(operation)
    if len(acceptable) == 1:
        return operation, next(iter(acceptable))
    if not run.family.insertions(operation):
        return None
    assert run.family.kinds[operation.name].displaces, "no other answer is open"
    return sure(run, Operation(run.family.plain))


def used(run: FollowedProgram[Any], operation: Operation, cleared: int) -> set[str]:
    """The uses of keys that are not live; *cleared* is the number of insertions before the last ``clear``."""
    pool = run.states[0]
    names = run.family.keys_of(operation)
    *_, word = operation.names
    uses = {f"{word}.{kind}" for kind in kinds(pool, names) if kind != "live"}
    if any(isinstance(name, int) and name < cleared for name in names):
        uses.add(CLEARED)
    return uses

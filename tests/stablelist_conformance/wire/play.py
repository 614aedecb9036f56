"""Play: what the model of a system does with a program, one operation at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Any, Final, NamedTuple

from stablelist_conformance.wire.answers import encode_answer
from stablelist_conformance.wire.protocol import Level
from stablelist_spec.core.contract import Contract
from stablelist_spec.core.family import Family
from stablelist_spec.core.history import NO_KEY, History
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Label

__all__ = ["REFUSED", "Played", "finding_nothing", "perform", "play"]

REFUSED: Final = "!other"
"""The answer to an operation that this container does not have."""


class Played(NamedTuple):
    """An operation that the model has carried out.

    Attributes:
        answer: as a word of the protocol.
        labels: what happened; nothing for an operation that only shows the state.
    """

    operation: Operation
    answer: str
    labels: tuple[Label, ...] = ()


def play(history: History, operations: Iterable[Operation], level: Level) -> Iterator[Played]:
    """Carry out operations one by one; *history* is the container between them.

    >>> from stablelist_conformance.wire.protocol import parse_program
    >>> from stablelist_spec.systems import STABLE_LIST
    >>> level, program = parse_program("layout : add remove:0 at:0")
    >>> history = History(STABLE_LIST, program.parameters)
    >>> [played.answer for played in play(history, program.operations, level)]
    ['0.0', '0', 'none']
    """
    for operation in operations:
        yield perform(history, operation, level)


def perform(history: History, operation: Operation, level: Level) -> Played:
    """Carry out one operation. What the container lacks changes nothing; an insertion then has no key."""
    system = history.system
    if operation.name in system.shown:
        state = history.state if operation.on == 1 else history.pair.second
        return Played(operation, system.shown[operation.name](state))
    try:
        step = history.perform(operation)
    except ValueError:  # `repack` where a width is unbounded, or what the system lacks
        history.issued += [NO_KEY] * system.family.insertions(operation)
        return Played(operation, REFUSED)
    answer = encode_answer(operation, step.answer, level, system.family)
    return Played(operation, answer, step.labels)


def finding_nothing(
    contract: Contract[Any], operation: Operation, level: Level, family: Family
) -> str:
    """The answer of a fresh container to an operation whose keys find nothing.

    >>> from stablelist_spec.core.history import Modelled
    >>> from stablelist_spec.systems import SYSTEMS
    >>> vector = SYSTEMS["vec"]
    >>> fresh = Modelled(vector, vector.configuration())
    >>> finding_nothing(fresh, vector.family.least("get"), Level.CONTRACT, vector.family)
    'none'
    """
    unknown = family.with_keys(operation, repeat(NO_KEY))
    outcome = next(iter(contract.outcomes(contract.initial(), unknown)))
    return encode_answer(operation, outcome.answer, level, family)

"""The trace of a program: what the model does, step by step. Every report is rendered from it; `recorder` makes it.

A step is small, a state is not: of a long program only the last states up to the first difference are kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate
from typing import Any, Final, NamedTuple, get_args, get_origin, get_type_hints

from stablelist_conformance.judging.verdict import Answered, Counterexample
from stablelist_spec.core.family import Family
from stablelist_spec.core.key import FreshKeys
from stablelist_spec.core.operation import KeyName, Operation
from stablelist_spec.core.second import Pair

__all__ = [
    "EARLIER",
    "UNKNOWN",
    "Known",
    "LayoutDifference",
    "Live",
    "Observed",
    "Snapshot",
    "Step",
    "Trace",
    "fields_of",
    "size",
]

UNKNOWN: Final = "?"
"""The answer to an operation that the model does not have."""

EARLIER: Final = -1
"""Stands for the operation that retired a key, if that was before the steps that are told in detail."""


class Live(NamedTuple):
    """A container as its user sees it: elements by the number of their insertion."""

    elements: Mapping[int, int]
    retired: frozenset[int] = frozenset()


class Observed(NamedTuple):
    """A container without keys as its user sees it: what it may answer to questions without operands."""

    answers: Mapping[str, str]


Snapshot = Any
"""What is shown between two operations: a state of the model, a `Pair` of them if a program has two containers, or at
contract level `Live` keys, or what is `Observed` if there are none."""


class Known(NamedTuple):
    """What is known about a key before an operation uses it.

    Attributes:
        element: the element of a live key.
        retired_by: the number of the operation that retired the key; or `EARLIER`.
        elsewhere: whether the other container issued it.
        watched: whether it is known at all; early operations of a long program are not watched.
    """

    name: KeyName
    element: int | None = None
    retired_by: int | None = None
    elsewhere: bool = False
    watched: bool = True


class Step(NamedTuple):
    """One operation of the program, with the model's answer.

    Attributes:
        number: the number of the operation, counted from 0.
        operation: the operation of *word*; None if this kit does not know the word.
        family: the family of the container.
        insertion: the number of the next insertion.
        answer: the model's answer.
        named: the cells, or at contract level the keys, that the operation names.
        came: the insertions whose elements became live.
        gone: the insertions whose elements are no longer live.
    """

    number: int
    word: str
    operation: Operation | None
    family: Family
    insertion: int
    key: Known | None = None
    other: Known | None = None
    answer: str = UNKNOWN
    named: frozenset[int] = frozenset()
    came: Sequence[int] = ()
    gone: Sequence[int] = ()


class LayoutDifference(NamedTuple):
    """A layout that is not the model's.

    Attributes:
        step: the number of the operation before it, counted from 1; 0 for a fresh container.
        breaks: the names of the invariants that the port's layout breaks.
    """

    step: int
    port: str
    model: str
    breaks: tuple[str, ...]


@dataclass
class Trace:
    """What the model does with a program.

    Attributes:
        answered: the program, and the answers of a port.
        steps: every operation.
        states: what is shown after so many operations, up to the first difference; if they are large, only the last.
        fresh: the fresh keys in some of these states, with which invariants can be checked.
        live: the live elements before the first difference, by the numbers of their insertions.
        breaks: the names of the properties that the wrong answer breaks.
        differences: the steps after which the port showed another layout, up to the first wrong answer.
    """

    answered: Answered
    steps: list[Step] = field(default_factory=list)
    states: dict[int, Snapshot] = field(default_factory=dict)
    fresh: dict[int, FreshKeys] = field(default_factory=dict)
    live: Mapping[int, int] = field(default_factory=dict)
    breaks: tuple[str, ...] = ()
    differences: list[LayoutDifference] = field(default_factory=list)

    @property
    def counterexample(self) -> Counterexample:
        """The program, which failed."""
        assert isinstance(self.answered, Counterexample)
        return self.answered

    @property
    def told(self) -> Sequence[Step]:
        """The steps up to the first difference."""
        at = self.answered.at
        return self.steps if at is None else self.steps[: at + 1]

    @property
    def last(self) -> Step | None:
        """The step of the first difference; the last one if no operation is wrong."""
        return next(iter(self.told[-1:]), None)

    def before(self, step: Step) -> Snapshot:
        """What is shown before a step, if it is kept."""
        return self.states[step.number]

    def after(self, step: Step) -> Snapshot:
        """What is shown after a step, if it is kept."""
        return self.states[step.number + 1]

    def since(self, cells: int, least: int) -> int:
        """The number of the first of the last states that have this size together; *least* states have any size."""
        numbers = sorted(self.states, reverse=True)
        totals = accumulate(size(self.states[number]) for number in numbers)
        fitting = sum(total <= cells for total in totals)
        return numbers[max(fitting, min(least, len(numbers))) - 1]


# --- The size of a state --------------------------------------------------------------------------


def fields_of(thing: object) -> Mapping[str, object]:
    """The fields of a record with their declared kinds; empty for anything else."""
    return _declared(type(thing))  # type: ignore[arg-type] # mypy takes a class for its instances


@cache
def _declared(kind: type) -> Mapping[str, object]:
    """The fields of such a record."""
    names = getattr(kind, "__match_args__", ())
    hints = get_type_hints(kind) if names else {}
    return {name: hints[name] for name in names}


@cache
def _varying(kind: type) -> Sequence[str]:
    """The fields without a fixed length."""
    fields = _declared(kind).items()
    return [n for n, k in fields if get_origin(k) in (Mapping, frozenset) or ... in get_args(k)]


def size(snapshot: Snapshot) -> int:
    """The amount of data in a snapshot: the lengths of the fields without a fixed length."""
    if isinstance(snapshot, Pair):
        return size(snapshot.first) + size(snapshot.second)
    names = _varying(type(snapshot))  # type: ignore[arg-type] # as above
    return 1 + sum(len(getattr(snapshot, name)) for name in names)

"""Families: the operations of containers of one kind.

A family is a table of operations. It determines how operations are written, drawn, counted and described.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cached_property
from typing import Final, NamedTuple

from .operation import Operation

__all__ = [
    "KEY",
    "KEYS",
    "MODULUS",
    "OTHER",
    "Answer",
    "Family",
    "Kind",
    "Operand",
    "Refusal",
    "Role",
]


class Role(Enum):
    """The effect of an operation on the container."""

    GROW = "grow"
    """Adds elements."""
    SHRINK = "shrink"
    """Removes some."""
    RESET = "reset"
    """Removes all."""
    READ = "read"
    """Changes nothing."""
    REPLACE = "replace"
    """Changes elements, but neither adds nor removes any."""
    ORDER = "order"
    """Changes the order of the elements, and nothing else."""
    MEMORY = "memory"
    """Changes how much room there is."""
    SHOW = "show"
    """Shows the internal state, above contract level only."""


class Answer(Enum):
    """How an answer that is not an error is read."""

    VALUE = "value"
    """By its type: a key, an element, a number, a list whose order is open, or none."""
    SEQUENCE = "sequence"
    """A list whose order users may rely on."""
    TRUTH = "truth"
    """Yes or no."""
    DONE = "done"
    """Only that it was done."""


class Refusal(StrEnum):
    """Errors that belong to normal operation: the words of a family. They change nothing."""


class Operand(NamedTuple):
    """An argument of an operation, a key or a number: the field of `Operation` that holds it, and its bounds.

    Attributes:
        least: of a number.
        most: of a number; None for no bound.
    """

    field: str
    least: int = 0
    most: int | None = None


KEY: Final = Operand("key")
OTHER: Final = Operand("other")
MODULUS: Final = Operand("modulus", 1)
COUNT: Final = "count"
KEYS: Final = frozenset({"key", "other"})
"""The fields that hold keys."""
INSERTED: Final = KEYS | {COUNT, "place"}
"""The fields of an insertion that its step receives as they are."""


class Kind(NamedTuple):
    """The description of an operation.

    Attributes:
        sentence: what it does.
        tries: whether it tries another operation, whose name and operands follow its own.
        of: the insertion whose keys it takes, if the family has insertions of several kinds of elements.
        inserts: whether it hands out a key, or *count* of them if it has that operand.
    """

    sentence: str
    role: Role
    operands: tuple[Operand, ...] = ()
    answer: Answer = Answer.VALUE
    inserts: bool = False
    tries: bool = False
    of: str = ""

    @property
    def keyed(self) -> bool:
        """Whether it takes a key."""
        return KEY in self.operands

    @property
    def repeats(self) -> bool:
        """Whether two operands use the same field."""
        return len({operand.field for operand in self.operands}) < len(self.operands)

    @property
    def loses(self) -> bool:
        """Whether it inserts, and has an operand that its step does not receive: the number of its element is there."""
        return self.inserts and any(each.field not in INSERTED for each in self.operands)

    def allows(self, answer: object, *, changes: bool) -> bool:
        """Whether this answer is allowed, given whether anything changes; a refusal changes nothing."""
        refused = isinstance(answer, Refusal)
        if changes and (refused or self.role is Role.READ):
            return False
        if refused:
            return True
        match self.answer:
            case Answer.TRUTH:
                return isinstance(answer, bool)
            case Answer.DONE:
                return answer is None
            case Answer.SEQUENCE:
                return isinstance(answer, tuple)
        return True

    @property
    def structural(self) -> bool:
        """Whether it adds or removes elements, or changes the room for them."""
        return self.role in (Role.GROW, Role.SHRINK, Role.RESET, Role.MEMORY)


@dataclass(frozen=True, eq=False)
class Family:
    """Containers with the same operations.

    Attributes:
        kinds: every operation by its name.
        essential: the operations that every container must have.
    """

    name: str
    kinds: Mapping[str, Kind]
    essential: frozenset[str] = frozenset()

    @cached_property
    def keyed(self) -> tuple[str, ...]:
        """Operations on a key."""
        return tuple(name for name, kind in self.kinds.items() if kind.keyed)

    @cached_property
    def structural(self) -> tuple[str, ...]:
        """Operations that are refused while elements are lent."""
        return tuple(name for name, kind in self.kinds.items() if kind.structural)

    @cached_property
    def inserting(self) -> frozenset[str]:
        """Operations that hand out keys."""
        return frozenset(name for name, kind in self.kinds.items() if kind.inserts)

    @cached_property
    def shrinking(self) -> frozenset[str]:
        """Operations that remove some elements."""
        return frozenset(name for name, kind in self.kinds.items() if kind.role is Role.SHRINK)

    @cached_property
    def resetting(self) -> frozenset[str]:
        """Operations that remove all elements."""
        return frozenset(name for name, kind in self.kinds.items() if kind.role is Role.RESET)

    @cached_property
    def plain(self) -> str:
        """The simplest insertion, which is first in the table; None if no keys are issued."""
        return next((name for name, kind in self.kinds.items() if kind.inserts), "")

    def least(self, name: str) -> Operation:
        """An operation with the smallest operands that it can have; its keys are the first ones.

        >>> from stablelist_spec.families.pool import POOL
        >>> POOL.least("retain").modulus, POOL.least("pair").other
        (1, 0)
        """
        operation = Operation(name)
        for operand in self.kinds[name].operands:
            operation = operation.given(operand.field, operand.least)
        return operation

    def operands(self, operation: Operation) -> tuple[Operand, ...]:
        """The operands of an operation, or of the operation that it tries."""
        return self.kinds[operation.structural or operation.name].operands

    def insertions(self, operation: Operation) -> int:
        """The number of insertions of an operation, whether or not they succeed; they are numbered.

        >>> from stablelist_spec.families.pool import POOL
        >>> extend, lend = Operation("extend", count=7), Operation("lend", structural="extend", count=7)
        >>> POOL.insertions(extend), POOL.insertions(lend)
        (7, 0)
        """
        if operation.name not in self.inserting:
            return 0
        return operation.count if COUNT in self.fields(operation) else 1

    def fields(self, operation: Operation) -> set[str]:
        """The fields that an operation uses."""
        return {operand.field for operand in self.operands(operation)}

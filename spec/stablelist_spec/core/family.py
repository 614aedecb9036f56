"""Families: the operations of containers of one kind.

A family is a table of operations (`kind`), each with its operands (`operand`). It determines how operations are
written, drawn, counted and described. Whoever describes a family imports all of its parts from here.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle
from typing import Any, Final

from .kind import BOTH, Answer, Kind, Refusal, Role
from .operand import KEY, MODULUS, OTHER, Meaning, Operand, Type
from .operation import KeyName, Operation

__all__ = [
    "BOTH",
    "KEY",
    "MODULUS",
    "OTHER",
    "Answer",
    "Family",
    "Kind",
    "Meaning",
    "Operand",
    "Refusal",
    "Role",
    "Type",
]

MOST_AT_ONCE: Final = 1_000
"""How many elements an operation without a bound is told to add."""


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
    def keys(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the operands that are keys, by operation."""
        return {name: kind.keys for name, kind in self.kinds.items()}

    @cached_property
    def keyed(self) -> tuple[str, ...]:
        """Operations on a key."""
        return tuple(name for name, keys in self.keys.items() if keys)

    @cached_property
    def structural(self) -> tuple[str, ...]:
        """Operations that are refused while elements are lent."""
        return tuple(name for name, kind in self.kinds.items() if kind.structural)

    @cached_property
    def inserting(self) -> frozenset[str]:
        """Operations that hand out keys."""
        return frozenset(name for name, kind in self.kinds.items() if kind.inserts)

    @cached_property
    def growing(self) -> tuple[str, ...]:
        """Operations that add elements; the simplest one is first in the table."""
        return tuple(name for name, kind in self.kinds.items() if kind.role is Role.GROW)

    @cached_property
    def both(self) -> frozenset[str]:
        """Operations that concern the other container, too."""
        return frozenset(name for name, kind in self.kinds.items() if kind.both)

    @cached_property
    def looping(self) -> frozenset[str]:
        """Operations that repeat others."""
        return frozenset(name for name, kind in self.kinds.items() if kind.loops)

    @cached_property
    def trying(self) -> frozenset[str]:
        """Operations that try another one."""
        return frozenset(name for name, kind in self.kinds.items() if kind.tries)

    @cached_property
    def shrinking(self) -> frozenset[str]:
        """Operations that remove some elements."""
        return frozenset(name for name, kind in self.kinds.items() if kind.role is Role.SHRINK)

    @cached_property
    def resetting(self) -> frozenset[str]:
        """Operations that remove all elements."""
        return frozenset(name for name, kind in self.kinds.items() if kind.role is Role.RESET)

    def newer_than(self, version: int) -> frozenset[str]:
        """Operations that came after a version of the port protocol.

        >>> from stablelist_spec.families.pool import POOL
        >>> POOL.newer_than(4) == POOL.kinds.keys(), POOL.newer_than(6)
        (True, frozenset())
        """
        return frozenset(name for name, kind in self.kinds.items() if kind.since > version)

    @cached_property
    def members(self) -> frozenset[str]:
        """The operands that name elements by names that the caller chose.

        >>> from stablelist_spec.families.pool import POOL
        >>> from stablelist_spec.families.sets import SET
        >>> sorted(SET.members), sorted(POOL.members)
        (['start', 'value'], [])
        """
        operands = (each for kind in self.kinds.values() for each in kind.operands)
        return frozenset(each.name for each in operands if each.meaning is Meaning.MEMBER)

    def names_element(self, operand: Operand) -> bool:
        """Whether an operand names an element, or ends a range of them: by its key, by itself, or by its place.

        >>> from stablelist_spec.families.sets import SET
        >>> [SET.names_element(operand) for operand in SET.kinds["insert"].operands]
        [True]
        """
        named = (Meaning.MEMBER, Meaning.BOUND, Meaning.PLACE)
        return operand.type is Type.KEY or operand.meaning in named

    def bulk(self, offered: Container[str]) -> tuple[str, int] | None:
        """The first offered operation that adds as many elements as it is told, and how many at most.

        >>> from stablelist_spec.families.pool import POOL
        >>> POOL.bulk(POOL.kinds), POOL.bulk({"add"})
        (('extend', 1000), None)
        """
        for name, kind in self.kinds.items():
            for operand in () if kind.loops else kind.operands:
                if name in offered and operand.counts:
                    return name, operand.most or MOST_AT_ONCE
        return None

    @cached_property
    def plain(self) -> str:
        """The simplest insertion, which is first in the table; None if no keys are issued."""
        return next((name for name, kind in self.kinds.items() if kind.inserts), "")

    def least(self, name: str, *keys: KeyName, number: int = 0) -> Operation:
        """An operation with the smallest operands that it can have, or those nearest to a number.

        Its keys are the given ones in turn, or the first.

        >>> from stablelist_spec.families.pool import POOL
        >>> POOL.least("retain"), POOL.least("lend")
        (Operation('retain', modulus=1, residue=0), Operation('lend', tried=Operation('add')))
        >>> POOL.least("replace", 5, number=7)
        Operation('replace', key=5, value=7)
        """
        given, operands = cycle(keys or (0,)), dict[str, Any]()
        for operand in self.kinds[name].operands:
            match operand.type:
                case Type.KEY:
                    operands[operand.name] = next(given)
                case Type.OPERATION:
                    operands[operand.name] = self.least(self.structural[0], *keys, number=number)
                case _:
                    operands[operand.name] = operand.near(number)
        return Operation(name, **operands)

    def insertions(self, operation: Operation) -> int:
        """The number of insertions of an operation, whether or not they succeed; they are numbered.

        >>> from stablelist_spec.families.pool import POOL
        >>> extend = Operation("extend", count=7)
        >>> POOL.insertions(extend), POOL.insertions(Operation("lend", tried=extend))
        (7, 0)
        """
        kind = self.kinds[operation.name]
        return kind.added(operation) if kind.inserts else 0

    def leaves(self, operation: Operation) -> Iterator[tuple[Operand, Any]]:
        """The operands of an operation with their values; instead of an operation that it tries, those of that.

        >>> from stablelist_spec.families.pool import POOL
        >>> extend = Operation("extend", count=7)
        >>> [(operand.name, value) for operand, value in POOL.leaves(Operation("lend", tried=extend))]
        [('count', 7)]
        """
        for operand in self.kinds[operation.name].operands:
            value = operation[operand.name]
            if operand.type is Type.OPERATION:
                yield from self.leaves(value)
            else:
                yield operand, value

    def with_leaves(self, operation: Operation, values: Iterable[Any]) -> Operation:
        """The operation with other values of its `leaves`.

        >>> from stablelist_spec.families.pool import POOL
        >>> POOL.with_leaves(Operation("lend", tried=Operation("extend", count=7)), [3])
        Operation('lend', tried=Operation('extend', count=3))
        """
        left = iter(values)
        return operation.given(
            **{
                operand.name: self.with_leaves(operation[operand.name], left)
                if operand.type is Type.OPERATION
                else next(left)
                for operand in self.kinds[operation.name].operands
            }
        )

    def with_keys(self, operation: Operation, keys: Iterable[KeyName]) -> Operation:
        """The operation with other keys than its `keys_of`.

        >>> from stablelist_spec.families.pool import POOL
        >>> POOL.with_keys(Operation("replace", key=3, value=7), [5])
        Operation('replace', key=5, value=7)
        """
        left = iter(keys)
        leaves = self.leaves(operation)
        return self.with_leaves(
            operation, [next(left) if each.type is Type.KEY else value for each, value in leaves]
        )

    def keys_of(self, operation: Operation) -> list[Any]:
        """The keys of an operation, or of the operation that it tries; in a program they are names.

        >>> from stablelist_spec.families.pool import POOL
        >>> POOL.keys_of(Operation("exchange", key=3, other=5))
        [3, 5]
        """
        if operation.name in self.trying:
            return [value for each, value in self.leaves(operation) if each.type is Type.KEY]
        return [operation[name] for name in self.keys[operation.name]]

"""Families: the operations of containers of one kind.

A family is a table of operations. It determines how operations are written, drawn, counted and described.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cached_property
from itertools import cycle
from typing import Any, Final, NamedTuple

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
    CHANGE = "change"
    """Adds elements or removes some, as those that are there decide, or that were noted; or notes them."""
    MEMORY = "memory"
    """Changes how much room there is."""
    SHOW = "show"
    """Shows the internal state, above contract level only."""
    COPY = "copy"
    """Makes the other container a clone of it."""
    EXCHANGE = "exchange"
    """Exchanges everything with the other container."""
    COMPARE = "compare"
    """Compares it with the other container, and changes nothing."""
    COMBINE = "combine"
    """Adds elements of the other container, or removes those that it has or lacks."""


BOTH: Final = frozenset({Role.COPY, Role.EXCHANGE, Role.COMPARE, Role.COMBINE})
"""The roles of operations that concern the other container of a program, too."""


class Answer(Enum):
    """How an answer that is not an error is read."""

    VALUE = "value"
    """By its type: a key, an element, a list whose order is open, or none."""
    SEQUENCE = "sequence"
    """A list whose order users may rely on, or none."""
    TRUTH = "truth"
    """Yes or no."""
    NUMBER = "number"
    """A number, or none."""
    DONE = "done"
    """Only that it was done."""


class Refusal(StrEnum):
    """Errors that belong to normal operation: the words of a family. They change nothing."""


class Type(Enum):
    """What the value of an operand is."""

    KEY = "key"
    """A key, by its name."""
    NUMBER = "number"
    """An integer."""
    WORD = "word"
    """One of a few words."""
    OPERATION = "operation"
    """Another operation, which is tried. Its own operands follow, so it is the last operand."""


class Meaning(Enum):
    """What the number of an operand means. All but `COUNT` are for containers whose elements have no keys."""

    AMOUNT = "amount"
    """It is only a number."""
    COUNT = "count"
    """So many elements are added; if the operation hands out keys, one for each."""
    LENGTH = "length"
    """So many elements stay, if there are more."""
    MEMBER = "member"
    """The element that has this name, which the caller chose; there is at most one."""
    BOUND = "bound"
    """With a member before it: the elements that have the names from that one up to this, exclusive."""
    PLACE = "place"
    """The element that is at this place, counted from 0; or the end, after the last one."""
    VALUE = "value"
    """An element, which may be there several times."""


class Operand(NamedTuple):
    """An operand of an operation: its name, and which values it can have.

    Attributes:
        least: of a number.
        most: of a number; None for no bound.
        words: of a word, all that it can be.
        usual: the numbers that most random programs use; by default, small ones.
        meaning: what the number means; it decides which numbers random programs use.
    """

    name: str
    least: int = 0
    most: int | None = None
    type: Type = Type.NUMBER
    words: tuple[str, ...] = ()
    usual: Sequence[int] = ()
    meaning: Meaning = Meaning.AMOUNT

    @property
    def counts(self) -> bool:
        """Whether so many elements are added."""
        return self.meaning is Meaning.COUNT

    def allows(self, value: object) -> bool:
        """Whether a number or a word can be its value.

        >>> [Operand("size", 1, 64).allows(size) for size in (0, 1, 64, 65)]
        [False, True, True, False]
        """
        if self.type is not Type.NUMBER:
            return value in self.words
        return (
            isinstance(value, int)
            and value >= self.least
            and (self.most is None or value <= self.most)
        )

    def rank(self, value: int | str) -> int:
        """A value as a number: that of a word is its place among the words."""
        return self.words.index(value) if isinstance(value, str) else value

    def near(self, number: int) -> int | str:
        """Its value whose `rank` is nearest to a number; words start over.

        >>> [Operand("size", 1, 64).near(number) for number in (0, 7, 100)]
        [1, 7, 64]
        >>> Operand("side", type=Type.WORD, words=("left", "right")).near(3)
        'right'
        """
        if self.type is Type.WORD:
            return self.words[number % len(self.words)]
        nearest = max(number, self.least)
        return nearest if self.most is None else min(nearest, self.most)

    def few(self) -> Sequence[int | str]:
        """A few of its values: every word, or two small numbers within its bounds.

        >>> [Operand("size", *bounds).few() for bounds in ((), (0, 1), (16, None))]
        [(1, 2), (0, 1), (16, 17)]
        >>> Operand("side", type=Type.WORD, words=("left", "right")).few()
        ('left', 'right')
        """
        if self.type is Type.WORD:
            return self.words
        pairs = ((1, 2), (self.least, self.least + 1), (self.least,))
        return next(pair for pair in pairs if all(map(self.allows, pair)))


KEY: Final = Operand("key", type=Type.KEY)
OTHER: Final = Operand("other", type=Type.KEY)
MODULUS: Final = Operand("modulus", 1)
MOST_AT_ONCE: Final = 1_000
"""How many elements an operation without a bound is told to add."""


class Kind(NamedTuple):
    """The description of an operation.

    Attributes:
        sentence: what it does.
        inserts: whether it hands out a key, or several if one of its operands counts them.
        of: the insertion whose keys it takes, if the family has insertions of several kinds of elements.
        finds: whether its answer says whether its key was found, if it has one.
        displaces: whether it inserts in the place of an element, which is its answer.
        lists_others: whether it lists all elements except one, or so for each of them.
        iterates: whether it lists the elements that an iteration visits, perhaps not all, or not only to list them.
        since: the version of the port protocol that it came with; ports of an earlier one are not sent it.
    """

    sentence: str
    role: Role
    operands: tuple[Operand, ...] = ()
    answer: Answer = Answer.VALUE
    inserts: bool = False
    of: str = ""
    finds: bool = True
    displaces: bool = False
    lists_others: bool = False
    iterates: bool = False
    since: int = 5

    @property
    def keys(self) -> tuple[str, ...]:
        """The names of its operands that are keys."""
        return tuple(operand.name for operand in self.operands if operand.type is Type.KEY)

    @property
    def both(self) -> bool:
        """Whether it concerns the other container, too."""
        return self.role in BOTH

    @property
    def tries(self) -> bool:
        """Whether it tries another operation."""
        return any(operand.type is Type.OPERATION for operand in self.operands)

    @property
    def counted(self) -> str:
        """The name of the operand that says how many elements it adds; empty if it adds one, or none."""
        return next((operand.name for operand in self.operands if operand.counts), "")

    @property
    def finds_one(self) -> bool:
        """Whether it has one key, and its answer says whether that was found."""
        return self.finds and len(self.keys) == 1

    @property
    def asks(self) -> bool:
        """Whether it changes nothing, and its answer shows something.

        >>> from stablelist_spec.families.pool import POOL
        >>> [POOL.kinds[name].asks for name in ("at", "layout", "add")]
        [True, True, False]
        """
        return self.role in (Role.READ, Role.SHOW) and self.answer is not Answer.DONE

    @property
    def lists(self) -> bool:
        """Whether its answer may list all elements.

        >>> from stablelist_spec.families.pool import POOL
        >>> [POOL.kinds[name].lists for name in ("each", "at", "add")]
        [True, False, False]
        """
        listed = self.answer in (Answer.VALUE, Answer.SEQUENCE) and not self.operands
        some = self.lists_others or self.iterates or self.role is Role.SHOW
        return some or (self.role is Role.READ and listed)

    def added(self, operation: Operation) -> int:
        """How many elements it adds, if it adds any and is carried out."""
        count: int = operation[self.counted] if self.counted else 1
        return count

    def left(self, length: int, operation: Operation) -> int:
        """How many elements a container without keys has afterwards, of so many; unless their values decide.

        It is as long as before if a place or a range of the operation is not there.

        >>> from stablelist_spec.families.sequence import SEQUENCE
        >>> drain, pop = Operation("drain", start=1, end=3), Operation("pop")
        >>> [SEQUENCE.kinds[each.name].left(9, each) for each in (drain, pop)]
        [7, 8]
        >>> [SEQUENCE.kinds[each.name].left(0, each) for each in (drain, pop)]
        [0, 0]
        >>> insert, truncate = Operation("insert", place=2, value=7), Operation("truncate", length=1)
        >>> kept = (insert, truncate, Operation("clear"), Operation("reverse"))
        >>> [SEQUENCE.kinds[each.name].left(2, each) for each in kept]
        [3, 1, 0, 2]
        """
        of: dict[Meaning, int] = {each.meaning: operation[each.name] for each in self.operands}
        places: list[int] = [operation[e.name] for e in self.operands if e.meaning is Meaning.PLACE]
        match self.role:
            case Role.GROW:
                return length + self.added(operation) * (max(places, default=0) <= length)
            case Role.SHRINK if Meaning.LENGTH in of:
                return min(length, of[Meaning.LENGTH])
            case Role.SHRINK:
                start, *ends = places or [0]
                several = places and self.answer is Answer.SEQUENCE
                end = (*ends, length)[0] if several else start + 1
                return length - (end - start) if start <= end <= length else length
            case Role.RESET:
                return 0
        return length

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
            case Answer.NUMBER:
                return answer is None or isinstance(answer, int)
            case Answer.DONE:
                return answer is None
            case Answer.SEQUENCE:
                return answer is None or isinstance(answer, tuple)
        return True

    @property
    def structural(self) -> bool:
        """Whether it adds or removes elements, or changes the room for them."""
        return self.role in (Role.GROW, Role.SHRINK, Role.RESET, Role.CHANGE, Role.MEMORY)


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
            for operand in kind.operands:
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

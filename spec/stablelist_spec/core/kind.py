"""Kinds of operations: what an operation does to a container, what it is told, and how its answer is read."""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import Final, NamedTuple

from .operand import Meaning, Operand, Type
from .operation import Operation

__all__ = ["BOTH", "Answer", "Kind", "Refusal", "Role"]


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
    """Adds elements or removes some, as those that are there decide, or that were noted; or notes or damages them."""
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


class Kind(NamedTuple):
    """The description of an operation.

    Attributes:
        sentence: what it does.
        inserts: whether it hands out a key, or several if one of its operands counts them.
        of: the insertion whose keys it takes, if the family has insertions of several kinds of elements.
        finds: whether its answer says whether its key was found, if it has one.
        displaces: whether it inserts in the place of an element, which is its answer.
        revives: whether it makes a retired key live again, which its answer says. The key is never a forged one.
        lists_others: whether it lists all elements except one, or so for each of them.
        iterates: whether it lists the elements that an iteration visits, perhaps not all, or not only to list them.
        chosen: whether the container chooses the number that it answers, or answers first, so that a contract says what
            it must be like.
        since: the version of the port protocol that it came with; ports of an earlier one are not sent it.
        loops: whether it repeats others, so that one word takes a container far. Only programs that go far have it.
    """

    sentence: str
    role: Role
    operands: tuple[Operand, ...] = ()
    answer: Answer = Answer.VALUE
    inserts: bool = False
    of: str = ""
    finds: bool = True
    displaces: bool = False
    revives: bool = False
    lists_others: bool = False
    iterates: bool = False
    chosen: bool = False
    since: int = 5
    loops: bool = False

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
        """Whether it adds or removes elements, or changes the room for them; and is one operation."""
        return not self.loops and self.role in (
            Role.GROW,
            Role.SHRINK,
            Role.RESET,
            Role.CHANGE,
            Role.MEMORY,
        )

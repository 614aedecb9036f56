"""Every short program of insertions, removals and sorts on a model, shortest first, with what each key finds.

A removal that is refused is no part of a program, and neither is a sort that leaves the order as it is. A program is
written in the words of the port protocol. After each operation every key that was handed out is looked up. A container
that hands out no keys is asked by places: the key of an element is the place at which it was added.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from stablelist_spec.core.family import KEY, MODULUS, Answer, Meaning, Refusal, Role
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.system import System

__all__ = ["MODULI", "NOTHING", "Meeting", "Moment", "Words", "fresh", "moments", "played", "turns"]

Handle = Key | int
"""What finds an element: its key, or its place."""

MODULI: Final = (2, 3, 100)
"""The numbers that a sort divides by, to compare remainders. By the last one, the elements themselves are sorted."""
NOTHING: Final = None
"""The meaning of a key that finds no element."""


@dataclass(frozen=True, eq=False)
class Words:
    """The names of the operations that every container has, in a system's family."""

    system: System

    @property
    def insertion(self) -> str:
        """The plain insertion."""
        return self.system.family.growing[0]

    def inserting(self, element: int) -> Operation:
        """The plain insertion of an element."""
        return self.system.family.least(self.insertion, number=element).adding(element)

    @cached_property
    def removal(self) -> str:
        """Removal by one key."""
        return self._first(Role.SHRINK)

    @cached_property
    def look_up(self) -> str:
        """Look-up by one key."""
        return self._first(Role.READ)

    @cached_property
    def handle(self) -> str:
        """The operand by which both find an element."""
        return self.system.family.kinds[self.look_up].operands[0].name

    @cached_property
    def ordering(self) -> str:
        """The operation that sorts, and does nothing else; empty if there is none."""
        kinds = self.system.family.kinds
        offered = [name for name in kinds if name in self.system.operations]
        orders = (name for name in offered if kinds[name].role is Role.ORDER)
        sorts = [MODULUS.name]
        return next(
            (name for name in orders if [e.name for e in kinds[name].operands] == sorts), ""
        )

    @property
    def iteration(self) -> str:
        """Iteration over the elements."""
        return "each" if "each" in self.system.operations else "nodes"

    def _first(self, role: Role) -> str:
        """The first operation of a role that takes one key or place, and returns an element."""
        return next(
            name
            for name, kind in self.system.family.kinds.items()
            if name in self.system.operations
            and (kind.role, len(kind.operands), kind.answer) == (role, 1, Answer.VALUE)
            and (kind.operands == (KEY,) or kind.operands[0].meaning is Meaning.PLACE)
        )


class Meeting(NamedTuple):
    """What a key finds: the number of its insertion, whether it is retired, and the element."""

    number: int
    retired: bool
    found: object

    @property
    def right(self) -> bool:
        """Whether this is expected: the key's own element, or nothing after that was removed."""
        return self.found == (NOTHING if self.retired else self.number)


class Moment(NamedTuple):
    """A container after a program: its state, the keys that it issued, and the numbers of the live ones."""

    system: System
    state: Any
    program: tuple[str, ...] = ()
    issued: tuple[Handle, ...] = ()
    live: tuple[int, ...] = ()
    answer: object = None

    def added(self, words: Words) -> Moment:
        """The moment after one more insertion. The n-th element is the number n."""
        number = len(self.issued)
        insertion = words.inserting(number)
        word = ":".join((insertion.name, *map(str, insertion.operands.values())))
        answer, state = self._stepped(insertion)
        assert not isinstance(answer, Refusal), (
            f"{self.system.name} refuses {' '.join((*self.program, word))}"
        )
        key = answer if isinstance(answer, Key) else len(self.live)
        return self._replace(
            state=state,
            program=(*self.program, word),
            issued=(*self.issued, key),
            live=(*self.live, number),
            answer=key,
        )

    def removed(self, number: int, words: Words) -> Moment:
        """The moment after a removal with the key of a live element; the returned element is no longer live."""
        return self._without(self.issued[number], number, words)

    def rid(self, number: int, words: Words) -> Moment:
        """The moment after the removal of a live element, with any key that finds it."""
        return self._without(self.found(words)[number], number, words)

    def _without(self, key: Handle, number: int, words: Words) -> Moment:
        """The moment after a removal with a key, which a program names by the number of its insertion."""
        answer, state = self._stepped(Operation(words.removal, **{words.handle: key}))
        handed = (
            answer if isinstance(answer, tuple) else (answer,)
        )  # a node is stored together with its edges
        live = tuple(each for each in self.live if each not in handed)
        word = f"{words.removal}:{number if isinstance(key, Key) else key}"
        return self._replace(
            state=state, program=(*self.program, word), live=live, answer=handed[0]
        )

    def ordered(self, words: Words) -> Iterator[Moment]:
        """The moments after a sort by each of the moduli; none if there is no operation that sorts."""
        for modulus in MODULI if words.ordering else ():
            _, state = self._stepped(Operation(words.ordering, modulus=modulus))
            yield self._replace(state=state, program=(*self.program, f"{words.ordering}:{modulus}"))

    def found(self, words: Words) -> Mapping[int, Handle]:
        """The elements in the order of iteration, each with a key that finds it."""
        answer, _ = self._stepped(Operation(words.iteration))
        assert isinstance(answer, tuple)
        keyed = answer if self.system.family.keyed else enumerate(answer)
        return {element: key for key, element in keyed}

    def meetings(self, words: Words) -> Iterator[Meeting]:
        """Look up every key that was issued."""
        for number, key in enumerate(self.issued):
            found, _ = self._stepped(Operation(words.look_up, **{words.handle: key}))
            yield Meeting(number, number not in self.live, found)

    def _stepped(self, operation: Operation) -> tuple[object, Any]:
        """The answer to an operation, and the state after it."""
        assert self.system.step is not None
        step = self.system.step(self.state, operation)
        return step.answer, step.state


def fresh(system: System, configuration: object) -> Moment:
    """A new container."""
    assert system.initial is not None, f"there is no exact model of {system.name}"
    return Moment(system, system.initial(configuration))


def moments(system: System, configuration: object, length: int) -> Iterator[Moment]:
    """The container after every program of at most that *length*, shortest programs first."""
    words, row = Words(system), [fresh(system, configuration)]
    for _ in range(length):
        row = [after for moment in row for after in following(moment, words)]
        yield from row


def following(moment: Moment, words: Words) -> Iterator[Moment]:
    """The moments after one more operation."""
    for number in moment.live:
        after = moment.removed(number, words)
        if after.live != moment.live:
            yield after
    yield moment.added(words)
    for after in moment.ordered(words):
        if [*after.found(words)] != [*moment.found(words)]:
            yield after


def played(
    system: System, configuration: object, removals: list[int], insertions: int
) -> Iterator[Moment]:
    """The moments of one program: a number of insertions, then these removals."""
    words, moment = Words(system), fresh(system, configuration)
    yield moment
    for _ in range(insertions):
        moment = moment.added(words)
        yield moment
    for number in removals:
        moment = moment.rid(number, words)
        yield moment


def turns(system: System, configuration: object, count: int) -> Iterator[Moment]:
    """The moments of one program that repeatedly adds an element and removes it again."""
    words, moment = Words(system), fresh(system, configuration)
    for number in range(count):
        moment = moment.added(words)
        yield moment
        moment = moment.removed(number, words)
        yield moment

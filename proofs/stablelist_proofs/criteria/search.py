"""Every short program of insertions, removals and sorts on a model, shortest first, with what each key finds.

A removal that is refused is no part of a program, and neither is a sort that leaves the order as it is. A program is
written in the words of the port protocol. After each operation every key that was handed out is looked up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from stablelist_spec.core.family import KEY, Answer, Role
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.system import System

__all__ = ["MODULI", "NOTHING", "Meeting", "Moment", "Words", "fresh", "moments", "played", "turns"]

MODULI: Final = (2, 3, 100)
"""The numbers that a sort divides by, to compare remainders. By the last one, the elements themselves are sorted."""
NOTHING: Final = None
"""The meaning of a key that finds no element."""


@dataclass(frozen=True, eq=False)
class Words:
    """The names of the operations that every container has, in a system's family."""

    system: System

    @cached_property
    def insertion(self) -> str:
        """The plain insertion."""
        return self.system.family.plain

    @cached_property
    def removal(self) -> str:
        """Removal by one key."""
        return self._first(Role.SHRINK)

    @cached_property
    def look_up(self) -> str:
        """Look-up by one key."""
        return self._first(Role.READ)

    @cached_property
    def ordering(self) -> str:
        """The operation that changes the order of the elements and nothing else; empty if there is none."""
        kinds = self.system.family.kinds
        offered = [name for name in kinds if name in self.system.operations]
        return next((name for name in offered if kinds[name].role is Role.ORDER), "")

    @property
    def iteration(self) -> str:
        """Iteration over the elements."""
        return "each" if "each" in self.system.operations else "nodes"

    def _first(self, role: Role) -> str:
        """The first operation of a role that takes one key, and returns an element."""
        kinds = self.system.family.kinds.items()
        return next(
            name
            for name, kind in kinds
            if name in self.system.operations
            and (kind.role, kind.operands, kind.answer) == (role, (KEY,), Answer.VALUE)
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
    issued: tuple[Key, ...] = ()
    live: tuple[int, ...] = ()
    answer: object = None

    def added(self, words: Words) -> Moment:
        """The moment after one more insertion. The n-th element is the number n."""
        number = len(self.issued)
        key, state = self._stepped(Operation(words.insertion).adding(number))
        assert isinstance(key, Key), f"{self.system.name} refuses {' '.join(self.program)} add"
        program = (*self.program, words.insertion)
        return self._replace(
            state=state,
            program=program,
            issued=(*self.issued, key),
            live=(*self.live, number),
            answer=key,
        )

    def removed(self, number: int, words: Words) -> Moment:
        """The moment after a removal with the key of a live element; the returned element is no longer live."""
        return self._without(self.issued[number], f"{words.removal}:{number}", words)

    def rid(self, number: int, words: Words) -> Moment:
        """The moment after the removal of a live element, with any key that finds it."""
        key = next(
            key for key, element in self.system.live(self.state).items() if element == number
        )
        return self._without(key, f"{words.removal}:{number}", words)

    def _without(self, key: Key, word: str, words: Words) -> Moment:
        """The moment after a removal with a key."""
        answer, state = self._stepped(Operation(words.removal, key=key))
        handed = (
            answer if isinstance(answer, tuple) else (answer,)
        )  # a node is stored together with its edges
        live = tuple(each for each in self.live if each not in handed)
        program = (*self.program, word)
        return self._replace(state=state, program=program, live=live, answer=handed[0])

    def ordered(self, words: Words) -> Iterator[Moment]:
        """The moments after a sort by each of the moduli; none if there is no operation that sorts."""
        for modulus in MODULI if words.ordering else ():
            _, state = self._stepped(Operation(words.ordering, modulus=modulus))
            yield self._replace(state=state, program=(*self.program, f"{words.ordering}:{modulus}"))

    def shown(self, words: Words) -> list[int]:
        """The elements in the order of iteration."""
        answer, _ = self._stepped(Operation(words.iteration))
        assert isinstance(answer, tuple)
        return [element for _, element in answer]

    def meetings(self, words: Words) -> Iterator[Meeting]:
        """Look up every key that was issued."""
        for number, key in enumerate(self.issued):
            found, _ = self._stepped(Operation(words.look_up, key=key))
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
    yield moment.added(words)
    for number in moment.live:
        after = moment.removed(number, words)
        if after.live != moment.live:
            yield after
    for after in moment.ordered(words):
        if after.shown(words) != moment.shown(words):
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

"""Playback: what the model does with a program, one operation at a time.

At layout and cost level the model has one state and one answer. At contract level several answers can be right, so
playback goes on from the port's answer, up to the first difference. There, and if the port gave no answer, it goes on
from an answer that the model accepts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, Protocol

from stablelist_conformance.judging.judge import contract_judge
from stablelist_conformance.judging.verdict import Answered
from stablelist_conformance.python.answerers import model_word
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.protocol import Level, decode, in_order
from stablelist_spec.core.family import Family
from stablelist_spec.core.history import History
from stablelist_spec.core.operation import KeyName, Operation

__all__ = ["Known", "Live", "Moment", "Snapshot", "initial", "meaning", "playback", "played"]


class Live(NamedTuple):
    """A container as its user sees it: elements by the number of their insertion."""

    elements: Mapping[int, int]
    retired: frozenset[int] = frozenset()


Snapshot = Any
"""What is shown between two operations: a state of the model, or at contract level `Live` keys."""


class Known(NamedTuple):
    """What is known about a key before an operation uses it.

    Attributes:
        element: the element of a live key.
        retired_by: the number of the operation that retired the key.
    """

    name: KeyName
    element: int | None = None
    retired_by: int | None = None


class Moment(NamedTuple):
    """One operation of the program, with the model's answer and state.

    Attributes:
        number: the number of the operation, counted from 0.
        operation: the operation of *word*; None if this kit does not know the word.
        insertion: the number of the next insertion.
        answer: the model's answer.
        named: the cells, or at contract level the keys, that the operation names.
        family: the family of the container.
        live: the elements that are live after the operation, by the numbers of their insertions.
    """

    number: int
    word: str
    operation: Operation | None
    insertion: int
    key: Known | None
    other: Known | None
    answer: str
    before: Snapshot
    after: Snapshot
    named: frozenset[int]
    family: Family
    live: Mapping[int, int]


def playback(answered: Answered) -> Iterator[Moment]:
    """Every operation of the program, in order; states are computed lazily and not kept."""
    family = answered.program.family
    ledger = Ledger(family)
    player = _player(answered, ledger)
    before = player.snapshot()
    for number, word in enumerate(answered.program.words):
        operation = meaning(word, family)
        insertion, key, other = ledger.insertions, None, None
        answer, named = UNKNOWN, frozenset[int]()
        if operation is not None:
            keys = [ledger.known(name) for name in family.keys_of(operation)]
            key, other = (*keys, None, None)[:2]
            named, answer = player.named(operation), player.answer(number, operation)
            ledger.follow(number, operation, player.live())
        after = player.snapshot()
        live, first = ledger.live, insertion
        yield Moment(
            number, word, operation, first, key, other, answer, before, after, named, family, live
        )
        before = after


def played(answered: Answered) -> Moment | None:
    """The moment of the first difference; the last one if no operation is wrong."""
    last = None
    for moment in playback(answered):
        last = moment
        if moment.number == answered.at:
            break
    return last


def initial(answered: Answered) -> Snapshot:
    """The fresh container."""
    return _player(answered, Ledger(answered.program.family)).snapshot()


def meaning(word: str, family: Family) -> Operation | None:
    """The operation of a word, if there is one."""
    try:
        return decode(word, family)
    except UsageError:
        return None


# --- The ledger: what a user knows ----------------------------------------------------------------

UNKNOWN: Final = "?"
"""The answer to an operation that the model does not have."""


class Ledger:
    """Live and retired keys, and the operations that retired them."""

    def __init__(self, family: Family) -> None:
        self.family = family
        self.insertions = 0
        self.live: Mapping[int, int] = {}
        self.retired_by: dict[int, int] = {}

    def known(self, name: KeyName) -> Known:
        """What is known about a key."""
        if not isinstance(name, int):
            return Known(name)
        return Known(name, self.live.get(name), self.retired_by.get(name))

    def follow(self, number: int, operation: Operation, live: Mapping[int, int]) -> None:
        """Update the ledger to the elements that are live after an operation."""
        self.retired_by |= dict.fromkeys(self.live.keys() - live.keys(), number)
        self.live = live
        self.insertions += self.family.insertions(operation)


# --- Players: who answers -------------------------------------------------------------------------


class _Player(Protocol):
    """The model at some level."""

    def answer(self, number: int, operation: Operation) -> str:
        """Carry out an operation, and return the answer."""
        ...

    def named(self, operation: Operation) -> frozenset[int]:
        """The cells or keys that an operation names."""
        ...

    def live(self) -> Mapping[int, int]:
        """The live elements by the numbers of their insertions."""
        ...

    def snapshot(self) -> Snapshot:
        """What is shown now."""
        ...


def _player(answered: Answered, ledger: Ledger) -> _Player:
    """The player of a program's level."""
    several = answered.level is Level.CONTRACT and not answered.handshake.system.determined
    return _Contract(answered, ledger) if several else _Layout(answered, ledger)


class _Layout:
    """The model with its one answer."""

    def __init__(self, answered: Answered, ledger: Ledger) -> None:
        self.level, self.ledger = answered.level, ledger
        self.history = History(answered.handshake.system, answered.program.parameters)

    def answer(self, number: int, operation: Operation) -> str:
        """The model's answer; an operation that it does not have changes nothing."""
        word = model_word(self.history, operation, self.level)
        return UNKNOWN if word == "!other" else word

    def named(self, operation: Operation) -> frozenset[int]:
        """The positions that the keys name."""
        keys = self.ledger.family.keys_of(operation)
        return frozenset(self.history.key(key).index for key in keys)

    def live(self) -> Mapping[int, int]:
        """The elements that are still live, and the new ones."""
        known = [*self.ledger.live, *range(self.ledger.insertions, len(self.history.issued))]
        live = self.history.system.live(self.history.state)
        return {n: live[key] for n in known if (key := self.history.key(n)) in live}

    def snapshot(self) -> Snapshot:
        """The model's state."""
        return self.history.state


class _Contract:
    """The model following a port."""

    def __init__(self, answered: Answered, ledger: Ledger) -> None:
        self.answered, self.ledger = answered, ledger
        self.run = contract_judge(answered.handshake).following(answered.program.parameters)

    def answer(self, number: int, operation: Operation) -> str:
        """The port's answer if it is acceptable, otherwise an acceptable one."""
        right = self.run.acceptable(operation)
        word = self._said(number)
        if word not in right and in_order(word) not in right:
            word = next(iter(right), UNKNOWN)
        self.run.step(number, operation, word)
        return word

    def _said(self, number: int) -> str:
        """The port's answer before the first difference; there, the expected one."""
        c = self.answered
        if number == c.at:
            return c.expected.partition(" or ")[0] if c.kind == "answer" else ""
        judged = c.at is None or number < c.at
        return c.answers[number] if judged and number < len(c.answers) else ""

    def named(self, operation: Operation) -> frozenset[int]:
        """The live keys among those named."""
        names = {key for key in self.ledger.family.keys_of(operation) if isinstance(key, int)}
        return frozenset(names & self.ledger.live.keys())

    def live(self) -> Mapping[int, int]:
        """The elements of the first possible state; if there are too many states, they no longer change."""
        if not self.run.states:
            return self.ledger.live
        live = self.run.states[0].live
        return {number: element for number, element in live.items() if isinstance(number, int)}

    def snapshot(self) -> Live:
        """The live keys."""
        live = self.ledger.live
        return Live(live, frozenset(self.ledger.retired_by.keys() - live.keys()))

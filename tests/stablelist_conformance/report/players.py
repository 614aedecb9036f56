"""Players: the model carries out a program, and says which elements came and went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple

from stablelist_conformance.judging.judge import FollowedProgram, contract_judge
from stablelist_conformance.judging.verdict import Answered
from stablelist_conformance.report.trace import UNKNOWN, Live, Snapshot
from stablelist_conformance.wire.play import REFUSED, perform
from stablelist_conformance.wire.protocol import in_order
from stablelist_spec.core.history import NO_KEY, History
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Operation

__all__ = ["Answer", "ByContract", "ByModel"]


class Answer(NamedTuple):
    """The answer to an operation, and the insertions whose elements came and went."""

    word: str
    came: Sequence[int] = ()
    gone: Sequence[int] = ()


class ByModel:
    """The model with its one answer, at layout and cost level."""

    def __init__(self, answered: Answered) -> None:
        self.level = answered.level
        self.model = History(answered.handshake.system, answered.program.parameters)
        self.keys: dict[int, Key] = {}  # of live elements
        self._seen: tuple[object, Mapping[Key, int]] = None, {}

    def perform(self, number: int, operation: Operation) -> Answer:
        """The model's answer; an operation that it does not have changes nothing."""
        first, family = len(self.model.issued), self.model.system.family
        word = perform(self.model, operation, self.level).answer
        new = {n: key for n, key in enumerate(self.model.issued[first:], first) if key != NO_KEY}
        self.keys |= new
        gone: Sequence[int] = ()
        if operation.name in family.shrinking | family.resetting:
            live = self._live()
            gone = [n for n, key in self.keys.items() if key not in live]
            for n in gone:
                del self.keys[n]
        return Answer(UNKNOWN if word == REFUSED else word, [*new], gone)

    def before(self) -> History:
        """A copy of the model."""
        return copy(self.model)

    def named(self, keys: Sequence[KeyName]) -> frozenset[int]:
        """The positions that keys name."""
        return frozenset(self.model.key(key).index for key in keys)

    def element(self, number: int) -> int | None:
        """The live element of an insertion."""
        return self._live()[self.keys[number]] if number in self.keys else None

    def elements(self) -> Mapping[int, int]:
        """The live elements by the numbers of their insertions."""
        live = self._live()
        return {number: live[key] for number, key in self.keys.items()}

    def snapshot(self) -> Snapshot:
        """The model's state."""
        return self.model.state

    def _live(self) -> Mapping[Key, int]:
        """The live elements of the state, which are listed once for each state."""
        if self._seen[0] is not self.model.state:
            self._seen = self.model.state, self.model.system.live(self.model.state)
        return self._seen[1]


class ByContract:
    """The model following a port's answers up to the first difference, where several answers can be right.

    There, and if the port gave no answer, it goes on from an answer that the model accepts.
    """

    model: None = None

    def __init__(self, answered: Answered) -> None:
        self.answered = answered
        self.run = contract_judge(answered.handshake).following(answered.program.parameters)
        self.right = True
        self.live = Live({})

    def perform(self, number: int, operation: Operation) -> Answer:
        """The port's answer if it is acceptable, otherwise an acceptable one."""
        right = self.run.acceptable(operation)
        word = self._said(number)
        self.right &= word in right or not self.run.states
        if word not in right and in_order(word) not in right:
            word = next(iter(right), UNKNOWN)
        if word in right:
            self.run.go_on(right[word])
        return Answer(word, *self._follow())

    def _said(self, number: int) -> str:
        """The port's answer before the first difference; there, the expected one."""
        c = self.answered
        if number == c.at:
            return c.expected.partition(" or ")[0] if c.kind == "answer" else ""
        judged = c.at is None or number < c.at
        return c.answers[number] if judged and number < len(c.answers) else ""

    def _follow(self) -> tuple[Sequence[int], Sequence[int]]:
        """Note what is live in the first possible state; if there are too many states, it no longer changes."""
        (before, retired), live = self.live, self.live.elements
        if self.run.states:
            live = self.run.states[0].live
        if live == before:
            return (), ()
        live = {number: element for number, element in live.items() if isinstance(number, int)}
        came, gone = [n for n in live if n not in before], [n for n in before if n not in live]
        self.live = Live(live, (retired | {*gone}) - live.keys())
        return came, gone

    def before(self) -> FollowedProgram[Any] | None:
        """The port as its user knows it; None if it was wrong already."""
        return self.run if self.right else None

    def named(self, keys: Sequence[KeyName]) -> frozenset[int]:
        """The keys that were issued, among those named."""
        return frozenset(key for key in keys if isinstance(key, int))

    def element(self, number: int) -> int | None:
        """The live element of an insertion."""
        return self.live.elements.get(number)

    def elements(self) -> Mapping[int, int]:
        """The live elements by the numbers of their insertions."""
        return self.live.elements

    def snapshot(self) -> Live:
        """The live keys."""
        return self.live

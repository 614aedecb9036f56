"""The recorder: plays a program once, and notes what reports need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Final, NamedTuple

from stablelist_conformance.judging.judge import FollowedProgram, contract_judge
from stablelist_conformance.judging.properties import broken_at, broken_inside
from stablelist_conformance.judging.verdict import Answered, Counterexample
from stablelist_conformance.report.trace import (
    UNKNOWN,
    Known,
    LayoutDifference,
    Live,
    Snapshot,
    Step,
    Trace,
    size,
)
from stablelist_conformance.wire.answers import in_order
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.operations import decode
from stablelist_conformance.wire.play import REFUSED, perform
from stablelist_conformance.wire.protocol import Program
from stablelist_spec.core.family import Family
from stablelist_spec.core.history import NO_KEY, History
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Operation
from stablelist_spec.core.second import Pair
from stablelist_spec.core.second_contract import known_of

__all__ = [
    "MOST_CELLS",
    "MOST_STEPS",
    "known_operation",
    "record_trace",
]


class Answer(NamedTuple):
    """The answer to an operation, and the insertions whose elements came and went."""

    word: str
    came: Sequence[int] = ()
    gone: Sequence[int] = ()


def has_two(program: Program) -> bool:
    """Whether a program has a second container."""
    known = (known_operation(word, program.family) for word in program.words)
    both = program.family.both
    return any(each and (each.on > 1 or each.name in both) for each in known)


class ByModel:
    """The model with its one answer, at layout and cost level."""

    def __init__(self, answered: Answered) -> None:
        self.level = answered.level
        self.model = History(answered.handshake.system, answered.program.parameters)
        self.two = has_two(answered.program)
        self.on = 1
        self.keys: dict[int, Key] = {}  # of live elements of the first container
        self._seen: tuple[object, Mapping[Key, int]] = None, {}

    def perform(self, number: int, operation: Operation) -> Answer:
        """The model's answer; an operation that it does not have changes nothing."""
        first, family = len(self.model.issued), self.model.system.family
        word = perform(self.model, operation, self.level).answer
        new = {n: key for n, key in enumerate(self.model.issued[first:], first) if key != NO_KEY}
        self.keys |= new
        gone: Sequence[int] = ()
        if operation.name in family.shrinking | family.resetting | family.looping:
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
        """The model's state, or both if there are two containers."""
        return self.model.pair._replace(copied=0) if self.two else self.model.state

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
        self.on, self.right = 1, True
        self.lives = [Live({}), Live({})] if has_two(answered.program) else [Live({})]

    def perform(self, number: int, operation: Operation) -> Answer:
        """The port's answer if it is acceptable, otherwise an acceptable one."""
        right = self.run.acceptable(operation)
        word = self._said(number)
        self.right &= word in right or not self.run.states
        if word not in right and in_order(word) not in right:
            word = next(iter(right), UNKNOWN)
        if word in right:
            self.run.go_on(right[word])
        return Answer(word, *self._follow(operation))

    def _said(self, number: int) -> str:
        """The port's answer before the first difference; there, the expected one."""
        c = self.answered
        if number == c.at:
            return c.expected.partition(" or ")[0] if c.kind == "answer" else ""
        judged = c.at is None or number < c.at
        return c.answers[number] if judged and number < len(c.answers) else ""

    def _follow(self, operation: Operation) -> tuple[Sequence[int], Sequence[int]]:
        """Note what is live in the first possible state; if there are too many states, it no longer changes.

        The insertions that came and went are those of the container that the operation is on.
        """
        if not (self.run.states and self.run.family.inserting):
            return (), ()
        state, changes = self.run.states[0], []
        for on, (before, retired) in enumerate(self.lives, 1):
            known = known_of(state, on)
            found = {} if known is None else known.live  # nothing was done to the second one yet
            live = {number: element for number, element in found.items() if isinstance(number, int)}
            came, gone = [n for n in live if n not in before], [n for n in before if n not in live]
            if on == self.on:
                passed = passed_by(known, operation)
                came, gone = [*came, *passed], [*gone, *passed]
            if live != before or gone:
                self.lives[on - 1] = Live(live, (retired | {*gone}) - live.keys())
            changes.append((came, gone))
        return changes[self.on - 1]

    @property
    def live(self) -> Live:
        """What is live in the container that the operation is on."""
        return self.lives[self.on - 1]

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

    def snapshot(self) -> Snapshot:
        """The live keys, of both containers if there are two."""
        return Pair(self.lives[0], self.lives[1]) if len(self.lives) > 1 else self.live


def passed_by(known: Any, operation: Operation) -> list[int]:  # noqa: ANN401 - of a pool, or another state
    """The insertion whose element came and went at once, if an operation was many turns."""
    turned = operation.name == "cycle" and known is not None and known.lives[-1] is not None
    return [len(known.lives) - 1] if turned else []


LAYOUT: Final = "layout"
MOST_STEPS: Final = 400
"""The most steps after which the model's invariants can be checked."""
MOST_CELLS: Final = 100_000
"""The greatest size of the states that are kept together, without the first of them."""


def record_trace(answered: Answered, *, most: int | None = MOST_CELLS) -> Trace:
    """Play a program, and note all that reports need.

    Args:
        answered: the program, and the answers of a port.
        most: the size of the states that are kept, at least two; None for all of them.
    """
    recorder = _Recorder(answered, most)
    recorder.play()
    return recorder.trace


def known_operation(word: str, family: Family) -> Operation | None:
    """The operation of a word, if there is one."""
    try:
        return decode(word, family)
    except UsageError:
        return None


class _Recorder:
    """Plays a program, and takes notes."""

    def __init__(self, answered: Answered, most: int | None) -> None:
        self.trace, self.answered, self.most = Trace(answered), answered, most
        self.family, self.insertions = answered.program.family, 0
        self.player = ByContract(answered) if answered.by_contract else ByModel(answered)
        self.looks, self.model = _looks(answered), self.player.model
        if self.looks and self.model is None:
            self.model = History(answered.handshake.system, answered.program.parameters)
        self.end = len(answered.program.words) if answered.at is None else answered.at + 1
        self.kept = 0
        self.retired_by: dict[int, int] = {}
        self.issued: set[int] = set()

    def play(self) -> None:
        """Carry out every operation."""
        self._keep(0)
        for number, word in enumerate(self.answered.program.words):
            operation = known_operation(word, self.family)
            self.player.on = operation.on if operation else 1
            if number == self.answered.at:
                self._judge()
            step = Step(number, word, operation, self.family, self.insertions)
            step = step if operation is None else self._carried_out(step, operation)
            self.trace.steps.append(step)
            if number < self.end:
                self._keep(number + 1)

    def _judge(self) -> None:
        """Note what the wrong answer is about, before the model answers."""
        self.trace.live = self.player.elements()
        if isinstance(self.answered, Counterexample):
            self.trace.breaks = broken_at(self.answered, self.player.before)

    def _carried_out(self, step: Step, operation: Operation) -> Step:
        """The step, with all that the model says to it."""
        keys = self.family.keys_of(operation)
        key, other = (*map(self._known, keys), None, None)[:2]
        named = self.player.named(keys)
        answer, came, gone = self.player.perform(step.number, operation)
        if self.model is not None and self.model is not self.player.model:
            perform(self.model, operation, self.answered.level)
        self.insertions += self.family.insertions(operation)
        self.retired_by |= dict.fromkeys(gone, step.number)
        self.issued |= {*came}
        return step._replace(key=key, other=other, named=named, answer=answer, came=came, gone=gone)

    def _known(self, name: KeyName) -> Known:
        """What is known about a key."""
        if not isinstance(name, int):
            return Known(name)
        element, retired_by = self.player.element(name), self.retired_by.get(name)
        return Known(name, element, retired_by, elsewhere=name in self.issued)

    def _keep(self, number: int) -> None:
        """Keep the state after so many operations, and drop the first ones if all together are too large."""
        states, fresh = self.trace.states, self.trace.fresh
        states[number] = self.player.snapshot()
        if self.player.model is not None and number >= self.end - MOST_STEPS:
            fresh[number] = self.player.model.fresh()
        if self.model is not None and number in self.looks:
            self._compare(number, self.model)
        self.kept += size(states[number])
        while self.most is not None and len(states) > 2:
            first = next(iter(states))
            if self.kept - size(states[first]) <= self.most:
                break
            self.kept -= size(states.pop(first))
            fresh.pop(first, None)

    def _compare(self, number: int, model: History) -> None:
        """Compare the port's layout with the model's."""
        said, right = self.looks[number], model.system.shown[LAYOUT](model.state)
        if said != right:
            breaks = broken_inside(model, said)
            self.trace.differences.append(LayoutDifference(number, said, right, breaks))


def _looks(answered: Answered) -> Mapping[int, str]:
    """The layouts that the port has shown, by the number of operations before: asked for, and in the program itself."""
    system = answered.handshake.system
    if not system.exact or LAYOUT not in system.shown:
        return {}
    words = enumerate(zip(answered.program.words, answered.answers, strict=False), 1)
    own = {step: answer for step, (word, answer) in words if word == LAYOUT}
    return dict(enumerate(answered.inside)) | own

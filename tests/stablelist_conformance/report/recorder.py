"""The recorder: plays a program once, and notes what reports need."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from functools import lru_cache, partial
from itertools import accumulate
from typing import Any, Final, NamedTuple

from stablelist_conformance.judging.judge import FollowedProgram, contract_judge
from stablelist_conformance.judging.properties import broken_at, broken_inside
from stablelist_conformance.judging.verdict import Answered, Counterexample
from stablelist_conformance.report.trace import (
    EARLIER,
    UNKNOWN,
    Known,
    LayoutDifference,
    Live,
    Observed,
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
from stablelist_spec.core.family import Family, Role
from stablelist_spec.core.history import NO_KEY, History
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Operation
from stablelist_spec.core.second import Pair
from stablelist_spec.core.second_contract import known_of
from stablelist_spec.core.system import System

__all__ = [
    "MOST_CELLS",
    "MOST_STEPS",
    "known_operation",
    "record_trace",
]


class Changes(NamedTuple):
    """The insertions whose elements came, and those whose elements went."""

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
        self._known = 0
        self._seen: tuple[object, Mapping[Key, int]] = None, {}

    def perform(self, number: int, operation: Operation) -> str:
        """The model's answer; an operation that it does not have changes nothing."""
        word = perform(self.model, operation, self.level).answer
        return UNKNOWN if word == REFUSED else word

    def changes(self, *, removed: bool) -> Changes:
        """What came since the last call, and if something may have been removed since, what went."""
        issued, known = self.model.issued, self._known
        self._known = len(issued)
        last = {key: n for n, key in enumerate(issued[known:], known) if key != NO_KEY}
        new = {n: key for key, n in last.items()}
        self.keys |= new
        gone: Sequence[int] = ()
        if removed:
            live = self._live()
            gone = [n for n, key in self.keys.items() if key not in live]
            for n in gone:
                del self.keys[n]
        return Changes([*new], gone)

    def catch_up(self, _: Collection[int]) -> None:
        """Find out what is live of the insertions so far."""
        self.changes(removed=True)

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


def questions(system: System) -> list[Operation]:
    """The operations that read the container and have no operands."""
    kinds = ((name, system.family.kinds[name]) for name in system.family.kinds)
    read = (name for name, kind in kinds if kind.role is Role.READ and not kind.operands)
    return [Operation(name) for name in read if name in system.operations]


class ByContract:
    """The model following a port's answers up to the first difference, where several answers can be right.

    There, and if the port gave no answer, it goes on from an answer that the model accepts.
    """

    model: None = None

    def __init__(self, answered: Answered) -> None:
        self.answered = answered
        self.run = contract_judge(answered.handshake).following(answered.program.parameters)
        self.on, self.right = 1, True
        self.passed: list[int] = []  # by the last operation: insertions that came and went at once
        self.questions = questions(answered.handshake.system)
        self.lives = [Live({}), Live({})] if has_two(answered.program) else [Live({})]

    def perform(self, number: int, operation: Operation) -> str:
        """The port's answer if it is acceptable, otherwise an acceptable one."""
        word = self._said(number)
        right = self.run.acceptable(operation, word)
        self.right &= word in right or not self.run.states
        if word not in right and in_order(word) not in right:
            word = next(iter(right), UNKNOWN)
        if word in right:
            self.run.go_on(right[word])
        state = self.run.states[:1]
        self.passed = passed_by(known_of(state[0], self.on), operation) if state else []
        return word

    def _said(self, number: int) -> str:
        """The port's answer before the first difference; there, the expected one."""
        c = self.answered
        if number == c.at:
            return c.expected.partition(" or ")[0] if c.kind == "answer" else ""
        judged = c.at is None or number < c.at
        return c.answers[number] if judged and number < len(c.answers) else ""

    def changes(self, *, removed: bool) -> Changes:
        """What came and went since the last call, in the container that the operation is on.

        That is in the first possible state; if there are too many states, nothing changes any more.
        """
        if not (self.run.states and self.run.family.inserting):
            return Changes()
        state, changes = self.run.states[0], []
        for on, (before, retired) in enumerate(self.lives, 1):
            known = known_of(state, on)
            live = {} if known is None else {**known.live}  # nothing was done to the second one yet
            came, gone = [n for n in live if n not in before], [n for n in before if n not in live]
            if on == self.on:
                came, gone = [*came, *self.passed], [*gone, *self.passed]
            if live != before or gone:
                self.lives[on - 1] = Live(live, (retired | {*gone}) - live.keys())
            changes.append(Changes(came, gone))
        return changes[self.on - 1]

    def catch_up(self, issued: Collection[int]) -> None:
        """Find out what is live of the insertions so far, in the only container."""
        self.changes(removed=True)
        live = self.lives[0].elements
        self.lives[0] = Live(live, frozenset(issued).difference(live))

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
        """The live keys, of both containers if there are two; if there are none, what can be asked."""
        if not self.run.family.keyed:
            return Observed({each.name: self.run.phrase(each) for each in self.questions})
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
MOST_WATCHED: Final = 500_000
"""The sum of the elements at the steps whose keys are told in detail: it takes time for each element at each step."""


@lru_cache(1)
def record_trace(answered: Answered, *, most: int | None = MOST_CELLS) -> Trace:
    """Play a program, and note all that reports need.

    Args:
        answered: the program, and the answers of a port.
        most: the size of the states that are kept, at least two; None for all of them.
    """
    recorder = _Recorder(answered, most)
    recorder.play()
    return recorder.trace


def watched_from(program: Program, end: int) -> int:
    """The first step of a program whose keys are told in detail: 0, unless it is long and its container is large.

    The number of elements is estimated, from above: what was removed by one word may have been few.
    """
    if has_two(program):
        return 0
    family, live, most, at_most = program.family, 0, 0, [0]
    known = (known_operation(word, family) for word in program.words[:end])
    for operation in filter(None, known):
        grows = operation.name in family.growing
        live += family.insertions(operation) or grows
        live -= operation.name in family.shrinking
        most = max(most, live)
        at_most.append(most)
    totals = accumulate(reversed(at_most))
    return max(0, end - sum(total <= MOST_WATCHED for total in totals))


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
        self.since = 0 if most is None else watched_from(answered.program, self.end)
        self.kept = 0
        self.retired_by: dict[int, int] = {}
        self.issued: set[int] = set()

    def play(self) -> None:
        """Carry out every operation; of a long program in a large container, only the last ones are watched."""
        if self.since == 0:
            self._keep(0)
        for number, word in enumerate(self.answered.program.words):
            operation = known_operation(word, self.family)
            self.player.on = operation.on if operation else 1
            if number == self.answered.at:
                self._judge()
            step = Step(number, word, operation, self.family, self.insertions)
            step = step if operation is None else self._carried_out(step, operation)
            self.trace.steps.append(step)
            if number + 1 == self.since:
                self._catch_up()
            if self.since <= number + 1 <= self.end:
                self._keep(number + 1)

    def _catch_up(self) -> None:
        """Note what came and went before the steps that are watched; what is live came with the last one."""
        self.player.catch_up(self.issued)
        came = [*self.player.elements()]
        self.retired_by |= dict.fromkeys(self.issued.difference(came), EARLIER)
        self.trace.steps[-1] = self.trace.steps[-1]._replace(came=came)

    def _judge(self) -> None:
        """Note what the wrong answer is about, before the model answers."""
        self.trace.live = self.player.elements()
        if isinstance(self.answered, Counterexample):
            self.trace.breaks = broken_at(self.answered, self.player.before)

    def _carried_out(self, step: Step, operation: Operation) -> Step:
        """The step, with all that the model says to it."""
        keys = self.family.keys_of(operation)
        watched = step.number >= self.since
        known = self._known if watched else partial(Known, watched=False)
        key, other = (*map(known, keys), None, None)[:2]
        named = self.player.named(keys)
        answer, family = self.player.perform(step.number, operation), self.family
        removes = operation.name in family.shrinking | family.resetting | family.looping
        came, gone = self.player.changes(removed=removes) if watched else Changes()
        if self.model is not None and self.model is not self.player.model:
            perform(self.model, operation, self.answered.level)
        if not watched and not answer.startswith("!"):
            self.issued.update(range(step.insertion, step.insertion + family.insertions(operation)))
        self.insertions += family.insertions(operation)
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

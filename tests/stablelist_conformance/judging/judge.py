"""Judges: whether an answer line is right.

At layout and cost level there is exactly one right line, and the judge compares. At contract level several may be right
(the order of a list, a stale key after wrap-around), so the judge follows the port: it keeps every state in which the
container may be (`stablelist_spec.families.contract`), checks whether a word is acceptable in one of them, and goes on
from those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from stablelist_conformance.wire.answers import encode_answer, in_order
from stablelist_conformance.wire.handshake import Answerer, Handshake
from stablelist_conformance.wire.protocol import Level, Program
from stablelist_spec.core.contract import Contract, Outcome, UndeterminedError, told
from stablelist_spec.core.family import Family
from stablelist_spec.core.history import contract_of
from stablelist_spec.core.operation import Configuration, Operation

__all__ = [
    "ContractJudge",
    "Difference",
    "ExactJudge",
    "FollowedProgram",
    "Judge",
    "Unjudged",
    "alike",
    "contract_judge",
    "first_difference",
]

S = TypeVar("S")


class Difference(NamedTuple):
    """The first wrong word: the operation, the acceptable words, and the answer."""

    at: int
    expected: str
    answered: str

    @property
    def disordered(self) -> bool:
        """Whether only the order of a list is wrong."""
        right = self.expected.split(" or ")
        return self.answered not in right and in_order(self.answered) in map(in_order, right)

    @property
    def ascends(self) -> bool:
        """Whether every acceptable list is in ascending order."""
        return all(in_order(each) == each for each in self.expected.split(" or "))


class Judge(Protocol):
    """Decides whether answer lines are right."""

    def judge(self, program: Program, line: str) -> Difference | None:
        """The first difference, or None if the line is right."""
        ...


def alike(program: Program, first: str, second: str) -> bool:
    """Whether two answers to a program differ at most in numbers that its container chooses.

    >>> program = Program(None, ("alloc:8:4", "address:0"), "allocator")
    >>> [alike(program, "ok 64", other) for other in ("ok 128", "ok none", "!full 64", "ok")]
    [True, False, False, False]
    """
    one, other = first.split(" "), second.split(" ")
    return first == second or (
        len(one) == len(other) == len(program.words)
        and all(
            a == b or (program.family.kinds[each.name].chosen and a.isdecimal() and b.isdecimal())
            for each, a, b in zip(program.operations, one, other, strict=True)
        )
    )


class ExactJudge:
    """Accepts exactly one line: the answer of the reference."""

    def __init__(self, reference: Answerer, level: Level) -> None:
        self.reference, self.level = reference, level

    def judge(self, program: Program, line: str) -> Difference | None:
        """Compare."""
        return first_difference(self.reference.answer(program, self.level), line)


def first_difference(expected: Sequence[str], line: str) -> Difference | None:
    """The first word of an answer line that differs, is missing, or is too many."""
    if line == " ".join(expected):
        return None
    answered = line.split(" ")
    for at, (right, word) in enumerate(zip(expected, answered, strict=False)):
        if right != word:
            return Difference(at, right, word)
    at = min(len(expected), len(answered))
    if at < len(expected):
        return Difference(at, expected[at], "")
    return Difference(len(expected) - 1, "no more words", " ".join(answered[at:])[:80])


class Unjudged(NamedTuple):
    """Programs that a judge stopped to follow because too much was possible, and their operations from there on."""

    programs: int = 0
    operations: int = 0

    def plus(self, other: Unjudged) -> Unjudged:
        """The sum of both."""
        return Unjudged(self.programs + other.programs, self.operations + other.operations)


class ContractJudge(Generic[S]):
    """Accepts every line that the contract allows. Lists without a defined order must ascend.

    Attributes:
        unjudged: what was accepted without being judged, of all lines so far.
    """

    def __init__(
        self,
        contract: Callable[[Configuration], Contract[S]],
        family: Family,
    ) -> None:
        self.contract, self.family = contract, family
        self.unjudged = Unjudged()

    def judge(self, program: Program, line: str) -> Difference | None:
        """Follow the answers to the first unacceptable one."""
        return self.follow(program, line)[0]

    def following(self, parameters: Configuration) -> FollowedProgram[S]:
        """A fresh container, to be followed word by word."""
        return FollowedProgram(self.contract(parameters), self.family)

    def follow(self, program: Program, line: str) -> tuple[Difference | None, set[str]]:
        """The first difference, and the labels of what happened before it."""
        run = self.following(program.parameters)
        answered = line.split(" ") if line else []
        labels: set[str] = set()
        for at, operation in enumerate(program.operations):
            if at == len(answered):
                return Difference(at, run.phrase(operation), ""), labels
            difference = run.step(at, operation, answered[at])
            if difference is not None:
                return difference, labels
            labels |= run.labels
        if run.unjudged:
            self.unjudged = self.unjudged.plus(Unjudged(1, run.unjudged))
        if len(answered) > len(program.words):
            extra = " ".join(answered[len(program.words) :])[:80]
            return Difference(len(program.words) - 1, "no more words", extra), labels
        return None, labels


def contract_judge(handshake: Handshake) -> ContractJudge[Any]:
    """The judge that follows a port."""
    system = handshake.system
    return ContractJudge(lambda chosen: contract_of(system, handshake, chosen), system.family)


MOST_STATES: Final = 1_024
"""The most states that are followed, at a few steps of a program."""
FEWEST_STATES: Final = 256
"""The most states that are followed at any number of steps."""
MOST_STEPS: Final = 16_384
"""The sum of the states at the steps of a program at which more are followed."""


class FollowedProgram(Generic[S]):
    """One program, one operation at a time.

    A word is right if some state allows it. An answer may not determine the state of the container: a stale key can
    mean one of several equal elements, or be answered with only ``yes``. Then all possible states are followed. If
    there are too many, any word is accepted from there on, so that no right port is refuted.

    Attributes:
        left: how much of `MOST_STEPS` is left.
        unjudged: how many words were accepted because there were too many states.
    """

    def __init__(self, contract: Contract[S], family: Family) -> None:
        self.contract, self.family = contract, family
        self.states = [contract.initial()]
        self.labels: set[str] = set()
        self.left = MOST_STEPS
        self.unjudged = 0

    def step(self, at: int, operation: Operation, answered: str) -> Difference | None:
        """Judge one word and go on from it."""
        try:
            acceptable = self.acceptable(operation, answered) if self.states else {}
        except UndeterminedError:
            self.states = []
        if not self.states:
            self.unjudged += 1
            return None
        if answered not in acceptable:
            return Difference(at, self.phrase(operation, answered), answered)
        self.go_on(acceptable[answered])
        return None

    def go_on(self, ways: list[tuple[S, Outcome[S]]]) -> None:
        """Go on from an acceptable word: from the states that allow it."""
        labels = {outcome.labels for _, outcome in ways}
        self.labels = set(*labels) if len(labels) == 1 else set()
        self.states = successors(ways, MOST_STATES if self.left > 0 else FEWEST_STATES)
        self.left -= len(self.states) if len(self.states) > FEWEST_STATES else 0

    def follow(self, operations: Iterable[Operation], answers: Iterable[str]) -> Difference | None:
        """Judge words one by one, up to the first that is wrong."""
        for at, (operation, answered) in enumerate(zip(operations, answers, strict=False)):
            difference = self.step(at, operation, answered)
            if difference is not None:
                return difference
        return None

    def acceptable(
        self, operation: Operation, answered: str = ""
    ) -> dict[str, list[tuple[S, Outcome[S]]]]:
        """Every acceptable word, with the states that allow it; of chosen numbers, only the answered one."""
        if self.family.kinds[operation.name].chosen:
            operation = told(operation, answered)
        words: dict[str, list[tuple[S, Outcome[S]]]] = {}
        for state in self.states:
            for outcome in self.contract.outcomes(state, operation):
                word = encode_answer(operation, outcome.answer, Level.CONTRACT, self.family)
                words.setdefault(word, []).append((state, outcome))
        return words

    def phrase(self, operation: Operation, answered: str = "") -> str:
        """The acceptable words, as text."""
        return " or ".join(self.acceptable(operation, answered)) or "anything"


def successors(ways: list[tuple[S, Outcome[S]]], most: int) -> list[S]:
    """The distinct states after an operation; none if there are more than may be."""
    if len(ways) == 1:
        [(state, outcome)] = ways
        return [outcome.after(state)]
    states: dict[S, None] = {}
    for state, outcome in ways:
        states.setdefault(outcome.after(copy(state)))
        if len(states) > most:
            return []
    return [*states]

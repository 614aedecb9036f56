"""The machine: a container and its reference, which carry out the same words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import ClassVar, Final

from hypothesis import target
from hypothesis.stateful import RuleBasedStateMachine, invariant

from stablelist_conformance.judging.judge import Difference, contract_judge
from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.python.aliases import ALIASES, answer_by
from stablelist_conformance.python.container_run import ContainerRun
from stablelist_conformance.python.method_run import MethodRun
from stablelist_conformance.python.methods import MethodAnswerer
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.report.steps import steps
from stablelist_conformance.report.words import broken, parameter_words
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.operations import encode
from stablelist_conformance.wire.play import perform
from stablelist_conformance.wire.protocol import Level, Program
from stablelist_spec.core.family import Role
from stablelist_spec.core.history import History
from stablelist_spec.core.operation import Configuration, Operation

__all__ = ["ContainerMachine"]


FEW: Final = 4
"""After how many of several operations the invariants are checked."""
LAYOUT: Final = "layout"
Reference = Callable[[int, Operation, str], Difference | None]
"""Judges the answers to operations, which are numbered, one after the other."""


def reference(handshake: Handshake, chosen: Configuration) -> Reference:
    """The model if the container shows its layout, else the rules of its system."""
    if handshake.level is Level.CONTRACT:
        return contract_judge(handshake).following(chosen).step
    history = History(handshake.system, chosen)

    def compare(at: int, operation: Operation, answered: str) -> Difference | None:
        right = perform(history, operation, handshake.level).answer
        return None if answered == right else Difference(at, right, answered)

    return compare


def questions(handshake: Handshake, chosen: Configuration) -> list[Operation]:
    """The cheap questions: those that a fresh container answers with a number, and what shows the inside."""
    system, fresh = handshake.system, contract_judge(handshake).following(chosen)
    asked = [
        Operation(name)
        for name, kind in system.family.kinds.items()
        if name in handshake.offered
        and system.able(chosen, name)
        and (kind.role, kind.operands) == (Role.READ, ())
    ]
    counts = [each for each in asked if all(map(str.isdigit, fresh.acceptable(each)))]
    return [*counts, *map(Operation, list(system.shown)[: handshake.level])]


class ContainerMachine(RuleBasedStateMachine):
    """A container and its reference. `state_machine` adds the rules for the operations that are offered.

    Attributes:
        issued: the insertions that returned a key, by number, with the name of the operation.
        spaces: the sizes of the element space that were seen.
    """

    answerer: ClassVar[MethodAnswerer]

    def __init__(self) -> None:
        super().__init__()
        self.handshake = self.answerer.handshake
        self.system = self.handshake.system
        self.words: list[str] = []
        self.answers: list[str] = []
        self.issued: dict[int, str] = {}
        self.spaces: list[int] = []
        self.parameters: Configuration
        self.run: MethodRun
        self.reference: Reference
        self.questions: list[Operation]

    def start(self, parameters: Configuration) -> None:
        """Create the container."""
        self.parameters = parameters
        self.run = self.answerer.run(parameters, self.handshake.level)
        self.reference = reference(self.handshake, parameters)
        self.questions = questions(self.handshake, parameters)

    def perform(self, operation: Operation, alias: str = "") -> list[int]:
        """Carry an operation out on both sides, and compare; returns the numbers of its insertions that succeeded."""
        if not self.system.able(self.parameters, operation.name):
            return []
        word, first = encode(operation, self.system.family), len(self.run.keys)
        self.words.append(word)
        if alias:
            assert isinstance(self.run, ContainerRun)
            answered = answer_by(self.run, ALIASES[alias], operation)
        else:
            [answered] = self.run.answer((word,))
        self.answers.append(answered)
        difference = self.reference(len(self.words) - 1, operation, answered)
        if difference is not None:
            raised = self.run.raised if answered.startswith("!") else None
            at, expected, _ = difference
            headline = f"operation {at + 1}, {word}{f' by its alias {alias}' * bool(alias)}: "
            headline += f"expected {expected}, answered {answered}"
            headline += f" ({type(raised).__name__}: {raised})" * (raised is not None)
            raise AssertionError(f"{headline}\n\n{self.program(difference)}") from raised
        keys = enumerate(self.run.keys[first:], first)
        numbers = [number for number, key in keys if key is not None]
        self.issued |= dict.fromkeys(numbers, operation.name)
        return numbers

    def perform_all(self, operations: Iterable[Operation]) -> list[int]:
        """Carry several operations out as `perform` does.

        After the first few the invariants are checked as well, so that what these break is shrunk to them.
        """
        numbers = list[int]()
        for done, operation in enumerate(operations, 1):
            numbers += self.perform(operation)
            if done <= FEW:
                self.agrees()
        return numbers

    def ask(self, question: Operation) -> str:
        """The answer to a question, which becomes part of the program only if it is wrong."""
        asked = len(self.words)
        self.perform(question)
        answered = "".join(self.answers[asked:])
        del self.words[asked:], self.answers[asked:]
        return answered

    def numbers(self, of: str) -> list[int]:
        """The insertions of some kind of elements that returned a key, the oldest first."""
        return [number for number, by in self.issued.items() if of in ("", by)]

    @invariant()
    def agrees(self) -> None:
        """Cheap questions are asked after every step, and the container's own ``check`` must pass."""
        for question in self.questions:
            answered = self.ask(question)
            extent = self.system.extent(answered) if question.name == LAYOUT else None
            if extent is not None:
                self.spaces.append(extent[0])
        own = "check" not in self.system.family.kinds  # of an allocator, it is an operation
        check = getattr(self.run.container, "check", None) if own else None
        try:
            if callable(check):
                check()
        except Exception as error:
            reason = f"check() raised {type(error).__name__}: {error}"
            raise AssertionError(f"{reason}\n\n{self.program(None)}") from error

    def teardown(self) -> None:
        """Let Hypothesis look for many truncations and as many reused indices, if the layout shows them."""
        if self.spaces:
            truncations = sum(later < earlier for earlier, later in pairwise(self.spaces))
            indices = [self.run.keys[number].index for number in self.issued]
            reused = len(indices) - len({*indices})
            target(float(min(truncations, reused)), label="truncations and reuse")

    def program(self, difference: Difference | None) -> str:
        """The program so far in plain words."""
        at, expected, answered = difference or (None, "", "")
        told = Counterexample(
            port=self.handshake.name,
            handshake=self.handshake,
            program=Program(self.parameters, tuple(self.words), self.handshake.system_name),
            level=self.handshake.level,
            kind="answer",
            at=at,
            expected=expected,
            answered=answered,
            detail="",
            answers=tuple(self.answers),
        )
        trace = record_trace(told)
        words = parameter_words(self.parameters, self.handshake)
        return "\n".join([words, *steps(trace), *broken(trace.breaks)])

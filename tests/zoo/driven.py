"""The Hypothesis machine of a family, which drives a port instead of a class in Python.

A port answers whole programs. So for each step of the machine it is sent the program so far, and the last word of its
answer counts. Questions of the machine are asked at the end of the program, and are not kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, run_state_machine_as_test

from stablelist_conformance.machine.container import ContainerMachine
from stablelist_conformance.machine.rules import bundles, operation_rules
from stablelist_conformance.programs.target import Target
from stablelist_conformance.wire.errors import PortFault
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.operations import decode, encode
from stablelist_conformance.wire.protocol import Level, Program
from stablelist_spec.core.operation import Configuration, Operation

from .hunt import ANSWER, Meter

__all__ = ["drive"]

MOST_EXAMPLES: Final = 1 << 30
"""More than any budget allows."""


def drive(target: Target, number: int, meter: Meter) -> None:
    """Let Hypothesis look for a wrong answer, without shrinking it, until the hunt has ended."""
    chosen = settings(
        max_examples=MOST_EXAMPLES,
        deadline=None,
        database=None,
        derandomize=False,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )
    run_state_machine_as_test(seed(number)(machine(target, meter)), settings=chosen)


def machine(target: Target, meter: Meter) -> type[RuleBasedStateMachine]:
    """The machine of the family of a port, with the configurations that the kit draws for its small programs."""
    answerer = PortAnswerer(replace(target.handshake, level=target.level), target, meter)
    abilities, family = target.abilities(), target.handshake.system.family
    rules = operation_rules(family, abilities.operations - family.both, bundles(family))
    choices = {name: st.sampled_from(values) for name, values in abilities.choices.items()}
    drawn = st.fixed_dictionaries(choices).map(lambda wanted: abilities.configuration(**wanted))
    members = {
        "answerer": answerer,
        "begin": initialize(parameters=drawn)(begin),
        **{f"rule_{name}": each for name, each in rules.items()},
    }
    return type("PortMachine", (PortMachine,), members)


def begin(machine: ContainerMachine, parameters: Configuration) -> None:
    """Create the container."""
    machine.start(parameters)


class PortMachine(ContainerMachine):
    """A machine whose first wrong answer ends the hunt."""

    def perform(self, operation: Operation, alias: str = "") -> list[int]:
        """Carry an operation out on both sides, and compare; nothing, if its result is undefined."""
        run: Any = self.run
        if not run.defines(operation):
            return []
        try:
            return super().perform(operation, alias)
        except AssertionError:
            run.meter.count(0, wrong=ANSWER)
            raise

    def ask(self, question: Operation) -> str:
        """The answer to a question, which the port forgets."""
        run: Any = self.run
        kept = run.words
        answered = super().ask(question)
        run.words = kept
        return answered


@dataclass
class PortAnswerer:
    """Makes a container of the port for each example."""

    handshake: Handshake
    target: Target
    meter: Meter

    def run(self, chosen: Configuration, _: Level) -> PortRun:
        """A fresh container."""
        return PortRun(self.target, self.meter, Program(chosen, (), self.handshake.system_name))


class PortRun:
    """One container of a port: the words that it was sent so far.

    Attributes:
        words: in the ways that the port has for them, in turn.
        keys: for each insertion its number, or None if it failed.
    """

    raised: Exception | None = None
    container: None = None

    def __init__(self, target: Target, meter: Meter, fresh: Program) -> None:
        self.target, self.meter, self.fresh = target, meter, fresh
        self.family, self.ways = target.handshake.system.family, dict(target.handshake.ways)
        self.words: tuple[str, ...] = ()
        self.keys: list[int | None] = []

    def defines(self, operation: Operation) -> bool:
        """Whether the port defines what an operation does here."""
        words = (*self.words, encode(operation, self.family))
        return self.target.without_stale_keys(self.fresh._replace(words=words)).words == words

    def answer(self, words: Iterable[str]) -> list[str]:
        """The answers to some words."""
        return [self._answered(decode(word, self.family)) for word in words]

    def _answered(self, operation: Operation) -> str:
        """The answer to an operation after all before it."""
        way = 1 + len(self.words) % self.ways.get(operation.name, 1)
        self.words = (*self.words, encode(operation.by(way), self.family))
        answered = self._last_answer()
        self.meter.count(1)
        if count := self.family.insertions(operation):
            found = answered.strip("[]").split(",") if answered.startswith("[") else [answered]
            failed = [each == "none" or each.startswith("!") for each in found]
            failed = failed if len(failed) == count else failed[:1] * count
            first = len(self.keys)
            self.keys += [None if each else first + at for at, each in enumerate(failed)]
        return answered

    def _last_answer(self) -> str:
        """The last word of the answer to the program so far; nothing if there are too few."""
        port = self.meter.port
        port.send([self.target.line(self.fresh._replace(words=self.words))])
        try:
            answered = port.receive().split(" ")
        except PortFault as fault:
            self.meter.fail(1, fault)
        return answered[-1] if len(answered) == len(self.words) else ""

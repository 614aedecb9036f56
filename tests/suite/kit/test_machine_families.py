"""The state machine for other containers than StableList: a set, a graph, a vector, a ring, an allocator."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partialmethod
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.machine import state_machine
from stablelist_conformance.python.methods import FORMS
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.verify import verify
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.protocol import from_names
from stablelist_conformance.wire.systems import system_named
from stablelist_spec.core.family import Refusal
from stablelist_spec.core.history import NO_KEY, History
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.system import System
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import SYSTEMS
from suite.toy.allocator import Arena

FEW = settings(
    max_examples=25,
    stateful_step_count=30,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
MANY = settings(FEW, max_examples=300, phases=(Phase.generate, Phase.shrink))
RING = "suite.toy.ring:RING"
BUMP = "suite.toy.allocator:BUMP"


Does = Callable[[History, Operation], Any]
"""Carries an operation out, and returns its answer."""


def rightly(history: History, operation: Operation) -> Any:
    """As the model does it."""
    return history.perform(operation).answer


class Modelled:
    """A container that does what the model of its system does, in methods that are called like the operations."""

    system: ClassVar[System]
    does: ClassVar[Does]

    def __init__(self, **choices: object) -> None:
        pairs = [f"{name}={value or 0}" for name, value in choices.items()]
        self.history = History(self.system, from_names(self.system, pairs))

    def perform(self, name: str, *given: Any) -> Any:
        """Carry an operation out. A refusal is raised; an insertion is given its element, too, which is its number."""
        kind, known = self.system.family.kinds[name], self.history.issued
        operands = dict(zip((each.name for each in kind.operands), given, strict=False))
        if kind.inserts:  # it is not asked to insert what names a key that does not exist
            known += [NO_KEY] * (given[-1] - len(known))
        answer = type(self).does(self.history, Operation(name, **operands))
        if isinstance(answer, Refusal):
            raise type(f"{answer.title()}Error", (Exception,), {})
        return [*answer] if type(answer) is tuple else answer


def modelled(system_name: str, does: Does = rightly) -> type[Modelled]:
    """The class of a system, with a bug if it does not do everything rightly."""
    system = system_named(system_name)
    members: dict[str, Any] = {"system": system, "does": staticmethod(does)}
    for name in system.answered:
        members[FORMS.get(name, (name,))[-1]] = partialmethod(Modelled.perform, name)
    if system is SYSTEMS["sparse-set"]:  # any order is right
        members["__iter__"] = lambda self: reversed(self.perform("each"))
    return type("Modelled", (Modelled,), members)


def sticky(history: History, operation: Operation) -> Any:
    """The second member of a set stays when everything is removed."""
    members = sorted(rightly(history, Operation("each")))
    answer = rightly(history, operation)
    if operation.name == "clear" and members[1:]:
        rightly(history, Operation("insert", value=members[1]))
    return answer


def upside(history: History, operation: Operation) -> Any:
    """A ring pops the newest of three."""
    room, values = history.state
    if operation.name == "pop" and len(values) == 3:
        history.state = room, values[:-1]
        return values[-1]
    return rightly(history, operation)


def dangling(history: History, operation: Operation) -> Any:
    """The edges of a removed node are not handed out."""
    answer = rightly(history, operation)
    return answer[:1] if operation.name == "remove_node" else answer


def rounding(history: History, operation: Operation) -> Any:
    """An allocator aligns to the next lower power of two."""
    if operation.name == "alloc":
        operation = operation.given(alignment=1 << (operation["alignment"].bit_length() - 1))
    return rightly(history, operation)


class Line:
    """A vector that moves its last element into the gap; a key is an index."""

    def __init__(self, removal: str, capacity: int) -> None:
        self.elements, self.removal, self.capacity = list[int](), removal, capacity

    def add(self, element: int) -> int:
        """Insert at the end."""
        if self.capacity and len(self.elements) == self.capacity:
            raise OverflowError
        self.elements.append(element)
        return len(self.elements) - 1

    def at(self, key: int) -> int | None:
        """Look up."""
        return self.elements[key] if key < len(self.elements) else None

    def remove(self, key: int) -> int | None:
        """Remove, as was chosen."""
        if key >= len(self.elements) or (self.removal == "pop" and key < len(self.elements) - 1):
            return None
        found, last = self.elements[key], self.elements[-1]
        if self.removal == "swap":
            self.elements[key] = last
            key = -1
        self.elements.pop(key)
        return found

    def sort(self, key: Callable[[int], int]) -> None:
        """Sort."""
        self.elements.sort(key=key)

    def __len__(self) -> int:
        return len(self.elements)


class Unsteady(Line):
    """Elements that are equal for the order change places."""

    def sort(self, key: Callable[[int], int]) -> None:
        """Sort."""
        self.elements.sort(key=key, reverse=True)
        self.elements.reverse()


SET, LINKS, BLOCKS = modelled("sparse-set"), modelled("stable-graph"), modelled(BUMP)
RIGHT = [
    *((SET, "sparse-set"), (modelled(RING), RING), (LINKS, "stable-graph"), (BLOCKS, BUMP)),
    (Line, "vec"),
]


@pytest.mark.parametrize(("kind", "system"), RIGHT)
def test_right_class_passes(kind: type, system: str) -> None:
    """Its methods are called like the operations of its family."""
    run_state_machine_as_test(state_machine(kind, system=system), settings=FEW)


STICKY: type = modelled("sparse-set", sticky)


@pytest.mark.parametrize(
    ("kind", "system", "headline", "longest"),
    [
        (STICKY, "sparse-set", r"len: expected 0, answered 1", 4),
        (modelled(RING, upside), RING, r"pop: expected \d, answered \d", 4),
        (modelled("stable-graph", dangling), "stable-graph", r"remove_node:\d+: expected .*", 0),
        (Unsteady, "vec", r"at:\d: expected \d, answered \d", 5),
        (modelled(BUMP, rounding), BUMP, r"used: expected \d, answered \d", 3),
    ],
    ids=["set", "ring", "graph", "vector", "allocator"],
)
def test_planted_bug_is_found_shrunk_and_told(
    kind: type, system: str, headline: str, longest: int
) -> None:
    """Operation, expected and actual answer come first, then a short program in words; a graph takes too long."""
    told = str(failure(kind, system, shrunk=longest > 0))
    first, _, steps = told.partition("\n\n")
    assert re.fullmatch(rf"operation \d+, {headline}", first), told
    assert not longest or len(re.findall(r"^>? +\d+\. ", steps, re.MULTILINE)) <= longest, told


@pytest.mark.parametrize(("name", "system"), [("LINKS", "stable-graph"), ("BLOCKS", BUMP)])
def test_right_class_is_verified_as_a_port(name: str, system: str) -> None:
    """A key whose insertion failed finds nothing, and forged keys are left out."""
    port = f"python:{__name__}:{name}"
    verdict = verify(port, Options(system_name=system, operations=1_000, jobs=1))
    assert verdict.outcome is Outcome.VERIFIED


@cache
def failure(kind: type, system: str, *, shrunk: bool = True) -> AssertionError:
    """What the machine of a wrong class finds."""
    how = MANY if shrunk else settings(MANY, phases=(Phase.generate,))
    with pytest.raises(AssertionError) as caught:
        run_state_machine_as_test(state_machine(kind, system=system), settings=how)
    return caught.value


def test_steps_are_printed_with_names_of_operations_and_operands() -> None:
    """Hypothesis prints a program that can be read, as for a machine that is written by hand."""
    printed = "\n".join(failure(STICKY, "sparse-set").__notes__).splitlines()
    steps = [line for line in printed if line.startswith("state.") and "agrees" not in line]
    assert steps == [
        "state.begin(parameters=Universe(universe=16))",
        "state.grow_insert(times=2, value=0)",
        "state.clear()",
        "state.teardown()",
    ]


def test_class_without_a_needed_method_is_refused() -> None:
    """The message names the methods that would do."""
    with pytest.raises(
        UsageError,
        match="has no method insert or add; a container of sparse-set needs insert and remove",
    ):
        state_machine(dict, system="sparse-set")


def test_class_without_any_operation_is_refused() -> None:
    """Otherwise the machine would do nothing, and pass."""
    with pytest.raises(UsageError, match="has no method of ring; give it push, pop, nth and each"):
        state_machine(object, system=RING)


@pytest.mark.parametrize(
    ("parameters", "complaint"),
    [
        (
            Parameters(),
            r"Parameters\(.*\) is no configuration of bump; give one of the class Arena",
        ),
        (Arena(5), "Anywhere takes no argument size, so that it cannot be 5"),
    ],
)
def test_configuration_of_another_kind_is_refused(parameters: Any, complaint: str) -> None:
    """Or one that the class is not told."""

    class Anywhere(BLOCKS):  # type: ignore[valid-type, misc]
        """It has a size of its own."""

        def __init__(self) -> None:
            super().__init__(size=64)

    with pytest.raises(UsageError, match=complaint):
        state_machine(Anywhere, system=BUMP, parameters=parameters)

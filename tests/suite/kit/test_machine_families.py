"""The state machine for other containers than StableList: a set, a graph, a vector, a ring, an allocator."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.machine import state_machine
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.verify import verify
from stablelist_conformance.wire.errors import UsageError
from stablelist_spec.parts.parameters import Parameters
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


class BeyondError(Exception):
    """The number is not in the universe."""


class Members:
    """A set of numbers below a bound."""

    def __init__(self, universe: int) -> None:
        self.universe, self.numbers = universe, set[int]()

    def insert(self, number: int) -> bool:
        """Make it a member; was it none?"""
        if number >= self.universe:
            raise BeyondError(number)
        new = number not in self.numbers
        self.numbers.add(number)
        return new

    def remove(self, number: int) -> bool:
        """Make it no member; was it one?"""
        was = number in self.numbers
        self.numbers.discard(number)
        return was

    def __contains__(self, number: object) -> bool:
        return number in self.numbers

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(self.numbers, reverse=True))  # whatever the order, it is right

    def clear(self) -> None:
        """Remove all."""
        self.numbers.clear()


class Sticky(Members):
    """The second member stays when everything is removed."""

    def clear(self) -> None:
        """Remove all but one."""
        self.numbers = set(sorted(self.numbers)[1:2])


class Recent:
    """A ring that keeps its last values."""

    def __init__(self, room: int) -> None:
        self.room, self.values = room, list[int]()

    def push(self, value: int, end: str) -> None:
        """Write a value."""
        if end == "new":
            self.values = [*self.values, value][-self.room :]
        else:
            self.values = [value, *self.values][: self.room]

    def pop(self) -> int | None:
        """Read the oldest value, and forget it."""
        return self.values.pop(0) if self.values else None

    def nth(self, distance: int) -> int | None:
        """Read a value."""
        return self.values[distance] if distance < len(self.values) else None

    def each(self) -> list[int]:
        """List the values."""
        return self.values

    def layout(self) -> str:
        """The values, as the port protocol writes them."""
        return ",".join(map(str, self.values)) or "-"


class Upside(Recent):
    """It pops the newest of three."""

    def pop(self) -> int | None:
        """Read a value, and forget it."""
        return self.values.pop() if len(self.values) == 3 else super().pop()


class Handle(NamedTuple):
    """A key of a node or an edge."""

    kind: str
    number: int


class Links:
    """A directed multigraph of two dicts."""

    def __init__(self, nodes: int, edges: int) -> None:
        self.most = nodes, edges
        self.all_nodes: dict[Handle, int] = {}
        self.all_edges: dict[Handle, tuple[int, Handle, Handle]] = {}
        self.issued = 0

    def add_node(self, element: int) -> Handle:
        """Add a node."""
        if len(self.all_nodes) == self.most[0] != 0:
            raise OverflowError
        self.issued += 1
        self.all_nodes[node := Handle("node", self.issued)] = element
        return node

    def add_edge(self, source: Handle, target: Handle, element: int) -> Handle:
        """Add an edge."""
        if source not in self.all_nodes or target not in self.all_nodes:
            raise MissingError
        if len(self.all_edges) == self.most[1] != 0:
            raise OverflowError
        self.issued += 1
        self.all_edges[edge := Handle("edge", self.issued)] = element, source, target
        return edge

    def node(self, key: Handle) -> int | None:
        """Look up."""
        return self.all_nodes.get(key)

    def endpoints(self, key: Handle) -> tuple[int, int] | None:
        """The two nodes of an edge."""
        if key not in self.all_edges:
            return None
        _, source, target = self.all_edges[key]
        return self.all_nodes[source], self.all_nodes[target]

    def edges(self) -> list[tuple[Handle, int]]:
        """Keys and elements."""
        return [(key, element) for key, (element, *_) in self.all_edges.items()]

    def outgoing(self, key: Handle) -> list[int]:
        """The edges from a node, the latest first."""
        return [
            element for element, source, _ in reversed(self.all_edges.values()) if source == key
        ]

    def remove_node(self, key: Handle) -> list[int]:
        """Remove a node and its edges."""
        if key not in self.all_nodes:
            return []
        gone = [edge for edge, (_, *ends) in self.all_edges.items() if key in ends]
        return [self.all_nodes.pop(key), *(self.all_edges.pop(edge)[0] for edge in gone)]

    def edge_count(self) -> int:
        """Count."""
        return len(self.all_edges)


class MissingError(Exception):
    """An end of the edge is no node."""


class Dangling(Links):
    """The edges to a removed node stay."""

    def remove_node(self, key: Handle) -> list[int]:
        """Remove a node and the edges from it."""
        if key not in self.all_nodes:
            return []
        gone = [edge for edge, (_, source, _) in self.all_edges.items() if source == key]
        return [self.all_nodes.pop(key), *(self.all_edges.pop(edge)[0] for edge in gone)]


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


class ExhaustedError(Exception):
    """There is no room for the block."""


class Blocks:
    """A bump allocator."""

    def __init__(self, size: int) -> None:
        self.size, self.top, self.starts = size, 0, list[int]()

    def alloc(self, size: int, alignment: int) -> int:
        """Cut off a block."""
        start = self.aligned(alignment)
        if start + size > self.size:
            raise ExhaustedError
        self.top = start + size
        self.starts.append(start)
        return len(self.starts) - 1

    def aligned(self, alignment: int) -> int:
        """Where a block can begin."""
        return -(-self.top // alignment) * alignment

    def offset(self, block: int) -> int | None:
        """Where a block begins."""
        return self.starts[block] if block < len(self.starts) else None

    def used(self) -> int:
        """How far the arena is used."""
        return self.top

    def reset(self) -> None:
        """Give every block back."""
        self.top, self.starts = 0, []


class Rounding(Blocks):
    """It aligns to the next lower power of two."""

    def aligned(self, alignment: int) -> int:
        """Where a block can begin."""
        return super().aligned(1 << (alignment.bit_length() - 1))


RIGHT = [
    (Members, "sparse-set"),
    (Recent, RING),
    (Links, "stable-graph"),
    (Line, "vec"),
    (Blocks, BUMP),
]


@pytest.mark.parametrize(("kind", "system"), RIGHT)
def test_right_class_passes(kind: type, system: str) -> None:
    """Its methods are called like the operations of its family."""
    run_state_machine_as_test(state_machine(kind, system=system), settings=FEW)


@pytest.mark.parametrize(
    ("kind", "system", "headline", "longest"),
    [
        (Sticky, "sparse-set", r"len: expected 0, answered 1", 4),
        (Upside, RING, r"pop: expected \d, answered \d", 4),
        (Dangling, "stable-graph", r"remove_node:\d: expected \[\d,2\], answered \[\d\]", 4),
        (Unsteady, "vec", r"at:\d: expected \d, answered \d", 5),
        (Rounding, BUMP, r"used: expected \d, answered \d", 3),
    ],
)
def test_planted_bug_is_found_shrunk_and_told(
    kind: type, system: str, headline: str, longest: int
) -> None:
    """Operation, expected and actual answer come first, then a short program in words."""
    told = failure(state_machine(kind, system=system))
    first, _, steps = told.partition("\n\n")
    assert re.fullmatch(rf"operation \d+, {headline}", first), told
    assert len(re.findall(r"^>? +\d+\. ", steps, re.MULTILINE)) <= longest, told


@pytest.mark.parametrize(("kind", "system"), [(Links, "stable-graph"), (Blocks, BUMP)])
def test_right_class_is_verified_as_a_port(kind: type, system: str) -> None:
    """A key whose insertion failed finds nothing, and forged keys are left out."""
    port = f"python:{kind.__module__}:{kind.__name__}"
    verdict = verify(port, Options(system_name=system, operations=1_000, jobs=1))
    assert verdict.outcome is Outcome.VERIFIED


def failure(machine: type[RuleBasedStateMachine]) -> str:
    """The message of a machine that finds something."""
    with pytest.raises(AssertionError) as caught:
        run_state_machine_as_test(machine, settings=MANY)
    return str(caught.value)


def test_steps_are_printed_with_names_of_operations_and_operands() -> None:
    """Hypothesis prints a program that can be read, as for a machine that is written by hand."""
    with pytest.raises(AssertionError) as caught:
        run_state_machine_as_test(state_machine(Sticky, system="sparse-set"), settings=MANY)
    printed = "\n".join(caught.value.__notes__).splitlines()
    steps = [line for line in printed if line.startswith("state.") and "agrees" not in line]
    assert steps == [
        "state.begin(parameters=Universe(universe=16))",
        "state.insert(value=0)",
        "state.insert(value=1)",
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

    class Anywhere(Blocks):
        """It has a size of its own."""

        def __init__(self) -> None:
            super().__init__(64)

    with pytest.raises(UsageError, match=complaint):
        state_machine(Anywhere, system=BUMP, parameters=parameters)

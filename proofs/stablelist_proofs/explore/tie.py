"""The comparison with the executable model: numbers represent its nodes, and transitions are equal.

Nothing in this package needs to be trusted because of it. `differences` takes states, translates them, asks the model's
own quotient (`stablelist_spec.parts.tracked_key`) for their transitions, and compares sources, actions, targets, labels
and payments as multisets. Where free-list order is forgotten, the transitions are those from every order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from stablelist_spec.core.explore import Action, Edge
from stablelist_spec.core.operation import Configuration
from stablelist_spec.core.states import Followed
from stablelist_spec.core.step import Label
from stablelist_spec.parts.cells import Cell, Cost, Has, Not, Partition, free_lists
from stablelist_spec.parts.tracked_key import Node, TrackedKey
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list.observer import LABELS
from stablelist_spec.systems.stable_list.state import State

from .expand import UNSEEN
from .keys import FollowedKey
from .numbering import Block, States
from .scope import Keep
from .system import Moves, System
from .transitions import OPERATIONS, labels_of, transitions
from .vacancies import Ints

__all__ = [
    "AnyOrder",
    "Difference",
    "Sample",
    "Transition",
    "differences",
    "node",
    "number",
    "quotient",
    "sampled",
]


class Transition(NamedTuple):
    """One transition, in the form that both sides can give."""

    source: int
    action: Action
    target: int
    labels: tuple[Label, ...]
    paid: int


class Difference(NamedTuple):
    """A transition that one side has more often than the other."""

    here: int
    model: int
    transition: Transition


class AnyOrder:
    """The model's quotient with free-list order and memory forgotten; a node is one of the layouts it stands for."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.layouts = TrackedKey(STABLE_LIST, follow=False)
        self.actions = {operation.__name__ for operation in OPERATIONS[Keep.SETS]}

    def initial(self, parameters: Configuration) -> Node:
        """The node of a new list."""
        return self._of(self.layouts.initial(parameters))

    def broken(self, node: Node) -> list[str]:
        """The invariants that do not hold in the layout."""
        return self.layouts.broken(node)

    def edges(self, node: Node) -> Iterator[Edge[Node]]:
        """Every transition from a layout in which some vacancy is a head, each once."""
        seen = set[Transition]()
        for layout in self._turned(node):
            for edge in self.layouts.edges(layout):
                target = self._of(edge.target)
                labels = told(self.system, edge.labels)
                step = Transition(0, edge.action, number(self.system, target), labels, edge.paid)
                if edge.action.name in self.actions and step not in seen:
                    seen.add(step)
                    yield Edge(edge.action, target, labels, edge.paid, edge.refines)

    def _of(self, layout: Node) -> Node:
        """The node of a layout."""
        return node(self.system, number(self.system, layout))

    def _turned(self, node: Node) -> Iterator[Node]:
        """Layouts in which each vacancy is the head of its free list once: only the head is reused (R2)."""
        block = block_of(self.system, node.state)
        lists = lists_in(block, node.state)
        for turn in range(max(1, *map(len, lists))):
            turned = tuple((*list_[turn:], *list_[:turn]) for list_ in lists)
            yield Node(state_of(self.system, block, turned, None))


def quotient(system: System) -> TrackedKey | AnyOrder:
    """The model's quotient of the same scope."""
    if system.scope.keep is Keep.SETS:
        return AnyOrder(system)
    return TrackedKey(STABLE_LIST, follow=system.scope.keep is Keep.KEY)


def differences(system: System, numbers: Ints, of: TrackedKey | AnyOrder) -> list[Difference]:
    """Where the transitions from these states differ from the model's; its quotient computes each step once."""
    here, there = Counter(ours(system, numbers)), Counter(models(system, numbers, of))
    return [
        Difference(here[transition], there[transition], transition)
        for transition in sorted(here.keys() | there.keys(), key=repr)
        if here[transition] != there[transition]
    ]


class Sample(NamedTuple):
    """The result of comparing some states with the model."""

    states: int
    transitions: int
    differences: list[Difference]
    broken: list[str]
    """Invariants of the model that do not hold in one of them."""


def sampled(system: System, levels: npt.NDArray[np.uint8], amount: int, seed: int) -> Sample:
    """Compare states drawn at random from those that were met, and check the model's invariants in each."""
    numbers = drawn(levels, amount, seed)
    of = quotient(system)
    broken = {name for each in numbers for name in of.broken(node(system, int(each)))}
    compared = sum(1 for _ in models(system, numbers, of))
    return Sample(len(numbers), compared, differences(system, numbers, of), sorted(broken))


def drawn(levels: npt.NDArray[np.uint8], amount: int, seed: int) -> Ints:
    """Random numbers of states that were met, all equally likely."""
    chance = np.random.default_rng(seed)
    met = np.zeros(0, np.int64)
    for _ in range(1000):
        tries = chance.integers(0, len(levels), 4 * amount)
        met = np.unique(np.concatenate([met, tries[levels[tries] != UNSEEN]]))
        if len(met) >= min(amount, len(levels) // 100):
            break
    return np.sort(chance.permutation(met)[:amount])


def ours(system: System, numbers: Ints) -> Iterator[Transition]:
    """The transitions computed here, one by one."""
    for states in by_block(system, numbers):
        for moves in transitions(system, states):
            yield from one_by_one(system, states, moves)


def one_by_one(system: System, before: States, moves: Moves) -> Iterator[Transition]:
    """The transitions of a batch."""
    sources, targets = before.numbers[moves.after.places], moves.after.numbers
    paid = np.broadcast_to(np.asarray(moves.paid), sources.shape)
    for place, (source, target) in enumerate(zip(sources, targets, strict=True)):
        labels = (label for label, flags in moves.labels.items() if flags is None or flags[place])
        yield Transition(
            int(source), moves.action, int(target), told(system, labels), int(paid[place])
        )


def models(system: System, numbers: Ints, of: TrackedKey | AnyOrder) -> Iterator[Transition]:
    """The transitions of the model."""
    for source in map(int, numbers):
        for edge in of.edges(node(system, source)):
            target = number(system, edge.target)
            yield Transition(source, edge.action, target, told(system, edge.labels), edge.paid)


def told(system: System, labels: Iterable[Label]) -> tuple[Label, ...]:
    """The labels that both sides can give, sorted."""
    keep = system.scope.keep
    return tuple(sorted(label for label in labels if label in LABELS and labels_of(keep, label)))


def by_block(system: System, numbers: Ints) -> Iterator[States]:
    """Group states by block."""
    for block in system.numbering:
        chosen = numbers[(numbers >= block.start) & (numbers < block.end)]
        if len(chosen):
            yield system.numbering.columns(block, chosen)


# --- Translation ------------------------------------------------------------------------------------


def node(system: System, number: int) -> Node:
    """The model's node of a number; if free-list order is forgotten, with ascending free lists."""
    block = system.numbering.holding(number)
    states = system.numbering.columns(block, np.array([number]))
    lists = tuple(system.lists.arrangement(int(column[0])) for column in states.lists)
    known = system.keys.known(int(states.keys[0]))
    return Node(state_of(system, block, lists, known), followed(known))


def state_of(
    system: System, block: Block, lists: tuple[tuple[int, ...], ...], known: FollowedKey | None
) -> State:
    """The model's state: cells linked as the free lists say, elements renamed to positions, ids to 0 and 1."""
    assert known is None or not known.namesake, (
        "a number does not say which element is the namesake"
    )
    cells: list[Cell] = [Has(position, 1) for position in range(block.opened)]
    partitions = []
    for start, size, opened, list_ in zip(
        block.starts, block.sizes, block.opened_in, lists, strict=True
    ):
        free = [start + cell for cell in list_]
        for position, following in zip_longest(free, free[1:]):
            cells[position] = Not(following)
        head = free[0] if free else None
        partitions.append(Partition(start, size, opened - len(free), opened, head))
    if known is not None and known.borne:
        cells[known.position] = Has(known.position, 0)
    q1, q2, h2 = partitions
    return State(
        parameters=system.parameters,
        space=block.space,
        allocated=block.extent.allocated or block.space,
        next_id=0 if known is None else known.next_id,
        cells=tuple(cells),
        partitions=(q1, q2, h2),
        cost=Cost(),
    )


def followed(known: FollowedKey | None) -> Followed[int] | None:
    """The model's form of the knowledge about a key."""
    return None if known is None else Followed(known.position, known.retired, known.since)


def number(system: System, node: Node) -> int:
    """The number of a node of the model.

    Raises:
        KeyError: the node is outside the scope, or is not a lawful state.
    """
    block = block_of(system, node.state)
    lists = [system.lists.number(list_) for list_ in lists_in(block, node.state)]
    return numbered(block, lists, system.keys.number(known_of(node)))


def block_of(system: System, state: State) -> Block:
    """The block of a state."""
    allocated = None if system.scope.keep is Keep.SETS else state.allocated
    return system.numbering.block(state.space, allocated, state.opened)


def lists_in(block: Block, state: State) -> list[tuple[int, ...]]:
    """The free lists, as cells of their partitions."""
    return [
        tuple(position - start for position in list_)
        for start, list_ in zip(block.starts, free_lists(state), strict=True)
    ]


def numbered(block: Block, lists: list[int], key: int) -> int:
    """Combine digits into a mixed-radix number."""
    q1, q2, h2, of_key = block.strides
    return block.start + lists[0] * q1 + lists[1] * q2 + lists[2] * h2 + key * of_key


def known_of(node: Node) -> FollowedKey | None:
    """The knowledge about the followed key in a node of the model."""
    if node.followed is None:
        return None
    position, retired, since = node.followed
    bearers = {
        i for i, cell in enumerate(node.state.cells) if isinstance(cell, Has) and cell.id == 0
    }
    return FollowedKey(
        position,
        retired,
        position in bearers,
        bool(bearers - {position}),
        since,
        node.state.next_id,
    )

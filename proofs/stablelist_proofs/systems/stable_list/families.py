"""Families of programs, which show that a bound is tight, or that there is none.

Each family has a program for every size. The programs run on the model, and their costs are compared with a closed
form. One size would only be an example. A family whose closed form is right for every size tried refutes a property, or
shows that a proved constant cannot be lowered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from stablelist_spec import stable_list as model
from stablelist_spec.core.history import History
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.parts.cells import Cost, found, items
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list.state import State

__all__ = ["FAMILIES", "Family", "revival", "revival_parameters", "run", "shortest_revival"]

ADD: Final = Operation("add")


@dataclass(frozen=True)
class Family:
    """Programs by size, and the cost of each.

    Attributes:
        sentence: the name of the property that it bounds or refutes.
        refutes: whether it shows that the property is false; otherwise, that its constant is the least.
        ratio: the cost per operation that pays, as text.
    """

    sentence: str
    refutes: bool
    words: str
    parameters: Parameters
    program: Callable[[int], list[Operation]]
    cost: Callable[[int], Cost]
    ratio: str
    sizes: tuple[int, ...] = (8, 16, 32, 64, 128, 256)

    def holds(self, size: int) -> bool:
        """Whether the closed form is right for a size."""
        cost, expected = run(self.parameters, self.program(size)), self.cost(size)
        paid = (cost.visits, cost.moved, cost.removals)
        return paid == (expected.visits, expected.moved, expected.removals)


def run(parameters: Parameters, program: list[Operation]) -> Cost:
    """Run a program on the model, and return its costs."""
    history = History(STABLE_LIST, parameters)
    for operation in program:
        history.perform(operation)
    cost: Cost = history.state.cost
    return cost


ROUNDS: Final = 3


def _emptying_q1(space: int) -> list[Operation]:
    """A list with one element in h2: remove all of q1, then that element, add as many again, and repeat."""
    return list(_rounds_of_q1(space))


def _rounds_of_q1(space: int) -> Iterator[Operation]:
    quarter, number = space // 4, space // 2
    yield from [ADD] * (number + 1)
    q1, last = list(range(quarter)), number
    for _ in range(ROUNDS):
        yield from (Operation("remove", key=name) for name in [*q1, last])
        yield from [ADD] * (quarter + 1)
        q1, last = list(range(last + 1, last + 1 + quarter)), last + 1 + quarter


def _swinging(space: int) -> list[Operation]:
    """A full list in which one element is added and removed, again and again."""
    swings = (
        step for n in range(ROUNDS * space) for step in (ADD, Operation("remove", key=space + n))
    )
    return [ADD] * space + list(swings)


def _filling(space: int) -> list[Operation]:
    """Add one element more than a space has cells."""
    return [ADD] * (space + 1)


LEAST: Final = 4


FAMILIES: Final = (
    Family(
        "visits_never_exceed_removals",
        refutes=False,
        words="all of q1 and the only element of h2 are removed, and added again",
        parameters=Parameters(id_bits=None, index_bits=None),
        program=_emptying_q1,
        cost=lambda space: Cost(
            visits=ROUNDS * (space // 4),
            removals=ROUNDS * (space // 4 + 1),
            moved=space - LEAST,
        ),
        ratio="n / (n + 1) visits per removal for n = space / 4: no constant below 1 is enough",
    ),
    Family(
        "growth_moves_at_most_two_cells_per_insertion",
        refutes=False,
        words="one element more than a power of two",
        parameters=Parameters(id_bits=None, index_bits=None),
        program=_filling,
        cost=lambda space: Cost(moved=2 * space - LEAST),
        ratio="(2 n - 4) / (n + 1) cells per insertion: no constant below 2 is enough",
    ),
    Family(
        "memory_moves_a_bounded_number_of_cells_per_operation",
        refutes=True,
        words="a full list in MEMORY, in which one element is added and removed, again and again",
        parameters=Parameters(truncate=Truncate.MEMORY, id_bits=None, index_bits=None),
        program=_swinging,
        cost=lambda space: Cost(
            moved=space - LEAST + 2 * space * ROUNDS * space,
            removals=ROUNDS * space,
        ),
        ratio="each operation of the swing moves n cells, n = space: no constant is enough",
        sizes=(8, 16, 32, 64, 128),
    ),
)
"""Every family."""


def revival(bits: int) -> list[Operation]:
    """The shortest program after which a retired key resolves again, with ids of this many bits.

    >>> [str(operation.name) for operation in revival(1)]
    ['add', 'add', 'remove', 'add', 'at']
    """
    period = 1 << bits
    return [ADD] * period + [Operation("remove", key=0), ADD, Operation("at", key=0)]


def revival_parameters(bits: int) -> Parameters:
    """The parameters of the list that is searched, with room for every key that ids of this width distinguish."""
    return Parameters(id_bits=bits, index_bits=bits + 2)


def shortest_revival(bits: int) -> int:
    """The fewest insertions, removals and clears until a retired key resolves, by breadth-first search of the model.

    >>> [shortest_revival(bits) == len(revival(bits)) - 1 for bits in (1, 2)]
    [True, True]
    """
    start = model.initial(revival_parameters(bits))
    level: set[tuple[State, frozenset[Key]]] = {(start, frozenset())}
    length = 0
    while not any(_revived(state, retired) for state, retired in level):
        level = {after for state, retired in level for after in _successors(state, retired)}
        length += 1
    return length


def _revived(state: State, retired: frozenset[Key]) -> bool:
    """Whether a retired key resolves."""
    return any(found(state, key) is not None for key in retired)


def _successors(state: State, retired: frozenset[Key]) -> Iterator[tuple[State, frozenset[Key]]]:
    """Every insertion, removal and clear."""
    live = [key for key, _ in items(state)]
    yield _free(model.add(state, 0).state), retired
    yield _free(model.clear(state).state), retired | frozenset(live)
    for key in live:
        yield _free(model.remove(state, key).state), retired | {key}


def _free(state: State) -> State:
    """The state with costs of 0."""
    return state._replace(cost=Cost())

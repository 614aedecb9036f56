"""The state of a StableList: cells, partitions and costs.

Read it beside section 5.2 of the thesis. The representation is the thesis': cells are ``Has(element, id)`` or
``Not(next)``, the free list of each partition runs through its vacant cells, and only its head is kept. Its invariants
are in `stablelist_spec.systems.stable_list.invariants`, its observable meaning in `stablelist_spec.parts.refinement`.
"""

from __future__ import annotations

from typing import NamedTuple

from stablelist_spec.parts.cells import Cell, Cost, Partition
from stablelist_spec.parts.parameters import QUARTERS, Parameters

__all__ = [
    "H2",
    "NAMES",
    "Q1",
    "Q2",
    "State",
    "initial",
    "partition_of",
    "untouched",
    "with_free",
    "with_partition",
]


class State(NamedTuple):
    """A StableList. *space* is the length of its element space; *cells* are the opened ones, a prefix of it."""

    parameters: Parameters
    space: int
    allocated: int
    next_id: int
    cells: tuple[Cell, ...]
    partitions: tuple[Partition, Partition, Partition]
    cost: Cost

    @property
    def opened(self) -> int:
        """The number of opened cells."""
        return len(self.cells)

    @property
    def live(self) -> int:
        """The number of elements."""
        q1, q2, h2 = self.partitions
        return q1.live + q2.live + h2.live


Q1, Q2, H2 = range(3)
NAMES = ("q1", "q2", "h2")


def initial(parameters: Parameters) -> State:
    """A new list: nothing opened, nothing live, no id issued.

    (R1, R8)
    """
    space = parameters.initial_space
    return State(parameters, space, space, 0, (), untouched(space), Cost())


def untouched(space: int) -> tuple[Partition, Partition, Partition]:
    """The three partitions of an element space in which no cell is opened.

    (5.2)
    """
    quarter, half = space // QUARTERS, space // 2
    return (
        Partition(0, quarter, 0, 0, None),
        Partition(quarter, quarter, 0, 0, None),
        Partition(half, half, 0, 0, None),
    )


# --- Positions ------------------------------------------------------------------------------------


def partition_of(state: State, position: int) -> int:
    """Which partition a position belongs to: 0, 1 or 2 for q1, q2, h2.

    (5.2)
    """
    if position < state.space // QUARTERS:
        return Q1
    return Q2 if position < state.space // 2 else H2


# --- Small changes --------------------------------------------------------------------------------


def with_free(part: Partition, opened: int, free: list[int]) -> Partition:
    """An untouched partition with cells opened, and some of them vacant."""
    return part._replace(live=opened - len(free), opened=opened, head=free[0] if free else None)


def with_partition(
    state: State, which: int, changed: Partition
) -> tuple[Partition, Partition, Partition]:
    """The partitions with one of them replaced."""
    q1, q2, h2 = state.partitions
    return (
        changed if which == Q1 else q1,
        changed if which == Q2 else q2,
        changed if which == H2 else h2,
    )

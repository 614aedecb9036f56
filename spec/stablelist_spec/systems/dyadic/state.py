"""The state of a dyadic list: cells, as in a StableList, and blocks instead of q1, q2 and h2."""

from __future__ import annotations

from typing import NamedTuple

from stablelist_spec.parts.cells import Cell, Cost, Partition
from stablelist_spec.parts.parameters import Parameters

__all__ = ["State", "block_of", "initial", "kind", "untouched", "with_block"]


class State(NamedTuple):
    """A dyadic list. *partitions* are its blocks, lowest first; *cells* are the opened ones."""

    parameters: Parameters
    allocated: int
    next_id: int
    cells: tuple[Cell, ...]
    partitions: tuple[Partition, ...]
    cost: Cost

    @property
    def space(self) -> int:
        """The length of the element space: where the top block ends."""
        return self.partitions[-1].end

    @property
    def opened(self) -> int:
        """The number of opened cells."""
        return len(self.cells)

    @property
    def live(self) -> int:
        """The number of elements."""
        return sum(block.live for block in self.partitions)


def untouched(least: int, length: int) -> tuple[Partition, ...]:
    """The blocks of a space of at least that *length* in which no cell is opened.

    >>> [(block.start, block.size) for block in untouched(4, 12)]
    [(0, 4), (4, 4), (8, 8)]

    (R1)
    """
    blocks, space = [Partition(0, least, 0, 0, None)], least
    while space < length:
        blocks.append(Partition(space, space, 0, 0, None))
        space *= 2
    return tuple(blocks)


def initial(parameters: Parameters) -> State:
    """A new list: nothing opened, nothing live, no id issued.

    >>> initial(Parameters(minimum=4, capacity=20)).space
    32

    (R1, R8)
    """
    blocks = untouched(parameters.least_space, parameters.initial_space)
    return State(parameters, blocks[-1].end, 0, (), blocks, Cost())


def block_of(state: State, position: int) -> int:
    """Which block a position of the element space belongs to."""
    return next(i for i, block in enumerate(state.partitions) if position < block.end)


def with_block(state: State, which: int, changed: Partition) -> tuple[Partition, ...]:
    """The blocks with one of them replaced."""
    return (*state.partitions[:which], changed, *state.partitions[which + 1 :])


def kind(state: State, which: int) -> str:
    """The name of a block in labels: ``base``, ``middle`` or ``top``."""
    if which == 0:
        return "base"
    return "top" if which == len(state.partitions) - 1 else "middle"

"""The state of a first-free list: cells, and a priority queue of vacancies instead of free lists."""

from __future__ import annotations

from typing import NamedTuple

from stablelist_spec.parts.cells import Cell, Partition
from stablelist_spec.parts.parameters import Parameters

from .queue import Heap

__all__ = ["Cost", "State", "initial", "lowest", "vacancies"]


class Cost(NamedTuple):
    """The costs of the operations so far."""

    visits: int = 0
    """Cells that truncation reads to find the last element, apart from that element's."""
    moved: int = 0
    """Cells moved by reallocation (R6)."""
    dropped: int = 0
    """Opened cells that were dropped."""
    cells: int = 0
    """Cells visited by iteration (R12)."""
    removals: int = 0
    """Successful removals, which pay for the visits."""
    compared: int = 0
    """Comparisons between entries of the queue."""


class State(NamedTuple):
    """A first-free list. *cells* are the opened ones; *queue* also has vacancies that were cut off since."""

    parameters: Parameters
    space: int
    allocated: int
    next_id: int
    live: int
    cells: tuple[Cell, ...]
    queue: Heap
    cost: Cost

    @property
    def opened(self) -> int:
        """The number of opened cells."""
        return len(self.cells)

    @property
    def partitions(self) -> tuple[Partition, ...]:
        """The whole element space, whose head is the lowest vacancy."""
        return (Partition(0, self.space, self.live, self.opened, lowest(self)),)


def initial(parameters: Parameters) -> State:
    """A new list: nothing opened, nothing live, no id issued (R1, R8)."""
    space = parameters.initial_space
    return State(parameters, space, space, 0, 0, (), (), Cost())


def lowest(state: State) -> int | None:
    """The lowest vacancy, if there is one: an entry beyond the opened cells was cut off, and so were all others."""
    return state.queue[0] if state.queue and state.queue[0] < state.opened else None


def vacancies(state: State) -> tuple[int, ...]:
    """The vacancies in the order of reuse, which is ascending."""
    return tuple(sorted(position for position in state.queue if position < state.opened))

"""Bare lists: element spaces with partitions but without cells, so that a step runs on numbers alone.

If positions are symbols, CrossHair would have to choose the cells of a real list one by one. The functions that run on
bare lists never look at a cell, or only through `Cells`, which has no bounds.
"""

from __future__ import annotations

from typing import Any, TypeVar

from stablelist.element_space import ElementSpace
from stablelist.parameters import MOST_CELLS, _rounded_up
from stablelist_spec.parts.cells import Cost
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems.stable_list.state import State, untouched

__all__ = ["Cells", "bare_container", "bare_model"]

X = TypeVar("X")


class Cells(list[X]):
    """The cells that were written, by position, the last one first; it has only the interface of a list."""

    def __init__(self, length: int = 0) -> None:
        super().__init__()
        self.length = length
        self.written: list[tuple[int, X]] = []

    def __getitem__(self, position: Any) -> Any:
        """The cell that was last written at a position."""
        return next(cell for at, cell in self.written if at == position)

    def __len__(self) -> int:
        """The number of cells for which there is memory."""
        return self.length

    def __setitem__(self, position: Any, cell: Any) -> None:
        """Write a cell."""
        self.written.insert(0, (position, cell))


class Marks(bytearray):
    """The same for marks, which the analysed functions never read."""

    def __setitem__(self, position: Any, mark: Any) -> None:
        """Write a mark."""


class Space(ElementSpace[int]):
    """An element space that counts its memory, and allocates none."""

    def _allocate(self, length: int) -> None:
        self.keys = Cells(length)


def bare_container(minimum: int, quarter: int) -> Space:
    """An element space of the container, of four quarters, in which no cell is opened."""
    bare = Space.__new__(Space)
    bare._least_space = _rounded_up(minimum)
    bare._index_end, bare._index_bits = MOST_CELLS, None
    bare._truncates, bare._frees_memory = True, False
    bare.elements, bare.keys, bare.links = Cells(), Cells(4 * quarter), Cells()
    bare.marks = Marks()
    bare.visits = bare.moved = bare.dropped = bare.removals = bare.truncations = 0
    bare._partition(4 * quarter)
    return bare


def bare_model(minimum: int, quarter: int) -> State:
    """The same for the model."""
    parameters = Parameters(minimum=minimum, index_bits=None)
    space = 4 * quarter
    return State(parameters, space, space, 0, (), untouched(space), Cost())

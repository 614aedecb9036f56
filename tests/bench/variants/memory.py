"""The memory of containers whose models do not keep it: a vector that begins with a few cells and doubles.

The models of slabs, slot maps and graphs say nothing about memory, and so count no cell that growth moves. Here these
cells are derived, in the same way for all of them: each array of the container is a vector that begins with memory for
`FIRST` cells, and doubles whenever it is full, which moves the cells that it has. The models that keep memory
(`lifo-arena` and `stable-vec`) count the same moves themselves.

None of the loads clears a container or shrinks it, so its number of cells never falls, and decides how much memory it
has.
"""

from __future__ import annotations

from typing import Any, Final

__all__ = ["FIRST", "counted", "growth", "room", "store"]

FIRST: Final = 4
"""The cells that a vector begins with: as many as a StableList."""


def store(state: Any) -> Any:
    """The part of a state that has the cells: of a graph, its nodes."""
    return getattr(state, "nodes", state)


def room(cells: int) -> int:
    """How many cells a vector has memory for that has so many.

    >>> [room(cells) for cells in (0, 4, 5, 8, 9)]
    [4, 4, 8, 8, 16]
    """
    return max(FIRST, 1 << (cells - 1).bit_length()) if cells else FIRST


def counted(state: Any) -> bool:
    """Whether the model keeps the memory itself, and counts what growth moves."""
    return getattr(state, "allocated", 0) > 0


def growth(before: Any, after: Any) -> int:
    """The cells that growth has moved between two states."""
    lengths = zip(vectors(before), vectors(after), strict=True)
    return sum(old for old, new in lengths if room(new) > room(old))


def vectors(state: Any) -> tuple[int, ...]:
    """The longest length so far of each vector: the cells, and a dense array, which is full before a slot is added."""
    cells = len(store(state).cells)
    dense = hasattr(state, "arranging") and state.arranging.dense
    return (cells, state.opened) if dense else (cells,)

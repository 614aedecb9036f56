"""Drafts: cells that an operation of many steps changes in place, so that a step does not copy all of them.

A state never changes, and its cells are a tuple. But nobody else sees the states between the steps of `extend` or
`retain`: their cells may be a draft, of which `put` changes one cell instead of making a new tuple. The state before
such a step is lost, so a step first reads what it needs of it. The state after the operation has a tuple again.
"""

from __future__ import annotations

from typing import Any, cast

from .cells import Cell, S

__all__ = ["drafted", "put", "settled"]


class Draft(list[Cell]):
    """Cells that only the running operation holds."""


def put(cells: tuple[Cell, ...], position: int, *new: Cell) -> tuple[Cell, ...]:
    """The cells with new ones from a position on, in the place of others or at the end; a draft is changed.

    >>> put((7, 8), 0, 5), put((7, 8), 2, 9)
    ((5, 8), (7, 8, 9))
    """
    held: Any = cells
    if isinstance(held, Draft):
        held[position : position + len(new)] = new
        return cells
    return cells[:position] + new + cells[position + len(new) :]


def drafted(state: S) -> S:
    """The state with its cells as a draft: a copy, unless they are one already."""
    held: Any = state.cells
    if isinstance(held, Draft):
        return state
    return state._replace(cells=cast("tuple[Cell, ...]", Draft(held)))


def settled(state: S) -> S:
    """The state with its cells as a tuple, which nobody changes any more."""
    return state._replace(cells=tuple(state.cells))

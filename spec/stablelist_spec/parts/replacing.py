"""Replacing elements under their keys. Positions, ids and free lists stay as they are.

(4.3; R15)
"""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.core.step import StepOf

from .cells import Has, S, found, replaced
from .reading import iterated

__all__ = ["at_mut", "each_mut", "replace"]


def replace(state: S, key: Key, element: int) -> StepOf[S, bool]:
    """Put *element* in the place of the key's, and answer whether there was one.

    (4.3; R11, R15)
    """
    if found(state, key) is None:
        return StepOf(state, False)
    return StepOf(state._replace(cells=replaced(state.cells, key, element)), True)


def at_mut(state: S, key: Key, difference: int) -> StepOf[S, int | None]:
    """Add *difference* to the key's element in place, and answer what it is now.

    (4.3; R15)
    """
    element = found(state, key)
    if element is None:
        return StepOf(state, None)
    cells = replaced(state.cells, key, element + difference)
    return StepOf(state._replace(cells=cells), element + difference)


def each_mut(state: S, difference: int) -> StepOf[S, None]:
    """Add *difference* to every element in place, at the cost of an iteration.

    (4.3; R12, R15)
    """
    cells = tuple(
        Has(cell.element + difference, cell.id) if isinstance(cell, Has) else cell
        for cell in state.cells
    )
    return StepOf(iterated(state)._replace(cells=cells), None)

"""Replacing elements under their keys. Positions, ids and free lists stay as they are.

(4.3; R15)
"""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.core.step import Provenance, StepOf

from .cells import Has, S, found, replaced, resolve
from .labels import key_label
from .reading import amount_shown, iterated

__all__ = ["at_mut", "each_mut", "replace"]


def replace(
    state: S, key: Key, element: int, origin: Provenance = Provenance.ISSUED
) -> StepOf[S, bool]:
    """Put *element* in the place of the key's, and answer whether there was one.

    (4.3; R11, R15)
    """
    label = key_label("replace", origin, resolve(state, key))
    if found(state, key) is None:
        return StepOf(state, False, (label,))
    return StepOf(state._replace(cells=replaced(state.cells, key, element)), True, (label,))


def at_mut(
    state: S, key: Key, difference: int, origin: Provenance = Provenance.ISSUED
) -> StepOf[S, int | None]:
    """Add *difference* to the key's element in place, and answer what it is now.

    (4.3; R15)
    """
    label, element = key_label("at_mut", origin, resolve(state, key)), found(state, key)
    if element is None:
        return StepOf(state, None, (label,))
    cells = replaced(state.cells, key, element + difference)
    return StepOf(state._replace(cells=cells), element + difference, (label,))


def each_mut(state: S, difference: int) -> StepOf[S, None]:
    """Add *difference* to every element in place, at the cost of an iteration.

    (4.3; R12, R15)
    """
    cells = tuple(
        Has(cell.element + difference, cell.id) if isinstance(cell, Has) else cell
        for cell in state.cells
    )
    after = iterated(state)._replace(cells=cells)
    return StepOf(after, None, (f"each_mut_{amount_shown(state)}",))

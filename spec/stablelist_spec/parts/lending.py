"""Lending: cross-iteration, and the refusal of structural changes meanwhile.

(4.4, 5.3; R13, R14)
"""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.core.step import StepOf
from stablelist_spec.families.pool import Exchanged, Pivot, PoolError

from .cells import S, found, items, replaced
from .reading import iterated

__all__ = ["apply", "exchange", "lend", "traverse", "view"]


def view(state: S, position: int) -> tuple[int, ...]:
    """The elements of the view of the pivot at *position*, in ascending position.

    (5.3; R13)
    """
    return tuple(element for _, element in items(state, but=position))


def apply(state: S, key: Key) -> StepOf[S, Pivot | None]:
    """Lend the pivot and a view of all others.

    (4.4, 5.3; R13)
    """
    pivot = found(state, key)
    return StepOf(state, None if pivot is None else Pivot(pivot, view(state, key.index)))


def exchange(state: S, key: Key, sought: Key) -> StepOf[S, Exchanged | None]:
    """In `apply` on *key*, look *sought* up through the view and exchange the two elements.

    (R13, R14)
    """
    # WHERE
    pivot, other = found(state, key), found(state, sought)
    # UNLESS: there is no pivot, or the view does not show the other.
    if pivot is None:
        return StepOf(state, None)
    if other is None or sought.index == key.index:
        return StepOf(state, Exchanged(pivot, None))
    # CHANGE: elements change places, ids stay where they are.
    cells = replaced(replaced(state.cells, key, other), sought, pivot)
    # ANSWER
    return StepOf(state._replace(cells=cells), Exchanged(pivot, other))


def traverse(state: S) -> StepOf[S, tuple[Pivot, ...]]:
    """`apply` on every element in ascending position.

    (4.4; R13)
    """
    shown = tuple(Pivot(element, view(state, key.index)) for key, element in items(state))
    return StepOf(state, shown)


def lend(state: S) -> StepOf[S, PoolError | None]:
    """Try a structural operation while `each` lends an element: refused, whatever its key.

    (R14)
    """
    return StepOf(iterated(state), PoolError.BORROW if state.live else None)

"""Lending: cross-iteration, and the refusal of structural changes meanwhile.

(4.4, 5.3; R13, R14)
"""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.core.step import Provenance, StepOf
from stablelist_spec.families.pool import Exchanged, Failure, Pivot

from .cells import S, found, items, replaced, resolve
from .labels import key_label
from .reading import each

__all__ = ["apply", "exchange", "inspect", "lend", "traverse", "view"]


def view(state: S, position: int) -> tuple[int, ...]:
    """The elements of the view of the pivot at *position*, in ascending position.

    (5.3; R13)
    """
    return tuple(element for _, element in items(state, but=position))


def apply(state: S, key: Key, origin: Provenance = Provenance.ISSUED) -> StepOf[S, Pivot | None]:
    """Lend the pivot and a view of all others.

    (4.4, 5.3; R13)
    """
    return lent_by("apply", state, key, origin)


def inspect(state: S, key: Key, origin: Provenance = Provenance.ISSUED) -> StepOf[S, Pivot | None]:
    """The read-only twin of `apply`.

    (4.4; R13)
    """
    return lent_by("inspect", state, key, origin)


def lent_by(name: str, state: S, key: Key, origin: Provenance) -> StepOf[S, Pivot | None]:
    """The elements that `apply` and `inspect` show."""
    label = key_label(name, origin, resolve(state, key))
    element = found(state, key)
    if element is None:
        return StepOf(state, None, (label,))
    others = [other.index for other, _ in items(state, but=key.index)]
    labels = [label]
    if not others:
        labels.append(f"{name}_alone")
    if any(index < key.index for index in others):
        labels.append(f"{name}_before_pivot")
    if any(index > key.index for index in others):
        labels.append(f"{name}_after_pivot")
    return StepOf(state, Pivot(element, view(state, key.index)), tuple(labels))


def exchange(state: S, key: Key, sought: Key) -> StepOf[S, Exchanged | None]:
    """In `apply` on *key*, look *sought* up through the view and exchange the two elements.

    (R13, R14)
    """
    # WHERE
    pivot, other = found(state, key), found(state, sought)
    # UNLESS: there is no pivot, or the view does not show the other.
    if pivot is None:
        return StepOf(state, None, ())
    if other is None:
        return StepOf(state, Exchanged(pivot, None), ("exchange_stale",))
    if sought.index == key.index:
        return StepOf(state, Exchanged(pivot, None), ("exchange_pivot",))
    # CHANGE: elements change places, ids stay where they are.
    cells = replaced(replaced(state.cells, key, other), sought, pivot)
    # ANSWER
    return StepOf(state._replace(cells=cells), Exchanged(pivot, other), ("exchange_found",))


def traverse(state: S) -> StepOf[S, tuple[Pivot, ...]]:
    """`apply` on every element in ascending position.

    (4.4; R13)
    """
    shown = tuple(Pivot(element, view(state, key.index)) for key, element in items(state))
    amount = ("empty", "one", "many")[min(len(shown), 2)]
    return StepOf(state, shown, (f"traverse_{amount}",))


def lend(state: S, structural: str) -> StepOf[S, Failure | None]:
    """Try a structural operation while `each` lends an element: refused, whatever its key.

    (R14)
    """
    after = each(state).state
    if state.live == 0:
        return StepOf(after, None, ("lend_nothing",))
    return StepOf(after, Failure.BORROW, (f"lend_refuses_{structural}",))

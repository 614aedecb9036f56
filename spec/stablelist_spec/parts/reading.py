"""Reading: looking up, counting, iterating. Nothing changes but the cost of iteration.

(4.2, 4.3; R10 to R12)
"""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.core.step import StepOf
from stablelist_spec.families.pool import Found

from . import packing
from .cells import Has, P, Resolution, S, found, items, resolve, visited

__all__ = [
    "at",
    "contains",
    "each",
    "is_empty",
    "iterated",
    "key_at",
    "keys",
    "length",
    "reload",
    "repack",
]


def at(state: S, key: Key) -> StepOf[S, int | None]:
    """The element of a key, or None.

    (4.3, 5.1; R10, R11)
    """
    return StepOf(state, found(state, key))


def contains(state: S, key: Key) -> StepOf[S, bool]:
    """Whether a key resolves.

    (R11)
    """
    return StepOf(state, resolve(state, key) is Resolution.HIT)


def key_at(state: S, key: Key) -> StepOf[S, Found | None]:
    """The key that is live at the index of another, with its element, or None.

    (R10)
    """
    if resolve(state, key) not in {Resolution.HIT, Resolution.OTHER_ID}:
        return StepOf(state, None)
    cell = state.cells[key.index]
    assert isinstance(cell, Has)
    return StepOf(state, Found(Key(key.index, cell.id), cell.element))


def repack(state: P, key: Key) -> StepOf[P, int | None]:
    """The element of a key that was packed into one integer and unpacked again.

    Raises:
        ValueError: the widths are unbounded, so that keys have no packed form.

    (R9, R10)
    """
    # UNLESS: the key does not fit the widths, as no key of this list is.
    if not packing.fits(state.parameters, key):
        return StepOf(state, None)
    packed = packing.pack(state.parameters, key)
    return StepOf(state, found(state, packing.unpack(state.parameters, packed)))


def length(state: S) -> StepOf[S, int]:
    """How many elements there are.

    (4.2)
    """
    return StepOf(state, state.live)


def is_empty(state: S) -> StepOf[S, bool]:
    """Whether there is no element.

    (4.2)
    """
    return StepOf(state, state.live == 0)


def each(state: S) -> StepOf[S, tuple[tuple[Key, int], ...]]:
    """Keys and elements, at the cost of one visit for each opened cell, or for each that is visited (4.3; R12)."""
    return StepOf(iterated(state), items(state))


def iterated(state: S) -> S:
    """The state after the opened cells were visited once (R12)."""
    return state._replace(cost=state.cost._replace(cells=state.cost.cells + len(visited(state))))


def keys(state: S) -> StepOf[S, tuple[int | None, ...]]:
    """The element of each key that iteration shows: the same as `each`, by looking up keys.

    (R12)
    """
    return StepOf(iterated(state), tuple(found(state, key) for key, _ in items(state)))


def reload(state: S) -> StepOf[S, None]:
    """Save the list, load it and continue with the loaded one: nothing changes, at any level.

    (R8)
    """
    return StepOf(state, None)

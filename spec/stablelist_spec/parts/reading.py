"""Reading: looking up, counting, iterating. Nothing changes but the cost of iteration.

(4.2, 4.3; R10 to R12)
"""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.core.step import Label, Provenance, StepOf
from stablelist_spec.families.pool import Found

from . import packing
from .cells import Has, P, Resolution, S, found, items, resolve, visited
from .labels import key_label

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


def at(state: S, key: Key, origin: Provenance = Provenance.ISSUED) -> StepOf[S, int | None]:
    """The element of a key, or None.

    (4.3, 5.1; R10, R11)
    """
    return StepOf(state, found(state, key), (key_label("at", origin, resolve(state, key)),))


def contains(state: S, key: Key, origin: Provenance = Provenance.ISSUED) -> StepOf[S, bool]:
    """Whether a key resolves.

    (R11)
    """
    resolution = resolve(state, key)
    return StepOf(state, resolution is Resolution.HIT, (key_label("contains", origin, resolution),))


def key_at(state: S, key: Key, origin: Provenance = Provenance.ISSUED) -> StepOf[S, Found | None]:
    """The key that is live at the index of another, with its element, or None.

    (R10)
    """
    resolution = resolve(state, key)
    label = key_label("key_at", origin, resolution)
    # UNLESS: no element lives at that index.
    if resolution not in {Resolution.HIT, Resolution.OTHER_ID}:
        return StepOf(state, None, (label,))
    cell = state.cells[key.index]
    assert isinstance(cell, Has)
    return StepOf(state, Found(Key(key.index, cell.id), cell.element), (label,))


def repack(state: P, key: Key, origin: Provenance = Provenance.ISSUED) -> StepOf[P, int | None]:
    """The element of a key that was packed into one integer and unpacked again.

    Raises:
        ValueError: the widths are unbounded, so that keys have no packed form.

    (R9, R10)
    """
    label = key_label("repack", origin, resolve(state, key))
    # UNLESS: the key does not fit the widths, as no key of this list is.
    if not packing.fits(state.parameters, key):
        return StepOf(state, None, (label,))
    packed = packing.pack(state.parameters, key)
    return StepOf(state, found(state, packing.unpack(state.parameters, packed)), (label,))


def length(state: S) -> StepOf[S, int]:
    """How many elements there are.

    (4.2)
    """
    return StepOf(state, state.live, ())


def is_empty(state: S) -> StepOf[S, bool]:
    """Whether there is no element.

    (4.2)
    """
    return StepOf(state, state.live == 0, ())


def each(state: S) -> StepOf[S, tuple[tuple[Key, int], ...]]:
    """Keys and elements, at the cost of one visit for each opened cell, or for each that is visited (4.3; R12)."""
    label = f"each_{amount_shown(state)}"
    return StepOf(iterated(state), items(state), (label,))


def iterated(state: S) -> S:
    """The state after the opened cells were visited once (R12)."""
    return state._replace(cost=state.cost._replace(cells=state.cost.cells + len(visited(state))))


def amount_shown(state: S) -> Label:
    """Whether an iteration finds no element, skips vacancies, or neither, as the end of a label."""
    if state.live == 0:
        return "empty"
    return "all_live" if state.live == len(visited(state)) else "skips_vacancy"


def keys(state: S) -> StepOf[S, tuple[int | None, ...]]:
    """The element of each key that iteration shows: the same as `each`, by looking up keys.

    (R12)
    """
    after, shown, labels = each(state)
    return StepOf(after, tuple(found(state, key) for key, _ in shown), labels)


def reload(state: S) -> StepOf[S, None]:
    """Save the list, load it and continue with the loaded one: nothing changes, at any level.

    (R8)
    """
    vacancies = "with" if state.live < state.opened else "without"
    return StepOf(state, None, (f"reload_{vacancies}_vacancies",))

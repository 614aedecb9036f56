"""Reading: looking up, counting, iterating (4.2, 4.3; R10 to R12). Nothing changes but the cost of iteration."""

from __future__ import annotations

from . import packing
from .labels import Label, Provenance, Resolution, key_label
from .state import Key, State, Step, found, items, resolve

__all__ = [
    "at",
    "contains",
    "each",
    "is_empty",
    "iterated",
    "keys",
    "length",
    "reload",
    "repack",
]


def at(state: State, key: Key, origin: Provenance = Provenance.ISSUED) -> Step[int | None]:
    """The element of a key, or None (4.3, 5.1; R10, R11)."""
    return Step(state, found(state, key), (key_label("at", origin, resolve(state, key)),))


def contains(state: State, key: Key, origin: Provenance = Provenance.ISSUED) -> Step[bool]:
    """Whether a key resolves (R11)."""
    resolution = resolve(state, key)
    return Step(state, resolution is Resolution.HIT, (key_label("contains", origin, resolution),))


def repack(state: State, key: Key, origin: Provenance = Provenance.ISSUED) -> Step[int | None]:
    """The element of a key that was packed into one integer and unpacked again (R9, R10).

    Raises:
        ValueError: the widths are unbounded, so that keys have no packed form.
    """
    label = key_label("repack", origin, resolve(state, key))
    # UNLESS: the key does not fit the widths, as no key of this list is.
    if not packing.fits(state.parameters, key):
        return Step(state, None, (label,))
    packed = packing.pack(state.parameters, key)
    return Step(state, found(state, packing.unpack(state.parameters, packed)), (label,))


def length(state: State) -> Step[int]:
    """How many elements there are (4.2)."""
    return Step(state, state.live, ())


def is_empty(state: State) -> Step[bool]:
    """Whether there is no element (4.2)."""
    return Step(state, state.live == 0, ())


def each(state: State) -> Step[tuple[tuple[Key, int], ...]]:
    """Keys and elements, at the cost of one visit for each opened cell (4.3; R12)."""
    label = f"each_{amount_shown(state)}"
    return Step(iterated(state), items(state), (label,))


def iterated(state: State) -> State:
    """The state after the opened cells were visited once (R12)."""
    return state._replace(cost=state.cost._replace(cells=state.cost.cells + state.opened))


def amount_shown(state: State) -> Label:
    """What an iteration comes past, as the end of a label."""
    if state.live == 0:
        return "empty"
    return "all_live" if state.live == state.opened else "skips_vacancy"


def keys(state: State) -> Step[tuple[int | None, ...]]:
    """The element of each key that iteration shows: what `each` shows, by another way (R12)."""
    after, shown, labels = each(state)
    return Step(after, tuple(found(state, key) for key, _ in shown), labels)


def reload(state: State) -> Step[None]:
    """Save the list, load it and go on with what was loaded: nothing has changed, at any level (R8)."""
    vacancies = "with" if state.live < state.opened else "without"
    return Step(state, None, (f"reload_{vacancies}_vacancies",))

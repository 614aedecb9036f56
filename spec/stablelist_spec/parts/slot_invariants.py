"""The invariants of relatives that are composed of slots, beside those that all containers with cells share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from stablelist_spec.core.key import FreshKeys

from .cells import Has, Not
from .invariants import (
    Invariant,
    counts_agree,
    free_lists_are_acyclic,
    free_lists_are_complete,
    live_key_resolves,
    named,
    retired_key_never_resolves,
    walk,
)
from .slots import Slots
from .stamping import PER_SLOT_WITH_PARITY
from .vacancies import BLOCKS

__all__ = [
    "blocks_are_maximal",
    "capacity_is_kept",
    "dense_array_has_each_element_once",
    "elements_bear_no_id",
    "live_slots_bear_their_version",
    "no_vacancy_is_listed",
    "nothing_has_moved",
    "odd_versions_are_live",
    "sentinel_stays_vacant",
    "slots_are_allocated",
    "slots_fit_their_indices",
    "together",
    "unused_slots_bear_version_0",
]


def sentinel_stays_vacant(state: Slots, _: FreshKeys) -> bool:
    """The first slot is never used."""
    return state.cells[: state.sentinels] == (Not(None),) * state.sentinels


def slots_fit_their_indices(state: Slots, _: FreshKeys) -> bool:
    """No more slots are opened than indices can name."""
    most: int | None = state.configuration.most_slots
    return most is None or state.opened <= most


def capacity_is_kept(state: Slots, _: FreshKeys) -> bool:
    """A container of fixed capacity opens no more cells than that."""
    capacity: int = state.configuration.capacity
    return capacity == 0 or state.opened <= capacity


def live_slots_bear_their_version(state: Slots, _: FreshKeys) -> bool:
    """The id of an element is the version of its slot, and every slot has a version."""
    pairs = zip(state.cells, state.stamps, strict=False)
    return len(state.stamps) == state.space and all(
        cell.id == version for cell, version in pairs if isinstance(cell, Has)
    )


def odd_versions_are_live(state: Slots, _: FreshKeys) -> bool:
    """The version of a slot is odd if and only if the slot is live."""
    pairs = zip(state.cells, state.stamps, strict=False)
    return all(isinstance(cell, Has) == (version % 2 == 1) for cell, version in pairs)


def dense_array_has_each_element_once(state: Slots, _: FreshKeys) -> bool:
    """The dense array refers to every live slot once, and to no other."""
    live = [slot for slot, cell in enumerate(state.cells) if isinstance(cell, Has)]
    return sorted(state.order) == live


def elements_bear_no_id(state: Slots, _: FreshKeys) -> bool:
    """Every id is 0, so a key is only an index."""
    return all(cell.id == 0 for cell in state.cells if isinstance(cell, Has))


def no_vacancy_is_listed(state: Slots, _: FreshKeys) -> bool:
    """No vacancy can be taken again."""
    return state.head is None


def blocks_are_maximal(state: Slots, _: FreshKeys) -> bool:
    """The free list runs through the blocks; no two of them are neighbours, and that of the sentinel is listed last."""
    fronts, backs = state.order[::2], state.order[1::2]
    chain = [slot for front, back in zip(fronts, backs) for slot in range(back, front - 1, -1)]  # noqa: B905
    return (
        [*walk(state, state.partitions[-1]).positions] == chain
        and not {front - 1 for front in fronts}.intersection(backs)
        and state.sentinels not in fronts[:-1]
    )


def slots_are_allocated(state: Slots, _: FreshKeys) -> bool:
    """There is memory for every slot."""
    return state.space <= state.allocated


def unused_slots_bear_version_0(state: Slots, _: FreshKeys) -> bool:
    """A slot that was never used has the version with which it began."""
    return not any(state.stamps[len(state.cells) :])


def nothing_has_moved(state: Slots, _: FreshKeys) -> bool:
    """No cell has ever been moved."""
    return state.cost.moved == 0


def of_choices(kind: type[Slots]) -> Iterator[Invariant]:
    """The invariants that follow from the choices of a relative."""
    if kind.sentinels:
        yield sentinel_stays_vacant
    if kind.stamping.shown == "version":
        yield live_slots_bear_their_version
    if kind.stamping == PER_SLOT_WITH_PARITY:
        yield odd_versions_are_live
    if not kind.stamping.shown:
        yield elements_bear_no_id
    if kind.arranging.dense:
        yield dense_array_has_each_element_once
    if kind.vacancies is BLOCKS:
        yield blocks_are_maximal
    if kind.vacancies.reuses:
        yield from (free_lists_are_acyclic, free_lists_are_complete)
    else:
        yield no_vacancy_is_listed
    yield from (
        counts_agree,
        slots_fit_their_indices,
        live_key_resolves,
        retired_key_never_resolves,
    )


def together(kind: type[Slots], *own: Invariant) -> Mapping[str, Invariant]:
    """The invariants of a relative, by name: those that follow from its choices, and its *own*."""
    return named(*own, *of_choices(kind))

"""The invariants of containers with cells: named predicates, one clause each.

A predicate takes a state and the keys that are still *fresh*: those whose id has not been given out again. It returns
whether the clause holds. The names are sentences; they are the same in the proofs, the tests and the documentation.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final, NamedTuple

from stablelist_spec.core.key import FreshKeys

from .cells import Celled, Has, Not, Parametrised, Parted, Partition, Resolution, resolve

__all__ = [
    "OF_KEYS",
    "OF_PARTITIONS",
    "Invariant",
    "allocated_memory_is_the_space_doubled",
    "counts_agree",
    "free_lists_are_acyclic",
    "free_lists_are_complete",
    "free_lists_are_disjoint",
    "free_lists_stay_in_their_partition",
    "live_ids_are_distinct",
    "live_key_resolves",
    "named",
    "opened_cells_form_a_prefix",
    "retired_key_never_resolves",
    "visits_never_exceed_removals",
    "walk",
]

Invariant = Callable[[Any, FreshKeys], bool]


def named(*predicates: Invariant) -> dict[str, Invariant]:
    """Invariants by their names, which are sentences."""
    return {predicate.__name__: predicate for predicate in predicates}


class Walk(NamedTuple):
    """The result of following a free list from its head."""

    positions: tuple[int, ...]
    """The vacant cells met, each once."""
    ends: bool
    """Whether it ends, and does not lead back, to a live cell or out of the partition."""


def walk(state: Parted, partition: Partition) -> Walk:
    """Follow a partition's free list until it ends or breaks."""
    met: dict[int, None] = {}
    position = partition.head
    while position is not None:
        if position in met or not 0 <= position < len(state.cells):
            return Walk(tuple(met), ends=False)
        cell = state.cells[position]
        if not isinstance(cell, Not):
            return Walk(tuple(met), ends=False)
        met[position] = None
        position = cell.next
    return Walk(tuple(met), ends=True)


def free_lists_stay_in_their_partition(state: Celled, _: FreshKeys) -> bool:
    """Every free list stays within its partition: the theorem of footnote 8.

    (5.2; R4, R5)
    """
    return all(
        partition.start <= position < partition.end
        for partition in state.partitions
        for position in walk(state, partition).positions
    )


def free_lists_are_acyclic(state: Parted, _: FreshKeys) -> bool:
    """Every free list ends, and runs through vacant cells only.

    (5.2)
    """
    return all(walk(state, partition).ends for partition in state.partitions)


def free_lists_are_complete(state: Parted, _: FreshKeys) -> bool:
    """Every vacant cell is in a free list.

    (5.2; R4)
    """
    listed = {position for p in state.partitions for position in walk(state, p).positions}
    return all(
        position in listed for position, cell in enumerate(state.cells) if isinstance(cell, Not)
    )


def free_lists_are_disjoint(state: Celled, _: FreshKeys) -> bool:
    """No vacant cell is in two free lists.

    (5.2; R4)
    """
    listed = [position for p in state.partitions for position in walk(state, p).positions]
    return len(listed) == len(set(listed))


def opened_cells_form_a_prefix(state: Celled, _: FreshKeys) -> bool:
    """A partition is opened only after the ones before it are opened to their end.

    (5.2; R2)
    """
    parts = state.partitions
    return (
        len(state.cells) == sum(part.opened for part in parts)
        and all(0 <= part.opened <= part.size for part in parts)
        and all(
            after.opened == 0 or before.opened == before.size for before, after in pairwise(parts)
        )
    )


def counts_agree(state: Celled, _: FreshKeys) -> bool:
    """Each partition counts its live cells.

    (5.2)
    """
    return all(
        partition.live
        == sum(isinstance(cell, Has) for cell in state.cells[partition.start : partition.end])
        for partition in state.partitions
    )


def live_ids_are_distinct(_: Celled, fresh: FreshKeys) -> bool:
    """No two live elements have the same id, until it is given out again.

    (5.1; R8)
    """
    return len({key.id for key in fresh.live}) == len(fresh.live)


def live_key_resolves(state: Celled, fresh: FreshKeys) -> bool:
    """A key resolves until it is retired.

    (5.1)
    """
    return all(resolve(state, key) is Resolution.HIT for key in fresh.live)


def retired_key_never_resolves(state: Celled, fresh: FreshKeys) -> bool:
    """ABA immunity: a retired key finds no element until its id is given out again.

    (2.4, 5.1; R8)
    """
    return all(resolve(state, key) is not Resolution.HIT for key in fresh.retired)


def allocated_memory_is_the_space_doubled(state: Parametrised, _: FreshKeys) -> bool:
    """Allocated memory is the element space, doubled zero or more times.

    (5.2; R3, R6)
    """
    doublings, rest = divmod(state.allocated, state.space)
    return rest == 0 and doublings.bit_count() == 1


def visits_never_exceed_removals(state: Parametrised, _: FreshKeys) -> bool:
    """Truncations visit at most one free-list entry per removal, in total.

    (5.2; R5)
    """
    paid: bool = state.cost.visits <= state.cost.removals
    # Nobody promises it of a deferred list that always scans.
    return paid or not state.parameters.amortised


OF_KEYS: Final = named(live_ids_are_distinct, live_key_resolves, retired_key_never_resolves)
"""The invariants about fresh keys, which hold if no key is fresh. The others depend on no id."""

OF_PARTITIONS: Final = named(
    allocated_memory_is_the_space_doubled,
    free_lists_stay_in_their_partition,
    free_lists_are_acyclic,
    free_lists_are_complete,
    free_lists_are_disjoint,
    opened_cells_form_a_prefix,
    counts_agree,
)
"""Those of a container with a StableList's memory, and with a free list for each of its parts."""

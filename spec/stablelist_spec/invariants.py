"""What always holds of a StableList: named predicates, one clause each.

A predicate takes a state and the keys that are still *fresh*: those whose id has not been given out again.
It answers whether the clause holds. The names are sentences; they are the same in the proofs, the tests and
the documentation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from .labels import Resolution
from .parameters import QUARTERS, Truncate
from .stable_list import Has, Key, Not, Partition, State, resolve
from .state import Celled, Parametrised

__all__ = ["INVARIANTS", "OF_KEYS", "FreshKeys", "Invariant", "broken"]


class FreshKeys(NamedTuple):
    """Keys whose id has not been given out again since they were issued."""

    live: tuple[Key, ...] = ()
    retired: tuple[Key, ...] = ()


Invariant = Callable[[State, FreshKeys], bool]


class Walk(NamedTuple):
    """What following a free list from its head came to."""

    positions: tuple[int, ...]
    """The vacant cells met, each once."""
    ends: bool
    """Whether it came to an end, rather than back, to a live cell or to none."""


def walk(state: Celled, partition: Partition) -> Walk:
    """Follow a partition's free list as far as it makes sense."""
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


def partitions_tile_the_element_space(state: State, _: FreshKeys) -> bool:
    """q1 is the first quarter, q2 the second, h2 the second half; the space is lawful (5.2; R1)."""
    q1, q2, h2 = state.partitions
    space, parameters = state.space, state.parameters
    return (
        space % QUARTERS == 0
        and parameters.least_space <= space <= state.allocated
        and (q1.start, q1.size) == (0, space // 4)
        and (q2.start, q2.size) == (space // 4, space // 4)
        and (h2.start, h2.size) == (space // 2, space // 2)
    )


def free_lists_stay_in_their_partition(state: Celled, _: FreshKeys) -> bool:
    """Per-partition free-list containment: the theorem of footnote 8 (5.2; R4, R5)."""
    return all(
        partition.start <= position < partition.end
        for partition in state.partitions
        for position in walk(state, partition).positions
    )


def free_lists_are_acyclic(state: Celled, _: FreshKeys) -> bool:
    """Every free list ends, and runs through vacant cells only (5.2)."""
    return all(walk(state, partition).ends for partition in state.partitions)


def free_lists_are_complete(state: Celled, _: FreshKeys) -> bool:
    """Every vacant cell is in a free list (5.2; R4)."""
    listed = {position for p in state.partitions for position in walk(state, p).positions}
    return all(
        position in listed for position, cell in enumerate(state.cells) if isinstance(cell, Not)
    )


def free_lists_are_disjoint(state: Celled, _: FreshKeys) -> bool:
    """No vacant cell is in two free lists (5.2; R4)."""
    listed = [position for p in state.partitions for position in walk(state, p).positions]
    return len(listed) == len(set(listed))


def opened_cells_form_a_prefix(state: State, _: FreshKeys) -> bool:
    """A partition is opened only after the ones before it are opened to their end (5.2; R2)."""
    q1, q2, h2 = state.partitions
    return (
        len(state.cells) == q1.opened + q2.opened + h2.opened
        and (q2.opened == 0 or q1.opened == q1.size)
        and (h2.opened == 0 or q2.opened == q2.size)
        and all(0 <= p.opened <= p.size for p in state.partitions)
    )


def counts_agree(state: Celled, _: FreshKeys) -> bool:
    """Each partition counts its live cells (5.2)."""
    return all(
        partition.live
        == sum(isinstance(cell, Has) for cell in state.cells[partition.start : partition.end])
        for partition in state.partitions
    )


def live_ids_are_distinct(_: Celled, fresh: FreshKeys) -> bool:
    """No two live elements bear the same id, until it is given out again (5.1; R8)."""
    return len({key.id for key in fresh.live}) == len(fresh.live)


def live_key_resolves(state: Celled, fresh: FreshKeys) -> bool:
    """A key resolves until it is retired (5.1)."""
    return all(resolve(state, key) is Resolution.HIT for key in fresh.live)


def retired_key_never_resolves(state: Celled, fresh: FreshKeys) -> bool:
    """ABA immunity: a retired key meets no element until its id is given out again (2.4, 5.1; R8)."""
    return all(resolve(state, key) is not Resolution.HIT for key in fresh.retired)


def cascade_leaves_h2_live(state: State, _: FreshKeys) -> bool:
    """Where h2 was opened and is empty, truncation is off or R1 forbids another halving (5.2; R4)."""
    h2 = state.partitions[2]
    return (
        h2.live > 0
        or h2.opened == 0
        or state.parameters.truncate is Truncate.NEVER
        or not state.parameters.may_halve(state.space)
    )


def allocated_memory_is_the_space_doubled(state: Parametrised, _: FreshKeys) -> bool:
    """Allocated memory is the element space, or that doubled once or more (5.2; R3, R6)."""
    doublings, rest = divmod(state.allocated, state.space)
    return rest == 0 and doublings.bit_count() == 1


def visits_never_exceed_removals(state: Celled, _: FreshKeys) -> bool:
    """Removals pay for truncation's visits (5.2; R5)."""
    return state.cost.visits <= state.cost.removals


INVARIANTS: Final[dict[str, Invariant]] = {
    predicate.__name__: predicate
    for predicate in (
        partitions_tile_the_element_space,
        allocated_memory_is_the_space_doubled,
        free_lists_stay_in_their_partition,
        free_lists_are_acyclic,
        free_lists_are_complete,
        free_lists_are_disjoint,
        opened_cells_form_a_prefix,
        counts_agree,
        live_ids_are_distinct,
        live_key_resolves,
        retired_key_never_resolves,
        cascade_leaves_h2_live,
        visits_never_exceed_removals,
    )
}
"""Every invariant by its sentence-name."""

OF_KEYS: Final[dict[str, Invariant]] = {
    predicate.__name__: predicate
    for predicate in (live_ids_are_distinct, live_key_resolves, retired_key_never_resolves)
}
"""Those that ask for fresh keys. The others look at no id; where no key is fresh, these hold."""


def broken(
    state: State,
    fresh: FreshKeys = FreshKeys(),  # noqa: B008 - immutable
    among: Mapping[str, Invariant] = INVARIANTS,
) -> list[str]:
    """The names of the invariants that do not hold.

    >>> from stablelist_spec import Parameters, stable_list
    >>> broken(stable_list.initial(Parameters()))
    []
    """
    return [name for name, holds in among.items() if not holds(state, fresh)]

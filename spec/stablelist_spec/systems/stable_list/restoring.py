"""Restoring: a retired key is brought back to its cell, with an element (R16).

The cell is taken out of its free list, wherever it is there. A cell that is no longer opened, because truncation or
`clear` dropped it, is opened again, and with it all cells before it; an element space that ends before it is doubled.
Both stay within the memory that is allocated.
"""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.core.step import StepOf
from stablelist_spec.parts.cells import Has, Not, Partition, Resolution, free_list, linked, resolve
from stablelist_spec.parts.drafts import put

from .state import State, partition_of, untouched, with_free, with_partition

__all__ = ["paying", "restore"]

TAKEN = frozenset({Resolution.HIT, Resolution.OTHER_ID})


def restore(state: State, key: Key, element: int) -> StepOf[State, bool]:
    """Put an element back under a retired key, or refuse; the next id stays."""
    if not restorable(state, key):
        return StepOf(state, False)
    while key.index >= state.space:
        state = stretched(state)
    state = opened_to(state, key.index + 1)
    return StepOf(refilled(state, key, element), True)


def restorable(state: State, key: Key) -> bool:
    """Whether the cell of a key can be filled: it holds nothing, there is memory for it, and its id was passed."""
    return (
        0 <= key.id < state.next_id
        and 0 <= key.index < state.allocated
        and state.parameters.indexable(key.index)
        and state.parameters.holds(state.live + 1)
        and resolve(state, key) not in TAKEN
    )


def opened_to(state: State, end: int) -> State:
    """Open every cell before *end*, as if elements had been added there and removed again, ascending."""
    new = range(state.opened, end)
    cells = state.cells + (Not(None),) * len(new)
    partitions: list[Partition] = []
    for part in state.partitions:
        fresh = [position for position in new if part.start <= position < part.end]
        free = [*reversed(fresh), *free_list(state.cells, part.head)]
        cells = linked(cells, free)
        partitions.append(with_free(part, part.opened + len(fresh), free))
    q1, q2, h2 = partitions
    after = state._replace(cells=cells, partitions=(q1, q2, h2))
    return paying(after, len(new))


def stretched(state: State) -> State:
    """Double an element space that need not be full: the free list of q2 precedes that of q1 in the new q1's."""
    full = opened_to(state, state.space)
    q1, q2, h2 = full.partitions
    space = 2 * state.space
    new, old, empty = untouched(space)
    free = [*free_list(full.cells, q2.head), *free_list(full.cells, q1.head)]
    cells = linked(full.cells, free)
    halves = (with_free(new, new.size, free), h2._replace(start=old.start, size=old.size), empty)
    after = full._replace(space=space, cells=cells, partitions=halves)
    return paying(after, state.space)


def refilled(state: State, key: Key, element: int) -> State:
    """Fill a vacancy, which may be anywhere in its free list."""
    which = partition_of(state, key.index)
    part = state.partitions[which]
    free = [position for position in free_list(state.cells, part.head) if position != key.index]
    cells = linked(put(state.cells, key.index, Has(element, key.id)), free)
    return state._replace(
        cells=cells, partitions=with_partition(state, which, with_free(part, part.opened, free))
    )


def paying(state: State, cells: int) -> State:
    """The state with a payment for later visits of truncations: a vacancy that nobody's removal made has none."""
    return state._replace(cost=state.cost._replace(removals=state.cost.removals + cells))

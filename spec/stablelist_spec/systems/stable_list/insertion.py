"""Insertion, and growth when the list is full.

(4.2, 5.2; R2, R3, R8, R9)
"""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.core.step import Label, StepOf
from stablelist_spec.families.pool import Failure
from stablelist_spec.parts.cells import Has, Not, Partition, vacancy

from .state import (
    H2,
    NAMES,
    Q1,
    Q2,
    State,
    Step,
    untouched,
    with_partition,
)

__all__ = ["add", "grow", "occupy"]


def add(state: State, element: int) -> Step[Key | Failure]:
    """Insert *element* and answer its key.

    (4.2, 5.2; R2, R3, R8, R9)
    """
    # WHERE: the first of q1, q2, h2 that is not full; in it the head of its free list, else its next
    # untouched cell (R2). A full list would grow: then it is the first cell of the new h2 (R3).
    which = next((i for i in (Q1, Q2, H2) if not state.partitions[i].full), None)
    position = state.space if which is None else vacancy(state.partitions[which])
    # UNLESS: no index can name that cell, or the list holds as many elements as the user allows (R9).
    if not state.parameters.indexable(position):
        return StepOf(state, Failure.FULL, ("add_index_range_full",))
    if not state.parameters.holds(state.live + 1):
        return StepOf(state, Failure.FULL, ("add_beyond_maximum",))
    # CHANGE
    if which is None:
        grown, labels = grow(state)
        after = occupy(grown, H2, position, element)
    else:
        reused = state.partitions[which].head is not None
        labels = (f"add_{'reuse' if reused else 'append'}_{NAMES[which]}",)
        after = occupy(state, which, position, element)
    if after.next_id == 0:
        labels += ("add_id_wraps",)
    # ANSWER
    return StepOf(after, Key(position, state.next_id), labels)


def grow(state: State) -> tuple[State, tuple[Label, ...]]:
    """Double a full element space: q1 and q2 are full, h2 is untouched.

    Every free list is empty, so only bounds and counts change.

    (5.2; R3)
    """
    space = 2 * state.space
    q1, q2, h2 = untouched(space)
    partitions = (
        q1._replace(live=q1.size, opened=q1.size),
        q2._replace(live=q2.size, opened=q2.size),
        h2,
    )
    grown = state._replace(space=space, partitions=partitions)
    if space <= state.allocated:
        return grown, ("add_grow_in_place",)
    cost = state.cost._replace(moved=state.cost.moved + state.opened)
    return grown._replace(allocated=space, cost=cost), ("add_grow_moving",)


def occupy(state: State, which: int, position: int, element: int) -> State:
    """Put *element* into a vacant or the next untouched cell, under the next id.

    (5.1, 5.2; R8)
    """
    # Every field is named, here and in `vacate`: `_replace` takes two to four times as long, and these two
    # are most of what the model does.
    parameters, space, allocated, next_id, cells, _, cost = state
    start, size, count, opened, head = state.partitions[which]
    live = Has(element, next_id)
    if head is None:
        changed = Partition(start, size, count + 1, opened + 1, None)
        cells = (*cells, live)
    else:
        vacant = cells[position]
        assert isinstance(vacant, Not)
        changed = Partition(start, size, count + 1, opened, vacant.next)
        cells = (*cells[:position], live, *cells[position + 1 :])
    partitions = with_partition(state, which, changed)
    return State(parameters, space, allocated, parameters.next_id(next_id), cells, partitions, cost)

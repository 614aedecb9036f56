"""Insertion, and growth when the list is full (4.2, 5.2; R2, R3, R8, R9)."""

from __future__ import annotations

from collections.abc import Sequence

from .labels import Label
from .state import (
    H2,
    NAMES,
    Q1,
    Q2,
    Failure,
    Has,
    Key,
    Not,
    Parametrised,
    Partition,
    State,
    Step,
    StepOf,
    untouched,
    with_partition,
)

__all__ = ["add", "extend", "grow", "has_room_for", "insert_with", "occupy", "vacancy"]


def add(state: State, element: int) -> Step[Key | Failure]:
    """Insert *element* and answer its key (4.2, 5.2; R2, R3, R8, R9)."""
    # WHERE: the first of q1, q2, h2 that is not full; in it the head of its free list, else its next
    # untouched cell (R2). A full list would grow: then it is the first cell of the new h2 (R3).
    which = next((i for i in (Q1, Q2, H2) if not state.partitions[i].full), None)
    position = state.space if which is None else vacancy(state.partitions[which])
    # UNLESS: no index can name that cell (R9).
    if not state.parameters.indexable(position):
        return StepOf(state, Failure.FULL, ("add_index_range_full",))
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


def insert_with(state: State, element: int) -> Step[Key | Failure]:
    """Insert the element that a factory makes, which is given its key first (4.2; R2, R3, R8, R9).

    The key is known before anything has changed, so that whatever the factory raises leaves no trace. As
    long as it runs the list is lent (R14).
    """
    after, answer, labels = add(state, element)
    return StepOf(after, answer, tuple(f"insert_with_{label[len('add_') :]}" for label in labels))


def extend(state: State, elements: Sequence[int]) -> Step[tuple[Key, ...] | Failure]:
    """Insert all *elements*, or none, and answer their keys (4.2; R2, R3, R8, R9)."""
    # WHERE: as `add` would, one after the other.
    # UNLESS: no index is left for one of them (R9).
    if not has_room_for(state, len(elements)):
        return StepOf(state, Failure.FULL, ("extend_full",))
    # CHANGE
    after, issued, happened = state, list[Key](), list[Label]()
    for element in elements:
        after, key, labels = add(after, element)
        assert isinstance(key, Key), "room was found for every element"
        issued.append(key)
        happened += labels
    # ANSWER
    return StepOf(after, tuple(issued), extension_labels(happened))


def extension_labels(happened: Sequence[Label]) -> tuple[Label, ...]:
    """The labels of an extension, by those of its insertions."""
    reuses = any(label.startswith("add_reuse") for label in happened)
    growths = sum(label.startswith("add_grow") for label in happened)
    amount = ("within", "grows", "grows_repeatedly")[min(growths, 2)] if happened else "none"
    return (f"extend_{amount}", "extend_reuses") if reuses else (f"extend_{amount}",)


def has_room_for(state: Parametrised, additional: int) -> bool:
    """Whether indices can name *additional* elements more: a list is full when every position is live (R9)."""
    return state.parameters.indexable(state.live + additional - 1)


def vacancy(partition: Partition) -> int:
    """The cell that the next insertion into a partition takes (5.2; R2)."""
    return partition.start + partition.opened if partition.head is None else partition.head


def grow(state: State) -> tuple[State, tuple[Label, ...]]:
    """Double a full element space: q1 and q2 are full, h2 is untouched (5.2; R3).

    Every free list is empty, so that new bounds and counts are all there is to do.
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
    """Put *element* into a vacant or the next untouched cell, under the next id (5.1, 5.2; R8)."""
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

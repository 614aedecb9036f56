"""Removal: of one element, of all, of those that a predicate rejects.

(4.2, 5.2; R4, R7)
"""

from __future__ import annotations

from collections.abc import Callable

from stablelist_spec.core.key import Key
from stablelist_spec.core.step import Label, Provenance, StepOf
from stablelist_spec.parts.cells import (
    Cost,
    Has,
    Not,
    Partition,
    Resolution,
    resolve,
)
from stablelist_spec.parts.labels import key_label
from stablelist_spec.parts.parameters import Truncate

from .state import (
    H2,
    NAMES,
    State,
    Step,
    partition_of,
    untouched,
    with_partition,
)
from .truncation import truncate

__all__ = ["clear", "remove", "vacate"]


def remove(
    state: State,
    key: Key,
    origin: Provenance = Provenance.ISSUED,
    cascade: Callable[[State], tuple[State, tuple[Label, ...]]] = truncate,
) -> Step[int | None]:
    """Take the element of *key* out, or do nothing; a *cascade* may follow (4.2, 5.2; R4, R11)."""
    # WHERE
    resolution = resolve(state, key)
    label = key_label("remove", origin, resolution)
    # UNLESS: the key does not resolve (R11).
    if resolution is not Resolution.HIT:
        return StepOf(state, None, (label,))
    # CHANGE: the cell becomes the head of its own partition's free list; whoever empties h2 truncates.
    which = partition_of(state, key.index)
    after, element = vacate(state, which, key.index)
    happened: tuple[Label, ...] = (f"remove_from_{NAMES[which]}",)
    if after.partitions[H2].live == 0:
        if which == H2:
            after, happened = cascade(after)
        else:
            happened += ("remove_while_h2_empty",)
    # ANSWER
    return StepOf(after, element, (label, *happened))


def vacate(state: State, which: int, position: int) -> tuple[State, int]:
    """Push a live cell onto the free list of its partition.

    (5.2; R4)
    """
    parameters, space, allocated, next_id, cells, _, cost = state
    start, size, live, opened, head = state.partitions[which]
    cell = cells[position]
    assert isinstance(cell, Has)
    cells = (*cells[:position], Not(head), *cells[position + 1 :])
    partitions = with_partition(state, which, Partition(start, size, live - 1, opened, position))
    visits, moved, dropped, visited, removals = cost
    cost = Cost(visits, moved, dropped, visited, removals + 1)
    return State(parameters, space, allocated, next_id, cells, partitions, cost), cell.element


def clear(state: State) -> Step[None]:
    """Retire every key. The next id is not reset, or retired keys would resolve again.

    (4.2; R7)
    """
    # WHERE: everywhere; in MEMORY the element space returns to its minimum.
    shrinks = state.parameters.truncate is Truncate.MEMORY
    space = state.parameters.least_space if shrinks else state.space
    # CHANGE
    after = state._replace(
        space=space,
        allocated=space if shrinks else state.allocated,
        cells=(),
        partitions=untouched(space),
        cost=state.cost._replace(dropped=state.cost.dropped + state.opened),
    )
    # ANSWER
    if state.live == 0:
        return StepOf(after, None, ("clear_empty",))
    return StepOf(after, None, ("clear_to_minimum" if shrinks else "clear_keeps_space",))

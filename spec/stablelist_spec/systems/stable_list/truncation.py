"""Truncation, which shrinks the element space.

(5.2; R4, R5, R6)
"""

from __future__ import annotations

from stablelist_spec.core.step import Label
from stablelist_spec.parts.cells import Partition, free_list, linked
from stablelist_spec.parts.memory import reallocated
from stablelist_spec.parts.parameters import Truncate

from .state import H2, Q1, State, untouched

__all__ = ["halve", "truncate", "truncate_once"]


def truncate(state: State) -> tuple[State, tuple[Label, ...]]:
    """The cascade: halve while h2 is empty and R1 allows it.

    (5.2; R4, R6)
    """
    if state.parameters.truncate is Truncate.NEVER:
        return state, ("remove_empties_h2_never",)
    depth, labels = 0, set[Label]()
    while state.partitions[H2].live == 0 and state.parameters.may_halve(state.space):
        state, happened = truncate_once(state)
        depth, labels = depth + 1, labels | happened
    if depth == 0:
        return state, ("remove_empties_h2_minimum",)
    stopped = "live_h2" if state.partitions[H2].live else "minimum"
    reached = str(depth) if depth < 3 else "3_or_more"
    return state, (f"truncate_{reached}", f"truncate_stops_at_{stopped}", *sorted(labels))


def truncate_once(state: State) -> tuple[State, set[Label]]:
    """One step of the cascade: its visits are counted, and MEMORY releases memory.

    (5.2; R6)
    """
    walked = len(list(free_list(state.cells, state.partitions[Q1].head)))
    after, labels = halve(state)
    after = after._replace(cost=after.cost._replace(visits=state.cost.visits + walked))
    if state.parameters.truncate is not Truncate.MEMORY:
        return after, labels
    labels |= {"truncate_frees_reserve"} if state.allocated > state.space else set()
    return reallocated(after), labels | {"truncate_reallocates"}


def halve(state: State) -> tuple[State, set[Label]]:
    """Halve the element space: the old q2 becomes h2, the old q1 is split into q1 and q2.

    (5.2; R5)
    """
    old_q1, old_q2, _ = state.partitions
    space = state.space // 2
    q1, q2, _ = untouched(space)
    # The old q1's free list is walked, head first. Those below the new q1's end stay, in
    # their order; the others are pushed onto the new q2, one after the other, which reverses them.
    walked = list(free_list(state.cells, old_q1.head))
    stay = [position for position in walked if position < q1.end]
    pushed = [position for position in walked if position >= q1.end][::-1]
    cells = linked(linked(state.cells[:space], stay), pushed)
    opened = min(old_q1.opened, q1.size)
    partitions = (
        occupied(q1, opened, stay),
        occupied(q2, old_q1.opened - opened, pushed),
        old_q2,  # with its free list: only the head is reassigned
    )
    cost = state.cost._replace(dropped=state.cost.dropped + state.opened - len(cells))
    after = state._replace(space=space, cells=cells, partitions=partitions, cost=cost)
    labels = {
        label
        for label, happened in (
            ("truncate_hands_over_q2_list", old_q2.head is not None),
            ("truncate_splits_q1_list", bool(stay and pushed)),
            ("truncate_reverses", len(pushed) > 1),
        )
        if happened
    }
    return after, labels


def occupied(partition: Partition, opened: int, free: list[int]) -> Partition:
    """An untouched partition with cells opened and vacancies listed."""
    head = free[0] if free else None
    return partition._replace(live=opened - len(free), opened=opened, head=head)

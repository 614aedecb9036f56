"""Truncation in one step, whatever the number of halvings (thesis 5.2; R4 to R6)."""

from __future__ import annotations

from stablelist_spec.parts.cells import Has, free_list, linked
from stablelist_spec.parts.memory import reallocated
from stablelist_spec.parts.parameters import Truncate
from stablelist_spec.systems.stable_list.model import vacated
from stablelist_spec.systems.stable_list.state import H2, State, partition_of, untouched, with_free

__all__ = ["dealt_out", "final_space", "truncated", "vacate"]


def vacate(state: State, position: int) -> State:
    """Take the element at a position out; the removal that empties h2 truncates (R4)."""
    which = partition_of(state, position)
    after = vacated(state, which, position)
    return truncated(after) if which == H2 and after.partitions[H2].live == 0 else after


def truncated(state: State) -> State:
    """Halve the space as often as possible and deal the old q1's free list out, once (R4 to R6)."""
    space = final_space(state)
    if state.parameters.truncate is Truncate.NEVER or space == state.space:
        return state
    after = dealt_out(state, space)
    return reallocated(after) if state.parameters.truncate is Truncate.MEMORY else after


def final_space(state: State) -> int:
    """The space after halving it while its upper half is empty and R1 allows it."""
    elements = [position for position, cell in enumerate(state.cells) if isinstance(cell, Has)]
    needed, space = max(elements, default=-1) + 1, state.space
    while needed <= space // 2 and state.parameters.may_halve(space):
        space //= 2
    return space


def dealt_out(state: State, space: int) -> State:
    """Cut the space to *space*, and walk the old q1's free list once to make the new lists (R5)."""
    old_q1, old_q2, _ = state.partitions
    q1, q2, h2 = untouched(space)
    walked = list(free_list(state.cells, old_q1.head))
    stay = [position for position in walked if position < q1.end]
    pushed = [position for position in walked if position >= q1.end][::-1]
    to_q2 = [position for position in pushed if position < q2.end]
    to_h2 = [position for position in pushed if q2.end <= position < h2.end]
    cells = state.cells[:space]
    for order in (stay, to_q2, to_h2):
        cells = linked(cells, order)
    once = old_q2.start == h2.start  # one halving: the old q2 is the new h2, with its free list
    partitions = (
        with_free(q1, q1.size, stay),
        with_free(q2, q2.size, to_q2),
        old_q2 if once else with_free(h2, h2.size, to_h2),
    )
    cost = state.cost._replace(
        visits=state.cost.visits + len(walked),
        dropped=state.cost.dropped + state.opened - len(cells),
    )
    return state._replace(space=space, cells=cells, partitions=partitions, cost=cost)

"""Truncation in one step, whatever the number of halvings (thesis 5.2; R4 to R6)."""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.core.step import Label, Provenance
from stablelist_spec.parts.cells import Has, free_list, linked
from stablelist_spec.parts.memory import reallocated
from stablelist_spec.parts.parameters import Truncate
from stablelist_spec.systems.stable_list import removal
from stablelist_spec.systems.stable_list.state import State, Step, untouched
from stablelist_spec.systems.stable_list.truncation import occupied

__all__ = ["dealt_out", "final_space", "remove", "truncate"]


def remove(state: State, key: Key, origin: Provenance = Provenance.ISSUED) -> Step[int | None]:
    """Take the element of *key* out, or do nothing; the removal that empties h2 truncates (R4, R11)."""
    return removal.remove(state, key, origin, cascade=truncate)


def truncate(state: State) -> tuple[State, tuple[Label, ...]]:
    """Halve the space as often as possible and deal the old q1's free list out, once (R4 to R6)."""
    # WHERE: the space that the last halving leaves.
    space, depth = final_space(state)
    # UNLESS: there is no halving.
    if state.parameters.truncate is Truncate.NEVER:
        return state, ("remove_empties_h2_never",)
    if depth == 0:
        return state, ("remove_empties_h2_minimum",)
    # CHANGE
    after, labels = dealt_out(state, space)
    if state.parameters.truncate is Truncate.MEMORY:
        labels |= {"truncate_frees_reserve"} if state.allocated > state.space else set()
        labels, after = labels | {"truncate_reallocates"}, reallocated(after)
    stopped = "live_h2" if after.partitions[-1].live else "minimum"
    reached = str(depth) if depth < 3 else "3_or_more"
    return after, (f"truncate_{reached}", f"truncate_stops_at_{stopped}", *sorted(labels))


def final_space(state: State) -> tuple[int, int]:
    """The space after halving it while its upper half is empty and R1 allows it, and the number of halvings."""
    elements = [position for position, cell in enumerate(state.cells) if isinstance(cell, Has)]
    needed = max(elements, default=-1) + 1
    space, depth = state.space, 0
    while needed <= space // 2 and state.parameters.may_halve(space):
        space, depth = space // 2, depth + 1
    return space, depth


def dealt_out(state: State, space: int) -> tuple[State, set[Label]]:
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
        occupied(q1, q1.size, stay),
        occupied(q2, q2.size, to_q2),
        old_q2 if once else occupied(h2, h2.size, to_h2),
    )
    cost = state.cost._replace(
        visits=state.cost.visits + len(walked),
        dropped=state.cost.dropped + state.opened - len(cells),
    )
    after = state._replace(space=space, cells=cells, partitions=partitions, cost=cost)
    happened = {
        "truncate_hands_over_q2_list": once and old_q2.head is not None,
        "truncate_splits_q1_list": sum(map(bool, (stay, to_q2, to_h2))) > 1,
        "truncate_reverses": max(len(to_q2), len(to_h2)) > 1,
        "truncate_drops_entries": old_q1.end > space and len(walked) > len(stay + to_q2 + to_h2),
    }
    return after, {label for label, true in happened.items() if true}

"""Deferred: a StableList that deals out its free list once per removal, however often its space is halved.

State, operations and invariants are StableList's. The rulings apply, with these differences:

- R5: the space after all halvings is determined first. Then the old q1's free list is walked once, from its head on.
  Entries below the end of the final q1 stay there in their order; each of the others is pushed onto the list of its
  final partition; entries beyond the final space are dropped. After a single halving the old q2, with its list, is
  the new h2, as in a StableList.
- R6: a truncation is one step, however many halvings it comes to, so mode MEMORY reallocates once.

So the layout is always StableList's: each list has the same entries in the same order. Only costs differ:

- *visits*: every entry of the old q1's free list, once; the entries of q2 and h2 are not visited. That is at most a
  quarter of the space, where StableList's cascade visits up to a half.
- *moved*, in mode MEMORY: the cells that are left, once, where StableList's cascade moves them at every halving.

The final space depends on where the highest element is. A StableList learns this from its walks. This list must know
the number of live cells of each dyadic block of q1, one number for each possible halving, of which an insertion or
removal changes one. These numbers follow from the cells, so they are not part of the state, and reading them is no
visit.

(thesis 5.2, "for future research")
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from stablelist_spec.core.step import Label
from stablelist_spec.parts.cells import Has, free_list, linked
from stablelist_spec.parts.memory import reallocated
from stablelist_spec.parts.observer import observer, released, removed
from stablelist_spec.parts.parameters import Truncate
from stablelist_spec.parts.variant import variant

from . import stable_list
from .stable_list.model import vacated
from .stable_list.observer import LABELS, RULES, left_behind
from .stable_list.picturing import picture, variables
from .stable_list.state import H2, Q1, Q2, State, partition_of, untouched, with_free

__all__ = ["DEFERRED", "MODEL"]


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


# --- Labels ---------------------------------------------------------------------------------------


def left(before: State, after: State, position: int) -> Iterator[Label]:
    """What a removal left behind, and how the walked entries were dealt out."""
    yield from left_behind(before, after, position)
    if after.space < before.space:
        yield from dealt(before, after)
        yield from released(before)


def dealt(before: State, after: State) -> Iterator[Label]:
    """Where the entries of the old q1's free list are now."""
    walked = [*free_list(before.cells, before.partitions[Q1].head)]
    kept = [position for position in walked if position < after.space]
    counts = [
        sum(partition_of(after, position) == which for position in kept) for which in range(3)
    ]
    if before.space == 2 * after.space and before.partitions[Q2].head is not None:
        yield "truncate_hands_over_q2_list"
    if sum(map(bool, counts)) > 1:
        yield "truncate_splits_q1_list"
    if max(counts[Q2], counts[H2]) > 1:
        yield "truncate_reverses"
    if len(kept) < len(walked):
        yield "truncate_drops_entries"


# --- The system -----------------------------------------------------------------------------------

MODEL: Final = replace(
    stable_list.MODEL,
    name="deferred list",
    labels=LABELS
    | {
        "truncate_1": "a truncation of one halving",
        "truncate_2": "a truncation of two halvings",
        "truncate_3_or_more": "a truncation of three halvings or more",
        "truncate_hands_over_q2_list": "after one halving the old q2's free list, not empty, is h2's",
        "truncate_splits_q1_list": "the old q1's free list is shared among two of q1, q2 and h2 or more",
        "truncate_reverses": "two or more entries reach the new q2 or h2, in reversed order",
        "truncate_drops_entries": "entries of the old q1's free list are visited and dropped with their cells",
    },
    classify=observer({**RULES, "remove": removed(left)}),
    vacate=vacate,
)
"""The model of a deferred list."""

DEFERRED: Final = variant(
    MODEL,
    "deferred",
    vacancies="last in, first out; q1 first, then q2, then h2",
    truncation="halves the space while the upper half is empty; lists are dealt out once",
    picture=picture,
    variables=variables,
    programs=("systems/stable_list/crafted.programs", "systems/deferred.programs"),
)
"""The system."""

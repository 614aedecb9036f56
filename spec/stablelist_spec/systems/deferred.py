"""Deferred: a StableList that deals out its free list once per removal, however often its space is halved.

State, operations and invariants are StableList's. The rulings apply, with these differences:

- R5: the space after all halvings is determined first. Then the vacancies of the old q1 that are left become the
  free lists of the new partitions, once. After a single halving the old q2, with its list, is the new h2, as in a
  StableList. `repartition` says how the vacancies of the old q1 are found:

  - *walk*: its free list is walked, from its head on. Entries below the end of the final q1 stay there in their order;
    each of the others is pushed onto the list of its final partition; entries beyond the final space are dropped.
  - *scan*: the list is forgotten. The cells of the old q1 that are left are looked at, from the first to the last, and
    each list has its vacancies in ascending order.
  - *lesser*: whichever looks at less; if both look at as much, the walk. Both numbers are known beforehand: the
    vacancies of the old q1, and the cells of it that are left.

- R6: a truncation is one step, however many halvings it comes to, so mode MEMORY reallocates once.

A list that walks always has StableList's layout: each free list has the same entries in the same order. A scan changes
the order, and so the cells that later insertions take. The costs differ:

- *visits*: the entries that are walked, or the cells that are scanned; those of q2 and h2 are not visited. A walk
  visits at most a quarter of the space, where StableList's cascade visits up to a half. A scan visits a quarter after
  one halving or two, and half as many with each further one. Removals pay for every entry that is walked, but not for
  live cells that are scanned: a scan is not amortised, the lesser of both is.
- *moved*, in mode MEMORY: the cells that are left, once, where StableList's cascade moves them at every halving.

The final space depends on where the highest element is. A StableList learns this from its walks. This list must know
the number of live cells of each dyadic block of q1, one number for each possible halving, of which an insertion or
removal changes one. These numbers follow from the cells, so they are not part of the state, and reading them is no
visit.

(thesis 5.2, "for future research")
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from stablelist_spec.core.step import Label
from stablelist_spec.parts.cells import Has, Not, free_list, linked
from stablelist_spec.parts.memory import reallocated
from stablelist_spec.parts.observer import observer, released, removed
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.parts.variant import OPERATIONS, variant

from . import stable_list
from .stable_list.model import vacated
from .stable_list.observer import LABELS, RESTORED, RULES, left_behind
from .stable_list.picturing import picture, variables
from .stable_list.state import H2, Q1, Q2, State, partition_of, untouched, with_free

__all__ = ["DEFERRED", "MODEL", "Configuration", "Repartition"]


class Repartition(Enum):
    """How a truncation finds the vacancies of the old q1."""

    WALK = "walk"
    """By its free list, whose order they keep."""
    SCAN = "scan"
    """By looking at the cells that are left, in ascending order."""
    LESSER = "lesser"
    """By whichever looks at less."""


@dataclass(frozen=True)
class Configuration(Parameters):
    """The options of a StableList, and how it deals out its free list."""

    repartition: Repartition = Repartition.WALK

    __hash__ = Parameters.__hash__

    @property
    def amortised(self) -> bool:
        """Whether removals pay for visits: not if live cells are scanned, however few vacancies there are."""
        return self.repartition is not Repartition.SCAN


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
    """Cut the space to *space*, and make the new lists of the vacancies that are left of the old q1 (R5)."""
    _, old_q2, _ = state.partitions
    q1, q2, h2 = untouched(space)
    of_q1, of_others, visits = vacancies(state, space)
    stay = [position for position in of_q1 if position < q1.end]
    to_q2 = [position for position in of_others if q2.start <= position < q2.end]
    to_h2 = [position for position in of_others if h2.start <= position < h2.end]
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
        visits=state.cost.visits + visits,
        dropped=state.cost.dropped + state.opened - len(cells),
    )
    return state._replace(space=space, cells=cells, partitions=partitions, cost=cost)


def vacancies(state: State, space: int) -> tuple[list[int], list[int], int]:
    """The vacancies of the old q1, as the new q1 lists them and as the others do, and what it visits to find them."""
    old_q1 = state.partitions[Q1]
    if scans(state, space):
        left = range(min(space, old_q1.end))
        vacant = [position for position in left if isinstance(state.cells[position], Not)]
        return vacant, vacant, len(left)
    walked = list(free_list(state.cells, old_q1.head))
    return walked, walked[::-1], len(walked)


def scans(state: State, space: int) -> bool:
    """Whether a truncation to *space* looks at the cells that are left, and not at the list of the old q1."""
    parameters, old_q1 = state.parameters, state.partitions[Q1]
    assert isinstance(parameters, Configuration)
    if parameters.repartition is Repartition.LESSER:
        return min(space, old_q1.end) < old_q1.opened - old_q1.live
    return parameters.repartition is Repartition.SCAN


# --- Labels ---------------------------------------------------------------------------------------


def left(before: State, after: State, position: int) -> Iterator[Label]:
    """What a removal left behind, and how the walked entries were dealt out."""
    yield from left_behind(before, after, position)
    if after.space < before.space:
        yield from dealt(before, after)
        yield from released(before)


def dealt(before: State, after: State) -> Iterator[Label]:
    """Where the vacancies of the old q1 are now, and how they were found."""
    walked = [*free_list(before.cells, before.partitions[Q1].head)]
    kept = [position for position in walked if position < after.space]
    counts = [
        sum(partition_of(after, position) == which for position in kept) for which in range(3)
    ]
    if before.space == 2 * after.space and before.partitions[Q2].head is not None:
        yield "truncate_hands_over_q2_list"
    if sum(map(bool, counts)) > 1:
        yield "truncate_splits_q1_list"
    if scans(before, after.space):
        yield "truncate_scans"
    elif max(counts[Q2], counts[H2]) > 1:
        yield "truncate_reverses"
    if len(kept) < len(walked):
        yield "truncate_drops_entries"


# --- The system -----------------------------------------------------------------------------------

MODEL: Final = replace(
    stable_list.MODEL,
    name="deferred list",
    operations=OPERATIONS,
    labels={label: meaning for label, meaning in LABELS.items() if label not in RESTORED}
    | {
        "truncate_1": "a truncation of one halving",
        "truncate_2": "a truncation of two halvings",
        "truncate_3_or_more": "a truncation of three halvings or more",
        "truncate_hands_over_q2_list": "after one halving the old q2's free list, not empty, is h2's",
        "truncate_splits_q1_list": "the old q1's free list is shared among two of q1, q2 and h2 or more",
        "truncate_scans": "the cells that are left of the old q1 are looked at, and not its free list",
        "truncate_reverses": "two or more entries reach the new q2 or h2, in reversed order",
        "truncate_drops_entries": "entries of the old q1's free list are dropped with their cells",
    },
    classify=observer({**RULES, "remove": removed(left)}),
    vacate=vacate,
)
"""The model of a deferred list."""

DEFERRED: Final = variant(
    MODEL,
    "deferred",
    like="stablelist",
    vacancies="last in, first out; q1 first, then q2, then h2",
    truncation="halves the space while the upper half is empty; lists are dealt out once",
    configuration=Configuration,
    choices={"repartition": tuple(Repartition)},
    scopes=tuple(Configuration(truncate=mode, id_bits=1, index_bits=2) for mode in Truncate),
    picture=picture,
    variables=variables,
    programs=("systems/stable_list/crafted.programs", "systems/deferred.programs"),
)
"""The system."""

"""The observer of a deferred list: StableList's, except for how free lists are dealt out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stablelist_spec.core.step import Label
from stablelist_spec.parts.cells import free_list
from stablelist_spec.parts.observer import observer, released, removed
from stablelist_spec.systems.stable_list.observer import LABELS as OF_STABLE_LIST
from stablelist_spec.systems.stable_list.observer import RULES, left_behind
from stablelist_spec.systems.stable_list.state import H2, Q1, Q2, State, partition_of

__all__ = ["LABELS", "classify"]


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


classify: Final = observer({**RULES, "remove": removed(left)})
"""The labels of a step."""

LABELS: Final[dict[Label, str]] = OF_STABLE_LIST | {
    "truncate_1": "a truncation of one halving",
    "truncate_2": "a truncation of two halvings",
    "truncate_3_or_more": "a truncation of three halvings or more",
    "truncate_hands_over_q2_list": "after one halving the old q2's free list, not empty, is h2's",
    "truncate_splits_q1_list": "the old q1's free list is shared among two of q1, q2 and h2 or more",
    "truncate_reverses": "two or more entries reach the new q2 or h2, in reversed order",
    "truncate_drops_entries": "entries of the old q1's free list are visited and dropped with their cells",
}
"""Every label with its meaning. The set is closed: the model returns no other word."""

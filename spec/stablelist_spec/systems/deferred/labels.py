"""Labels: StableList's, except for those of how free lists are dealt out."""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.step import Label
from stablelist_spec.systems.stable_list.labels import LABELS as OF_STABLE_LIST

__all__ = ["LABELS"]

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

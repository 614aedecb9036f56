"""Labels: the closed vocabulary in which the model names its transitions.

Every operation of the model returns the labels of what happened; the labels of a run are its coverage. A key
operation's label is ``<operation>_<resolution>``; everything else has a name of its own.
"""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.step import Label
from stablelist_spec.parts.labels import BEYOND, REFUSED, SHARED, WRAPS, insertion_labels

__all__ = ["LABELS"]

LABELS: Final[dict[Label, str]] = (
    insertion_labels(
        {
            "append_q1": "the next untouched cell of q1",
            "append_q2": "the next untouched cell of q2",
            "append_h2": "the next untouched cell of h2, without growth",
            "reuse_q1": "the head of q1's free list",
            "reuse_q2": "the head of q2's free list",
            "reuse_h2": "the head of h2's free list",
            "grow_moving": "the list was full: the element space doubles and its cells move",
            "grow_in_place": "the list was full: the element space doubles within memory kept or reserved earlier",
            "index_range_full": REFUSED,
            "beyond_maximum": BEYOND,
            "id_wraps": WRAPS,
        }
    )
    | {
        "remove_from_q1": "a vacancy for q1's free list",
        "remove_from_q2": "a vacancy for q2's free list",
        "remove_from_h2": "a vacancy for h2's free list; h2 is not empty",
        "remove_empties_h2_never": "h2 is empty, but the mode is NEVER",
        "remove_empties_h2_minimum": "h2 is empty, but R1 forbids another halving",
        "remove_while_h2_empty": "a removal outside an empty h2 does not truncate (R4)",
        "truncate_1": "a cascade of one step",
        "truncate_2": "a cascade of two steps",
        "truncate_3_or_more": "a cascade of three steps or more",
        "truncate_hands_over_q2_list": "the old q2's free list, not empty, becomes h2's",
        "truncate_splits_q1_list": "the old q1's free list is shared between q1 and q2",
        "truncate_reverses": "two or more entries reach the new q2, in reversed order",
        "truncate_stops_at_live_h2": "the cascade ends because h2 is not empty",
        "truncate_stops_at_minimum": "the cascade ends because R1 forbids another halving",
        "shrink_to_fit_nothing": "there is nothing to halve and nothing to give back",
        "shrink_to_fit_halves": "h2 is empty: the element space is halved, perhaps repeatedly",
        "shrink_to_fit_halves_unopened": "a halving while q1 is not opened to its end (R5)",
        "shrink_to_fit_deals_out": "a halving that walks q1's free list, without a visit (R6)",
    }
    | SHARED
)
"""Every label with its meaning. The set is closed: the model returns no other word."""

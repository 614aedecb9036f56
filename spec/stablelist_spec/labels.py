"""Labels: the closed vocabulary in which the model names its transitions.

Every operation of the model returns the labels of what happened; a run is as good as the labels it
met. A key operation's label is ``<operation>_<resolution>``; everything else has a name of its own.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

__all__ = ["KEY_OPERATIONS", "LABELS", "Label", "Provenance", "Resolution", "key_label"]

Label = str
"""A label is a word of `LABELS`."""


class Provenance(StrEnum):
    """Where a key comes from; the same cell answers differently to a person who asks why."""

    ISSUED = "issued"
    """The list handed it out, and it has not been retired as far as the caller knows."""
    RETIRED = "retired"
    """The list handed it out; its element is gone."""
    FORGED = "forged"
    """The list did not (R10)."""


class Resolution(StrEnum):
    """What a key meets in the element space."""

    HIT = "hit"
    """A live cell with the key's id."""
    OTHER_ID = "other_id"
    """A live cell with another id."""
    VACANT = "vacant"
    """A vacant cell."""
    UNTOUCHED = "untouched"
    """A cell of the element space that is not opened."""
    BEYOND = "beyond"
    """No cell: past the end of the element space."""
    NEGATIVE = "negative"
    """No cell: an index below zero."""


KEY_OPERATIONS: Final = ("at", "contains", "remove", "apply")

_STALE: Final = {
    Resolution.OTHER_ID: ("stale_reused", "a retired key; its cell was reused"),
    Resolution.VACANT: ("stale_vacant", "a retired key; its cell is vacant"),
    Resolution.UNTOUCHED: ("stale_untouched", "a retired key; its cell is no longer opened"),
    Resolution.BEYOND: ("stale_cut_off", "a retired key; truncation cut its cell off"),
}

_WORDS: Final[dict[Provenance, dict[Resolution, tuple[str, str]]]] = {
    Provenance.ISSUED: {Resolution.HIT: ("live", "a key of a live element"), **_STALE},
    Provenance.RETIRED: {
        Resolution.HIT: ("revived", "a retired key that resolves because ids have wrapped (R8)"),
        **_STALE,
    },
    Provenance.FORGED: {
        Resolution.HIT: ("forged_hit", "a forged key that coincides with a live one"),
        Resolution.OTHER_ID: ("forged_id", "a live cell, with an id that it does not bear"),
        Resolution.VACANT: ("forged_vacant", "a forged key; the cell is vacant"),
        Resolution.UNTOUCHED: ("forged_untouched", "a forged key; the cell is not opened"),
        Resolution.BEYOND: ("forged_beyond", "an index past the element space"),
        Resolution.NEGATIVE: ("forged_negative", "an index below zero"),
    },
}

LABELS: Final[dict[Label, str]] = {
    "add_append_q1": "the next untouched cell of q1",
    "add_append_q2": "the next untouched cell of q2",
    "add_append_h2": "the next untouched cell of h2, without growth",
    "add_reuse_q1": "the head of q1's free list",
    "add_reuse_q2": "the head of q2's free list",
    "add_reuse_h2": "the head of h2's free list",
    "add_grow_moving": "the list was full: the element space doubles and its cells move",
    "add_grow_in_place": "the list was full: the element space doubles within memory kept earlier",
    "add_index_range_full": "refused: no index is left, nothing changes",
    "add_id_wraps": "the id source starts over after this insertion",
    "remove_from_q1": "a vacancy for q1's free list",
    "remove_from_q2": "a vacancy for q2's free list",
    "remove_from_h2": "a vacancy for h2's free list; h2 is not empty",
    "remove_empties_h2_never": "h2 is empty, but the mode is NEVER",
    "remove_empties_h2_minimum": "h2 is empty, but R1 forbids another halving",
    "remove_while_h2_empty": "a removal outside an empty h2 does not truncate (R4)",
    "truncate_1": "a cascade of one step",
    "truncate_2": "a cascade of two steps",
    "truncate_3_or_more": "a cascade of three steps or more",
    "truncate_reallocates": "truncation in MEMORY gives memory back",
    "truncate_hands_over_q2_list": "the old q2's free list, not empty, becomes h2's",
    "truncate_splits_q1_list": "the old q1's free list is shared between q1 and q2",
    "truncate_reverses": "two or more entries reach the new q2, in reversed order",
    "truncate_stops_at_live_h2": "the cascade ends because h2 is not empty",
    "truncate_stops_at_minimum": "the cascade ends because R1 forbids another halving",
    "clear_empty": "clear of a list without live elements",
    "clear_keeps_space": "clear of a list with live elements; the element space stays",
    "clear_to_minimum": "clear in MEMORY: the element space returns to minimum",
    "each_empty": "iteration over no element",
    "each_all_live": "iteration over opened cells without a vacancy",
    "each_skips_vacancy": "iteration passes a vacancy",
    "apply_alone": "the view of the only element is empty",
    "apply_before_pivot": "the view shows an element before the pivot",
    "apply_after_pivot": "the view shows an element after the pivot",
    "exchange_found": "an element found through the view",
    "exchange_pivot": "the pivot's own key is not found through the view (R13)",
    "exchange_stale": "a key that does not resolve is not found through the view",
    "traverse_empty": "cross-iteration over no element",
    "traverse_one": "cross-iteration over one element",
    "traverse_many": "cross-iteration over two elements or more",
    "lend_nothing": "there is nothing to lend",
    "lend_refuses_add": "add is refused while an element is lent (R14)",
    "lend_refuses_remove": "remove is refused while an element is lent (R14)",
    "lend_refuses_clear": "clear is refused while an element is lent (R14)",
} | {
    f"{operation}_{word}": f"{operation} with {meaning}"
    for operation in KEY_OPERATIONS
    for words in _WORDS.values()
    for word, meaning in words.values()
}
"""Every label with its meaning. The set is closed: the model returns no other word."""


def key_label(operation: str, provenance: Provenance, resolution: Resolution) -> Label:
    """The label of a key operation.

    >>> key_label("at", Provenance.FORGED, Resolution.NEGATIVE)
    'at_forged_negative'
    >>> key_label("remove", Provenance.RETIRED, Resolution.HIT)
    'remove_revived'
    """
    return f"{operation}_{_WORDS[provenance][resolution][0]}"

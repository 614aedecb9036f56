"""Labels: the closed vocabulary in which the model names its transitions.

Every operation of the model returns the labels of what happened; a run is as good as the labels it
met. A key operation's label is ``<operation>_<resolution>``; everything else has a name of its own.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from .family import OTHER
from .pool import POOL

__all__ = [
    "KEYED",
    "KEY_OPERATIONS",
    "LABELS",
    "STRUCTURAL",
    "Label",
    "Provenance",
    "Resolution",
    "key_label",
]

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


KEYED: Final = frozenset(POOL.keyed)
"""Operations on one key, or two."""

KEY_OPERATIONS: Final = tuple(name for name in POOL.keyed if OTHER not in POOL.kinds[name].operands)
"""Operations on one key."""

STRUCTURAL: Final = POOL.structural
"""Operations that are refused while elements are lent (R14)."""

_STALE: Final = {
    Resolution.OTHER_ID: ("stale_reused", "a retired key; its cell was reused"),
    Resolution.VACANT: ("stale_vacant", "a retired key; its cell is vacant"),
    Resolution.UNTOUCHED: ("stale_untouched", "a retired key; its cell is no longer opened"),
    Resolution.BEYOND: ("stale_cut_off", "a retired key; its cell was cut off"),
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

_INSERTIONS: Final = {
    "append_q1": "the next untouched cell of q1",
    "append_q2": "the next untouched cell of q2",
    "append_h2": "the next untouched cell of h2, without growth",
    "reuse_q1": "the head of q1's free list",
    "reuse_q2": "the head of q2's free list",
    "reuse_h2": "the head of h2's free list",
    "grow_moving": "the list was full: the element space doubles and its cells move",
    "grow_in_place": "the list was full: the element space doubles within memory kept or reserved earlier",
    "index_range_full": "refused: no index is left, nothing changes",
    "id_wraps": "the id source starts over after this insertion",
}

LABELS: Final[dict[Label, str]] = (
    {f"add_{word}": meaning for word, meaning in _INSERTIONS.items()}
    | {f"insert_with_{word}": f"with a factory: {meaning}" for word, meaning in _INSERTIONS.items()}
    | {
        "extend_none": "an extension by no element",
        "extend_within": "an extension without growth",
        "extend_grows": "an extension that doubles the element space once",
        "extend_grows_repeatedly": "an extension that doubles the element space twice or more",
        "extend_reuses": "an extension that fills a vacancy",
        "extend_full": "refused: no index is left for one of the elements, nothing changes",
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
        "truncate_frees_reserve": "truncation in MEMORY gives back what was reserved, too",
        "truncate_hands_over_q2_list": "the old q2's free list, not empty, becomes h2's",
        "truncate_splits_q1_list": "the old q1's free list is shared between q1 and q2",
        "truncate_reverses": "two or more entries reach the new q2, in reversed order",
        "truncate_stops_at_live_h2": "the cascade ends because h2 is not empty",
        "truncate_stops_at_minimum": "the cascade ends because R1 forbids another halving",
        "clear_empty": "clear of a list without live elements",
        "clear_keeps_space": "clear of a list with live elements; the element space stays",
        "clear_to_minimum": "clear in MEMORY: the element space returns to minimum",
        "drain_empty": "drain of a list without live elements",
        "drain_keeps_space": "drain of a list with live elements; the element space stays",
        "drain_to_minimum": "drain in MEMORY: the element space returns to minimum",
        "retain_empty": "there is no element to ask for",
        "retain_all": "every element stays",
        "retain_some": "some elements stay, some are removed",
        "retain_none": "every element is removed",
        "retain_truncates": "the last of the removals truncates",
        "reserve_allocates": "memory for more elements; the opened cells move",
        "reserve_has_room": "there is memory enough, nothing changes",
        "reserve_full": "refused: indices cannot name so many positions, nothing changes",
        "shrink_to_fit_nothing": "there is nothing to halve and nothing to give back",
        "shrink_to_fit_halves": "h2 is empty: the element space is halved, perhaps repeatedly",
        "shrink_to_fit_halves_unopened": "a halving while q1 is not opened to its end (R5)",
        "shrink_to_fit_deals_out": "a halving that walks q1's free list, without a visit (R6)",
        "shrink_to_fit_frees": "memory beyond the element space is given back; the opened cells move",
        "each_empty": "iteration over no element",
        "each_all_live": "iteration over opened cells without a vacancy",
        "each_skips_vacancy": "iteration passes a vacancy",
        "each_mut_empty": "mutable iteration over no element",
        "each_mut_all_live": "mutable iteration over opened cells without a vacancy",
        "each_mut_skips_vacancy": "mutable iteration passes a vacancy",
        "reload_without_vacancies": "what is saved and loaded has no vacancy",
        "reload_with_vacancies": "what is saved and loaded has free lists, to be kept in their order",
        "apply_alone": "the view of the only element is empty",
        "apply_before_pivot": "the view shows an element before the pivot",
        "apply_after_pivot": "the view shows an element after the pivot",
        "inspect_alone": "the read-only view of the only element is empty",
        "inspect_before_pivot": "the read-only view shows an element before the pivot",
        "inspect_after_pivot": "the read-only view shows an element after the pivot",
        "exchange_found": "an element found through the view",
        "exchange_pivot": "the pivot's own key is not found through the view (R13)",
        "exchange_stale": "a key that does not resolve is not found through the view",
        "traverse_empty": "cross-iteration over no element",
        "traverse_one": "cross-iteration over one element",
        "traverse_many": "cross-iteration over two elements or more",
        "lend_nothing": "there is nothing to lend",
    }
    | {
        f"lend_refuses_{operation}": f"{operation} is refused while an element is lent (R14)"
        for operation in STRUCTURAL
    }
    | {
        f"{operation}_{word}": f"{operation} with {meaning}"
        for operation in KEY_OPERATIONS
        for words in _WORDS.values()
        for word, meaning in words.values()
    }
)
"""Every label with its meaning. The set is closed: the model returns no other word."""


def key_label(operation: str, provenance: Provenance, resolution: Resolution) -> Label:
    """The label of a key operation.

    >>> key_label("at", Provenance.FORGED, Resolution.NEGATIVE)
    'at_forged_negative'
    >>> key_label("remove", Provenance.RETIRED, Resolution.HIT)
    'remove_revived'
    """
    return f"{operation}_{_WORDS[provenance][resolution][0]}"

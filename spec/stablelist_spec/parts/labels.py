"""The labels that several containers with cells share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from stablelist_spec.core.step import Label, Provenance
from stablelist_spec.families.pool import KEY_OPERATIONS, STRUCTURAL

from .cells import Resolution

__all__ = [
    "LIMITS",
    "SHARED",
    "insertion_labels",
    "key_label",
    "key_labels",
    "meanings",
]

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
        Resolution.OTHER_ID: ("forged_id", "a forged key; the cell is live with another id"),
        Resolution.VACANT: ("forged_vacant", "a forged key; the cell is vacant"),
        Resolution.UNTOUCHED: ("forged_untouched", "a forged key; the cell is not opened"),
        Resolution.BEYOND: ("forged_beyond", "a forged key; its index is past the element space"),
        Resolution.NEGATIVE: ("forged_negative", "a forged key; its index is below zero"),
    },
}

SHARED: Final[dict[Label, str]] = (
    {
        "extend_none": "an extension by zero elements",
        "extend_within": "an extension without growth",
        "extend_grows": "an extension that doubles the element space once",
        "extend_grows_repeatedly": "an extension that doubles the element space twice or more",
        "extend_reuses": "an extension that fills a vacancy",
        "extend_full": "refused: no index is left for one of the elements, nothing changes",
        "extend_beyond_maximum": "refused: the list may not hold so many elements, nothing changes",
        "truncate_reallocates": "truncation in MEMORY gives memory back",
        "truncate_frees_reserve": "truncation in MEMORY gives back what was reserved, too",
        "clear_empty": "clear of a list without live elements",
        "clear_keeps_space": "clear of a list with live elements; the element space stays",
        "clear_to_minimum": "clear in MEMORY: the element space returns to minimum",
        "drain_empty": "drain of a list without live elements",
        "drain_keeps_space": "drain of a list with live elements; the element space stays",
        "drain_to_minimum": "drain in MEMORY: the element space returns to minimum",
        "retain_empty": "there are no elements",
        "retain_all": "every element stays",
        "retain_some": "some elements stay, some are removed",
        "retain_none": "every element is removed",
        "retain_truncates": "the last of the removals truncates",
        "remove_many_both": "two keys, both live: two elements are removed",
        "remove_many_first": "of two keys, the first is live",
        "remove_many_second": "of two keys, the second is live",
        "remove_many_none": "two keys, neither of them live",
        "remove_many_same": "the same live key twice: it is stale the second time",
        "remove_many_truncates": "one of two removals truncates",
        "reserve_allocates": "memory for more elements; the opened cells move",
        "reserve_has_room": "there is enough memory, nothing changes",
        "reserve_full": "refused: indices cannot name so many positions, nothing changes",
        "reserve_beyond_maximum": "refused: room for more than the list may hold, nothing changes",
        "shrink_to_fit_frees": "memory beyond the element space is given back; the opened cells move",
        "each_empty": "iteration over zero elements",
        "each_all_live": "iteration over opened cells without a vacancy",
        "each_skips_vacancy": "iteration passes a vacancy",
        "each_mut_empty": "mutable iteration over zero elements",
        "each_mut_all_live": "mutable iteration over opened cells without a vacancy",
        "each_mut_skips_vacancy": "mutable iteration passes a vacancy",
        "reload_without_vacancies": "the saved and loaded list has no vacancies",
        "reload_with_vacancies": "the saved and loaded list has vacancies; their order is kept",
        "apply_alone": "the view of the only element is empty",
        "apply_before_pivot": "the view shows an element before the pivot",
        "apply_after_pivot": "the view shows an element after the pivot",
        "inspect_alone": "the read-only view of the only element is empty",
        "inspect_before_pivot": "the read-only view shows an element before the pivot",
        "inspect_after_pivot": "the read-only view shows an element after the pivot",
        "exchange_found": "an element found through the view",
        "exchange_pivot": "the pivot's own key is not found through the view (R13)",
        "exchange_stale": "a key that does not resolve is not found through the view",
        "traverse_empty": "cross-iteration over zero elements",
        "traverse_one": "cross-iteration over one element",
        "traverse_many": "cross-iteration over two elements or more",
        "lend_nothing": "there is no element to lend",
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
"""The labels that several containers have, with their meanings."""

LIMITS: Final = {
    "index_range_full": "refused: no index is left, nothing changes",
    "beyond_maximum": "refused: the list holds its maximum, nothing changes",
    "id_wraps": "the id source starts over after this insertion",
}
"""What happens at the limits of an insertion, in StableList and its variants."""


def key_label(operation: str, provenance: Provenance, resolution: Resolution) -> Label:
    """The label of a key operation.

    >>> key_label("at", Provenance.FORGED, Resolution.NEGATIVE)
    'at_forged_negative'
    >>> key_label("remove", Provenance.RETIRED, Resolution.HIT)
    'remove_revived'
    """
    return f"{operation}_{_WORDS[provenance][resolution][0]}"


def insertion_labels(words: Mapping[str, str]) -> dict[Label, str]:
    """The labels of ``add`` and of ``insert_with``, which correspond to each other."""
    added = {f"add_{word}": meaning for word, meaning in words.items()}
    made = {f"insert_with_{word}": f"with a factory: {meaning}" for word, meaning in words.items()}
    return added | made


def meanings(prefixes: tuple[str, ...], *, but: frozenset[Label] = frozenset()) -> dict[Label, str]:
    """The shared labels with these beginnings, with their meanings, *but* some."""
    return {
        label: meaning
        for label, meaning in SHARED.items()
        if label.startswith(prefixes) and label not in but
    }


def key_labels(
    operations: frozenset[str],
    *,
    but: frozenset[Resolution] = frozenset(),
    never: frozenset[Resolution] = frozenset(),
) -> dict[Label, str]:
    """The labels of the operations on one key, without some resolutions that no key of the container has.

    A forged key has every resolution, except for those that occur *never*.

    >>> [*key_labels(frozenset({"at"}), but=frozenset(Resolution) - {Resolution.HIT})][:3]
    ['at_live', 'at_revived', 'at_forged_hit']
    """
    asked = (
        key_label(operation, origin, resolution)
        for operation in KEY_OPERATIONS
        if operation in operations
        for origin in Provenance
        for resolution in Resolution
        if resolution not in never
        if origin is Provenance.FORGED or resolution not in but | {Resolution.NEGATIVE}
    )
    return {label: SHARED[label] for label in asked}

"""Labels: the closed vocabulary of a first-free list's transitions. Labels shared with StableList mean the same."""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.step import Label
from stablelist_spec.families.pool import KEYED
from stablelist_spec.parts.labels import (
    BEYOND,
    REFUSED,
    SHARED,
    WRAPS,
    insertion_labels,
    key_labels,
    meanings,
)

__all__ = ["LABELS"]

_INSERTIONS: Final = {
    "append": "there is no vacancy: the next untouched cell",
    "reuse": "the lowest vacancy, the head of the queue",
    "forgets_queue": "there is no vacancy: all entries of the queue were cut off and are forgotten",
    "grow_moving": "the list was full: the space doubles and its cells move",
    "grow_in_place": "the list was full: the space doubles within memory kept or reserved earlier",
    "index_range_full": REFUSED,
    "beyond_maximum": BEYOND,
    "id_wraps": WRAPS,
}

_OWN: Final = {
    "remove_inside": "a vacancy before the last cell, which is queued",
    "remove_last": "the last cell is dropped, and the one before it is live, if there is one",
    "remove_last_drops_vacancies": "the last cell is dropped, with vacancies before it",
    "remove_last_never": "the last cell, but the mode is NEVER: it becomes a vacancy",
    "truncate_1": "the upper half is empty: the space is halved",
    "truncate_2": "the space is halved twice",
    "truncate_3_or_more": "the space is halved three times or more",
    "truncate_reallocates": SHARED["truncate_reallocates"],
    "truncate_frees_reserve": SHARED["truncate_frees_reserve"],
    "shrink_to_fit_nothing": "there is nothing to drop, to halve or to give back",
    "shrink_to_fit_drops": "vacancies at the end are dropped, which only NEVER has",
    "shrink_to_fit_halves": "the upper half is empty: the space is halved, perhaps repeatedly",
    "shrink_to_fit_frees": SHARED["shrink_to_fit_frees"],
}

LABELS: Final[dict[Label, str]] = (
    insertion_labels(_INSERTIONS)
    | meanings(("extend_", "clear_", "drain_", "retain_", "reserve_", "each_", "reload_"))
    | meanings(("exchange_", "traverse_", "lend_", "remove_many_"))
    | meanings(("apply_alone", "apply_before", "apply_after"))
    | meanings(("inspect_alone", "inspect_before", "inspect_after"))
    | _OWN
    | key_labels(KEYED)
)
"""Every label with its meaning. The set is closed: the model returns no other word."""

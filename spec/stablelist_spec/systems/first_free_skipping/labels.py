"""Labels: those of a first-free list, and those of regions."""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.step import Label
from stablelist_spec.parts.labels import insertion_labels
from stablelist_spec.systems.first_free.labels import LABELS as OF_FIRST_FREE

__all__ = ["LABELS"]

LABELS: Final[dict[Label, str]] = (
    OF_FIRST_FREE
    | insertion_labels(
        {
            "fills_region": "the only vacancy of a region is filled",
            "shortens_region": "a region of several vacancies loses its first one",
        }
    )
    | {
        "remove_begins_region": "a vacancy without a vacant neighbour",
        "remove_extends_region": "a vacancy beside a region, which becomes longer by one",
        "remove_joins_regions": "a vacancy between two regions, which become one",
    }
)
"""Every label with its meaning. The set is closed: the model returns no other word."""

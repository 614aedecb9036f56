"""First-free with vacancy skipping: a first-free list whose iteration passes over regions of vacancies.

State, operations and rulings are those of the first-free list, with these differences:

- A vacant cell at an end of a region of neighbouring vacancies has the length of the region. Removal joins the
  regions beside the new vacancy, and insertion, which always fills the first cell of a region, shortens it.
- R12: an iteration visits each live cell, and of each region the first cell. So it visits at most twice as many cells
  as there are elements, and one more in mode NEVER, which may have a region at the end.
- R4: truncation reads the length of the region before the last cell, which is one visit, or none if there is no
  region.

The thesis gives the other end of a region as the cell *x* away from the new vacancy, where *x* includes the new
vacancy itself. It is *x* - 1 away; the cell *x* away is live, or does not exist.

(thesis 5.6.2)
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from stablelist_spec.parts.variant import variant
from stablelist_spec.systems.first_free import MODEL as FIRST_FREE
from stablelist_spec.systems.first_free.crafted import CRAFTED
from stablelist_spec.systems.first_free.picturing import picture, variables

from .invariants import INVARIANTS
from .model import initial, insert, vacate
from .observer import LABELS, classify

__all__ = ["FIRST_FREE_SKIPPING", "MODEL"]

MODEL: Final = replace(
    FIRST_FREE,
    name="first-free list with vacancy skipping",
    labels=LABELS,
    classify=classify,
    invariants=INVARIANTS,
    initial=initial,
    insert=insert,
    vacate=vacate,
)
"""The model of a first-free list with vacancy skipping."""

FIRST_FREE_SKIPPING: Final = variant(
    MODEL,
    "first-free-skipping",
    vacancies="the lowest vacancy first, by a priority queue",
    truncation="vacant cells at the end are dropped",
    picture=picture,
    variables=variables,
    crafted=CRAFTED,
)
"""The system."""

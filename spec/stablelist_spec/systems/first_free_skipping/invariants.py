"""The invariants of a first-free list with vacancy skipping: a first-free list's, and those about regions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from stablelist_spec.core.key import FreshKeys
from stablelist_spec.parts.cells import Not
from stablelist_spec.parts.invariants import named
from stablelist_spec.systems.first_free.invariants import INVARIANTS as OF_FIRST_FREE

from .model import State

__all__ = ["INVARIANTS"]


def vacant_regions(state: State) -> Iterator[list[Not]]:
    """The cells of each region of neighbouring vacancies."""
    for vacant, cells in groupby(state.cells, lambda cell: isinstance(cell, Not)):
        if vacant:
            yield [cell for cell in cells if isinstance(cell, Not)]


def region_has_its_length_at_both_ends(state: State, _: FreshKeys) -> bool:
    """The first and the last cell of a region have its length (thesis 5.6.2)."""
    return all(region[0].next == region[-1].next == len(region) for region in vacant_regions(state))


def iteration_visits_one_cell_of_each_region(state: State, fresh: FreshKeys) -> bool:
    """Beside the live cells, an iteration visits as many cells as there are regions (R12)."""
    return region_has_its_length_at_both_ends(state, fresh) and (
        len(state.visited) == state.live + sum(1 for _ in vacant_regions(state))
    )


INVARIANTS: Final = OF_FIRST_FREE | named(
    region_has_its_length_at_both_ends, iteration_visits_one_cell_of_each_region
)
"""Every invariant by its name."""

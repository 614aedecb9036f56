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

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Final

from stablelist_spec.core.key import FreshKeys, Key
from stablelist_spec.core.step import Label
from stablelist_spec.parts.cells import Not
from stablelist_spec.parts.invariants import named
from stablelist_spec.parts.labels import insertion_labels
from stablelist_spec.parts.observer import inserted, observer, removed, reused
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.parts.variant import variant
from stablelist_spec.systems import first_free
from stablelist_spec.systems.first_free import model
from stablelist_spec.systems.first_free import observer as of_first_free
from stablelist_spec.systems.first_free.picturing import picture, variables
from stablelist_spec.systems.first_free.state import State as FirstFree
from stablelist_spec.systems.first_free.state import initial as first_free_initial
from stablelist_spec.systems.first_free.state import lowest

from . import regions

__all__ = ["FIRST_FREE_SKIPPING", "MODEL", "State"]


class State(FirstFree):
    """A first-free list that knows which cells an iteration visits."""

    __slots__ = ()

    @property
    def visited(self) -> tuple[int, ...]:
        """The positions that an iteration visits; of those that follow each other and are vacant, the first."""
        return tuple(regions.visited(self.cells))


def initial(parameters: Parameters) -> State:
    """A new list: nothing opened, nothing live, no id issued (R1, R8)."""
    return State(*first_free_initial(parameters))


def insert(state: FirstFree, element: int) -> tuple[FirstFree, Key]:
    """Put an element where a first-free list would; a region that loses its first cell becomes shorter (R2)."""
    vacant = lowest(state)
    size = 0 if vacant is None else regions.length(state.cells, vacant)
    after, key = model.insert(state, element)
    if vacant is None:
        return after, key
    return after._replace(cells=regions.shortened(after.cells, vacant, size)), key


def vacate(state: FirstFree, position: int) -> FirstFree:
    """Take the element at a position out; a vacancy that stays joins the regions beside it (R4)."""
    after = model.without(state, position, regions.ending)
    if position >= after.opened:
        return after
    return after._replace(cells=regions.extended(after.cells, position))


# --- Labels ---------------------------------------------------------------------------------------


def placed(before: State, after: State, key: Key) -> Iterator[Label]:
    """The labels of a first-free list, and whether a region became shorter or was filled."""
    yield from of_first_free.placed(before, after, key)
    if reused(before, key):
        only = regions.length(before.cells, key.index) == 1
        yield "add_fills_region" if only else "add_shortens_region"


def left(before: State, after: State, position: int) -> Iterator[Label]:
    """The labels of a first-free list, and how many regions a vacancy that stays has joined."""
    yield from of_first_free.left(before, after, position)
    if position < after.opened:
        joined = sum(regions.length(before.cells, at) > 0 for at in (position - 1, position + 1))
        yield ("remove_begins_region", "remove_extends_region", "remove_joins_regions")[joined]


# --- Invariants -----------------------------------------------------------------------------------


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


# --- The system -----------------------------------------------------------------------------------

LABELS: Final[dict[Label, str]] = (
    of_first_free.LABELS
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

MODEL: Final = replace(
    first_free.MODEL,
    name="first-free list with vacancy skipping",
    labels=LABELS,
    classify=observer({**of_first_free.RULES, "add": inserted(placed), "remove": removed(left)}),
    invariants={
        **first_free.MODEL.invariants,
        **named(region_has_its_length_at_both_ends, iteration_visits_one_cell_of_each_region),
    },
    initial=initial,
    insert=insert,
    vacate=vacate,
)
"""The model of a first-free list with vacancy skipping."""

FIRST_FREE_SKIPPING: Final = variant(
    MODEL,
    "first-free-skipping",
    like="stablelist",
    vacancies="the lowest vacancy first, by a priority queue",
    truncation="vacant cells at the end are dropped",
    picture=picture,
    variables=variables,
    programs=("systems/first_free/crafted.programs",),
)
"""The system."""

"""Groups of clauses and predicates that all lists of cells have, and what the clauses say besides the predicates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stablelist_spec.parts.cells import Parametrised, items

from .judging import same
from .past import Past
from .running import Ids

__all__ = ["COUNTED", "COUNTS", "FREE_LISTS", "KEYS", "MEMORY", "MORE", "TILED"]

TILED, COUNTED = 0, 1
"""The numbers of the first two groups of each system: its partitions tile the space, and `COUNTS`."""
COUNTS: Final = same(
    "opened_cells_form_a_prefix", "counts_agree", where=(TILED,), with_ghosts=True, of_chosen=True
)
MEMORY: Final = same("allocated_memory_is_the_space_doubled", where=(TILED,), with_ghosts=True)
FREE_LISTS: Final = same(
    "free_lists_stay_in_their_partition",
    "free_lists_are_acyclic",
    "free_lists_are_complete",
    more=("free_lists_are_disjoint",),
    where=(TILED, COUNTED),
    with_ghosts=True,
    of_chosen=True,
)
KEYS: Final = same(
    "live_ids_are_distinct",
    "live_key_resolves",
    "retired_key_never_resolves",
    more=("elements_are_those_inserted", "the_next_id_is_that_of_the_next_insertion"),
    where=(TILED, COUNTED),
    with_ghosts=True,
)


def elements_are_those_inserted(state: Parametrised, past: Past) -> bool:
    """Every live cell holds the element of a key that was issued and is not retired, and none is missing."""
    expected = {past.issued[insertion]: element for insertion, element in past.kept.items()}
    return dict(items(state)) == expected


def the_next_id_is_that_of_the_next_insertion(state: Parametrised, past: Past) -> bool:
    """The next id of the source is that of the next insertion."""
    return state.next_id == Ids(state.parameters.id_period)[len(past.issued)]


def lengths_fit_one_bit_more(state: Parametrised, _: Past) -> bool:
    """No length needs more than one bit more than an index. The model has no such predicate: it cannot overflow."""
    positions = state.parameters.index_count
    if positions is None:
        return True
    opened = sum(partition.opened for partition in state.partitions)
    return opened <= positions >= 4 and max(state.space, state.allocated) < 2 * positions


MORE: Final[dict[str, Callable[[Parametrised, Past], bool]]] = {
    predicate.__name__: predicate
    for predicate in (
        elements_are_those_inserted,
        the_next_id_is_that_of_the_next_insertion,
        lengths_fit_one_bit_more,
    )
}
"""What clauses say beyond the predicates of the same names."""

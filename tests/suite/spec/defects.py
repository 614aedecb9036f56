"""Planted defects: edits of the model, each with a program that shows what it breaks.

A defect is the smallest change that breaks one invariant and, wherever that is possible, no other.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Final, NamedTuple

from stablelist_spec.parts.cells import resolve
from stablelist_spec.parts.memory import with_room
from stablelist_spec.parts.model import Model
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems.stable_list.model import (
    clear,
    grown,
    halved,
    occupied,
    shrink_to_fit,
    truncated,
    truncated_once,
    vacated,
)
from stablelist_spec.systems.stable_list.state import untouched
from suite.planting import edited

__all__ = ["DEFECTS", "Defect", "named"]


class Defect(NamedTuple):
    """An edit of a function of the model, what it breaks, and how to see it."""

    name: str
    breaks: str
    function: Callable[..., Any]
    before: str
    after: str
    program: str
    parameters: Parameters = Parameters(id_bits=2, index_bits=3)
    also: tuple[str, ...] = ()
    """Invariants that are broken with it, because the one implies the others."""
    explored: bool = True
    """Whether it lies within a scope small enough for a test."""

    def __str__(self) -> str:
        return self.name

    def in_force(self) -> AbstractContextManager[None]:
        """The model has the defect, for a while."""
        return edited(self.function, self.before, self.after)


def named(name: str) -> Defect:
    """A defect of the table."""
    (found,) = (defect for defect in DEFECTS if defect.name == name)
    return found


def then(
    made: str, *, q1: str = "q1", q2: str = "q2", h2: str = "h2", when: str = "True"
) -> tuple[str, str]:
    """A statement, and the same with the partitions changed after it."""
    change = f"if {when}:\n    q1, q2, h2 = partitions\n    partitions = ({q1}, {q2}, {h2})"
    return made, f"{made}\n{change}"


VACATED: Final = (
    "partitions = with_partition(state, which, Partition(start, size, live - 1, opened, position))"
)
OCCUPIED: Final = "partitions = with_partition(state, which, changed)"
HALVED: Final = "cost = state.cost._replace(dropped=state.cost.dropped + state.opened - len(cells))"
"""The statements of `vacated`, `occupied` and `halved` after which the new partitions are there."""

ROOMY: Final = Parameters(capacity=8, id_bits=2, index_bits=3)
WIDE: Final = Parameters(id_bits=2, index_bits=4)

DEFECTS: Final[tuple[Defect, ...]] = (
    # --- The element space and its memory
    Defect(
        "q1_one_cell_short", "partitions_tile_the_element_space",
        untouched, "Partition(0, quarter, 0, 0, None)", "Partition(0, quarter - 1, 0, 0, None)", "",
    ),
    Defect(
        "q2_one_cell_short", "partitions_tile_the_element_space",
        untouched, "Partition(quarter, quarter, 0, 0, None)", "Partition(quarter, quarter - 1, 0, 0, None)", "",
    ),
    Defect(
        "h2_one_cell_short", "partitions_tile_the_element_space",
        untouched, "Partition(half, half, 0, 0, None)", "Partition(half, half - 1, 0, 0, None)", "",
    ),
    Defect(
        "q1_one_cell_late", "partitions_tile_the_element_space",
        untouched, "Partition(0, quarter, 0, 0, None)", "Partition(1, quarter, 0, 0, None)", "",
    ),
    Defect(
        "q2_one_cell_late", "partitions_tile_the_element_space",
        untouched, "Partition(quarter, quarter, 0, 0, None)", "Partition(quarter + 1, quarter, 0, 0, None)", "",
    ),
    Defect(
        "h2_one_cell_late", "partitions_tile_the_element_space",
        untouched, "Partition(half, half, 0, 0, None)", "Partition(half + 1, half, 0, 0, None)", "",
    ),
    Defect(
        "halved_to_no_multiple_of_four", "partitions_tile_the_element_space",
        Parameters.may_halve, "half % QUARTERS == 0", "True",
        "shrink_to_fit", Parameters(capacity=12, id_bits=2, index_bits=4),
    ),
    Defect(
        "truncated_below_the_minimum", "partitions_tile_the_element_space",
        Parameters.may_halve, "half >= self.least_space", "True",
        "add*5 remove:4", Parameters(minimum=8, id_bits=2, index_bits=3),
    ),
    Defect(
        "growth_that_allocates_nothing", "partitions_tile_the_element_space",
        grown, "state._replace(space=space, allocated=max(state.allocated, space), cost=cost)",
        "state._replace(space=space, cost=cost)",
        "add*5", also=("allocated_memory_is_the_space_doubled",),
    ),
    Defect(
        "memory_freed_below_the_space", "partitions_tile_the_element_space",
        shrink_to_fit, "reallocated(state) if state.space < state.allocated else state",
        "state._replace(allocated=state.live)",
        "shrink_to_fit", also=("allocated_memory_is_the_space_doubled",),
    ),
    Defect(
        "exactly_what_was_asked_for", "allocated_memory_is_the_space_doubled",
        with_room, "state._replace(allocated=space, cost=cost)",
        "state._replace(allocated=state.live + additional, cost=cost)", "reserve:5",
    ),
    Defect(  # a multiple of the space, which is not always that doubled
        "reserved_by_whole_spaces", "allocated_memory_is_the_space_doubled",
        with_room, "space *= 2", "space += state.space", "reserve:9", WIDE, explored=False,
    ),
    # --- Free lists
    Defect(
        "vacancy_pushed_on_the_neighbours_list", "free_lists_stay_in_their_partition",
        vacated, *then(VACATED, q1="q1._replace(head=position)", q2="q2._replace(head=None)", when="which == 1"),
        "add*2 remove:1",
    ),
    Defect(
        "vacancy_pushed_on_the_next_list", "free_lists_stay_in_their_partition",
        vacated, *then(VACATED, q1="q1._replace(head=None)", q2="q2._replace(head=position)", when="which == 0"),
        "add remove:0",
    ),
    Defect(  # the list of the new q1 runs on into what belongs to the new q2
        "q1_list_cut_nowhere", "free_lists_stay_in_their_partition",
        halved, HALVED, f"{HALVED}\n" + """if stay and pushed:
            cells = linked(cells, stay + pushed)
            partitions = (partitions[0], partitions[1]._replace(head=None), old_q2)""",
        "add*2 remove:1 remove:0 shrink_to_fit", ROOMY,
    ),
    Defect(
        "q1_list_not_split", "free_lists_stay_in_their_partition",
        halved, *then(HALVED, q1="q1._replace(head=q2.head)", q2="q2._replace(head=None)"),
        "add*5 remove:1 remove:4",
    ),
    Defect(
        "vacancy_linked_to_itself", "free_lists_are_acyclic",
        vacated, "Not(head)", "Not(position)", "add remove:0",
    ),
    Defect(
        "head_not_advanced", "free_lists_are_acyclic",
        occupied, "successor(cells, head)", "head", "add remove:0 add",
    ),
    Defect(
        "head_outside_the_cells", "free_lists_are_acyclic",
        clear, "untouched(space)",
        "(untouched(space)[0]._replace(head=state.partitions[0].head), *untouched(space)[1:])",
        "add remove:0 clear",
    ),
    Defect(  # as Python counts, -1 is the last cell
        "head_counted_from_the_end", "free_lists_are_acyclic",
        vacated, "Partition(start, size, live - 1, opened, position)",
        "Partition(start, size, live - 1, opened, position - len(cells))",
        "add remove:0", also=("free_lists_are_complete",),
    ),
    Defect(
        "list_lost_on_insertion", "free_lists_are_complete",
        occupied, "successor(cells, head)", "None", "add*5 remove:0..1 add",
    ),
    Defect(
        "list_of_q2_lost_on_truncation", "free_lists_are_complete",
        halved, *then(HALVED, h2="h2._replace(head=None)"), "add*5 remove:2 remove:4",
    ),
    Defect(  # h2 has it, and the new q2 as well
        "list_of_q2_handed_over_and_kept", "free_lists_are_disjoint",
        halved, *then(HALVED, q2="q2._replace(head=h2.head)"),
        "add*5 remove:2 remove:4", also=("free_lists_stay_in_their_partition",),
    ),
    # --- Opened and live cells
    Defect(
        "cell_closed_by_removal", "opened_cells_form_a_prefix",
        vacated, "Partition(start, size, live - 1, opened, position)",
        "Partition(start, size, live - 1, opened - 1, position)", "add remove:0",
    ),
    Defect(
        "cell_of_q1_opened_in_q2", "opened_cells_form_a_prefix",
        occupied, *then(
            OCCUPIED, q1="q1._replace(opened=opened)", q2="q2._replace(opened=q2.opened + 1)",
            when="head is None and which == 0",
        ),
        "add",
    ),
    Defect(
        "cell_of_q2_opened_in_h2", "opened_cells_form_a_prefix",
        occupied, *then(
            OCCUPIED, q2="q2._replace(opened=opened)", h2="h2._replace(opened=h2.opened + 1)",
            when="head is None and which == 1",
        ),
        "add*2",
    ),
    Defect(  # which has none left to open
        "cell_of_q2_opened_in_q1", "opened_cells_form_a_prefix",
        occupied, *then(
            OCCUPIED, q1="q1._replace(opened=q1.opened + 1)", q2="q2._replace(opened=opened)",
            when="head is None and which == 1",
        ),
        "add*2",
    ),
    Defect(
        "cell_of_q2_borrowed_from_h2", "opened_cells_form_a_prefix",
        occupied, *then(OCCUPIED, q2="q2._replace(opened=1)", h2="h2._replace(opened=-1)"), "add",
    ),
    Defect(  # which is true only where h2 was used (R4)
        "q1_taken_for_opened", "opened_cells_form_a_prefix",
        halved, *then(HALVED, q1="q1._replace(opened=q1.size)"), "shrink_to_fit", ROOMY,
    ),
    Defect(
        "vacancies_of_q1_taken_for_elements", "counts_agree",
        halved, *then(HALVED, q1="q1._replace(live=opened)"), "add remove:0 shrink_to_fit", ROOMY,
    ),
    Defect("removal_not_counted", "counts_agree", vacated, "live - 1", "live", "add remove:0"),
    Defect(
        "growth_that_leaves_q2_short", "counts_agree",
        grown, "q2._replace(live=q2.size, opened=q2.size)", "q2._replace(live=q2.size - 1, opened=q2.size)",
        "add*5",
    ),
    # --- Ids and keys
    Defect(
        "id_not_advanced", "live_ids_are_distinct",
        Parameters.next_id, "id + 1 if self.id_period is None else (id + 1) % self.id_period", "id",
        "add*2",
    ),
    Defect(
        "id_wraps_one_bit_early", "live_ids_are_distinct",
        Parameters.next_id, "(id + 1) % self.id_period", "(id + 1) % (self.id_period // 2)", "add*3",
    ),
    Defect(  # the cell bears the id after the one in the key
        "id_advanced_too_early", "live_key_resolves",
        occupied, "Has(element, next_id)", "Has(element, parameters.next_id(next_id))", "add",
    ),
    Defect(
        "id_reset_by_clear", "retired_key_never_resolves",
        clear, "state.parameters.truncate", "(state := state._replace(next_id=0)).parameters.truncate",
        "add clear add",
    ),
    Defect(
        "id_reset_by_drain", "retired_key_never_resolves",
        Model.drain, "iterated(state)", "iterated(state)._replace(next_id=0)", "add drain add",
    ),
    Defect(
        "only_the_index_is_compared", "retired_key_never_resolves",
        resolve, "cell.id == key.id", "True", "add remove:0 add",
    ),
    # --- Truncation and what it costs
    Defect(
        "one_step_at_most", "cascade_leaves_h2_live",
        truncated, "state = truncated_once(state)", "state = truncated_once(state)\nbreak",
        "add*9 remove:4..8", WIDE, explored=False,
    ),
    Defect(  # all of q1, and not only its free list
        "every_opened_cell_visited", "visits_never_exceed_removals",
        truncated_once, "walked", "state.partitions[Q1].opened", "add*5 remove:4",
    ),
    Defect(  # it halves as a removal does
        "shrinking_counted_as_visits", "visits_never_exceed_removals",
        shrink_to_fit, "state = halved(state)", "state = truncated_once(state)",
        "add remove:0 shrink_to_fit", Parameters(capacity=16, id_bits=2, index_bits=4),
    ),
)  # fmt: skip
"""At least one for each invariant."""

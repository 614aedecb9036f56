"""Planted defects: operations of the model made wrong, each with a program that shows it.

A defect is a function that patches the model, in every module that knows the operation. It is the smallest change
that breaks one invariant and, wherever that is possible, no other.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import pytest

import stablelist_spec
from stablelist_spec import stable_list as model
from stablelist_spec.core.key import Key
from stablelist_spec.parts.cells import Has, Not, Partition, Resolution
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems.stable_list import MODEL
from stablelist_spec.systems.stable_list.state import H2, State

Patch = pytest.MonkeyPatch

MODULES: Final = [
    importlib.import_module(module.name)
    for module in pkgutil.walk_packages(stablelist_spec.__path__, "stablelist_spec.")
    if "systems" not in module.name or "stable_list" in module.name
]


def real(name: str) -> Any:
    """An operation as it is, for a defect that adds something to it."""
    if hasattr(MODEL, name):
        return getattr(MODEL, name)
    return next(vars(module)[name] for module in MODULES if name in vars(module))


REAL: Final = {
    name: real(name)
    for name in (
        *("untouched", "grow", "vacate", "occupy", "truncate", "truncate_once", "halve"),
        *("clear", "drain", "reserve", "shrink_to_fit"),
    )
}
"""The operations before anything was planted."""


def plant(patch: Patch, name: str, wrong: Callable[..., Any]) -> None:
    """Put something wrong in the place of an operation, wherever it goes by that name."""
    for module in MODULES:
        if name in vars(module):
            patch.setattr(module, name, wrong)
    if hasattr(MODEL, name):
        patch.setattr(MODEL, name, wrong)


def change(state: State, which: int, **fields: int | None) -> State:
    """The state with fields of one partition changed."""
    changed = state.partitions[which]._replace(**fields)  # type: ignore[arg-type] # fields are checked by _replace
    return state._replace(partitions=model.with_partition(state, which, changed))


def placed_wrongly(which: int, *, start: int = 0, size: int = 0) -> Callable[[Patch], None]:
    """What plants one partition that begins too late or is too long by so much."""

    def plant_it(patch: Patch) -> None:
        def untouched(space: int) -> tuple[Partition, ...]:
            partitions: list[Partition] = [*REAL["untouched"](space)]
            right = partitions[which]
            partitions[which] = right._replace(start=right.start + start, size=right.size + size)
            return tuple(partitions)

        plant(patch, "untouched", untouched)

    return plant_it


def q1_one_cell_short(patch: Patch) -> None:
    """The first partition leaves its last cell out."""
    placed_wrongly(0, size=-1)(patch)


def q2_one_cell_short(patch: Patch) -> None:
    """The second partition leaves its last cell out."""
    placed_wrongly(1, size=-1)(patch)


def h2_one_cell_short(patch: Patch) -> None:
    """The last partition leaves its last cell out."""
    placed_wrongly(2, size=-1)(patch)


def q1_one_cell_late(patch: Patch) -> None:
    """The first partition leaves its first cell out and ends in the next one."""
    placed_wrongly(0, start=1)(patch)


def q2_one_cell_late(patch: Patch) -> None:
    """The second partition ends in the third."""
    placed_wrongly(1, start=1)(patch)


def h2_one_cell_late(patch: Patch) -> None:
    """The third partition ends beyond the space."""
    placed_wrongly(2, start=1)(patch)


def halved_to_no_multiple_of_four(patch: Patch) -> None:
    """Truncation that minds the minimum only."""
    patch.setattr(Parameters, "may_halve", lambda chosen, space: space // 2 >= chosen.least_space)


def truncated_below_the_minimum(patch: Patch) -> None:
    """Truncation that asks for a multiple of 4 only."""
    patch.setattr(Parameters, "may_halve", lambda _, space: space % 8 == 0)


def growth_that_allocates_nothing(patch: Patch) -> None:
    """Growth beyond the allocated memory."""
    plant(patch, "grow", lambda state: (REAL["grow"](state)[0]._replace(allocated=4), ()))


def vacancy_pushed_on_the_neighbours_list(patch: Patch) -> None:
    """Removal from q2 that is listed in q1."""

    def vacate(state: State, which: int, position: int) -> tuple[State, int]:
        vacated, element = REAL["vacate"](state, which, position)
        if which == 1:
            vacated = change(change(vacated, 1, head=None), 0, head=position)
        return vacated, element

    plant(patch, "vacate", vacate)


def vacancy_pushed_on_the_next_list(patch: Patch) -> None:
    """Removal from q1 that is listed in q2."""

    def vacate(state: State, which: int, position: int) -> tuple[State, int]:
        vacated, element = REAL["vacate"](state, which, position)
        if which == 0:
            vacated = change(change(vacated, 0, head=None), 1, head=position)
        return vacated, element

    plant(patch, "vacate", vacate)


def q1_list_cut_nowhere(patch: Patch) -> None:
    """Halving after which the list of the new q1 runs on into what belongs to the new q2."""

    def halve(state: State) -> tuple[State, set[str]]:
        after, labels = REAL["halve"](state)
        stay, pushed, _ = model.free_lists(after)
        if not stay or not pushed:
            return after, labels
        cells = list(after.cells)
        cells[stay[-1]] = Not(pushed[0])
        return change(after._replace(cells=tuple(cells)), 1, head=None), labels

    plant(patch, "halve", halve)


def q1_list_not_split(patch: Patch) -> None:
    """Truncation that leaves what belongs to the new q2 in the list of q1."""

    def truncate_once(state: State) -> tuple[State, set[str]]:
        after, labels = REAL["truncate_once"](state)
        return change(change(after, 0, head=after.partitions[1].head), 1, head=None), labels

    plant(patch, "truncate_once", truncate_once)


def vacancy_linked_to_itself(patch: Patch) -> None:
    """Removal that writes its own position into the cell."""

    def vacate(state: State, which: int, position: int) -> tuple[State, int]:
        vacated, element = REAL["vacate"](state, which, position)
        cells = (*vacated.cells[:position], Not(position), *vacated.cells[position + 1 :])
        return vacated._replace(cells=cells), element

    plant(patch, "vacate", vacate)


def head_not_advanced(patch: Patch) -> None:
    """Insertion that leaves the head where it was."""

    def occupy(state: State, which: int, position: int, element: int) -> State:
        after: State = REAL["occupy"](state, which, position, element)
        return change(after, which, head=state.partitions[which].head)

    plant(patch, "occupy", occupy)


def head_outside_the_cells(patch: Patch) -> None:
    """Clear that empties no free list."""

    def clear(state: State) -> model.Step[None]:
        step: model.Step[None] = REAL["clear"](state)
        return step._replace(state=change(step.state, 0, head=state.partitions[0].head))

    plant(patch, "clear", clear)


def head_counted_from_the_end(patch: Patch) -> None:
    """Removal that notes the head as Python counts from the end."""

    def vacate(state: State, which: int, position: int) -> tuple[State, int]:
        vacated, element = REAL["vacate"](state, which, position)
        return change(vacated, which, head=position - len(vacated.cells)), element

    plant(patch, "vacate", vacate)


def list_lost_on_insertion(patch: Patch) -> None:
    """Insertion that forgets the rest of the free list."""

    def occupy(state: State, which: int, position: int, element: int) -> State:
        return change(REAL["occupy"](state, which, position, element), which, head=None)

    plant(patch, "occupy", occupy)


def list_of_q2_lost_on_truncation(patch: Patch) -> None:
    """Truncation that does not hand the list of q2 over to h2."""

    def truncate_once(state: State) -> tuple[State, set[str]]:
        after, labels = REAL["truncate_once"](state)
        return change(after, H2, head=None), labels

    plant(patch, "truncate_once", truncate_once)


def list_of_q2_handed_over_and_kept(patch: Patch) -> None:
    """Truncation that does not empty the list of q2."""

    def truncate_once(state: State) -> tuple[State, set[str]]:
        after, labels = REAL["truncate_once"](state)
        return change(after, 1, head=state.partitions[1].head), labels

    plant(patch, "truncate_once", truncate_once)


def cell_closed_by_removal(patch: Patch) -> None:
    """Removal that counts one opened cell less."""

    def vacate(state: State, which: int, position: int) -> tuple[State, int]:
        vacated, element = REAL["vacate"](state, which, position)
        return change(vacated, which, opened=vacated.partitions[which].opened - 1), element

    plant(patch, "vacate", vacate)


def opening_counted_in(which: int, *, of: int) -> Callable[[Patch], None]:
    """What plants insertions that count a cell of one partition as opened in another."""

    def plant_it(patch: Patch) -> None:
        def occupy(state: State, into: int, position: int, element: int) -> State:
            after: State = REAL["occupy"](state, into, position, element)
            if into != of or len(after.cells) == len(state.cells):
                return after
            there = state.partitions[which].opened + 1
            return change(
                change(after, of, opened=state.partitions[of].opened), which, opened=there
            )

        plant(patch, "occupy", occupy)

    return plant_it


def cell_of_q1_opened_in_q2(patch: Patch) -> None:
    """Insertion into q1 that counts an opened cell to q2."""
    opening_counted_in(1, of=0)(patch)


def cell_of_q2_opened_in_h2(patch: Patch) -> None:
    """Insertion into q2 that counts an opened cell to h2."""
    opening_counted_in(2, of=1)(patch)


def cell_of_q2_opened_in_q1(patch: Patch) -> None:
    """Insertion into q2 that counts an opened cell to q1, which has none left."""
    opening_counted_in(0, of=1)(patch)


def cell_of_q2_borrowed_from_h2(patch: Patch) -> None:
    """Insertion that opens a cell of q2 as well, and one less than none of h2."""

    def occupy(state: State, which: int, position: int, element: int) -> State:
        after: State = REAL["occupy"](state, which, position, element)
        return change(change(after, 1, opened=1), H2, opened=-1)

    plant(patch, "occupy", occupy)


def removal_not_counted(patch: Patch) -> None:
    """Removal that counts the element as live still."""

    def vacate(state: State, which: int, position: int) -> tuple[State, int]:
        vacated, element = REAL["vacate"](state, which, position)
        return change(vacated, which, live=state.partitions[which].live), element

    plant(patch, "vacate", vacate)


def growth_that_leaves_q2_short(patch: Patch) -> None:
    """Growth after which q2 counts one element too few."""

    def grow(state: State) -> tuple[State, tuple[str, ...]]:
        grown, labels = REAL["grow"](state)
        return change(grown, 1, live=grown.partitions[1].live - 1), labels

    plant(patch, "grow", grow)


def id_not_advanced(patch: Patch) -> None:
    """Every element with the same id."""
    patch.setattr(Parameters, "next_id", lambda _, id_: id_)


def id_advanced_too_early(patch: Patch) -> None:
    """A cell that bears the id after the one in the key."""

    def occupy(state: State, which: int, position: int, element: int) -> State:
        after: State = REAL["occupy"](state, which, position, element)
        live = Has(element, after.next_id)
        cells = (*after.cells[:position], live, *after.cells[position + 1 :])
        return after._replace(cells=cells)

    plant(patch, "occupy", occupy)


def id_reset_by_clear(patch: Patch) -> None:
    """Ids that start over when the list is cleared."""

    def clear(state: State) -> model.Step[None]:
        step: model.Step[None] = REAL["clear"](state)
        return step._replace(state=step.state._replace(next_id=0))

    plant(patch, "clear", clear)


def id_wraps_one_bit_early(patch: Patch) -> None:
    """Half of the ids are never used."""
    patch.setattr(
        Parameters, "next_id", lambda chosen, id_: (id_ + 1) % (1 << (chosen.id_bits or 1) - 1)
    )


def only_the_index_is_compared(patch: Patch) -> None:
    """A key that hits whatever lives at its position."""

    def resolve(state: State, key: Key) -> Resolution:
        live = 0 <= key.index < len(state.cells) and isinstance(state.cells[key.index], Has)
        return Resolution.HIT if live else Resolution.VACANT

    plant(patch, "resolve", resolve)


def one_step_at_most(patch: Patch) -> None:
    """Truncation that stops after one step."""

    def truncate(state: State) -> tuple[State, tuple[str, ...]]:
        if not state.parameters.may_halve(state.space):
            return state, ("remove_empties_h2_minimum",)
        return REAL["truncate_once"](state)[0], ("truncate_1",)

    plant(patch, "truncate", truncate)


def every_opened_cell_visited(patch: Patch) -> None:
    """Truncation that looks at all cells of the old q1 and not only at its free list."""

    def truncate_once(state: State) -> tuple[State, set[str]]:
        after, labels = REAL["truncate_once"](state)
        visits = state.cost.visits + state.partitions[0].opened
        return after._replace(cost=after.cost._replace(visits=visits)), labels

    plant(patch, "truncate_once", truncate_once)


def id_reset_by_drain(patch: Patch) -> None:
    """Ids that start over when everything is taken out."""

    def drain(state: State) -> model.Step[tuple[int, ...]]:
        step: model.Step[tuple[int, ...]] = REAL["drain"](state)
        return step._replace(state=step.state._replace(next_id=0))

    plant(patch, "drain", drain)


def exactly_what_was_asked_for(patch: Patch) -> None:
    """Reserving that allocates so many cells and no more."""

    def reserve(state: State, additional: int) -> model.Step[model.Failure | None]:
        step: model.Step[model.Failure | None] = REAL["reserve"](state, additional)
        wanted = max(state.allocated, state.live + additional)
        return step._replace(state=step.state._replace(allocated=wanted))

    plant(patch, "reserve", reserve)


def reserved_by_whole_spaces(patch: Patch) -> None:
    """Reserving that allocates a multiple of the space instead of doubling it."""

    def reserve(state: State, additional: int) -> model.Step[model.Failure | None]:
        step: model.Step[model.Failure | None] = REAL["reserve"](state, additional)
        spaces = -(-(state.live + additional) // state.space)
        wanted = max(state.allocated, spaces * state.space)
        return step._replace(state=step.state._replace(allocated=wanted))

    plant(patch, "reserve", reserve)


def memory_freed_below_the_space(patch: Patch) -> None:
    """Shrinking that keeps memory for the live elements only."""

    def shrink_to_fit(state: State) -> model.Step[None]:
        step: model.Step[None] = REAL["shrink_to_fit"](state)
        return step._replace(state=step.state._replace(allocated=state.live))

    plant(patch, "shrink_to_fit", shrink_to_fit)


def q1_taken_for_opened(patch: Patch) -> None:
    """Halving that trusts R4 even where h2 was never used: the new q1 is opened to its end."""

    def halve(state: State) -> tuple[State, set[str]]:
        after, labels = REAL["halve"](state)
        return change(after, 0, opened=after.partitions[0].size), labels

    plant(patch, "halve", halve)


def vacancies_of_q1_taken_for_elements(patch: Patch) -> None:
    """Halving that counts every opened cell of the new q1 as live."""

    def halve(state: State) -> tuple[State, set[str]]:
        after, labels = REAL["halve"](state)
        return change(after, 0, live=after.partitions[0].opened), labels

    plant(patch, "halve", halve)


def shrinking_counted_as_visits(patch: Patch) -> None:
    """Shrinking whose walks are put down to the removals."""

    def shrink_to_fit(state: State) -> model.Step[None]:
        step: model.Step[None] = REAL["shrink_to_fit"](state)
        visits, after = state.cost.visits, state
        while after.space > step.state.space:
            visits += len(model.free_lists(after)[0])
            after = REAL["halve"](after)[0]
        return step._replace(
            state=step.state._replace(cost=step.state.cost._replace(visits=visits))
        )

    plant(patch, "shrink_to_fit", shrink_to_fit)


class Defect(NamedTuple):
    """A defect, what it breaks, and how to see it."""

    plant: Callable[[Patch], None]
    breaks: str
    program: str
    parameters: Parameters = Parameters(id_bits=2, index_bits=3)
    also: tuple[str, ...] = ()
    """Invariants that are broken with it, because the one implies the others."""
    explored: bool = True
    """Whether it lies within a scope small enough for a test."""


ROOMY: Final = Parameters(capacity=8, id_bits=2, index_bits=3)
WIDE: Final = Parameters(id_bits=2, index_bits=4)
DEFECTS: Final = (
    *(
        Defect(misplaced, "partitions_tile_the_element_space", "")
        for misplaced in (
            *(q1_one_cell_short, q2_one_cell_short, h2_one_cell_short),
            *(q1_one_cell_late, q2_one_cell_late, h2_one_cell_late),
        )
    ),
    Defect(
        halved_to_no_multiple_of_four,
        "partitions_tile_the_element_space",
        "shrink_to_fit",
        Parameters(capacity=12, id_bits=2, index_bits=4),
    ),
    Defect(
        truncated_below_the_minimum,
        "partitions_tile_the_element_space",
        "add*5 remove:4",
        Parameters(minimum=8, id_bits=2, index_bits=3),
    ),
    Defect(
        growth_that_allocates_nothing,
        "partitions_tile_the_element_space",
        "add*5",
        also=("allocated_memory_is_the_space_doubled",),
    ),
    Defect(exactly_what_was_asked_for, "allocated_memory_is_the_space_doubled", "reserve:5"),
    Defect(
        reserved_by_whole_spaces,
        "allocated_memory_is_the_space_doubled",
        "reserve:9",
        WIDE,
        explored=False,
    ),
    Defect(
        memory_freed_below_the_space,
        "partitions_tile_the_element_space",
        "shrink_to_fit",
        also=("allocated_memory_is_the_space_doubled",),
    ),
    Defect(
        vacancy_pushed_on_the_neighbours_list,
        "free_lists_stay_in_their_partition",
        "add*2 remove:1",
    ),
    Defect(vacancy_pushed_on_the_next_list, "free_lists_stay_in_their_partition", "add remove:0"),
    Defect(
        q1_list_cut_nowhere,
        "free_lists_stay_in_their_partition",
        "add*2 remove:1 remove:0 shrink_to_fit",
        ROOMY,
    ),
    Defect(q1_list_not_split, "free_lists_stay_in_their_partition", "add*5 remove:1 remove:4"),
    Defect(vacancy_linked_to_itself, "free_lists_are_acyclic", "add remove:0"),
    Defect(head_not_advanced, "free_lists_are_acyclic", "add remove:0 add"),
    Defect(head_outside_the_cells, "free_lists_are_acyclic", "add remove:0 clear"),
    Defect(
        head_counted_from_the_end,
        "free_lists_are_acyclic",
        "add remove:0",
        also=("free_lists_are_complete",),
    ),
    Defect(list_lost_on_insertion, "free_lists_are_complete", "add*5 remove:0..1 add"),
    Defect(list_of_q2_lost_on_truncation, "free_lists_are_complete", "add*5 remove:2 remove:4"),
    Defect(
        list_of_q2_handed_over_and_kept,
        "free_lists_are_disjoint",
        "add*5 remove:2 remove:4",
        also=("free_lists_stay_in_their_partition",),
    ),
    Defect(cell_closed_by_removal, "opened_cells_form_a_prefix", "add remove:0"),
    Defect(cell_of_q1_opened_in_q2, "opened_cells_form_a_prefix", "add"),
    Defect(cell_of_q2_opened_in_h2, "opened_cells_form_a_prefix", "add*2"),
    Defect(cell_of_q2_opened_in_q1, "opened_cells_form_a_prefix", "add*2"),
    Defect(cell_of_q2_borrowed_from_h2, "opened_cells_form_a_prefix", "add"),
    Defect(q1_taken_for_opened, "opened_cells_form_a_prefix", "shrink_to_fit", ROOMY),
    Defect(
        vacancies_of_q1_taken_for_elements,
        "counts_agree",
        "add remove:0 shrink_to_fit",
        ROOMY,
    ),
    Defect(removal_not_counted, "counts_agree", "add remove:0"),
    Defect(growth_that_leaves_q2_short, "counts_agree", "add*5"),
    Defect(id_not_advanced, "live_ids_are_distinct", "add*2"),
    Defect(id_wraps_one_bit_early, "live_ids_are_distinct", "add*3"),
    Defect(id_advanced_too_early, "live_key_resolves", "add"),
    Defect(id_reset_by_clear, "retired_key_never_resolves", "add clear add"),
    Defect(id_reset_by_drain, "retired_key_never_resolves", "add drain add"),
    Defect(only_the_index_is_compared, "retired_key_never_resolves", "add remove:0 add"),
    Defect(one_step_at_most, "cascade_leaves_h2_live", "add*9 remove:4..8", WIDE, explored=False),
    Defect(every_opened_cell_visited, "visits_never_exceed_removals", "add*5 remove:4"),
    Defect(
        shrinking_counted_as_visits,
        "visits_never_exceed_removals",
        "add remove:0 shrink_to_fit",
        Parameters(capacity=16, id_bits=2, index_bits=4),
    ),
)
"""At least one for each invariant."""

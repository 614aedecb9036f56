"""The invariants of a first-free list: those that it shares with StableList, and those about its queue."""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.key import FreshKeys
from stablelist_spec.parts.cells import Has, Not
from stablelist_spec.parts.invariants import (
    OF_KEYS,
    allocated_memory_is_the_space_doubled,
    counts_agree,
    named,
    visits_never_exceed_removals,
)
from stablelist_spec.parts.parameters import QUARTERS, Truncate

from .state import State, vacancies

__all__ = ["INVARIANTS"]


def opened_cells_fit_a_lawful_space(state: State, _: FreshKeys) -> bool:
    """The space is a multiple of 4, at least the least space, and the opened cells fit (R1)."""
    least = state.parameters.least_space
    return (
        state.space % QUARTERS == 0
        and least <= state.space <= state.allocated
        and state.opened <= state.space
    )


def queue_is_a_heap(state: State, _: FreshKeys) -> bool:
    """No entry of the queue is lower than its parent."""
    queue = state.queue
    return all(queue[(child - 1) // 2] <= queue[child] for child in range(1, len(queue)))


def queue_has_no_entry_twice(state: State, _: FreshKeys) -> bool:
    """Not even one that was cut off, so the queue is never longer than the element space once was."""
    return len(set(state.queue)) == len(state.queue)


def queue_has_every_vacancy(state: State, _: FreshKeys) -> bool:
    """Its entries among the opened cells are the vacant ones."""
    vacant = tuple(i for i, cell in enumerate(state.cells) if isinstance(cell, Not))
    return vacancies(state) == vacant


def cells_end_with_an_element(state: State, _: FreshKeys) -> bool:
    """The last opened cell is live, unless truncation is off (R4)."""
    return (
        state.parameters.truncate is Truncate.NEVER
        or state.opened == 0
        or isinstance(state.cells[-1], Has)
    )


INVARIANTS: Final = {
    **named(opened_cells_fit_a_lawful_space, allocated_memory_is_the_space_doubled),
    **named(queue_is_a_heap, queue_has_no_entry_twice, queue_has_every_vacancy, counts_agree),
    **OF_KEYS,
    **named(cells_end_with_an_element, visits_never_exceed_removals),
}
"""Every invariant by its name."""

"""The steps that a slab defines: insertion, removal, `clear`, and memory."""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.core.step import StepOf
from stablelist_spec.parts.cells import Has, Not, linked, successor

from .state import State

__all__ = ["clear", "has_room", "insert", "shrink_to_fit", "vacate"]


def has_room(state: State, additional: int) -> bool:
    """Whether *additional* more elements fit a fixed capacity; otherwise the slab grows."""
    capacity = state.configuration.capacity
    return capacity == 0 or state.live + additional <= capacity


def insert(state: State, element: int) -> tuple[State, Key]:
    """Fill the head of the free list, else append a cell; the key is the index of the cell."""
    live, head = Has(element, 0), state.head
    if head is None:
        after = state._replace(live=state.live + 1, cells=(*state.cells, live))
        return after, Key(state.opened, 0)
    following = successor(state.cells, head)
    cells = (*state.cells[:head], live, *state.cells[head + 1 :])
    after = state._replace(live=state.live + 1, head=following, cells=cells)
    return after, Key(head, 0)


def vacate(state: State, position: int) -> State:
    """Make a live cell the head of the free list. No cell is dropped."""
    cells = (*state.cells[:position], Not(state.head), *state.cells[position + 1 :])
    cost = state.cost._replace(removals=state.cost.removals + 1)
    return state._replace(live=state.live - 1, head=position, cells=cells, cost=cost)


def clear(state: State) -> StepOf[State, None]:
    """Remove everything and forget the vacancies: the next element goes to cell 0."""
    cost = state.cost._replace(dropped=state.cost.dropped + state.opened)
    return StepOf(state._replace(live=0, head=None, cells=(), cost=cost), None)


def shrink_to_fit(state: State) -> StepOf[State, None]:
    """Drop the vacant cells at the end; if there are any, rebuild the free list of the others, lowest first."""
    end = max((i + 1 for i, cell in enumerate(state.cells) if isinstance(cell, Has)), default=0)
    if end == state.opened:
        return StepOf(state, None)
    stay = [i for i, cell in enumerate(state.cells[:end]) if isinstance(cell, Not)]
    cost = state.cost._replace(dropped=state.cost.dropped + state.opened - end)
    cells = linked(state.cells[:end], stay)
    return StepOf(state._replace(head=stay[0] if stay else None, cells=cells, cost=cost), None)

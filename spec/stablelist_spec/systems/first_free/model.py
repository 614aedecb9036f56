"""The steps that a first-free list defines: insertion, removal, truncation, `clear` and `shrink_to_fit`."""

from __future__ import annotations

from collections.abc import Callable

from stablelist_spec.core.key import Key
from stablelist_spec.core.step import StepOf
from stablelist_spec.parts.cells import Cell, Has, Not
from stablelist_spec.parts.drafts import put
from stablelist_spec.parts.memory import reallocated
from stablelist_spec.parts.parameters import Truncate

from .queue import popped, pushed
from .state import State, lowest

__all__ = ["clear", "insert", "scanned", "shrink_to_fit", "vacate", "without"]


def insert(state: State, element: int) -> tuple[State, Key]:
    """Fill the lowest vacancy, else open the next cell, for which a full list grows (R2, R3, R8)."""
    vacant, live = lowest(state), Has(element, state.next_id)
    key = Key(state.opened if vacant is None else vacant, state.next_id)
    after = append(state, live) if vacant is None else reuse(state, vacant, live)
    after = after._replace(live=state.live + 1, next_id=state.parameters.next_id(state.next_id))
    return after, key


def append(state: State, live: Has) -> State:
    """Open the next cell; if the queue has entries, all of them were cut off, and are forgotten (R2, R3)."""
    opened = state.opened
    after = state._replace(cells=put(state.cells, opened, live), queue=())
    if opened < state.space:
        return after
    after = after._replace(space=2 * state.space)
    if after.space <= state.allocated:
        return after
    cost = state.cost._replace(moved=state.cost.moved + opened)
    return after._replace(allocated=after.space, cost=cost)


def reuse(state: State, vacant: int, live: Has) -> State:
    """Fill the lowest vacancy, the head of the queue (R2)."""
    queue, compared = popped(state.queue)
    cells = put(state.cells, vacant, live)
    cost = state.cost._replace(compared=state.cost.compared + compared)
    return state._replace(cells=cells, queue=queue, cost=cost)


def scanned(cells: tuple[Cell, ...]) -> tuple[int, int]:
    """Where the cells end if the last one is dropped with the vacancies before it, and how many of these are read."""
    end = len(cells) - 1
    while end > 0 and isinstance(cells[end - 1], Not):
        end -= 1
    return end, len(cells) - 1 - end


def vacate(state: State, position: int) -> State:
    """Take the element at a position out; the last cell is dropped, with the vacancies before it (R4)."""
    return without(state, position, scanned)


def without(
    state: State, position: int, ending: Callable[[tuple[Cell, ...]], tuple[int, int]]
) -> State:
    """The state without the element at a position; if it is the last one, *ending* finds the new end of the cells."""
    cost = state.cost._replace(removals=state.cost.removals + 1)
    taken = state._replace(live=state.live - 1, cost=cost)
    if position == state.opened - 1 and state.parameters.truncate is not Truncate.NEVER:
        return truncated(taken, *ending(state.cells))
    return queued(taken, position)


def queued(state: State, position: int) -> State:
    """Make a live cell a vacancy, and queue it (R4)."""
    queue, compared = pushed(state.queue, position)
    cells = put(state.cells, position, Not(None))
    cost = state.cost._replace(compared=state.cost.compared + compared)
    return state._replace(cells=cells, queue=queue, cost=cost)


def truncated(state: State, end: int, visits: int) -> State:
    """Drop the cells from *end* on, and halve the space if that empties its upper half (R4, R6)."""
    after = cut(state, end)
    after = after._replace(cost=after.cost._replace(visits=state.cost.visits + visits))
    if state.opened > state.space // 2:
        after = halved(after)
    memory = state.parameters.truncate is Truncate.MEMORY and after.space < state.space
    return reallocated(after) if memory else after


def cut(state: State, end: int) -> State:
    """Drop the cells from *end* on. The queue stays, with entries that are beyond the end from now on."""
    cost = state.cost._replace(dropped=state.cost.dropped + state.opened - end)
    return state._replace(cells=state.cells[:end], cost=cost)


def halved(state: State) -> State:
    """The state with its space halved while the opened cells fit and R1 allows it."""
    space = state.space
    while state.opened <= space // 2 and state.parameters.may_halve(space):
        space //= 2
    return state._replace(space=space)


def clear(state: State) -> StepOf[State, None]:
    """Retire every key and empty the queue; in MEMORY the space returns to its least (R7)."""
    shrinks = state.parameters.truncate is Truncate.MEMORY
    space = state.parameters.least_space if shrinks else state.space
    after = cut(state, 0)._replace(
        space=space, allocated=space if shrinks else state.allocated, live=0, queue=()
    )
    return StepOf(after, None)


def shrink_to_fit(state: State) -> StepOf[State, None]:
    """Drop the vacancies at the end, halve the space as far as it goes, and free the memory beyond it (R6)."""
    # Only NEVER has vacancies at the end.
    end = max((i + 1 for i, cell in enumerate(state.cells) if isinstance(cell, Has)), default=0)
    after = halved(cut(state, end))
    return StepOf(reallocated(after) if after.space < after.allocated else after, None)

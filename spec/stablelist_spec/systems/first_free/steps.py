"""The operations that a first-free list defines: insertion, removal, truncation, `clear` and `shrink_to_fit`.

Each has the same skeleton as those of StableList: WHERE, UNLESS, CHANGE, ANSWER.
"""

from __future__ import annotations

from collections.abc import Callable

from stablelist_spec.core.key import Key
from stablelist_spec.core.step import Label, Provenance, StepOf
from stablelist_spec.families.pool import Failure
from stablelist_spec.parts.cells import Cell, Has, Not, Resolution, resolve
from stablelist_spec.parts.labels import key_label
from stablelist_spec.parts.memory import reallocated
from stablelist_spec.parts.parameters import Truncate

from .queue import popped, pushed
from .state import State, lowest

__all__ = ["add", "clear", "remove", "scanned", "shrink_to_fit"]


def add(state: State, element: int) -> StepOf[State, Key | Failure]:
    """Insert *element* and answer its key (R2, R3, R8, R9)."""
    # WHERE: the lowest vacancy, else the next untouched cell, for which a full list grows.
    vacant = lowest(state)
    position = state.opened if vacant is None else vacant
    # UNLESS: no index can name that cell, or the list holds as many elements as the user allows.
    if not state.parameters.indexable(position):
        return StepOf(state, Failure.FULL, ("add_index_range_full",))
    if not state.parameters.holds(state.live + 1):
        return StepOf(state, Failure.FULL, ("add_beyond_maximum",))
    # CHANGE
    live = Has(element, state.next_id)
    after, labels = append(state, live) if vacant is None else reuse(state, vacant, live)
    after = after._replace(live=state.live + 1, next_id=state.parameters.next_id(state.next_id))
    if after.next_id == 0:
        labels += ("add_id_wraps",)
    # ANSWER
    return StepOf(after, Key(position, state.next_id), labels)


def append(state: State, live: Has) -> tuple[State, tuple[Label, ...]]:
    """Open the next cell; if the queue has entries, all of them were cut off, and are forgotten (R2, R3)."""
    forgets = ("add_forgets_queue",) if state.queue else ()
    after = state._replace(cells=(*state.cells, live), queue=())
    if state.opened < state.space:
        return after, ("add_append", *forgets)
    after = after._replace(space=2 * state.space)
    if after.space <= state.allocated:
        return after, ("add_grow_in_place", *forgets)
    cost = state.cost._replace(moved=state.cost.moved + state.opened)
    return after._replace(allocated=after.space, cost=cost), ("add_grow_moving", *forgets)


def reuse(state: State, vacant: int, live: Has) -> tuple[State, tuple[Label, ...]]:
    """Fill the lowest vacancy, the head of the queue (R2)."""
    queue, compared = popped(state.queue)
    cells = (*state.cells[:vacant], live, *state.cells[vacant + 1 :])
    cost = state.cost._replace(compared=state.cost.compared + compared)
    return state._replace(cells=cells, queue=queue, cost=cost), ("add_reuse",)


def scanned(cells: tuple[Cell, ...]) -> tuple[int, int]:
    """Where the cells end if the last one is dropped with the vacancies before it, and how many of these are read."""
    end = len(cells) - 1
    while end > 0 and isinstance(cells[end - 1], Not):
        end -= 1
    return end, len(cells) - 1 - end


def remove(
    state: State,
    key: Key,
    origin: Provenance = Provenance.ISSUED,
    ending: Callable[[tuple[Cell, ...]], tuple[int, int]] = scanned,
) -> StepOf[State, int | None]:
    """Remove the element of *key*, or do nothing; *ending* finds the new end of the cells (R4, R11)."""
    # WHERE
    resolution = resolve(state, key)
    label = key_label("remove", origin, resolution)
    # UNLESS: the key does not resolve.
    if resolution is not Resolution.HIT:
        return StepOf(state, None, (label,))
    # CHANGE: the last cell is dropped, with the vacancies before it; any other becomes a vacancy.
    cell = state.cells[key.index]
    assert isinstance(cell, Has)
    cost = state.cost._replace(removals=state.cost.removals + 1)
    taken = state._replace(live=state.live - 1, cost=cost)
    last = key.index == state.opened - 1
    if last and state.parameters.truncate is not Truncate.NEVER:
        after, happened = truncate(taken, *ending(state.cells))
    else:
        after = vacate(taken, key.index)
        happened = ("remove_last_never" if last else "remove_inside",)
    # ANSWER
    return StepOf(after, cell.element, (label, *happened))


def vacate(state: State, position: int) -> State:
    """Make a live cell a vacancy, and queue it (R4)."""
    queue, compared = pushed(state.queue, position)
    cells = (*state.cells[:position], Not(None), *state.cells[position + 1 :])
    cost = state.cost._replace(compared=state.cost.compared + compared)
    return state._replace(cells=cells, queue=queue, cost=cost)


def truncate(state: State, end: int, visits: int) -> tuple[State, tuple[Label, ...]]:
    """Drop the cells from *end* on, and halve the space if that empties its upper half (R4, R6)."""
    after = cut(state, end)
    after = after._replace(cost=after.cost._replace(visits=state.cost.visits + visits))
    happened = ("remove_last_drops_vacancies" if end < state.opened - 1 else "remove_last",)
    if state.opened <= state.space // 2:
        return after, happened
    after, depth = halved(after)
    if depth == 0:
        return after, happened
    labels: tuple[Label, ...] = (*happened, f"truncate_{depth if depth < 3 else '3_or_more'}")
    if state.parameters.truncate is Truncate.MEMORY:
        freed = ("truncate_frees_reserve",) if state.allocated > state.space else ()
        return reallocated(after), (*labels, "truncate_reallocates", *freed)
    return after, labels


def cut(state: State, end: int) -> State:
    """Drop the cells from *end* on. The queue stays, with entries that are beyond the end from now on."""
    cost = state.cost._replace(dropped=state.cost.dropped + state.opened - end)
    return state._replace(cells=state.cells[:end], cost=cost)


def halved(state: State) -> tuple[State, int]:
    """The state with its space halved while the opened cells fit and R1 allows it, and the number of halvings."""
    space, depth = state.space, 0
    while state.opened <= space // 2 and state.parameters.may_halve(space):
        space, depth = space // 2, depth + 1
    return state._replace(space=space), depth


def clear(state: State) -> StepOf[State, None]:
    """Retire every key and empty the queue; in MEMORY the space returns to its least (R7)."""
    # WHERE
    shrinks = state.parameters.truncate is Truncate.MEMORY
    space = state.parameters.least_space if shrinks else state.space
    # CHANGE
    after = cut(state, 0)._replace(
        space=space, allocated=space if shrinks else state.allocated, live=0, queue=()
    )
    # ANSWER
    if state.live == 0:
        return StepOf(after, None, ("clear_empty",))
    return StepOf(after, None, ("clear_to_minimum" if shrinks else "clear_keeps_space",))


def shrink_to_fit(state: State) -> StepOf[State, None]:
    """Drop the vacancies at the end, halve the space as far as it goes, and free the memory beyond it (R6)."""
    # CHANGE: only NEVER has vacancies at the end.
    end = max((i + 1 for i, cell in enumerate(state.cells) if isinstance(cell, Has)), default=0)
    after, depth = halved(cut(state, end))
    frees = after.space < after.allocated
    # ANSWER
    happened = {
        "shrink_to_fit_drops": end < state.opened,
        "shrink_to_fit_halves": depth > 0,
        "shrink_to_fit_frees": frees,
    }
    labels = tuple(label for label, true in happened.items() if true)
    return StepOf(
        reallocated(after) if frees else after, None, labels or ("shrink_to_fit_nothing",)
    )

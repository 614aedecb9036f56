"""The operations that a slab defines: insertion, removal, `clear`, and memory."""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.core.step import Label, Provenance, StepOf
from stablelist_spec.families.pool import Failure
from stablelist_spec.parts.cells import Has, Not, Resolution, linked, resolve
from stablelist_spec.parts.labels import key_label

from .state import State

__all__ = ["add", "clear", "refusal", "remove", "reserve", "shrink_to_fit"]


def refusal(state: State, additional: int) -> str:
    """Why *additional* more elements are refused, as the end of a label; empty if they fit, or the slab grows."""
    capacity = state.configuration.capacity
    return "" if capacity == 0 or state.live + additional <= capacity else "full"


def add(state: State, element: int) -> StepOf[State, Key | Failure]:
    """Insert *element* and answer its key, which is the index of its cell."""
    # UNLESS: every cell of a fixed capacity is live.
    if refused := refusal(state, 1):
        return StepOf(state, Failure.FULL, (f"add_{refused}",))
    # CHANGE: the head of the free list is filled, else a cell is appended.
    live, head = Has(element, 0), state.head
    if head is None:
        after = state._replace(live=state.live + 1, cells=(*state.cells, live))
        return StepOf(after, Key(state.opened, 0), ("add_append",))
    vacant = state.cells[head]
    assert isinstance(vacant, Not)
    cells = (*state.cells[:head], live, *state.cells[head + 1 :])
    after = state._replace(live=state.live + 1, head=vacant.next, cells=cells)
    # ANSWER
    return StepOf(after, Key(head, 0), ("add_reuse",))


def remove(
    state: State, key: Key, origin: Provenance = Provenance.ISSUED
) -> StepOf[State, int | None]:
    """Remove the element in the key's cell, or do nothing. No cell is dropped."""
    # WHERE
    resolution = resolve(state, key)
    label = key_label("remove", origin, resolution)
    # UNLESS: nothing lives there.
    if resolution is not Resolution.HIT:
        return StepOf(state, None, (label,))
    # CHANGE: the cell becomes the head of the free list.
    cell = state.cells[key.index]
    assert isinstance(cell, Has)
    cells = (*state.cells[: key.index], Not(state.head), *state.cells[key.index + 1 :])
    cost = state.cost._replace(removals=state.cost.removals + 1)
    after = state._replace(live=state.live - 1, head=key.index, cells=cells, cost=cost)
    where = "end" if key.index == state.opened - 1 else "inside"
    last = ("remove_empties",) if after.live == 0 else ()
    # ANSWER
    return StepOf(after, cell.element, (label, f"remove_{where}", *last))


def clear(state: State) -> StepOf[State, None]:
    """Remove everything and forget the vacancies: the next element goes to cell 0."""
    # CHANGE
    cost = state.cost._replace(dropped=state.cost.dropped + state.opened)
    after = state._replace(live=0, head=None, cells=(), cost=cost)
    # ANSWER
    if state.live == 0:
        return StepOf(after, None, ("clear_empty",))
    return StepOf(after, None, (f"clear_forgets_{'none' if state.head is None else 'vacancies'}",))


def reserve(state: State, additional: int) -> StepOf[State, Failure | None]:
    """Make room for so many more elements, which is not observable, or refuse."""
    if refused := refusal(state, additional):
        return StepOf(state, Failure.FULL, (f"reserve_{refused}",))
    return StepOf(state, None, ("reserve_has_room",))


def shrink_to_fit(state: State) -> StepOf[State, None]:
    """Drop the vacant cells at the end; if there are any, rebuild the free list of the others, lowest first."""
    # WHERE: up to the last element.
    end = max((i + 1 for i, cell in enumerate(state.cells) if isinstance(cell, Has)), default=0)
    # UNLESS: it is in the last cell.
    if end == state.opened:
        return StepOf(state, None, ("shrink_to_fit_nothing",))
    # CHANGE
    stay = [i for i, cell in enumerate(state.cells[:end]) if isinstance(cell, Not)]
    cost = state.cost._replace(dropped=state.cost.dropped + state.opened - end)
    after = state._replace(
        head=stay[0] if stay else None, cells=linked(state.cells[:end], stay), cost=cost
    )
    labels: tuple[Label, ...] = ("shrink_to_fit_drops",)
    # ANSWER
    return StepOf(after, None, (*labels, "shrink_to_fit_relists") if stay else labels)

"""Room that is made, kept or given back, where memory may exceed the element space (5.2; R6, R9)."""

from __future__ import annotations

from stablelist_spec.core.step import StepOf
from stablelist_spec.families.pool import Failure

from .cells import P, Parametrised

__all__ = ["has_room_for", "reallocated", "reserve"]


def has_room_for(state: Parametrised, additional: int) -> bool:
    """Whether indices can name *additional* elements more: a list is full when every position is live (R9)."""
    return state.parameters.indexable(state.live + additional - 1)


def reserve(state: P, additional: int) -> StepOf[P, Failure | None]:
    """Allocate what *additional* insertions would; the element space stays as it is (R6)."""
    # WHERE: the space that so many insertions would end with.
    space = state.space
    while space < state.live + additional:
        space *= 2
    # UNLESS: no index is left for one of them (R9), or there is memory enough.
    if not has_room_for(state, additional):
        return StepOf(state, Failure.FULL, ("reserve_full",))
    if space <= state.allocated:
        return StepOf(state, None, ("reserve_has_room",))
    # CHANGE
    cost = state.cost._replace(moved=state.cost.moved + state.opened)
    # ANSWER
    return StepOf(state._replace(allocated=space, cost=cost), None, ("reserve_allocates",))


def reallocated(state: P) -> P:
    """Give memory past the element space back, which moves the cells that stay (5.2; R6)."""
    cost = state.cost._replace(moved=state.cost.moved + state.opened)
    return state._replace(allocated=state.space, cost=cost)

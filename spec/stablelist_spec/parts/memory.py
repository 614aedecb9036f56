"""Allocating, keeping and releasing memory beyond the element space.

(5.2; R6, R9)
"""

from __future__ import annotations

from stablelist_spec.core.step import StepOf
from stablelist_spec.families.pool import Failure

from .cells import P, Parametrised

__all__ = ["reallocated", "refusal", "reserve"]


def refusal(state: Parametrised, additional: int) -> str:
    """Why *additional* more elements are refused, as the end of a label; empty if there is room for them.

    (R9)
    """
    live = state.live + additional
    if not state.parameters.indexable(live - 1):
        return "full"
    return "" if state.parameters.holds(live) else "beyond_maximum"


def reserve(state: P, additional: int) -> StepOf[P, Failure | None]:
    """Allocate as much memory as *additional* insertions would; the element space stays as it is.

    (R6)
    """
    # WHERE: the space that so many insertions would end with.
    space = state.space
    while space < state.live + additional:
        space *= 2
    # UNLESS: no index is left for one of them, or the user allows fewer (R9), or there is enough memory.
    if refused := refusal(state, additional):
        return StepOf(state, Failure.FULL, (f"reserve_{refused}",))
    if space <= state.allocated:
        return StepOf(state, None, ("reserve_has_room",))
    # CHANGE
    cost = state.cost._replace(moved=state.cost.moved + state.opened)
    # ANSWER
    return StepOf(state._replace(allocated=space, cost=cost), None, ("reserve_allocates",))


def reallocated(state: P) -> P:
    """Release the memory past the element space, which moves the remaining cells.

    (5.2; R6)
    """
    cost = state.cost._replace(moved=state.cost.moved + state.opened)
    return state._replace(allocated=state.space, cost=cost)

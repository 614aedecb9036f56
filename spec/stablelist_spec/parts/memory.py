"""Allocating, keeping and releasing memory beyond the element space.

(5.2; R6, R9)
"""

from __future__ import annotations

from .cells import P, Parametrised

__all__ = ["has_room", "reallocated", "with_room"]


def has_room(state: Parametrised, additional: int) -> bool:
    """Whether indices can name the cells of *additional* more elements, and the list may hold them.

    (R9)
    """
    live = state.live + additional
    return state.parameters.indexable(live - 1) and state.parameters.holds(live)


def with_room(state: P, additional: int) -> P:
    """Allocate as much memory as *additional* insertions would; the element space stays as it is.

    (R6)
    """
    space = state.space
    while space < state.live + additional:
        space *= 2
    if space <= state.allocated:
        return state
    cost = state.cost._replace(moved=state.cost.moved + state.opened)
    return state._replace(allocated=space, cost=cost)


def reallocated(state: P) -> P:
    """Release the memory past the element space, which moves the remaining cells.

    (5.2; R6)
    """
    cost = state.cost._replace(moved=state.cost.moved + state.opened)
    return state._replace(allocated=state.space, cost=cost)

"""Memory on request: room in advance, and room given back (4.2, 5.2; R6)."""

from __future__ import annotations

from .insertion import has_room_for
from .labels import Label
from .state import H2, Q1, Failure, P, State, Step, StepOf
from .truncation import halve, reallocated

__all__ = ["reserve", "shrink_to_fit"]


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


def shrink_to_fit(state: State) -> Step[None]:
    """Halve the element space as far as it goes, then free the memory beyond it, in every mode (R5, R6).

    The walk through q1's free list is this call's own, O(allocated), so it is not among the visits that
    removals pay for.
    """
    # CHANGE: halvings as by truncation, then one reallocation.
    after, labels = state, dict[Label, None]()
    while after.partitions[H2].live == 0 and after.parameters.may_halve(after.space):
        labels |= dict.fromkeys(halving_labels(after))
        after = halve(after)[0]
    if after.space < after.allocated:
        after = reallocated(after)
        labels["shrink_to_fit_frees"] = None
    # ANSWER
    return StepOf(after, None, tuple(labels) or ("shrink_to_fit_nothing",))


def halving_labels(state: State) -> tuple[Label, ...]:
    """What is about to be halved: h2 need never have been used, so that q1 may be opened in part (R5)."""
    q1 = state.partitions[Q1]
    unopened = ("shrink_to_fit_halves_unopened",) if q1.opened < q1.size else ()
    deals_out = ("shrink_to_fit_deals_out",) if q1.head is not None else ()
    return ("shrink_to_fit_halves", *unopened, *deals_out)

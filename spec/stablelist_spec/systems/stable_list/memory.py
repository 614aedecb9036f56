"""Memory on request: reserving and releasing it.

(4.2, 5.2; R6)
"""

from __future__ import annotations

from stablelist_spec.core.step import Label, StepOf
from stablelist_spec.parts.memory import reallocated

from .state import H2, Q1, State, Step
from .truncation import halve

__all__ = ["shrink_to_fit"]


def shrink_to_fit(state: State) -> Step[None]:
    """Halve the element space as far as it goes, then free the memory beyond it, in every mode.

    The walk through q1's free list is this call's own, O(allocated), so it is not among the visits that
    removals pay for.

    (R5, R6)
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
    """The labels of a halving: if h2 was never used, q1 may be opened in part.

    (R5)
    """
    q1 = state.partitions[Q1]
    unopened = ("shrink_to_fit_halves_unopened",) if q1.opened < q1.size else ()
    deals_out = ("shrink_to_fit_deals_out",) if q1.head is not None else ()
    return ("shrink_to_fit_halves", *unopened, *deals_out)

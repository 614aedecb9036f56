"""Programs of three operations, which take minutes; see `programs`.

(5.2; R2 to R8)
"""

from __future__ import annotations

from . import domain
from .filled import MOST
from .programs import (
    Run,
    container_run,
    free_lists_stay_in_their_partition,
    model_run,
    visits_never_exceed_removals,
)

__all__ = ["free_lists_stay_in_their_partition", "visits_never_exceed_removals"]

# --- of what --------------------------------------------------------------------------------------


def spec_longer_program(one: int, two: int, three: int, first: int) -> Run:
    """`stablelist_spec.systems.stable_list.model.vacate`.

    A list of five, and three operations: 0 to 4 removes that element, 5 adds one, 6 shrinks to fit.

    raises: domain.OutsideError
    post: free_lists_stay_in_their_partition(_)
    post: visits_never_exceed_removals(_)
    """
    return model_run((one, two, three), first)


def impl_longer_program(one: int, two: int, three: int, first: int) -> Run:
    """`stablelist.pool.Pool.remove`.

    A list of five, and three operations: 0 to 4 removes that element, 5 adds one, 6 shrinks to fit.

    raises: domain.OutsideError
    post: free_lists_stay_in_their_partition(_)
    post: visits_never_exceed_removals(_)
    """
    return container_run((one, two, three), first)


def canary(one: int, two: int, three: int) -> bool:
    """False if the last three of five elements are removed.

    raises: domain.OutsideError
    post: _
    """
    domain.within(one < two < three < MOST)
    run = container_run((one, two, three), 0)
    return run.answers != (2, 3, 4)

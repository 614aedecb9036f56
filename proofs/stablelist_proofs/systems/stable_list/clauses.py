"""Compares each clause of the invariant with the model's predicate of the same name: both must hold, or neither."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from stablelist_proofs.core.comparing import groups, judging
from stablelist_proofs.core.comparing.groups import COUNTS, FREE_LISTS, KEYS, MEMORY
from stablelist_proofs.core.comparing.judging import Scheme, same
from stablelist_proofs.core.comparing.past import Past
from stablelist_proofs.core.stamps import keys
from stablelist_proofs.core.terms import Term, all_of
from stablelist_spec.systems.stable_list.invariants import INVARIANTS
from stablelist_spec.systems.stable_list.state import State as ModelState

from .assumptions import RUNG
from .damage import damaged
from .doublings import DOUBLED, LOWER, rungs
from .ghosts import CHOSEN, Ghosts, others
from .invariant import invariant
from .state import State, symbolic
from .tie import STABLE_LIST
from .visits import VISITS, paid, potential

__all__ = ["GROUPS", "MORE", "SCHEME", "clauses", "judged"]

GROUPS: Final = (
    same("partitions_tile_the_element_space"),
    COUNTS,
    MEMORY,
    same("cascade_leaves_h2_live"),
    FREE_LISTS,
    KEYS,
    same("visits_never_exceed_removals", more=("removals_have_paid_for_the_next_visits",)),
    same("lengths_fit_one_bit_more"),
)
"""Every clause and every predicate, in one group each."""


def removals_have_paid_for_the_next_visits(state: ModelState, _: Past) -> bool:
    """The removals also pay for the potential of the proof."""
    q1, q2, h2 = state.partitions
    vacancies = q1.opened - q1.live + q2.opened - q2.live
    return state.cost.visits + max(0, vacancies - h2.live) <= state.cost.removals


MORE: Final[dict[str, Callable[[Any, Past], bool]]] = {
    **groups.MORE,
    removals_have_paid_for_the_next_visits.__name__: removals_have_paid_for_the_next_visits,
}
"""What clauses say beyond the predicates of the same names."""


def clauses(state: State) -> dict[str, Term]:
    """Every clause of the invariant, by name."""
    return {
        **invariant(state),
        **keys(state),
        DOUBLED: all_of(rungs(state).hold(), RUNG.said(LOWER), RUNG.said(LOWER - 1)),
        VISITS: paid(state, potential(state)),
    }


SCHEME: Final = Scheme(
    STABLE_LIST, GROUPS, clauses(symbolic()), INVARIANTS, MORE, Ghosts, CHOSEN, others, damaged
)
"""The comparison for a StableList."""

judged: Final = partial(judging.judged, SCHEME)
"""Compare the groups in every layout of a scope, and in each layout with one value damaged."""

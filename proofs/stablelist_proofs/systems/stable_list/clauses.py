"""Compares each clause of the invariant with the model's predicate of the same name: both must hold, or neither.

Both are evaluated in every layout of a scope, and in each layout with one value damaged. The clauses were written for
induction, so not every clause has the same meaning as the predicate of its name. Therefore they are compared in groups:

- Ghosts make the clauses about free lists one statement: a list that is not complete has no ranks, so the clause about
  cycles fails as well. Their predicates are compared as one, too.
- Some clauses say more than the predicate; the rest of their meaning is stated here (`MORE`), in the model's terms.
- Some are only meaningful where another group holds, for example where the partitions tile the space. They are compared
  there. In other states, both sides are broken already. So the conjunctions of all clauses and of all predicates agree
  in every state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from stablelist_proofs.core.comparing import judging
from stablelist_proofs.core.comparing.damage import damaged
from stablelist_proofs.core.comparing.judging import Judged, Scheme, same
from stablelist_proofs.core.comparing.past import Past, reached
from stablelist_proofs.core.comparing.running import Ids
from stablelist_proofs.core.stamps import keys
from stablelist_proofs.core.terms import Term, all_of
from stablelist_spec.core.key import FreshKeys
from stablelist_spec.parts.cells import Parametrised, items
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems.stable_list.invariants import INVARIANTS
from stablelist_spec.systems.stable_list.state import State as ModelState

from .assumptions import RUNG
from .doublings import DOUBLED, LOWER, rungs
from .ghosts import Ghosts, chosen, others
from .invariant import invariant
from .state import State, symbolic
from .tie import STABLE_LIST
from .visits import VISITS, paid, potential

__all__ = ["GROUPS", "MORE", "SCHEME", "clauses", "judged"]


TILED, COUNTED = 0, 1
GROUPS: Final = (
    same("partitions_tile_the_element_space"),
    same("opened_cells_form_a_prefix", "counts_agree", where=(TILED,)),
    same("allocated_memory_is_the_space_doubled", where=(TILED,)),
    same("cascade_leaves_h2_live"),
    same(
        "free_lists_stay_in_their_partition",
        "free_lists_are_acyclic",
        "free_lists_are_complete",
        more=("free_lists_are_disjoint",),
        where=(TILED, COUNTED),
    ),
    same(
        "live_ids_are_distinct",
        "live_key_resolves",
        "retired_key_never_resolves",
        more=("elements_are_those_inserted", "the_next_id_is_that_of_the_next_insertion"),
        where=(TILED, COUNTED),
    ),
    same("visits_never_exceed_removals", more=("removals_have_paid_for_the_next_visits",)),
    same("lengths_fit_one_bit_more"),
)
"""Every clause and every predicate, in one group each."""
WITH_GHOSTS: Final = (1, 2, 4, 5)
"""The groups whose clauses mention ghosts."""
OF_CHOSEN: Final = (1, 4)
"""The groups whose ghosts are functions that are computed from the state."""


# --- What clauses say besides ---------------------------------------------------------------------


def elements_are_those_inserted(state: Parametrised, past: Past) -> bool:
    """Every live cell holds the element of a key that was issued and is not retired, and none is missing."""
    expected = {past.issued[insertion]: element for insertion, element in past.kept.items()}
    return dict(items(state)) == expected


def the_next_id_is_that_of_the_next_insertion(state: Parametrised, past: Past) -> bool:
    """The next id of the source is that of the next insertion."""
    return state.next_id == Ids(state.parameters.id_period)[len(past.issued)]


def removals_have_paid_for_the_next_visits(state: ModelState, _: Past) -> bool:
    """The removals also pay for the potential of the proof."""
    q1, q2, h2 = state.partitions
    vacancies = q1.opened - q1.live + q2.opened - q2.live
    return state.cost.visits + max(0, vacancies - h2.live) <= state.cost.removals


def lengths_fit_one_bit_more(state: Parametrised, _: Past) -> bool:
    """No length needs more than one bit more than an index. The model has no such predicate: it cannot overflow."""
    positions = state.parameters.index_count
    if positions is None:
        return True
    opened = sum(partition.opened for partition in state.partitions)
    return opened <= positions >= 4 and max(state.space, state.allocated) < 2 * positions


MORE: Final[dict[str, Callable[[ModelState, Past], bool]]] = {
    predicate.__name__: predicate
    for predicate in (
        elements_are_those_inserted,
        the_next_id_is_that_of_the_next_insertion,
        removals_have_paid_for_the_next_visits,
        lengths_fit_one_bit_more,
    )
}
"""What clauses say beyond the predicates of the same names."""


# --- Both sides -----------------------------------------------------------------------------------


def clauses(state: State) -> dict[str, Term]:
    """Every clause of the invariant, by name."""
    return {
        **invariant(state),
        **keys(state),
        DOUBLED: all_of(rungs(state).hold(), RUNG.said(LOWER), RUNG.said(LOWER - 1)),
        VISITS: paid(state, potential(state)),
    }


OF_KEYS: Final = frozenset(keys(symbolic()))
"""Clauses about one key, which must hold for every key."""


def _predicate(name: str, state: ModelState, past: Past, fresh: FreshKeys) -> bool:
    return MORE[name](state, past) if name in MORE else INVARIANTS[name](state, fresh)


SCHEME: Final = Scheme(
    GROUPS,
    WITH_GHOSTS,
    OF_CHOSEN,
    OF_KEYS,
    _predicate,
    lambda parameters: reached(parameters, STABLE_LIST),
    Ghosts,
    chosen,
    others,
    damaged,
)
"""The comparison for a StableList."""


def judged(
    parameters: Parameters, stated: Mapping[str, Term] | None = None, *, damage: bool = True
) -> Judged:
    """Compare the groups in every layout of a scope, and in each layout with one value damaged.

    Raises:
        DisagreementError: clauses hold where their predicates do not, or the reverse.
    """
    return judging.judged(SCHEME, parameters, stated or clauses(symbolic()), damage=damage)

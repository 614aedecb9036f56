"""Every clause of the invariant beside the model's predicate of its name: one holds if and only if the other does.

Both are asked about every layout of a scope, and about each with one value damaged. The clauses were made for
induction, so not all of them say by themselves what their namesake says. Therefore they are compared in groups:

- Ghosts make the clauses about free lists one statement: a list that is not complete has no ranks, so the clause about
  cycles fails as well. Their predicates are compared as one, too.
- Some clauses say more than the predicate; then what they say besides is stated here (`MORE`), in the model's terms.
- Some mean what they should only where another group holds, for example in partitions that tile the space. They are
  compared where it does. Where it does not, both sides are broken already, so the conjunctions of all clauses and of all
  predicates agree in every state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from stablelist_spec.core.key import FreshKeys
from stablelist_spec.parts.cells import items
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems.stable_list.invariants import INVARIANTS
from stablelist_spec.systems.stable_list.state import State as ModelState

from .comparison import DisagreementError, shown
from .damage import damaged
from .doublings import DOUBLED, rungs_before
from .ghosts import Valuation, valuation
from .invariant import invariant, keys
from .machine import Ids
from .past import Past, reached
from .state import State, symbolic
from .terms import Evaluator, Term, all_of, compiled
from .visits import VISITS, paid, potential

__all__ = ["GROUPS", "MORE", "Group", "Judged", "clauses", "judged"]


class Group(NamedTuple):
    """Clauses and predicates that say the same.

    Attributes:
        clauses: the names of the clauses.
        predicates: the names of the model's predicates, and of what is stated in `MORE`.
        where: the numbers of the groups that must hold.
    """

    clauses: tuple[str, ...]
    predicates: tuple[str, ...]
    where: tuple[int, ...] = ()


TILED, COUNTED = 0, 1
GROUPS: Final = (
    Group(*[("partitions_tile_the_element_space",)] * 2),
    Group(*[("opened_cells_form_a_prefix", "counts_agree")] * 2, (TILED,)),
    Group(*[("allocated_memory_is_the_space_doubled",)] * 2, (TILED,)),
    Group(*[("cascade_leaves_h2_live",)] * 2),
    Group(
        (
            "free_lists_stay_in_their_partition",
            "free_lists_are_acyclic",
            "free_lists_are_complete",
        ),
        (
            "free_lists_stay_in_their_partition",
            "free_lists_are_acyclic",
            "free_lists_are_complete",
            "free_lists_are_disjoint",
        ),
        (TILED, COUNTED),
    ),
    Group(
        ("live_ids_are_distinct", "live_key_resolves", "retired_key_never_resolves"),
        (
            "live_ids_are_distinct",
            "live_key_resolves",
            "retired_key_never_resolves",
            "elements_are_those_inserted",
            "the_next_id_is_that_of_the_next_insertion",
        ),
        (TILED,),
    ),
    Group(
        ("visits_never_exceed_removals",),
        ("visits_never_exceed_removals", "removals_have_paid_for_the_next_visits"),
    ),
    Group(("lengths_fit_one_bit_more",), ("lengths_fit_one_bit_more",)),
)
"""Every clause and every predicate, in one group each."""


# --- What clauses say besides ---------------------------------------------------------------------


def elements_are_those_inserted(state: ModelState, past: Past) -> bool:
    """Every live cell holds the element of a key that was issued and is not retired, and none is missing."""
    expected = {past.issued[insertion]: element for insertion, element in past.kept.items()}
    return dict(items(state)) == expected


def the_next_id_is_that_of_the_next_insertion(state: ModelState, past: Past) -> bool:
    """As many ids were taken from the source as elements were inserted."""
    return state.next_id == Ids(state.parameters.id_period)[len(past.issued)]


def removals_have_paid_for_the_next_visits(state: ModelState, _: Past) -> bool:
    """The potential of the proof is covered, too."""
    q1, q2, h2 = state.partitions
    vacancies = q1.opened - q1.live + q2.opened - q2.live
    return state.cost.visits + max(0, vacancies - h2.live) <= state.cost.removals


def lengths_fit_one_bit_more(state: ModelState, _: Past) -> bool:
    """No length needs more than one bit more than an index; the model has no overflow, and no such predicate."""
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
"""What clauses say beyond the predicate of their name."""


# --- Both sides -----------------------------------------------------------------------------------


def clauses(state: State) -> dict[str, Term]:
    """Every clause of the invariant, by name."""
    _, rungs = rungs_before(state)
    return {
        **invariant(state),
        **keys(state),
        DOUBLED: all_of(rungs[DOUBLED], rungs["the ladder"]),
        VISITS: paid(state, potential(state)),
    }


OF_KEYS: Final = frozenset(keys(symbolic()))
"""Clauses about one key, which holds if it holds of every key."""


class Sides:
    """The groups, as functions of a state."""

    def __init__(self, stated: Mapping[str, Term]) -> None:
        self.groups: list[tuple[Evaluator, Evaluator]] = []
        for group in GROUPS:
            parts = {name: stated[name] for name in group.clauses}
            tracked = [parts.pop(name) for name in group.clauses if name in OF_KEYS]
            self.groups.append((compiled(all_of(*parts.values())), compiled(all_of(*tracked))))

    def clause(self, number: int, values: Valuation, past: Past) -> bool:
        """Whether the clauses of a group hold, with every key in turn as the tracked one."""
        whole, tracked = self.groups[number]
        if not whole(*values)[0]:
            return False
        if GROUPS[number].clauses[-1] not in OF_KEYS:
            return True
        return all(tracked(values[0] | each, values[1])[0] for each in tracked_keys(past))

    def predicate(self, number: int, state: ModelState, past: Past, fresh: FreshKeys) -> bool:
        """Whether the predicates of a group hold."""
        return all(
            MORE[name](state, past) if name in MORE else INVARIANTS[name](state, fresh)
            for name in GROUPS[number].predicates
        )


def tracked_keys(past: Past) -> list[dict[str, int | bool]]:
    """The tracked key's symbols, for every key that was issued."""
    return [
        {
            "tracked_index": key.index,
            "tracked_birth": insertion,
            "tracked_live": insertion in past.kept,
            "tracked_element": past.kept.get(insertion, 0),
        }
        for insertion, key in enumerate(past.issued)
    ]


# --- The comparison -------------------------------------------------------------------------------


@dataclass
class Judged:
    """The result: how many layouts, how many states with damage, and how many of these each group rejects."""

    layouts: int = 0
    damaged: int = 0
    rejected: dict[tuple[str, ...], int] = field(default_factory=dict)


def judged(parameters: Parameters, stated: Mapping[str, Term] | None = None) -> Judged:
    """Compare the groups in every layout of a scope, and in each with one value damaged.

    Raises:
        DisagreementError: clauses hold where their predicates do not, or the reverse.
    """
    done, sides = Judged(), Sides(stated or clauses(symbolic()))
    for state, past in reached(parameters):
        done.layouts += 1
        if rejected := _rejected(sides, state, past):
            raise DisagreementError(f"{rejected[0].clauses} do not hold in {shown(state)}")
        for other in damaged(state, past):
            done.damaged += 1
            for group in _rejected(sides, other, past):
                done.rejected[group.clauses] = done.rejected.get(group.clauses, 0) + 1
    return done


def _rejected(sides: Sides, state: ModelState, past: Past) -> list[Group]:
    """The groups that do not hold, on both sides."""
    values, fresh = valuation(state, past), past.fresh(state.parameters.id_period)
    holding, rejected = set[int](), list[Group]()
    for number, group in enumerate(GROUPS):
        if not holding.issuperset(group.where):
            continue
        by_clauses = sides.clause(number, values, past)
        if by_clauses != sides.predicate(number, state, past, fresh):
            said = "holds" if by_clauses else "does not hold"
            names = " and ".join(group.clauses)
            raise DisagreementError(f"{names}, by the formulas, {said} in {shown(state)}")
        if by_clauses:
            holding.add(number)
        else:
            rejected.append(group)
    return rejected

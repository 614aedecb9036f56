"""Every clause of the invariant beside the model's predicate of its name: one holds if and only if the other does.

Both are asked about every layout of a scope, and about each with one value damaged. The clauses were made for
induction, so not all of them say by themselves what their namesake says. Therefore they are compared in groups:

- Ghosts make the clauses about free lists one statement: a list that is not complete has no ranks, so the clause about
  cycles fails as well. Their predicates are compared as one, too.
- Some clauses say more than the predicate; then what they say besides is stated here (`MORE`), in the model's terms.
- Some mean what they should only where another group holds, for example in partitions that tile the space. They are
  compared where it does. Where it does not, both sides are broken already. So the conjunctions of all clauses and of
  all predicates agree in every state.
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

from .assumptions import RUNG
from .comparison import DisagreementError, shown
from .damage import damaged, mistaken
from .doublings import DOUBLED, LOWER, rungs
from .ghosts import Ghosts, Valuation, chosen, others
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


def same(*names: str, more: tuple[str, ...] = (), where: tuple[int, ...] = ()) -> Group:
    """Clauses and the predicates of their names, and *more* that the clauses say."""
    return Group(names, (*names, *more), where)


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
    return {
        **invariant(state),
        **keys(state),
        DOUBLED: all_of(rungs(state).hold(), RUNG.said(LOWER), RUNG.said(LOWER - 1)),
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

    def clause(self, number: int, values: Valuation, tracked_keys: TrackedKeys) -> bool:
        """Whether the clauses of a group hold, with every key in turn as the tracked one."""
        whole, tracked = self.groups[number]
        if not whole(*values)[0]:
            return False
        if GROUPS[number].clauses[-1] not in OF_KEYS:
            return True
        symbols, functions = values
        for key in tracked_keys:
            symbols.update(key)
            if not tracked(symbols, functions)[0]:
                return False
        return True


TrackedKeys = list[dict[str, int | bool]]


def tracked_keys(past: Past) -> TrackedKeys:
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


def predicate(number: int, state: ModelState, past: Past, fresh: FreshKeys) -> bool:
    """Whether the predicates of a group hold."""
    return all(
        MORE[name](state, past) if name in MORE else INVARIANTS[name](state, fresh)
        for name in GROUPS[number].predicates
    )


# --- The comparison -------------------------------------------------------------------------------


@dataclass
class Judged:
    """The result.

    Attributes:
        layouts: how many layouts were compared.
        damaged: how many states with one value damaged.
        ghosts: how many times one ghost of a layout was changed.
        rejected: how many of the damaged states each group of clauses rejects.
    """

    layouts: int = 0
    damaged: int = 0
    ghosts: int = 0
    rejected: dict[tuple[str, ...], int] = field(default_factory=dict)

    def count(self, rejected: list[Group]) -> None:
        """Count a damaged state, and the groups that do not hold in it."""
        self.damaged += 1
        for group in rejected:
            self.rejected[group.clauses] = self.rejected.get(group.clauses, 0) + 1


def judged(
    parameters: Parameters, stated: Mapping[str, Term] | None = None, *, damage: bool = True
) -> Judged:
    """Compare the groups in every layout of a scope, and in each with one value damaged.

    Raises:
        DisagreementError: clauses hold where their predicates do not, or the reverse.
    """
    done, sides = Judged(), Sides(stated or clauses(symbolic()))
    for state, past in reached(parameters):
        judge = Judge(sides, past, state)
        done.layouts += 1
        if rejected := judge.rejected(state):
            names = " and ".join(rejected[0].clauses)
            raise DisagreementError(f"neither {names} nor its predicate holds in {shown(state)}")
        if damage:
            done.ghosts += judge.determined(state)
            for other in damaged(state, past):
                done.count(judge.rejected(other))
            for wrong in mistaken(past):
                done.count(Judge(sides, wrong, state).rejected(state))
    return done


class Judge:
    """Both sides, for a state and others with its past."""

    def __init__(self, sides: Sides, past: Past, state: ModelState) -> None:
        self.sides, self.past, self.ghosts = sides, past, Ghosts(past)
        self.tracked, self.fresh = tracked_keys(past), past.fresh(state.parameters.id_period)
        self.before = chosen(self.ghosts.valuation(state))

    def rejected(self, state: ModelState) -> list[Group]:
        """The groups that do not hold.

        Raises:
            DisagreementError: one holds on one side only.
        """
        values = self.ghosts.valuation(state)
        holding, rejected = set[int](), list[Group]()
        for number, group in enumerate(GROUPS):
            if not holding.issuperset(group.where):
                continue
            by_clauses = self._holds(number, values)
            if by_clauses != predicate(number, state, self.past, self.fresh):
                said = "holds" if by_clauses else "does not hold"
                names = " and ".join(group.clauses)
                raise DisagreementError(f"{names}, by the formulas, {said} in {shown(state)}")
            if by_clauses:
                holding.add(number)
            else:
                rejected.append(group)
        return rejected

    def _holds(self, number: int, values: Valuation) -> bool:
        """Whether the clauses of a group hold, with the ghosts of this state, or with those of the whole one."""
        if self.sides.clause(number, values, self.tracked):
            return True
        symbols, functions = values
        return number in OF_CHOSEN and self.sides.clause(
            number, (symbols, functions | self.before), self.tracked
        )

    def determined(self, state: ModelState) -> int:
        """Change each ghost; some clause must fail then. How many changes there were.

        Raises:
            DisagreementError: the clauses hold with other ghosts as well, so they say less than they seem to.
        """
        changes = list(others(state, self.ghosts.valuation(state)))
        for name, values in changes:
            if all(self.sides.clause(group, values, self.tracked) for group in WITH_GHOSTS):
                raise DisagreementError(f"the clauses hold with another {name} in {shown(state)}")
        return len(changes)

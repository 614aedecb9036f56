"""The invariant is inductive: it holds in a new list, and every step of every operation preserves every clause."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from typing import Any

from stablelist_proofs.core.arc import Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.functions import within
from stablelist_proofs.core.induction import inductive
from stablelist_proofs.core.obligation import Obligation, without
from stablelist_proofs.core.query import Hypothesis, Query, clauses, guard
from stablelist_proofs.core.terms import Term, all_of, equal, implies, no, symbol

from .assumptions import UNPAID
from .flaws import damaged
from .invariant import ROOMY, core, invariant
from .lemmas import counting, dealing
from .program import CASCADE, IDLE, RESERVING, WALKING, Reserving, program
from .state import PARTITIONS, State
from .transitions import ROOM, reserve_loop
from .walk import Walk, walk_invariant

__all__ = [
    "arbitrary",
    "disjoint_obligations",
    "given",
    "inductive_obligations",
    "issues",
    "layout",
]

CONTAINMENT = (
    "partitions_tile_the_element_space",
    "opened_cells_form_a_prefix",
    "free_lists_stay_in_their_partition",
)
"""The clauses that imply that no two lists share an entry."""


# --- What is asserted -----------------------------------------------------------------------------


def arbitrary(state: State, walk: Walk, point: str) -> State | Walk | Reserving:
    """An arbitrary list at a point."""
    if point == WALKING:
        return walk
    return Reserving(state, ROOM) if point == RESERVING else state


def layout(state: State, walk: Walk) -> Assertions:
    """The invariant; within a cascade h2 may be empty, and a halving and `reserve` have invariants of their own."""

    def said(point: str, subject: Any) -> dict[str, Term]:  # noqa: ANN401 - a subject of any point
        if point == WALKING:
            return walk_invariant(subject)
        if point == CASCADE:
            return core(subject)
        if point == RESERVING:
            loop = all_of(*reserve_loop(subject.state, subject.room))
            return invariant(subject.state) | {ROOMY: loop}
        return invariant(subject)

    return Assertions(
        "layout",
        program(state, walk),
        said,
        lambda point: arbitrary(state, walk, point),
        lambda arc: arc.after,
    )


def issues(arc: Arc) -> bool:
    """Whether a step answers a new key."""
    return arc.operation == "add" and bool(arc.answer)


def given(list_: Assertions, arc: Arc) -> dict[str, Hypothesis]:
    """The facts that may be assumed about the list before an arc, with the lemmas that solvers need there."""
    return dict(_given(list_, arc))


@cache
def _given(list_: Assertions, arc: Arc) -> Mapping[str, Hypothesis]:
    before = list_.known(arc.source) | guard(arc.guard)
    if arc.source == IDLE:
        before |= counting(arc.before)
    if arc.source == WALKING and arc.target == CASCADE:
        before |= counting(arc.before.state) | dealing(arc.before, arc)
    if arc.name == "shrinking_begins":
        before |= UNPAID.at()
    return before


# --- What is shown --------------------------------------------------------------------------------


def inductive_obligations(list_: Assertions, keys_: Assertions) -> list[Obligation]:
    """Every clause after every step that changes what the clause says."""
    return inductive(list_, keys_, given, damaged)


# --- What follows ---------------------------------------------------------------------------------


def disjoint_obligations(state: State) -> list[Obligation]:
    """No position is an entry of two lists, because each list stays in its partition."""
    found = []
    for one, other in combinations(PARTITIONS, 2):
        first, second = getattr(state, one), getattr(state, other)
        ranks = symbol("one_rank"), symbol("other_rank")
        entries = (
            within(p.base, r, p.base + p.vacancies)
            for p, r in zip((first, second), ranks, strict=True)
        )
        whole = core(state)
        given = clauses({name: whole[name] for name in CONTAINMENT})
        apart = no(equal(first.entry(ranks[0]), second.entry(ranks[1])))
        query = Query(given, implies(all_of(*entries), apart))
        flaws = (without(query, "free_lists_stay_in_their_partition"),)
        case, words = f"{one}_and_{other}", "no position is in both lists"
        found.append(
            Obligation(
                "free_lists_are_disjoint", case, words, query, flaws, point=IDLE, states=True
            )
        )
    return found

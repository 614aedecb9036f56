"""Visits by truncation never exceed removals, in every history of every list: a proof by potential.

    potential = max(0, vacancies of q1 + vacancies of q2 - elements of h2)

and ``visits + potential <= removals`` always holds. A removal raises the potential by at most 1; an insertion does not
raise it. When a halving begins, h2 is empty and all cells of q1 and q2 are opened. It visits the v1 vacancies of q1,
which become the vacancies of the new q1 and q2, and the new h2 has ``size - v2`` elements. As v1 <= size, the new
potential, max(0, v1 + v2 - size), plus the v1 visits is at most v1 + v2, the old potential. This also holds if the list
was preallocated, cleared, reserved for or shrunk.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from stablelist_proofs.core.arc import START, Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.induction import with_state
from stablelist_proofs.core.obligation import PLANTED, Flaw, Obligation, without
from stablelist_proofs.core.query import Query, clauses
from stablelist_proofs.core.terms import Term, all_of, choose, equal, implies

from .assumptions import UNPAID
from .inductive import given
from .program import CASCADE, IDLE, WALKING, Reserving, state_of
from .state import State
from .transitions import EMPTIED
from .walk import PAID, Walk

__all__ = ["opened_to_their_ends", "paid", "potential", "visit_obligations", "visits"]

VISITS = "visits_never_exceed_removals"
OPENED = "truncation_finds_q1_and_q2_opened"


def at_least_zero(value: Term) -> Term:
    """The value, or 0."""
    return choose(value > 0, value, 0)


def potential(state: State) -> Term:
    """The visits that removals have paid for in advance."""
    q1, q2, h2 = state.partitions
    return at_least_zero(q1.vacancies + q2.vacancies - h2.live)


def potential_of_walk(walk: Walk) -> Term:
    """The entries that are still to be visited, plus the potential at the end of the halving."""
    q1, q2 = walk.state.q1, walk.state.q2
    left = choose(PAID, q1.vacancies - walk.dealt, 0)
    return left + at_least_zero(q1.vacancies - q2.live)


def paid(state: State, amount: Term) -> Term:
    """Removals pay for the visits so far, and for the potential."""
    return state.visits + amount <= state.removals


def opened_to_their_ends(state: State) -> Term:
    """Every cell of q1 and q2 is opened."""
    return all_of(*(equal(p.opened, p.size) for p in state.partitions[:2]))


def visits(list_: Assertions) -> Assertions:
    """Removals have paid for the visits so far, and for those to come."""

    def said(point: str, subject: State | Walk | Reserving) -> dict[str, Term]:
        if isinstance(subject, Walk):
            so_far = {VISITS: paid(subject.state, potential_of_walk(subject))}
        else:
            so_far = {VISITS: paid(state_of(subject), potential(state_of(subject)))}
        opened = {OPENED: implies(PAID, opened_to_their_ends(state_of(subject)))}
        return so_far | opened if point in (CASCADE, WALKING) else so_far

    return Assertions("visits", list_.arcs, said, list_.before, list_.after, (list_,))


def visit_obligations(list_: Assertions, visits_: Assertions, state: State) -> list[Obligation]:
    """The bound holds in a new list; every move, every halving and every step of one preserves it."""
    found = []
    for arc in visits_.arcs:
        before = given(list_, arc) | clauses(visits_.asserted(arc.source))
        for name, term in visits_.changed(arc).items():
            flaws = tuple(
                Flaw(words, Query(before, visits_.said(arc.target, changed)[name]))
                for words, changed in _damaged(name, arc)
            )
            crucial = CRUCIAL.get((name, arc.name), name)
            query = Query(before, term)
            if crucial in before:
                flaws += (without(query, crucial),)
            found.append(
                Obligation(
                    name,
                    arc.name,
                    WORDS[name],
                    query,
                    flaws,
                    arc,
                    states=name == OPENED and arc.name != SHRINKING,
                )
            )
    return [*found, _conclusion(state)]


SHRINKING = "shrinking_begins"
WORDS = {VISITS: "the potential covers it", OPENED: "every cell before h2 is opened"}
CRUCIAL = {
    (OPENED, EMPTIED): "opened_cells_form_a_prefix",
    (OPENED, SHRINKING): UNPAID.name,
    (VISITS, "walk_begins"): OPENED,
}
"""Clauses that must be known, in addition to what is to be shown."""


def _damaged(name: str, arc: Arc) -> Iterator[tuple[str, Any]]:
    """The state after a defective step."""
    state = state_of(arc.after)
    if name == VISITS:
        words = "visits are counted from anywhere" if arc.source == START else "a visit more"
        visited = PLANTED if arc.source == START else state.visits + 1
        yield words, with_state(arc.after, replace(state, visits=visited))
    elif arc.name != SHRINKING:
        q1, q2 = (replace(each, opened=PLANTED) for each in (state.q1, state.q2))
        yield "q1 is opened to anywhere", with_state(arc.after, replace(state, q1=q1))
        yield "q2 is opened to anywhere", with_state(arc.after, replace(state, q2=q2))


def _conclusion(state: State) -> Obligation:
    def query(most: Term) -> Query:
        return Query(clauses({VISITS: paid(state, potential(state))}), state.visits <= most)

    flaws = (
        without(query(state.removals), VISITS),
        Flaw("fewer visits are promised", query(state.removals - 1)),
    )
    words = "the potential is never negative"
    return Obligation(
        VISITS, "conclusion", words, query(state.removals), flaws, point=IDLE, states=True
    )

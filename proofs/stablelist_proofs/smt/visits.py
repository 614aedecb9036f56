"""Visits by truncation never exceed removals, in every history of every list: a proof by potential.

    potential = max(0, vacancies of q1 + vacancies of q2 - elements of h2)

and ``visits + potential <= removals`` always holds. A removal raises the potential by at most 1; an insertion does not
raise it. When a halving begins, h2 is empty and all cells of q1 and q2 are opened. It visits the v1 vacancies of q1,
which become the vacancies of the new q1 and q2, and the new h2 has ``size - v2`` elements. As v1 <= size, the new
potential, max(0, v1 + v2 - size), plus the v1 visits is at most v1 + v2, the old potential. This also holds if the list
was preallocated, cleared, reserved for or shrunk.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .flaws import PLANTED
from .inductive import EMPTIED, given_after_walk, given_before, moves, new_list
from .invariant import core
from .obligation import Flaw, Obligation, without
from .query import Query
from .state import State, may_halve
from .terms import Term, all_of, choose, equal, implies
from .walk import PAID, Walk, begun, deals, ended, walk_invariant

__all__ = ["opened_to_their_ends", "paid", "potential", "visit_obligations"]

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


def visit_obligations(state: State, walk: Walk) -> list[Obligation]:
    """The bound holds in a new list; every move, every halving and every step of one preserves it."""
    so_far = {"so far": paid(state, potential(state))}
    found = [_of_a_new_list(state)]
    for move in moves(state):
        given = given_before(state) | so_far | {"the case": move.guard}
        found.append(_paid(move.name, given, move.after))
    return [*found, *_of_a_halving(state, walk, so_far), _conclusion(state), *_opened(state, walk)]


def _of_a_new_list(state: State) -> Obligation:
    new, given = new_list(state)
    visited = replace(new, visits=PLANTED)
    flaw = Flaw("visits are counted from anywhere", Query(given, paid(visited, potential(visited))))
    query = Query(given, paid(new, potential(new)))
    return Obligation(VISITS, "new_list", "a new list", query, (flaw,))


def _paid(case: str, given: Mapping[str, Term], after: State) -> Obligation:
    query = Query(given, paid(after, potential(after)))
    dearer = replace(after, visits=after.visits + 1)
    flaws = (
        Flaw("a visit more", Query(given, paid(dearer, potential(dearer)))),
        without(query, "so far"),
    )
    return Obligation(VISITS, case, "the potential covers it", query, flaws)


def _of_a_halving(state: State, walk: Walk, so_far: dict[str, Term]) -> list[Obligation]:
    """A halving begins with enough potential to visit every entry, and ends with the new potential."""
    empty = {"h2 is empty": equal(state.h2.live, 0), "R1 allows it": may_halve(state)}
    opened = {OPENED: implies(PAID, opened_to_their_ends(state))}
    start = Query(
        core(state) | so_far | empty | opened,
        paid(state, potential_of_walk(begun(state))),
    )
    found = [
        Obligation(
            VISITS,
            "walk_begins",
            "the potential covers every entry",
            start,
            (without(start, OPENED),),
        )
    ]
    within = {"so far": paid(state, potential_of_walk(walk))}
    for deal in deals(walk):
        given = walk_invariant(walk) | within | {"the case": deal.guard}
        goal = paid(deal.after.state, potential_of_walk(deal.after))
        twice = replace(deal.after.state, visits=deal.after.state.visits + 1)
        flaw = Flaw(
            "the entry is visited twice", Query(given, paid(twice, potential_of_walk(deal.after)))
        )
        found.append(
            Obligation(VISITS, deal.name, "one visit less to pay", Query(given, goal), (flaw,))
        )
    return [*found, _paid("walk_ends", given_after_walk(walk) | within, ended(walk))]


def _conclusion(state: State) -> Obligation:
    query = Query({"so far": paid(state, potential(state))}, state.visits <= state.removals)
    flaw = without(query, "so far")
    return Obligation(VISITS, "conclusion", "the potential is never negative", query, (flaw,))


def _opened(state: State, walk: Walk) -> list[Obligation]:
    """All cells of q1 and q2 are opened when a removal empties h2, and before each further halving."""
    found = []
    for move in moves(state):
        if move.name == EMPTIED:
            given = given_before(state) | {"the case": move.guard}
            found.append(_ends(move.name, given, move.after, "opened_cells_form_a_prefix"))
    before = {"so far": opened_to_their_ends(state)}
    given = given_after_walk(walk) | before
    return [*found, _ends("walk_ends", given, ended(walk), "so far")]


def _ends(case: str, given: Mapping[str, Term], after: State, crucial: str) -> Obligation:
    query = Query(given, opened_to_their_ends(after))
    flaw = without(query, crucial)
    return Obligation(OPENED, case, "every cell before h2 is opened", query, (flaw,))

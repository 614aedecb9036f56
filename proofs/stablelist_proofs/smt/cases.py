"""Exactly one case applies, and every loop ends.

The state after a move is a function of the state before, so a state has exactly one successor if exactly one case of
the operation applies to it.
"""

from __future__ import annotations

from collections.abc import Mapping

from .inductive import given_after_walk, given_before
from .invariant import core
from .obligation import Flaw, Obligation, without
from .query import Query
from .state import NONE, State, may_halve
from .terms import Term, all_of, any_of, equal, no, one_of
from .transitions import ROOM, WANTED, additions, removals, replacements, reserve_loop
from .walk import Walk, deals, ended, walk_invariant

__all__ = ["case_obligations"]

ONE_CASE = "exactly_one_case_applies"
ENDS = "every_loop_ends"
ROOMY = "reserve_allocates_less_than_twice_what_is_needed"


def case_obligations(state: State, walk: Walk) -> list[Obligation]:
    """Determinism, termination, and the loop of `reserve`."""
    return [*_cases(state, walk), *_ends(state, walk), *_reserve(state)]


def _cases(state: State, walk: Walk) -> list[Obligation]:
    given = given_before(state)
    steps = [*(deal.guard for deal in deals(walk)), equal(walk.here, NONE)]
    return [
        _one("add", given, [move.guard for move in additions(state)]),
        _one("remove", given, [move.guard for move in removals(state)]),
        _one("replace", given, [move.guard for move in replacements(state)]),
        _one("walk", walk_invariant(walk), steps),
        _one(
            "cascade",
            core(state),
            [
                all_of(equal(state.h2.live, 0), may_halve(state)),
                any_of(state.h2.live > 0, no(may_halve(state))),
            ],
        ),
    ]


def _one(operation: str, given: Mapping[str, Term], guards: list[Term]) -> Obligation:
    query = Query(given, one_of(*guards))
    flaw = Flaw("the last case is forgotten", Query(given, one_of(*guards[:-1])))
    return Obligation(ONE_CASE, operation, "of all its cases", query, (flaw,))


def _ends(state: State, walk: Walk) -> list[Obligation]:
    """Termination: of the cascade by the space, of a halving by the entries left, of `reserve` by the missing room."""
    found = []
    after = ended(walk)
    shorter = all_of(after.space < state.space, after.space >= state.least, after.space >= 4)
    found.append(
        _falls(
            "walk_ends",
            "the space is shorter",
            given_after_walk(walk),
            shorter,
            "walk_halves_an_empty_h2",
        )
    )
    for deal in deals(walk):
        given = walk_invariant(walk) | {"the case": deal.guard}
        left, before = _left(deal.after), _left(walk)
        falls = all_of(left < before, left >= 0)
        found.append(_falls(deal.name, "an entry less", given, falls, "the case"))
    given = core(state) | {
        "loop": all_of(*reserve_loop(state)),
        "too small": ROOM < state.live + WANTED,
    }
    wanting = state.live + WANTED - ROOM
    falls = all_of(state.live + WANTED - 2 * ROOM < wanting, wanting > 0)
    found.append(_falls("reserve", "less is wanting", given, falls, "too small"))
    return found


def _left(walk: Walk) -> Term:
    return walk.state.q1.vacancies - walk.dealt


def _falls(
    case: str, words: str, given: Mapping[str, Term], goal: Term, crucial: str
) -> Obligation:
    query = Query(given, goal)
    return Obligation(ENDS, case, words, query, (without(query, crucial),))


def _reserve(state: State) -> list[Obligation]:
    """The loop invariant of `reserve` holds before the loop, and doubling a space that is too small preserves it."""
    given = core(state) | {
        "not refused": all_of(WANTED >= 0, state.indexable(state.live + WANTED - 1))
    }
    first = Query(given | {"first": equal(ROOM, state.space)}, all_of(*reserve_loop(state)))
    held = given | {"so far": all_of(*reserve_loop(state)), "too small": ROOM < state.live + WANTED}
    doubled = any_of(equal(2 * ROOM, state.space), 2 * ROOM < 2 * (state.live + WANTED))
    step = Query(held, all_of(doubled, 2 * ROOM >= state.space))
    return [
        Obligation(ROOMY, "base", "before the loop", first, (without(first, "first"),)),
        Obligation(ROOMY, "step", "a doubling", step, (without(step, "too small"),)),
    ]

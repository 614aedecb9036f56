"""Exactly one case applies, and every loop ends.

The state after a step is a function of the state before, so a state has exactly one successor if exactly one case of
the operation applies to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .arc import START, Arc
from .assertions import Assertions
from .flaws import PLANTED, PLANTED_TRUTH
from .inductive import given
from .obligation import Flaw, Obligation
from .program import CASCADE, RESERVING, Reserving, state_of
from .query import Query
from .state import State
from .terms import TRUE, Term, all_of, choose, one_of, smtlib
from .transitions import WANTED
from .walk import Walk

__all__ = ["case_obligations", "operations"]

ONE_CASE = "exactly_one_case_applies"
ENDS = "every_loop_ends"


def case_obligations(list_: Assertions, mended: Assertions) -> list[Obligation]:
    """Determinism and termination; and the cases of another rule where they differ."""
    told = set(map(_guards, operations(list_.arcs).values()))
    other = [arcs for arcs in operations(mended.arcs).values() if _guards(arcs) not in told]
    return [
        *(_one(list_, arcs) for arcs in operations(list_.arcs).values() if _chooses(arcs)),
        *(_one(mended, arcs, "mended_") for arcs in other),
        *_ends(list_),
    ]


def _chooses(arcs: tuple[Arc, ...]) -> bool:
    """Whether an operation has cases, and not only one."""
    return len(arcs) > 1 or arcs[0].guard is not TRUE


def _guards(arcs: tuple[Arc, ...]) -> tuple[str, ...]:
    return tuple(smtlib(arc.guard) for arc in arcs)


def operations(arcs: tuple[Arc, ...]) -> Mapping[tuple[str, str], tuple[Arc, ...]]:
    """The cases of each operation, by its name and the point where it begins."""
    found: dict[tuple[str, str], tuple[Arc, ...]] = {}
    for arc in arcs:
        if arc.source != START:
            place = arc.operation, arc.source
            found[place] = (*found.get(place, ()), arc)
    return found


def _one(list_: Assertions, arcs: tuple[Arc, ...], prefix: str = "") -> Obligation:
    """Exactly one case of an operation applies."""
    point, guards = arcs[0].source, [arc.guard for arc in arcs]
    known = list_.known(point)

    def query(*guards: Term) -> Query:
        return Query(known, one_of(*guards))

    flaws = (
        Flaw("the last case is forgotten", query(*guards[:-1])),
        Flaw("the last case is there twice", query(*guards, guards[-1])),
    )
    case, words = f"{prefix}{arcs[0].operation}", "of all its cases"
    return Obligation(ONE_CASE, case.replace(" ", "_"), words, query(*guards), flaws, point=point)


def _ends(list_: Assertions) -> list[Obligation]:
    """Termination: a halving leaves less space, a step of one fewer entries, a doubling less that is wanting."""
    found = []
    for arc in list_.arcs:
        if arc.operation == "walk" and arc.target == CASCADE:
            found.append(_falls(list_, arc, "the space is shorter", _space))
        elif arc.operation == "walk":
            found.append(_falls(list_, arc, "an entry less", _left))
        elif arc.source == arc.target == RESERVING:
            found.append(_falls(list_, arc, "less is wanting", _wanting))
    return found


def _space(subject: State | Walk) -> Term:
    return state_of(subject).space


def _left(walk: Walk) -> Term:
    return walk.state.q1.vacancies - walk.dealt


def _wanting(loop: Reserving) -> Term:
    return loop.state.live + WANTED - loop.room


def _falls(list_: Assertions, arc: Arc, words: str, measure: Callable[[Any], Term]) -> Obligation:
    """A measure that is never negative falls with a step."""
    known, old, new = given(list_, arc), measure(arc.before), measure(arc.after)

    def query(before: Term, after: Term) -> Query:
        return Query(known, all_of(after < before, before >= 0))

    flaws = (
        Flaw("it may not fall", query(old, choose(PLANTED_TRUTH, new, old))),
        Flaw("it may be negative", query(old - PLANTED, new - PLANTED)),
    )
    return Obligation(ENDS, arc.name, words, query(old, new), flaws, arc, states=True)

"""Exactly one case of an operation applies, and a measure decreases in each turn of a loop.

The state after a step is a function of the state before, so a state has exactly one successor if exactly one case of
the operation applies to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from .arc import START, Arc
from .assertions import Assertions
from .obligation import PLANTED, PLANTED_TRUTH, Flaw, Obligation
from .query import Hypothesis, Query
from .terms import TRUE, Term, all_of, choose, one_of, smtlib

__all__ = ["ENDS", "ONE_CASE", "chooses", "falls", "guards", "one_case", "operations"]

ONE_CASE: Final = "exactly_one_case_applies"
ENDS: Final = "every_loop_ends"


def chooses(arcs: tuple[Arc, ...]) -> bool:
    """Whether an operation has more than one case."""
    return len(arcs) > 1 or arcs[0].guard is not TRUE


def guards(arcs: tuple[Arc, ...]) -> tuple[str, ...]:
    """The guards of some cases, as text."""
    return tuple(smtlib(arc.guard) for arc in arcs)


def operations(arcs: tuple[Arc, ...]) -> Mapping[tuple[str, str], tuple[Arc, ...]]:
    """The cases of each operation, by its name and the point where it begins."""
    found: dict[tuple[str, str], tuple[Arc, ...]] = {}
    for arc in arcs:
        if arc.source != START:
            place = arc.operation, arc.source
            found[place] = (*found.get(place, ()), arc)
    return found


def one_case(list_: Assertions, arcs: tuple[Arc, ...], prefix: str = "") -> Obligation:
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


def falls(
    known: Mapping[str, Hypothesis], arc: Arc, words: str, measure: Callable[[Any], Term]
) -> Obligation:
    """A measure, which is never negative, decreases in a step."""
    old, new = measure(arc.before), measure(arc.after)

    def query(before: Term, after: Term) -> Query:
        return Query(known, all_of(after < before, before >= 0))

    flaws = (
        Flaw("it may not fall", query(old, choose(PLANTED_TRUTH, new, old))),
        Flaw("it may be negative", query(old - PLANTED, new - PLANTED)),
    )
    return Obligation(ENDS, arc.name, words, query(old, new), flaws, arc, states=True)

"""Exactly one case of an operation of a StableList applies, and every loop ends."""

from __future__ import annotations

from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.choices import chooses, falls, guards, one_case, operations
from stablelist_proofs.core.obligation import Obligation
from stablelist_proofs.core.terms import Term

from .inductive import given
from .program import CASCADE, RESERVING, Reserving, state_of
from .state import State
from .transitions import WANTED
from .walk import Walk

__all__ = ["case_obligations"]


def case_obligations(list_: Assertions, mended: Assertions) -> list[Obligation]:
    """Determinism and termination, and the cases of the mended rule where they differ."""
    told = set(map(guards, operations(list_.arcs).values()))
    other = [arcs for arcs in operations(mended.arcs).values() if guards(arcs) not in told]
    return [
        *(one_case(list_, arcs) for arcs in operations(list_.arcs).values() if chooses(arcs)),
        *(one_case(mended, arcs, "mended_") for arcs in other),
        *_ends(list_),
    ]


def _ends(list_: Assertions) -> list[Obligation]:
    """Termination: a halving shortens the space, a step of the walk the list; a doubling reduces the missing room."""
    found = []
    for arc in list_.arcs:
        if arc.operation == "walk" and arc.target == CASCADE:
            found.append(falls(given(list_, arc), arc, "the space is shorter", _space))
        elif arc.operation == "walk":
            found.append(falls(given(list_, arc), arc, "an entry less", _left))
        elif arc.source == arc.target == RESERVING:
            found.append(falls(given(list_, arc), arc, "less is wanting", _wanting))
    return found


def _space(subject: State | Walk) -> Term:
    return state_of(subject).space


def _left(walk: Walk) -> Term:
    return walk.state.q1.vacancies - walk.dealt


def _wanting(loop: Reserving) -> Term:
    return loop.state.live + WANTED - loop.room

"""How many blocks are dropped: at most the initial ones plus the appended ones; an insertion appends at most one.

A truncation may drop several blocks, one after the other. Its bookkeeping is constant for each dropped block, and so,
over a whole history, amortised constant for each operation.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from stablelist_proofs.core.arc import START, Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.obligation import PLANTED, Flaw, Obligation, without
from stablelist_proofs.core.query import Query, clauses
from stablelist_proofs.core.terms import Term, all_of, choose, integer, symbol

from .inductive import given
from .program import IDLE, state_of
from .state import State

__all__ = ["DROPPED", "dropping_obligations", "droppings"]

DROPPED: Final = "blocks_are_dropped_at_most_once_per_block_added"
FIRST, LOST = symbol("first_blocks"), symbol("lost_blocks")


@dataclass(frozen=True)
class Dropping:
    """A list, with how many blocks it began, and how many were dropped since."""

    state: State
    first: Term = FIRST
    lost: Term = LOST


def balanced(subject: Dropping) -> Term:
    """The blocks that were dropped, and those that are there, were there at first or appended by an insertion."""
    state = subject.state
    return all_of(subject.lost + state.blocks <= subject.first + state.added, subject.lost >= 0)


def droppings(list_: Assertions) -> Assertions:
    """The balance of blocks, in every history."""
    return Assertions(
        "droppings",
        list_.arcs,
        lambda _, subject: {DROPPED: balanced(subject)},
        lambda point: Dropping(state_of(list_.before(point))),
        _after,
        (list_,),
        part=state_of,
    )


def _after(arc: Arc) -> Dropping:
    """The blocks that are there no longer are counted."""
    after = state_of(arc.after)
    if arc.source == START:
        return Dropping(after, after.blocks, integer(0))
    before = state_of(arc.before)
    if before.blocks is after.blocks:
        return Dropping(after)
    lost = before.blocks - after.blocks
    return Dropping(after, lost=LOST + choose(lost > 0, lost, 0))


def dropping_obligations(list_: Assertions, droppings_: Assertions) -> list[Obligation]:
    """The balance after each step; and the bound."""
    found = []
    for arc in droppings_.arcs:
        known = given(list_, arc) | clauses(droppings_.asserted(arc.source))
        for term in droppings_.changed(arc).values():
            wrong = replace(droppings_.after(arc), lost=PLANTED)
            flaw = Flaw("any number is dropped", Query(known, balanced(wrong)))
            found.append(Obligation(DROPPED, arc.name, arc.words, Query(known, term), (flaw,), arc))
    return [*found, _conclusion(list_, droppings_)]


def _conclusion(list_: Assertions, droppings_: Assertions) -> Obligation:
    known = clauses(droppings_.asserted(IDLE))
    state = list_.before(IDLE)

    def query(most: Term) -> Query:
        return Query(known, LOST + state.blocks <= most)

    right = query(FIRST + state.added)
    fewer = Flaw("fewer are promised", query(FIRST + state.added - 1))
    words = "with those that are there, as many as at first and one for each insertion"
    flaws = (without(right, DROPPED), fewer)
    return Obligation(DROPPED, "conclusion", words, right, flaws, point=IDLE, states=True)

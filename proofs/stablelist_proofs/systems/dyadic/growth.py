"""Cells that growth moves: at most two for each insertion, as in a StableList.

This holds in modes `ITERATION` and `NEVER`, in histories without `shrink_to_fit`. Allocated memory is the element
space, doubled some number of times. So when growth moves cells, memory is the space, and all of it is live: growth
moves that many cells, and doubles both. What `reserve` moves is part of the cost of the call itself, and is counted
apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from stablelist_proofs.core.arc import START, Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.functions import MEMORY
from stablelist_proofs.core.obligation import PLANTED, Flaw, Obligation, without
from stablelist_proofs.core.query import Query, clauses
from stablelist_proofs.core.terms import Term, all_of, equal, integer, no, symbol

from .geometry import between
from .inductive import given
from .invariant import LOWEST
from .program import IDLE, RESERVING, state_of
from .state import State

__all__ = ["GROWTH", "LEFT_OUT", "Growth", "growing", "growing_obligations", "not_in_memory"]

GROWTH: Final = "growth_moves_at_most_two_cells_per_insertion"
INITIAL: Final = symbol("initial_space")
GROWN, RESERVED = symbol("grown"), symbol("reserved")
"""The numbers of cells that growth has moved, and that `reserve` has; together they are the cost of the model."""
LEFT_OUT: Final = (
    *("shrinking_begins", "shrinking_drops", "shrinking_ends", "shrinking_frees"),
    "truncation_frees",
)
"""The steps of `shrink_to_fit`, and the one that a truncation makes in mode MEMORY only."""
DOUBLED: Final = "allocated_memory_is_the_space_doubled"


@dataclass(frozen=True)
class Growth:
    """A list, its initial space, and how many cells insertions have moved so far, and how many `reserve` has."""

    state: State
    initial: Term = INITIAL
    grown: Term = GROWN
    reserved: Term = RESERVED


def paid_for(subject: Growth) -> Term:
    """Growth has moved at most as many cells as memory has grown by, and at most two per insertion; not in MEMORY."""
    state = subject.state
    return all_of(
        subject.grown + subject.initial <= state.allocated,
        subject.grown <= 2 * state.added,
        state.live <= state.added,
        subject.initial >= 4,
        no(equal(state.mode, MEMORY)),
        equal(subject.grown + subject.reserved, state.moved),
    )


def not_in_memory(new: State) -> Term:
    """The new lists with which these histories begin."""
    return no(equal(new.mode, MEMORY))


def growing(list_: Assertions) -> Assertions:
    """The bound, in a history without mode MEMORY and without `shrink_to_fit`."""
    return Assertions(
        "growth",
        tuple(_beginning(arc) for arc in list_.arcs if arc.name not in LEFT_OUT),
        lambda _, subject: {GROWTH: paid_for(subject)},
        lambda point: Growth(state_of(list_.before(point))),
        _grown,
        (list_,),
        without=LEFT_OUT,
        part=state_of,
    )


def _beginning(arc: Arc) -> Arc:
    """The same step; a new list is not in mode MEMORY."""
    if arc.source != START:
        return arc
    return replace(arc, guard=all_of(arc.guard, not_in_memory(arc.after)))


def _grown(arc: Arc) -> Growth:
    """The cells moved by insertions and by `reserve`, by the cost of the model."""
    after, nothing = state_of(arc.after), integer(0)
    if arc.source == START:
        return Growth(after, after.space, nothing, nothing)
    before = state_of(arc.before)
    if after.moved is before.moved:
        return Growth(after)
    moved = after.moved - before.moved
    if arc.operation == "its search":
        return Growth(after, grown=GROWN + moved)
    if arc.source == RESERVING:
        return Growth(after, reserved=RESERVED + moved)
    return Growth(after)


def growing_obligations(list_: Assertions, growing_: Assertions) -> list[Obligation]:
    """The bound holds in a new list, and after every step."""
    found = []
    for arc in growing_.arcs:
        before = given(list_, arc) | clauses(growing_.asserted(arc.source))
        if arc.name.startswith("add_grow"):
            state = state_of(arc.before)
            before |= between(state.memory, state.blocks)
        for term in growing_.changed(arc).values():
            query = Query(before, term)
            flaws = [
                Flaw(words, Query(before, paid_for(changed)))
                for words, changed in _moved_more(arc, growing_.after(arc))
            ]
            if arc.name == "add_grow_moving":
                flaws += [without(query, DOUBLED), without(query, LOWEST)]
            words = "paid for by insertions"
            found.append(Obligation(GROWTH, arc.name, words, query, tuple(flaws), arc))
    return [*found, _conclusion(growing_)]


def _moved_more(arc: Arc, after: Growth) -> Iterator[tuple[str, Growth]]:
    """The state after a defective step."""
    if arc.source == START:
        yield "cells are counted from anywhere", replace(after, grown=PLANTED)
    else:
        more = after.grown + after.state.allocated
        yield "the cells are moved once more", replace(after, grown=more)


def _conclusion(growing_: Assertions) -> Obligation:
    known, added = clauses(growing_.asserted(IDLE)), growing_.before(IDLE).state.added

    def query(most: Term) -> Query:
        return Query(known, most >= GROWN)

    right = query(2 * added)
    flaws = (without(right, GROWTH), Flaw("less is promised", query(2 * added - 1)))
    return Obligation(
        GROWTH, "conclusion", "at most two cells", right, flaws, point=IDLE, states=True
    )

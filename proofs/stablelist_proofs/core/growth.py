"""Cells that growth moves: at most two for each insertion, in any list that doubles its memory.

This holds in modes `ITERATION` and `NEVER`, in histories without `shrink_to_fit`. Allocated memory is the element
space, doubled some number of times. So when growth moves cells, memory is the space, and all of it is live: growth
moves that many cells, and doubles both. What `reserve` moves is part of the cost of the call itself, and is counted
apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from .arc import IDLE, START, Arc
from .assertions import Assertions
from .cells import Cells
from .functions import MEMORY
from .obligation import PLANTED, Flaw, Obligation, without
from .query import Hypothesis, Query, clauses
from .terms import Term, all_of, equal, integer, no, symbol

__all__ = [
    "GROWN",
    "GROWTH",
    "INITIAL",
    "Growth",
    "Growths",
    "growth",
    "growth_obligations",
    "not_in_memory",
    "paid_for",
]

GROWTH: Final = "growth_moves_at_most_two_cells_per_insertion"
MOVES: Final = "add_grow_moving"
"""The step in which growth moves cells."""
INITIAL: Final = symbol("initial_space")
GROWN, RESERVED = symbol("grown"), symbol("reserved")
"""The numbers of cells that growth has moved, and that `reserve` has; together they are the cost of the model."""


L = TypeVar("L", bound=Cells)


@dataclass(frozen=True)
class Growth(Generic[L]):
    """A list, its initial space, and how many cells insertions have moved so far, and how many `reserve` has."""

    state: L
    initial: Term = INITIAL
    grown: Term = GROWN
    reserved: Term = RESERVED


@dataclass(frozen=True)
class Growths:
    """How a system grows.

    Attributes:
        state_of: the list at any point.
        inserting: the operation whose steps are insertions.
        reserving: the point at which `reserve` looks for room.
        shrinking: the steps of `shrink_to_fit`, which are left out.
        given: what may be assumed before a step.
        relies_on: clauses without which the step that moves cells must not be provable.
    """

    state_of: Callable[[Any], Cells]
    inserting: str
    reserving: str
    shrinking: tuple[str, ...]
    given: Callable[[Arc], dict[str, Hypothesis]]
    relies_on: tuple[str, ...]


def paid_for(subject: Growth[L]) -> Term:
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


def not_in_memory(new: Cells) -> Term:
    """The new lists with which these histories begin."""
    return no(equal(new.mode, MEMORY))


def growth(list_: Assertions, growths: Growths, *beside: Assertions) -> Assertions:
    """The bound, in a history without mode MEMORY and without `shrink_to_fit`."""
    return Assertions(
        "growth",
        tuple(_beginning(arc) for arc in list_.arcs if arc.name not in growths.shrinking),
        lambda _, subject: {GROWTH: paid_for(subject)},
        lambda point: Growth(growths.state_of(list_.before(point))),
        lambda arc: _grown(arc, growths),
        (list_, *beside),
        without=growths.shrinking,
        part=growths.state_of,
    )


def _beginning(arc: Arc) -> Arc:
    """The same step; a new list is not in mode MEMORY."""
    if arc.source != START:
        return arc
    return replace(arc, guard=all_of(arc.guard, not_in_memory(arc.after)))


def _grown(arc: Arc, growths: Growths) -> Growth[Cells]:
    """The cells moved by insertions and by `reserve`, by the cost of the model."""
    after, nothing = growths.state_of(arc.after), integer(0)
    if arc.source == START:
        return Growth(after, after.space, nothing, nothing)
    moved = after.moved - growths.state_of(arc.before).moved
    if arc.operation == growths.inserting:
        return Growth(after, grown=GROWN + moved)
    if arc.source == growths.reserving:
        return Growth(after, reserved=RESERVED + moved)
    return Growth(after)


def growth_obligations(grown: Assertions, growths: Growths) -> list[Obligation]:
    """The bound holds in a new list, and after every step."""
    found = []
    for arc in grown.arcs:
        before = growths.given(arc) | clauses(grown.asserted(arc.source))
        for term in grown.changed(arc).values():
            query = Query(before, term)
            flaws = [
                Flaw(words, Query(before, paid_for(changed)))
                for words, changed in _moved_more(arc, grown.after(arc))
            ]
            if arc.name == MOVES:
                flaws += [without(query, name) for name in growths.relies_on]
            words = "paid for by insertions"
            found.append(Obligation(GROWTH, arc.name, words, query, tuple(flaws), arc))
    return [*found, _concludes(grown)]


def _moved_more(arc: Arc, after: Growth[Cells]) -> Iterator[tuple[str, Growth[Cells]]]:
    """The state after a defective step."""
    if arc.source == START:
        yield "cells are counted from anywhere", replace(after, grown=PLANTED)
    else:
        more = after.grown + after.state.allocated
        yield "the cells are moved once more", replace(after, grown=more)


def _concludes(grown: Assertions) -> Obligation:
    known, added = clauses(grown.asserted(IDLE)), grown.before(IDLE).state.added

    def query(most: Term) -> Query:
        return Query(known, most >= GROWN)

    right = query(2 * added)
    flaws = (without(right, GROWTH), Flaw("less is promised", query(2 * added - 1)))
    return Obligation(
        GROWTH, "conclusion", "at most two cells", right, flaws, point=IDLE, states=True
    )

"""What the steps of all lists do to cells and keys: the state after, as a function of the state before."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from .cells import Cells
from .functions import Above, Put
from .stamps import ELEMENT, INDEX, stamp
from .terms import TRUE, Term, all_of, choose, equal, integer, no, symbol

__all__ = ["ROOM", "WANTED", "fits", "inserted", "replaced", "unused", "vacated"]

ROOM = symbol("room")
"""The loop variable of `reserve`: the space that the insertions would end with."""
WANTED = symbol("wanted")
"""How many elements there should be room for."""


def fits(state: Cells) -> Term:
    """Whether there are indices for the wanted elements (R9)."""
    return all_of(WANTED >= 0, state.indexable(state.live + WANTED - 1))


L = TypeVar("L", bound=Cells)


def unused(state: L) -> L:
    """The list, in which nothing was issued or paid."""
    nothing = integer(0)
    return replace(
        state,
        next_id=stamp(nothing),
        added=nothing,
        visits=nothing,
        moved=nothing,
        dropped=nothing,
        removals=nothing,
    )


def inserted(state: L, position: Term) -> L:
    """Store the element, its id, and the ghosts that say when and where it was inserted (R8)."""
    return replace(
        state,
        has=Put(state.has, position, TRUE),
        id=Put(state.id, position, state.next_id),
        element=Put(state.element, position, ELEMENT),
        next_id=stamp(state.added + 1),
        added=state.added + 1,
        born=Put(state.born, position, state.added),
        place=Put(state.place, state.added, position),
    )


def vacated(state: L, position: Term, gone: Term, head: Term, rank: Term) -> L:
    """The cell is the head of a free list: linked to the *head* before, with a *rank*; *gone* is its new liveness."""
    mine = equal(state.tracked_index, position)
    return replace(
        state,
        has=Put(state.has, position, gone),
        next=Put(state.next, position, head),
        rank=Put(state.rank, position, rank),
        below=Above(state.below, position, -1),
        removals=state.removals + 1,
        tracked_live=all_of(state.tracked_live, no(mine)),
    )


def replaced(state: L) -> L:
    """Another element under the same key (R15)."""
    mine = all_of(state.tracked_live, equal(state.tracked_index, INDEX))
    return replace(
        state,
        element=Put(state.element, INDEX, ELEMENT),
        tracked_element=choose(mine, ELEMENT, state.tracked_element),
    )

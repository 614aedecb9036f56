"""Cells moved by reallocation.

`ITERATION` and `NEVER`: growth moves at most two cells for each insertion; see `stablelist_proofs.core.growth`.

`MEMORY` has no such bound: see `stablelist_proofs.systems.stable_list.families`. A *mended* rule has one: free memory
once, at the end of a cascade, and only if it is at least four times the remaining space; then keep twice that space.
Its potential is ``(allocated + max(0, 6 live - 3 allocated)) / 2``, and no history moves more than three cells for each
insertion, and half the initial space.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from stablelist_proofs.core.arc import START, Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.growth import INITIAL, Growth, Growths
from stablelist_proofs.core.induction import kept
from stablelist_proofs.core.obligation import PLANTED, Flaw, Obligation, without
from stablelist_proofs.core.query import Hypothesis, Query, clauses
from stablelist_proofs.core.terms import FALSE, Term, all_of, any_of, choose, equal, no

from .doublings import DOUBLED, of_ladders
from .flaws import damaged
from .inductive import given
from .program import CASCADE, IDLE, RESERVING, WALKING, state_of
from .state import State, may_halve
from .walk import ended

__all__ = ["MENDED", "growths", "mended", "mended_obligations", "so_far"]

MENDED: Final = "mended_memory_moves_at_most_three_cells_per_insertion"
SHRINKING: Final = ("shrinking_begins", "shrinking_ends", "shrink_to_fit_frees")
"""The steps of `shrink_to_fit`."""

# --- Growth, in ITERATION and NEVER ---------------------------------------------------------------


def growths(list_: Assertions, doubled: Assertions) -> Growths:
    """How a StableList grows: the ladder of its lengths says what a doubling is."""

    def known(arc: Arc) -> dict[str, Hypothesis]:
        before = given(list_, arc)
        if arc.source != START:
            before |= clauses(doubled.asserted(arc.source)) | of_ladders(arc)
        return before

    return Growths(state_of, "add", RESERVING, SHRINKING, known, (DOUBLED,))


# --- MEMORY, mended -------------------------------------------------------------------------------


def roomy(state: State) -> Term:
    """Between operations, memory is the space, or twice the space."""
    return any_of(equal(state.allocated, state.space), equal(state.allocated, 2 * state.space))


def roomy_within(state: State) -> Term:
    """Within a cascade, memory may be more."""
    return any_of(roomy(state), state.allocated >= 4 * state.space)


def afforded(subject: Growth[State]) -> Term:
    """Insertions pay for twice the moves so far plus twice the potential."""
    state = subject.state
    excess = 6 * state.live - 3 * state.allocated
    potential = state.allocated + choose(excess > 0, excess, 0)
    return 2 * state.moved + potential <= 6 * state.added + subject.initial


def so_far(point: str, subject: Growth[State]) -> dict[str, Term]:
    """The bound, and how much memory there is."""
    within = point in (CASCADE, WALKING)
    room = roomy_within(subject.state) if within else roomy(subject.state)
    return {MENDED: all_of(afforded(subject), room, subject.initial >= 4)}


def mended(list_: Assertions) -> tuple[Assertions, Assertions]:
    """Another rule: memory is freed once, at the end of a cascade. The invariant is the same; and the bound."""
    same = replace(list_, name="layout, mended", arcs=tuple(_mended_program(list_)))
    return same, Assertions(
        "mended",
        same.arcs,
        so_far,
        lambda point: Growth(state_of(list_.before(point))),
        lambda arc: Growth(state_of(arc.after), _initial(arc)),
        (same,),
        part=state_of,
    )


def _initial(arc: Arc) -> Term:
    initial: Term = arc.after.space if arc.source == START else INITIAL
    return initial


def _mended_program(list_: Assertions) -> Iterator[Arc]:
    """The steps with the other rule, without `reserve` and `shrink_to_fit`."""
    state: State = list_.before(CASCADE)
    stops = any_of(state.h2.live > 0, no(may_halve(state)))
    ample = state.allocated >= 4 * state.space
    for arc in list_.arcs:
        if arc.name == "walk_begins":
            yield replace(arc, name="mended_walk_begins", guard=no(stops))
        elif arc.name == "walk_ends":  # as in `shrink_to_fit`: no memory is freed
            yield replace(arc, name="mended_walk_ends", after=ended(arc.before, frees=FALSE))
        elif arc.operation not in ("cascade", "shrink_to_fit", "reserve", "its loop"):
            yield arc
    freed = replace(state, allocated=2 * state.space, moved=state.moved + state.opened)
    gives, keeps = all_of(stops, ample), all_of(stops, no(ample))
    yield Arc("gives_back", "half of it is enough", "cascade", CASCADE, IDLE, gives, state, freed)
    yield Arc("keeps_memory", "there is little", "cascade", CASCADE, IDLE, keeps, state, state)


def mended_obligations(
    list_: Assertions, same: Assertions, mended_: Assertions
) -> list[Obligation]:
    """A new list, every move, every halving, and the one reallocation at the end of a cascade."""
    other = (arc for arc in same.arcs if arc not in list_.arcs)
    found = [each for arc in other for each in kept(same, arc, given(same, arc), damaged)]
    for arc in mended_.arcs:
        before = given(same, arc) | clauses(mended_.asserted(arc.source))
        for term in mended_.changed(arc).values():
            query = Query(before, term)
            flaws = [
                Flaw(words, Query(before, mended_.said(arc.target, changed)[MENDED]))
                for words, changed in _dearer(arc, mended_.after(arc))
            ]
            flaws += [without(query, MENDED)] if MENDED in before else []
            words = "the potential covers it"
            found.append(Obligation(MENDED, arc.name, words, query, tuple(flaws), arc))
    return [*found, _mended_concludes(mended_)]


def _dearer(arc: Arc, after: Growth[State]) -> Iterator[tuple[str, Growth[State]]]:
    state = after.state
    if arc.source == START:
        words, moved = "cells are counted from anywhere", PLANTED
    else:
        words, moved = "the cells are moved once more, and back", state.moved + 2 * state.space
    yield words, replace(after, state=replace(state, moved=moved))


def _mended_concludes(mended_: Assertions) -> Obligation:
    subject = mended_.before(IDLE)
    known = clauses(mended_.asserted(IDLE)) | clauses(
        {name: term for name, term in mended_.beside[0].asserted(IDLE).items() if name in SIZES}
    )

    def query(most: Term) -> Query:
        return Query(known, 2 * subject.state.moved <= most)

    right = query(6 * subject.state.added + INITIAL)
    flaws = (without(right, MENDED), Flaw("less is promised", query(5 * subject.state.added)))
    words = "the potential is not negative"
    return Obligation(MENDED, "conclusion", words, right, flaws, point=IDLE, states=True)


SIZES = ("partitions_tile_the_element_space",)

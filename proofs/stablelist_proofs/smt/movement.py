"""Cells moved by reallocation.

`ITERATION` and `NEVER`: in a history without `shrink_to_fit`, growth moves at most ``allocated - initial`` cells, and
at most two for each insertion. Allocated memory is the element space, doubled some number of times. So when growth
moves cells, both are equal: it moves that many cells, and doubles both. (Cells that `reserve` and `shrink_to_fit` move
are part of the cost of the call itself.)

`MEMORY` has no such bound: see `stablelist_proofs.smt.families`. A *mended* rule has one: free memory once, at the end
of a cascade, and only if it is at least four times the remaining space; then keep twice that space. Its potential is
``(allocated + max(0, 6 live - 3 allocated)) / 2``, and no history moves more than three cells for each insertion, and
half the initial space.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .doublings import DOUBLED, rungs_before
from .flaws import PLANTED
from .inductive import EMPTIED, given_after_walk, given_before, moves, new_list
from .invariant import core
from .obligation import Flaw, Obligation, without
from .query import Query
from .state import MEMORY, State, may_halve
from .terms import Term, all_of, any_of, choose, equal, integer, no, symbol
from .walk import PAID, Walk, ended

__all__ = ["GROWN", "movement_obligations", "paid_for", "roomy", "so_far"]

GROWTH = "growth_moves_at_most_two_cells_per_insertion"
MENDED = "mended_memory_moves_at_most_three_cells_per_insertion"
INITIAL = symbol("initial_space")
GROWN = symbol("grown")
"""The number of cells that growth has moved."""


def movement_obligations(state: State, walk: Walk) -> list[Obligation]:
    """Both bounds."""
    return [*_growth(state, walk), *_mended(state, walk)]


# --- Growth, in ITERATION and NEVER ---------------------------------------------------------------


def paid_for(state: State, grown: Term) -> Term:
    """Growth has moved at most as many cells as memory has grown by, and at most two per insertion."""
    return all_of(
        grown + INITIAL <= state.allocated,
        grown <= 2 * state.added,
        state.live <= state.added,
        INITIAL >= 4,
    )


def _growth(state: State, walk: Walk) -> list[Obligation]:
    """The bound holds in a new list; every move and every halving preserves it."""
    _, doubled = rungs_before(state)
    kept = {"so far": paid_for(state, GROWN), "mode": no(equal(state.mode, MEMORY))}
    given = doubled | kept
    new, lawful = _new_list(state)
    first = Query(lawful, paid_for(new, integer(0)))
    flaw = Flaw("cells are counted from anywhere", Query(lawful, paid_for(new, PLANTED)))
    found = [Obligation(GROWTH, "new_list", "a new list", first, (flaw,))]
    for move in moves(state):
        if move.name == "shrink_to_fit_frees":
            continue
        moved = GROWN + state.opened if move.name == "add_grow_moving" else GROWN
        known = given_before(state) | given | {"the case": move.guard}
        found.append(_accounted(move.name, known, move.after, moved))
    after = given_after_walk(walk) | given
    return [*found, _accounted("walk_ends", after, ended(walk), GROWN)]


def _new_list(state: State) -> tuple[State, dict[str, Term]]:
    """A new list, whose space is the initial one."""
    new, lawful = new_list(state)
    return new, lawful | {"initial": equal(INITIAL, new.space)}


def _accounted(case: str, given: Mapping[str, Term], after: State, grown: Term) -> Obligation:
    query = Query(given, paid_for(after, grown))
    more = paid_for(after, grown + after.allocated)
    flaws = [Flaw("the cells are moved once more", Query(given, more))]
    if case == "add_grow_moving":
        flaws.append(without(query, DOUBLED))
    return Obligation(GROWTH, case, "paid for by insertions", query, tuple(flaws))


# --- MEMORY, mended -------------------------------------------------------------------------------


def roomy(state: State) -> Term:
    """Between operations, memory is the space, or twice the space."""
    return any_of(equal(state.allocated, state.space), equal(state.allocated, 2 * state.space))


def roomy_within(state: State) -> Term:
    """Within a cascade, memory may be more."""
    return any_of(roomy(state), state.allocated >= 4 * state.space)


def _afforded(state: State) -> Term:
    """Insertions pay for twice the moves so far plus twice the potential."""
    excess = 6 * state.live - 3 * state.allocated
    potential = state.allocated + choose(excess > 0, excess, 0)
    return 2 * state.moved + potential <= 6 * state.added + INITIAL


def _mended(state: State, walk: Walk) -> list[Obligation]:
    """A new list, every move, every halving, and the one reallocation at the end of a cascade."""
    found = [_mended_from_the_start(state)]
    for move in moves(state):
        if move.name in ("shrink_to_fit_frees", "reserve_allocates"):
            continue
        given = given_before(state) | so_far(state, roomy(state)) | {"the case": move.guard}
        keeps = roomy_within if move.name == EMPTIED else roomy
        found.append(_affordable(move.name, given, move.after, keeps(move.after)))
    after = ended(walk)
    within = given_after_walk(walk) | so_far(state, roomy_within(state)) | {"kept": no(PAID)}
    found.append(_affordable("walk_ends", within, after, roomy_within(after)))
    freed = replace(state, allocated=2 * state.space, moved=state.moved + state.opened)
    ample = {"ample": state.allocated >= 4 * state.space, "h2 or least": _stops(state)}
    back = core(state) | so_far(state, roomy_within(state)) | ample
    found.append(_affordable("gives_back", back, freed, roomy(freed)))
    bound = Query(
        so_far(state, roomy(state)) | {"sizes": state.allocated >= 0},
        2 * state.moved <= 6 * state.added + INITIAL,
    )
    return [
        *found,
        Obligation(
            MENDED,
            "conclusion",
            "the potential is not negative",
            bound,
            (without(bound, "so far"),),
        ),
    ]


def _mended_from_the_start(state: State) -> Obligation:
    new, lawful = _new_list(state)

    def query(changed: State) -> Query:
        return Query(lawful, all_of(*so_far(changed, roomy(changed)).values()))

    flaw = Flaw("cells are counted from anywhere", query(replace(new, moved=PLANTED)))
    return Obligation(MENDED, "new_list", "a new list", query(new), (flaw,))


def _stops(state: State) -> Term:
    return any_of(state.h2.live > 0, no(may_halve(state)))


def so_far(state: State, room: Term) -> dict[str, Term]:
    """The bound between operations, or within a cascade."""
    return {"so far": _afforded(state), "room": room, "initial": INITIAL >= 4}


def _affordable(case: str, given: Mapping[str, Term], after: State, room: Term) -> Obligation:
    query = Query(given, all_of(_afforded(after), room))
    dearer = replace(after, moved=after.moved + 2 * after.space)
    flaws = (
        Flaw(
            "the cells are moved once more, and back",
            Query(given, all_of(_afforded(dearer), room)),
        ),
        without(query, "so far"),
    )
    return Obligation(MENDED, case, "the potential covers it", query, flaws)

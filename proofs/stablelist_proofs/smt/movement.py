"""Cells moved by reallocation.

`ITERATION` and `NEVER`: in a history without `shrink_to_fit`, growth moves at most ``allocated - initial`` cells, and at
most two for each insertion. Allocated memory is the element space doubled some number of times; so a growth that
moves finds them equal, moves that many cells, and doubles both. (What `reserve` and `shrink_to_fit` move is the price of
the call itself.)

`MEMORY` has no such bound: see `stablelist_proofs.smt.families`. A *mended* rule has: let memory be given back at the
end of a cascade, once, and only if it is at least four times the space that is left; then keep twice that space. Its
potential is ``(allocated + max(0, 6 live - 3 allocated)) / 2``, and no history moves more than three cells for each
insertion, and half the initial space.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from .inductive import EMPTIED, given_after_walk, given_before, moves
from .invariant import core
from .obligation import Flaw, Obligation
from .query import Query
from .state import MEMORY, Named, State, may_halve
from .terms import Term, all_of, any_of, choose, equal, implies, no, symbol
from .transitions import ROOM
from .walk import PAID, Walk, ended

__all__ = ["movement_obligations"]

GROWTH = "growth_moves_at_most_two_cells_per_insertion"
MENDED = "mended_memory_moves_at_most_three_cells_per_insertion"
INITIAL = symbol("initial_space")
LADDER = Named("ladder")
LOWER, HIGHER = symbol("lower_rung"), symbol("higher_rung")


def movement_obligations(state: State, walk: Walk) -> list[Obligation]:
    """Both bounds."""
    return [*_ladder(), *_growth(state, walk), *_mended(state, walk)]


# --- Doublings ------------------------------------------------------------------------------------


def rung(number: Term) -> Term:
    """One rung is twice the one below it, and the lowest is no multiple of 8."""
    above = equal(LADDER(number + 1), 2 * LADDER(number))
    return all_of(implies(number >= 0, above), LADDER(0) >= 4, equal(LADDER(0) % 8, 4))


def at_least_doubled(lower: Term, higher: Term) -> Term:
    """The lemma: lengths on two rungs are equal, or one is at least twice the other; all are positive."""
    return all_of(LADDER(higher) >= 4, implies(lower < higher, 2 * LADDER(lower) <= LADDER(higher)))


def _ladder() -> list[Obligation]:
    """By induction on the higher rung."""
    base = Query({"lowest rung": rung(HIGHER), "base": equal(HIGHER, 0), "range": LOWER >= 0},
                 at_least_doubled(LOWER, HIGHER))
    given = {
        "range": all_of(LOWER >= 0, LOWER <= HIGHER),
        "rungs": rung(HIGHER),
        "so far": at_least_doubled(LOWER, HIGHER),
    }
    step = Query(given, at_least_doubled(LOWER, HIGHER + 1))
    name = "allocated_memory_is_the_space_doubled"
    return [
        Obligation(name, "base", "the lowest rung", base, (_without(base, "lowest rung"),)),
        Obligation(name, "step", "a rung higher", step, (_without(step, "so far"),)),
    ]


# --- Growth, in ITERATION and NEVER ---------------------------------------------------------------


@dataclass(frozen=True)
class Account:
    """What growth has moved, and the rungs on which space and allocated memory stand."""

    state: State
    grown: Term
    space_rung: Term
    memory_rung: Term

    def holds(self) -> Term:
        """What holds between two operations."""
        state, grown = self.state, self.grown
        return all_of(
            self.space_rung >= 0,
            self.space_rung <= self.memory_rung,
            equal(state.space, LADDER(self.space_rung)),
            equal(state.allocated, LADDER(self.memory_rung)),
            grown + INITIAL <= state.allocated,
            grown <= 2 * state.added,
            state.live <= state.added,
            INITIAL >= 4,
        )


def _growth(state: State, walk: Walk) -> list[Obligation]:
    """Every move and every halving keeps the account."""
    before = Account(state, symbol("grown"), LOWER, HIGHER)
    given = {
        "so far": before.holds(),
        "lemma": at_least_doubled(LOWER, HIGHER),
        "rungs": all_of(rung(LOWER), rung(LOWER - 1)),
        "mode": no(equal(state.mode, MEMORY)),
    }
    found = []
    for move in moves(state):
        if move.name == "shrink_to_fit_frees":
            continue
        after, more = _after(before, move.name, move.after)
        case = {"the case": move.guard} | more
        found.append(_accounted(move.name, given_before(state) | given | case, after))
    end = replace(before, state=ended(walk), space_rung=LOWER - 1)
    unpaid = {"halving": all_of(equal(state.h2.live, 0), may_halve(state))}
    return [*found, _accounted("walk_ends", given_after_walk(walk) | given | unpaid, end)]


def _after(before: Account, name: str, state: State) -> tuple[Account, dict[str, Term]]:
    """The account after a move, and what is known of the rung that memory then stands on."""
    match name:
        case "add_grow_moving":
            grown, up = before.grown + before.state.opened, LOWER + 1
            return replace(before, state=state, grown=grown, space_rung=up, memory_rung=up), {}
        case "add_grow_in_place":
            return replace(before, state=state, space_rung=LOWER + 1), {}
        case "reserve_allocates":
            wanted = symbol("wanted_rung")
            found = all_of(equal(ROOM, LADDER(wanted)), wanted >= LOWER)
            return replace(before, state=state, memory_rung=wanted), {"room": found}
    return replace(before, state=state), {}


def _accounted(case: str, given: Mapping[str, Term], after: Account) -> Obligation:
    query = Query(given, after.holds())
    more = replace(after, grown=after.grown + after.state.allocated)
    flaws = (Flaw("the cells are moved once more", Query(given, more.holds())),)
    if case == "add_grow_moving":
        flaws = (*flaws, _without(query, "lemma"))
    return Obligation(GROWTH, case, "paid for by insertions", query, flaws)


# --- MEMORY, mended -------------------------------------------------------------------------------


def _roomy(state: State) -> Term:
    """Between operations memory is the space, or twice as much."""
    return any_of(equal(state.allocated, state.space), equal(state.allocated, 2 * state.space))


def _roomy_within(state: State) -> Term:
    """Within a cascade it may be more."""
    return any_of(_roomy(state), state.allocated >= 4 * state.space)


def _afforded(state: State) -> Term:
    """Moves so far, twice, and the potential, twice, are paid for."""
    excess = 6 * state.live - 3 * state.allocated
    potential = state.allocated + choose(excess > 0, excess, 0)
    return 2 * state.moved + potential <= 6 * state.added + INITIAL


def _mended(state: State, walk: Walk) -> list[Obligation]:
    """Every move, every halving, and the one reallocation at the end of a cascade."""
    found = []
    for move in moves(state):
        if move.name in ("shrink_to_fit_frees", "reserve_allocates"):
            continue
        given = given_before(state) | _so_far(state, _roomy(state)) | {"the case": move.guard}
        keeps = _roomy_within if move.name == EMPTIED else _roomy
        found.append(_affordable(move.name, given, move.after, keeps(move.after)))
    after = ended(walk)
    within = given_after_walk(walk) | _so_far(state, _roomy_within(state)) | {"kept": no(PAID)}
    found.append(_affordable("walk_ends", within, after, _roomy_within(after)))
    freed = replace(state, allocated=2 * state.space, moved=state.moved + state.opened)
    ample = {"ample": state.allocated >= 4 * state.space, "h2 or least": _stops(state)}
    back = core(state) | _so_far(state, _roomy_within(state)) | ample
    found.append(_affordable("gives_back", back, freed, _roomy(freed)))
    bound = Query(_so_far(state, _roomy(state)) | {"sizes": state.allocated >= 0},
                  2 * state.moved <= 6 * state.added + INITIAL)
    return [*found, Obligation(MENDED, "conclusion", "the potential is not negative", bound,
                               (_without(bound, "so far"),))]


def _stops(state: State) -> Term:
    return any_of(state.h2.live > 0, no(may_halve(state)))


def _so_far(state: State, roomy: Term) -> dict[str, Term]:
    return {"so far": _afforded(state), "room": roomy, "initial": INITIAL >= 4}


def _affordable(case: str, given: Mapping[str, Term], after: State, roomy: Term) -> Obligation:
    query = Query(given, all_of(_afforded(after), roomy))
    dearer = replace(after, moved=after.moved + 2 * after.space)
    flaws = (
        Flaw("the cells are moved once more, and back", Query(given, all_of(_afforded(dearer), roomy))),
        _without(query, "so far"),
    )
    return Obligation(MENDED, case, "the potential covers it", query, flaws)


def _without(query: Query, name: str) -> Flaw:
    return Flaw(f"{name!r} is not given", query.without(name))



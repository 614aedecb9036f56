"""A StableList as a graph: between operations, within a cascade, within a halving, and within `reserve`."""

from __future__ import annotations

from dataclasses import dataclass

from stablelist_proofs.core import steps
from stablelist_proofs.core.arc import IDLE, START, Arc
from stablelist_proofs.core.functions import NONE
from stablelist_proofs.core.terms import Term, all_of, any_of, equal, no

from .state import State, may_halve
from .transitions import (
    EMPTIED,
    ROOM,
    WANTED,
    Move,
    additions,
    clear,
    memory_moves,
    new_list,
    removals,
    replacements,
    truncates,
)
from .walk import PAID, Walk, begun, deals, ended

__all__ = ["CASCADE", "IDLE", "RESERVING", "WALKING", "Reserving", "halves", "program", "state_of"]

CASCADE = "within a cascade"
WALKING = "within a halving"
RESERVING = "within reserve"


@dataclass(frozen=True)
class Reserving:
    """The loop of `reserve`: the list, which does not change, and the room that was found so far."""

    state: State
    room: Term


def state_of(subject: State | Walk | Reserving) -> State:
    """The list at any point."""
    return subject if isinstance(subject, State) else subject.state


def program(state: State, walk: Walk) -> tuple[Arc, ...]:
    """Every step of every operation, from point to point."""
    new, lawful = new_list(state)
    return (
        Arc("new_list", "a new list", "new", START, IDLE, lawful, new, new),
        *(_arc(move, "add") for move in additions(state)),
        *(_arc(move, "remove", CASCADE if move.name == EMPTIED else IDLE) for move in removals(state)),
        _arc(clear(state), "clear"),
        *(_arc(move, "replace") for move in replacements(state)),
        *_reserve(state),
        *_cascade(state),
        *_walk(walk),
    )  # fmt: skip


def _arc(move: Move, operation: str, target: str = IDLE) -> Arc:
    return Arc(
        move.name, move.words, operation, IDLE, target, move.guard, move.before, move.after, move.answer
    )  # fmt: skip


def _reserve(state: State) -> tuple[Arc, ...]:
    """`reserve` doubles the room until it suffices, and then allocates memory if there is less (R6)."""
    allocates, _ = memory_moves(state)
    loop, fits = Reserving(state, ROOM), ROOM >= state.live + WANTED
    first, twice = Reserving(state, state.space), Reserving(state, 2 * ROOM)
    lawful = steps.fits(state)
    stays = all_of(fits, ROOM <= state.allocated)
    return (
        Arc("reserve_refused", "no index is left", "reserve", IDLE, IDLE, no(lawful), state, state),
        Arc("reserve_begins", "before the loop", "reserve", IDLE, RESERVING, lawful, state, first),
        Arc("reserve_doubles", "a doubling", "its loop", RESERVING, RESERVING, no(fits), loop, twice),
        Arc("reserve_has_enough", "there is memory", "its loop", RESERVING, IDLE, stays, loop, state),
        Arc(
            allocates.name, allocates.words, "its loop", RESERVING, IDLE,
            allocates.guard, loop, allocates.after,
        ),
    )  # fmt: skip


def halves(state: State) -> Term:
    """Whether another halving follows: in truncation as R4 says, in `shrink_to_fit` whatever the mode."""
    shrinks = all_of(equal(state.h2.live, 0), may_halve(state))
    return any_of(all_of(PAID, truncates(state)), all_of(no(PAID), shrinks))


def _cascade(state: State) -> tuple[Arc, ...]:
    """Halvings, one after the other: after a removal, or in `shrink_to_fit`, which then frees memory (R4, R6)."""
    _, frees = memory_moves(state)
    stops, more = no(halves(state)), state.space < state.allocated
    words = "nothing more may be halved"
    return (
        Arc("shrinking_begins", "it may halve", "shrink_to_fit", IDLE, CASCADE, all_of(), state, state),
        Arc("walk_begins", "nothing is dealt", "cascade", CASCADE, WALKING, halves(state), state, begun(state)),
        Arc("cascade_ends", words, "cascade", CASCADE, IDLE, all_of(stops, PAID), state, state),
        Arc(
            "shrinking_ends", words, "cascade", CASCADE, IDLE,
            all_of(stops, no(PAID), no(more)), state, state,
        ),
        Arc(
            frees.name, frees.words, "cascade", CASCADE, IDLE,
            all_of(no(PAID), frees.guard), state, frees.after,
        ),
    )  # fmt: skip


def _walk(walk: Walk) -> tuple[Arc, ...]:
    """One halving, entry by entry (R5)."""
    done = equal(walk.here, NONE)
    return (
        *(
            Arc(deal.name, deal.words, "walk", WALKING, WALKING, deal.guard, walk, deal.after)
            for deal in deals(walk)
        ),
        Arc("walk_ends", "the old q2 is h2", "walk", WALKING, CASCADE, done, walk, ended(walk)),
    )

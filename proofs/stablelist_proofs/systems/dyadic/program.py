"""A dyadic list as a graph: between operations, within an insertion, a truncation, `shrink_to_fit`, and `reserve`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from stablelist_proofs.core import steps
from stablelist_proofs.core.arc import IDLE, START, Arc
from stablelist_proofs.core.functions import MEMORY, NEVER, NONE
from stablelist_proofs.core.stamps import IDENTITY, INDEX
from stablelist_proofs.core.terms import TRUE, Term, all_of, any_of, equal, integer, no, symbol

from .state import State, block_of
from .transitions import (
    ROOM,
    WANTED,
    WHICH,
    Searching,
    appended,
    cleared,
    dropped,
    freed,
    grown,
    new_list,
    replaced,
    reused,
    vacated,
)

__all__ = [
    "FOUND",
    "IDLE",
    "RESERVING",
    "SEARCHING",
    "SHRINKING",
    "TRUNCATING",
    "Reserving",
    "Subject",
    "arbitrary",
    "program",
    "state_of",
]

SEARCHING: Final = "within an insertion"
TRUNCATING: Final = "within a truncation"
SHRINKING: Final = "within shrink_to_fit"
RESERVING: Final = "within reserve"

FOUND: Final = symbol("found")
"""A ghost of `reserve`: the number of blocks that the room would be."""


@dataclass(frozen=True)
class Reserving:
    """The loop of `reserve`: the list, which does not change, the room that was found so far, and its blocks."""

    state: State
    room: Term
    found: Term


Subject = State | Searching | Reserving


def state_of(subject: Subject) -> State:
    """The list at any point."""
    return subject if isinstance(subject, State) else subject.state


def arbitrary(state: State, point: str) -> Subject:
    """An arbitrary list at a point."""
    if point == SEARCHING:
        return Searching(state, WHICH)
    return Reserving(state, ROOM, FOUND) if point == RESERVING else state


def program(state: State) -> tuple[Arc, ...]:
    """Every step of every operation, from point to point."""
    new, lawful = new_list(state)
    hit = state.resolves(INDEX, IDENTITY)
    found = state.element(INDEX)
    return (
        Arc("new_list", "a new list", "new", START, IDLE, lawful, new, new),
        *_add(state),
        *_remove(state, hit, found),
        *_dropping(state),
        Arc("clear", "every key is retired", "clear", IDLE, IDLE, TRUE, state, cleared(state)),
        Arc("replace_stale", "the key does not resolve", "replace", IDLE, IDLE, no(hit), state, state, (hit,)),
        Arc("replace_live", "another element", "replace", IDLE, IDLE, hit, state, replaced(state), (hit,)),
        *_reserve(state),
    )  # fmt: skip


def _add(state: State) -> tuple[Arc, ...]:
    """The lowest block with room is looked for; a full list grows (R2, R3, R8, R9)."""
    here, record, space = Searching(state, WHICH), state.record(WHICH), state.space
    left, position = state.blocks > WHICH, record.vacancy
    room, none, moves = no(record.full), equal(record.head, NONE), 2 * space > state.allocated
    fits, grows = state.indexable(position), state.indexable(space)
    refused = any_of(all_of(left, room, no(fits)), all_of(no(left), no(grows)))
    key, first = (position, state.next_id), (space, state.next_id)
    passes = replace(here, which=WHICH + 1)
    moved, stays = grown(state, moving=True), grown(state, moving=False)

    def case(name: str, words: str, guard: Term, after: State | Searching, *answer: Term) -> Arc:
        target = SEARCHING if isinstance(after, Searching) else IDLE
        return Arc(name, words, "its search", SEARCHING, target, guard, here, after, answer)

    return (
        Arc("add_begins", "at the base", "add", IDLE, SEARCHING, TRUE, state, Searching(state, integer(0))),
        case("add_passes", "a full block", all_of(left, record.full), passes),
        case("add_index_range_full", "no index is left", refused, state),
        case("add_append", "the next cell", all_of(left, room, fits, none), appended(state, WHICH), *key),
        case("add_reuse", "the head of the block", all_of(left, room, fits, no(none)), reused(state, WHICH), *key),
        case("add_grow_moving", "it grows and moves", all_of(no(left), grows, moves), moved, *first),
        case("add_grow_in_place", "within its memory", all_of(no(left), grows, no(moves)), stays, *first),
    )  # fmt: skip


def _remove(state: State, hit: Term, found: Term) -> tuple[Arc, ...]:
    """The removal that empties the top block truncates, unless that is the base or the mode forbids it (R4)."""
    block, top = block_of(INDEX), state.record(state.top)
    last = all_of(equal(block, state.top), equal(top.live, 1))
    empties = all_of(last, state.blocks > 1, no(equal(state.mode, NEVER)))
    after = vacated(state, INDEX)
    stays, truncates = all_of(hit, no(empties)), all_of(hit, empties)
    return (
        Arc("remove_stale", "the key does not resolve", "remove", IDLE, IDLE, no(hit), state, state),
        Arc("remove_from_block", "a vacancy for its block", "remove", IDLE, IDLE, stays, state, after, (found,)),
        Arc("remove_empties_top", "the top is empty", "remove", IDLE, TRUNCATING, truncates, state, after, (found,)),
    )  # fmt: skip


def _dropping(state: State) -> tuple[Arc, ...]:
    """Empty tops are dropped, one after the other: after a removal, or in `shrink_to_fit` (R4, R6)."""
    empty = all_of(state.blocks > 1, equal(state.record(state.top).live, 0))
    memory, more = equal(state.mode, MEMORY), state.space < state.allocated
    less, free, stops = dropped(state), freed(state), no(empty)
    ends, words = "truncation", "the top is not empty, or the base"
    return (
        Arc("truncation_drops", "an empty top", ends, TRUNCATING, TRUNCATING, empty, state, less),
        Arc("truncation_ends", words, ends, TRUNCATING, IDLE, all_of(stops, no(memory)), state, state),
        Arc("truncation_frees", words, ends, TRUNCATING, IDLE, all_of(stops, memory), state, free),
        Arc("shrinking_begins", "it may drop", "shrink_to_fit", IDLE, SHRINKING, TRUE, state, state),
        Arc("shrinking_drops", "an empty top", "shrinking", SHRINKING, SHRINKING, empty, state, less),
        Arc("shrinking_ends", words, "shrinking", SHRINKING, IDLE, all_of(stops, no(more)), state, state),
        Arc("shrinking_frees", words, "shrinking", SHRINKING, IDLE, all_of(stops, more), state, free),
    )  # fmt: skip


def _reserve(state: State) -> tuple[Arc, ...]:
    """`reserve` doubles the room until it suffices, and then allocates memory if there is less (R6)."""
    loop, fits = Reserving(state, ROOM, FOUND), state.live + WANTED <= ROOM
    first = Reserving(state, state.space, state.blocks)
    twice = Reserving(state, 2 * ROOM, FOUND + 1)
    lawful = steps.fits(state)
    moved = state.moved + state.opened
    more = replace(state, allocated=ROOM, memory=FOUND, moved=moved)
    stays, allocates = all_of(fits, state.allocated >= ROOM), all_of(fits, state.allocated < ROOM)
    return (
        Arc("reserve_refused", "no index is left", "reserve", IDLE, IDLE, no(lawful), state, state),
        Arc("reserve_begins", "before the loop", "reserve", IDLE, RESERVING, lawful, state, first),
        Arc("reserve_doubles", "a doubling", "its loop", RESERVING, RESERVING, no(fits), loop, twice),
        Arc("reserve_has_enough", "there is memory", "its loop", RESERVING, IDLE, stays, loop, state),
        Arc("reserve_allocates", "memory for more elements", "its loop", RESERVING, IDLE, allocates, loop, more),
    )  # fmt: skip

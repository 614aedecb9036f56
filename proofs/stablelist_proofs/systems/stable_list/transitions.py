"""The operations as moves: a guard, and the state after as a function of the state before.

A move is one case of an operation of `stablelist_spec.systems.stable_list.model`, for a list of any size. Truncation
consists of many moves; it is in `walk`. The state after a move is a function of the state before, so a state has at
most one successor by each move. That exactly one case applies is an obligation of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from stablelist_proofs.core import steps
from stablelist_proofs.core.functions import MEMORY, NEVER, NONE, Above, Put
from stablelist_proofs.core.stamps import IDENTITY, INDEX
from stablelist_proofs.core.steps import ROOM, WANTED, inserted, replaced, unused
from stablelist_proofs.core.terms import (
    Term,
    all_of,
    any_of,
    choose,
    equal,
    implies,
    integer,
    no,
)

from .state import PARTITIONS, Partition, State, may_halve, untouched, with_partition

__all__ = [
    "EMPTIED",
    "ROOM",
    "WANTED",
    "Move",
    "additions",
    "clear",
    "memory_moves",
    "moves",
    "new_list",
    "removals",
    "replacements",
    "reserve_loop",
    "truncates",
]

EMPTIED = "remove_from_h2_last"
"""The move after which truncation begins; h2 may be empty after it."""


@dataclass(frozen=True)
class Move:
    """One case of an operation.

    Attributes:
        answer: of an insertion, the index and id of the key; of a removal, the element; of a replacement, whether there
            was an element; empty if there is none.
    """

    name: str
    words: str
    guard: Term
    before: State
    after: State
    answer: tuple[Term, ...] = ()


def moves(state: State) -> list[Move]:
    """Every move except those of a halving."""
    return [
        *additions(state),
        *removals(state),
        clear(state),
        *replacements(state),
        *memory_moves(state),
    ]


def new_list(state: State) -> tuple[State, Term]:
    """A new list of any lawful space, in which nothing is opened, live, issued or paid; and what is lawful (R1)."""
    new = unused(untouched(state, state.space))
    return new, all_of(
        *(equal(state.space % 4, 0), equal(state.least % 4, 0), state.least >= 4),
        *(state.space >= state.least, equal(state.allocated, state.space)),
        *(state.mode >= 0, state.mode < 3, equal(state.below(0), 0)),
        *(implies(state.bounded, state.index_count >= 4), state.indexable(state.space - 1)),
    )


# --- Insertion (R2, R3, R8, R9) -------------------------------------------------------------------


def additions(state: State) -> list[Move]:
    """Every case of `add`."""
    moves = [_refused(state)]
    for name in PARTITIONS:
        moves += [_appending(state, name), _reusing(state, name)]
    return [*moves, _growing(state, moving=False), _growing(state, moving=True)]


def first_with_room(state: State, name: str) -> Term:
    """Whether the next element goes to that partition (R2)."""
    before = state.partitions[: PARTITIONS.index(name)]
    return all_of(*(p.full for p in before), no(getattr(state, name).full))


def full(state: State) -> Term:
    """Whether every cell is live (R3)."""
    return all_of(*(p.full for p in state.partitions))


def next_position(state: State) -> Term:
    """Where the next element goes (R2, R3)."""
    position = state.space
    for name in reversed(PARTITIONS):
        list_ = getattr(state, name)
        position = choose(list_.full, position, list_.vacancy)
    return position


def _refused(state: State) -> Move:
    guard = no(state.indexable(next_position(state)))
    return Move("add_index_range_full", "no index is left", guard, state, state)


def _appending(state: State, name: str) -> Move:
    """The next untouched cell: a prefix grows by one."""
    list_: Partition = getattr(state, name)
    position = list_.end
    guard = all_of(first_with_room(state, name), equal(list_.head, NONE), state.indexable(position))
    opened = replace(list_, live=list_.live + 1, opened=list_.opened + 1)
    counted = Put(state.below, position + 1, state.below(position) + 1)
    after = replace(inserted(with_partition(state, name, opened), position), below=counted)
    key = position, state.next_id
    return Move(f"add_append_{name}", f"the next cell of {name}", guard, state, after, key)


def _reusing(state: State, name: str) -> Move:
    """The head of a free list, which is popped."""
    list_: Partition = getattr(state, name)
    position = list_.head
    guard = all_of(
        first_with_room(state, name), no(equal(position, NONE)), state.indexable(position)
    )
    popped = replace(list_, live=list_.live + 1, head=state.next(position))
    counted = Above(state.below, position, 1)
    after = replace(inserted(with_partition(state, name, popped), position), below=counted)
    key = position, state.next_id
    return Move(f"add_reuse_{name}", f"the head of {name}", guard, state, after, key)


def _growing(state: State, *, moving: bool) -> Move:
    """Double the space, with q1 and q2 full, and take the first cell of the new h2 (R3)."""
    space, position = 2 * state.space, state.space
    moves = space > state.allocated
    guard = all_of(full(state), state.indexable(position), moves if moving else no(moves))
    grown = doubled(state)
    if moving:
        grown = replace(grown, allocated=space, moved=state.moved + state.opened)
    first = replace(grown.h2, live=integer(1), opened=integer(1))
    counted = Put(state.below, position + 1, state.below(position) + 1)
    after = replace(inserted(replace(grown, h2=first), position), below=counted)
    name, words = ("moving", "and moves") if moving else ("in_place", "within its memory")
    key = position, state.next_id
    return Move(f"add_grow_{name}", f"a full list doubles {words}", guard, state, after, key)


def doubled(state: State) -> State:
    """The list with twice the space; q1 and q2 are full."""
    grown = untouched(state, 2 * state.space)
    q1, q2, _ = grown.partitions
    return replace(
        grown,
        q1=replace(q1, live=q1.size, opened=q1.size),
        q2=replace(q2, live=q2.size, opened=q2.size),
    )


# --- Removal (R4, R7) -----------------------------------------------------------------------------


def removals(state: State) -> list[Move]:
    """Every case of `remove`; the case that empties h2 ends where truncation begins."""
    stale = no(state.resolves(INDEX, IDENTITY))
    moves = [Move("remove_stale", "the key does not resolve", stale, state, state)]
    moves += [_vacating(state, name, empties=False) for name in PARTITIONS]
    return [*moves, _vacating(state, "h2", empties=True)]


def lies_in(state: State, name: str) -> Term:
    """Whether the key's position is in that partition."""
    quarter, half = state.space // 4, state.space // 2
    match name:
        case "q1":
            return INDEX < quarter
        case "q2":
            return all_of(INDEX >= quarter, INDEX < half)
    return INDEX >= half


def _vacating(state: State, name: str, *, empties: bool) -> Move:
    """A push onto the free list of the element's partition (R4)."""
    list_: Partition = getattr(state, name)
    guard = all_of(state.resolves(INDEX, IDENTITY), lies_in(state, name))
    suffix, words = "", f"a vacancy for {name}"
    if name == "h2":
        last = equal(list_.live, 1)
        guard = all_of(guard, last if empties else no(last))
        suffix, words = ("_last", "h2 is empty") if empties else ("", words)
    after = vacated(state, name, INDEX)
    taken = (state.element(INDEX),)
    return Move(f"remove_from_{name}{suffix}", words, guard, state, after, taken)


def vacated(state: State, name: str, position: Term) -> State:
    """The list after the cell became vacant, and the head of the free list."""
    list_: Partition = getattr(state, name)
    top = list_.base + list_.vacancies
    entry = Put(list_.entry, top, position)
    pushed = replace(list_, live=list_.live - 1, head=position, entry=entry)
    after = with_partition(state, name, pushed)
    return steps.vacated(after, position, no(all_of()), list_.head, top)


def clear(state: State) -> Move:
    """Every key is retired, no cell is opened; in MEMORY the space is the least one (R7)."""
    shrinks = equal(state.mode, MEMORY)
    space = choose(shrinks, state.least, state.space)
    after = replace(
        untouched(state, space),
        allocated=choose(shrinks, space, state.allocated),
        dropped=state.dropped + state.opened,
        below=Put(state.below, integer(0), integer(0)),
        tracked_live=no(all_of()),
    )
    return Move("clear", "every key is retired", all_of(), state, after)


# --- Replacing (R15) ------------------------------------------------------------------------------


def replacements(state: State) -> list[Move]:
    """Both cases of `replace`; `at_mut` is the same with another new element."""
    hit = state.resolves(INDEX, IDENTITY)
    return [
        Move("replace_stale", "the key does not resolve", no(hit), state, state, (hit,)),
        Move(
            "replace_live",
            "another element under the same key",
            hit,
            state,
            replaced(state),
            (hit,),
        ),
    ]


# --- Memory on request (R6) -----------------------------------------------------------------------


def memory_moves(state: State) -> list[Move]:
    """`reserve` after its loop, and `shrink_to_fit` after its halvings."""
    allocates = replace(state, allocated=ROOM, moved=state.moved + state.opened)
    found = all_of(ROOM > state.allocated, *reserve_loop(state), ROOM >= state.live + WANTED)
    frees = replace(state, allocated=state.space, moved=state.moved + state.opened)
    least = any_of(state.h2.live > 0, no(may_halve(state)))
    return [
        Move("reserve_allocates", "memory for more elements", found, state, allocates),
        Move(
            "shrink_to_fit_frees",
            "memory past the space is given back",
            all_of(least, state.space < state.allocated),
            state,
            frees,
        ),
    ]


def reserve_loop(state: State, room: Term = ROOM) -> tuple[Term, ...]:
    """The loop invariant of `reserve`: it has doubled only spaces that were too small."""
    fits = state.live + WANTED
    return (
        WANTED >= 0,
        state.indexable(fits - 1),
        any_of(equal(room, state.space), room < 2 * fits),
        room >= state.space,
    )


def truncates(state: State) -> Term:
    """Whether another halving follows within a cascade (R4)."""
    return all_of(equal(state.h2.live, 0), no(equal(state.mode, NEVER)), may_halve(state))

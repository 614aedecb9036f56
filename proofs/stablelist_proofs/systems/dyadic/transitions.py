"""The operations of a dyadic list as steps: a guard, and the state after as a function of the state before.

The steps are those of `stablelist_spec.systems.dyadic.model`. An insertion looks at one block after the other for the
lowest with room; a truncation drops one block after the other. So both are loops, and `program` says from which point
to which a step leads.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from stablelist_proofs.core import steps
from stablelist_proofs.core.functions import MEMORY, NONE, Above, Constant, Put
from stablelist_proofs.core.steps import ROOM, WANTED, replaced, unused
from stablelist_proofs.core.terms import (
    FALSE,
    Term,
    all_of,
    choose,
    equal,
    implies,
    integer,
    symbol,
)

from .state import BORDER, Filed, State, block_of, border, with_record

__all__ = [
    "ROOM",
    "WANTED",
    "WHICH",
    "Searching",
    "appended",
    "cleared",
    "cut",
    "dropped",
    "freed",
    "grown",
    "new_list",
    "replaced",
    "reused",
    "vacated",
]

WHICH: Final = symbol("which")
"""The loop variable of an insertion: the block that it looks at."""


@dataclass(frozen=True)
class Searching:
    """An insertion that looks for a block: the list, which does not change, and the block."""

    state: State
    which: Term


@dataclass(frozen=True)
class Size:
    """How long each block is."""

    def __call__(self, argument: Term | int) -> Term:
        """From its border to the next."""
        return border(argument + 1) - border(argument)


def new_list(state: State) -> tuple[State, Term]:
    """A new list of any number of blocks, in which nothing is opened, live, issued or paid; and what is lawful (R1)."""
    new = replace(
        unused(untouched(state)),
        start_of=BORDER,
        size_of=Size(),
        allocated=border(state.blocks),
        memory=state.blocks,
    )
    last = state.blocks - 1
    return new, all_of(
        *(equal(state.least % 4, 0), state.least >= 4, state.blocks >= 1),
        *(state.mode >= 0, state.mode < 3, equal(state.below(0), 0)),
        implies(state.bounded, state.index_count >= 4),
        *(state.indexable(state.least - 1), state.indexable(border(last))),
    )


def untouched(state: State) -> State:
    """The list with the same blocks, in which no cell is opened."""
    nothing = Constant(0)
    return replace(
        state,
        opened=integer(0),
        live=integer(0),
        live_in=nothing,
        opened_in=nothing,
        head_of=Constant(NONE),
    )


# --- Insertion (R2, R3, R8, R9) -------------------------------------------------------------------


def appended(state: State, block: Term) -> State:
    """The next untouched cell of a block is live."""
    record = state.record(block)
    position = record.start + record.opened
    changed = with_record(state, block, live=record.live + 1, opened=record.opened + 1)
    counted = Put(state.below, position + 1, state.below(position) + 1)
    return inserted(replace(changed, opened=state.opened + 1, below=counted), position)


def reused(state: State, block: Term) -> State:
    """The head of a block's free list is live."""
    record = state.record(block)
    position = record.head
    changed = with_record(state, block, live=record.live + 1, head=state.next(position))
    return inserted(replace(changed, below=Above(state.below, position, 1)), position)


def grown(state: State, *, moving: bool) -> State:
    """There is one block more, as long as all others, and its first cell is live (R3)."""
    block, space, one = state.blocks, state.space, integer(1)
    fresh = with_record(
        state, block, start=space, size=space, live=one, opened=one, head=integer(NONE)
    )
    counted = Put(state.below, space + 1, state.below(space) + 1)
    after = replace(fresh, blocks=block + 1, opened=state.opened + 1, below=counted)
    if moving:
        moved = state.moved + state.opened
        after = replace(after, allocated=2 * space, memory=block + 1, moved=moved)
    return inserted(after, space)


def inserted(state: State, position: Term) -> State:
    """The cell is live, and there is one element more."""
    return replace(steps.inserted(state, position), live=state.live + 1)


# --- Removal (R4, R7) -----------------------------------------------------------------------------


def vacated(state: State, position: Term) -> State:
    """The cell is vacant, and the head of the free list of its block."""
    block = block_of(position)
    record = state.record(block)
    pushed = with_record(state, block, live=record.live - 1, head=position)
    fewer = replace(
        pushed,
        live=state.live - 1,
        entry=Filed(state.entry, block, record.vacancies, position),
    )
    return steps.vacated(fewer, position, FALSE, record.head, record.vacancies)


def cut(state: State, blocks: Term) -> State:
    """There are only so many blocks; the opened cells of the others are gone (R4)."""
    fewer = replace(state, blocks=blocks)
    opened = choose(state.opened > fewer.space, fewer.space, state.opened)
    return replace(fewer, opened=opened, dropped=state.dropped + state.opened - opened)


def dropped(state: State) -> State:
    """There is one block less."""
    return cut(state, state.blocks - 1)


def freed(state: State) -> State:
    """The memory past the space is given back, which moves the cells (R6)."""
    moved = state.moved + state.opened
    return replace(state, allocated=state.space, memory=state.blocks, moved=moved)


def cleared(state: State) -> State:
    """Every key is retired, no cell is opened; in MEMORY only the base is left (R7)."""
    shrinks = equal(state.mode, MEMORY)
    return replace(
        untouched(state),
        blocks=choose(shrinks, 1, state.blocks),
        allocated=choose(shrinks, state.least, state.allocated),
        memory=choose(shrinks, 1, state.memory),
        dropped=state.dropped + state.opened,
        tracked_live=FALSE,
    )

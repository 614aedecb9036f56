"""Defects that are planted in the obligations of a dyadic list.

`PLAIN` has some for each clause, which are planted in the state after every step; the obligation of the step must
detect them. `WRONG_LINES` are programming mistakes in one step, with the clause that must detect them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from stablelist_proofs.core.functions import Named, Put
from stablelist_proofs.core.induction import OF_KEYS, Mistakes, Plain, WrongLine
from stablelist_proofs.core.obligation import PLANTED
from stablelist_proofs.core.stamps import INDEX
from stablelist_proofs.core.terms import FALSE, choose, integer

from .invariant import LOWEST, ROOMY, TOP
from .program import state_of
from .state import State, block_of, with_record
from .transitions import WHICH

__all__ = ["WRONG_LINES", "damaged"]

BASE: Final = integer(0)


def _of_base(**changed: Any) -> Callable[[State], State]:  # noqa: ANN401 - terms
    """The record of the base has another value."""
    return lambda state: with_record(state, BASE, **changed)


def _forgotten_cell(state: State) -> State:
    opened = choose(state.opened < 1, 1, state.opened)
    return replace(state, opened=opened, has=Put(state.has, BASE, FALSE))


def _empty_top(state: State) -> State:
    return with_record(state, state.top, live=integer(0), opened=integer(1))


PLAIN: Final = {
    **OF_KEYS,
    "blocks_tile_the_element_space": (
        Plain("the base starts anywhere", _of_base(start=PLANTED)),
        Plain("the top has any size", lambda s: with_record(s, s.top, size=PLANTED)),
    ),
    "allocated_memory_is_the_space_doubled": (
        Plain("memory is of any length", lambda s: replace(s, allocated=PLANTED)),
    ),
    "opened_cells_form_a_prefix": (
        Plain("the top is opened, whatever lies before it", lambda s: with_record(s, s.top, opened=PLANTED)),
        Plain("cells are live that are not opened", _of_base(live=PLANTED)),
    ),
    "counts_agree": (
        Plain("the base counts anything", _of_base(live=PLANTED)),
        Plain("the list counts anything", lambda s: replace(s, live=PLANTED)),
    ),
    "free_lists_stay_in_their_partition": (
        Plain("the head is any cell", _of_base(head=PLANTED)),
    ),
    "free_lists_are_acyclic": (Plain("the head is any cell", _of_base(head=PLANTED)),),
    "free_lists_are_complete": (
        Plain("the first cell is vacated, but not listed", _forgotten_cell),
    ),
    "truncation_visits_nothing": (
        Plain("any number of entries is visited", lambda s: replace(s, visits=PLANTED)),
    ),
    "lengths_fit_one_bit_more": (
        Plain("memory is doubled once too often", lambda s: replace(s, allocated=2 * s.index_count)),
    ),
    TOP: (Plain("the top is left opened and empty", _empty_top),),
}  # fmt: skip
"""Defects for each clause of the invariant."""

OF_LOOPS: Final = {
    LOWEST: Plain("the search goes astray", lambda subject: replace(subject, which=PLANTED)),
    ROOMY: Plain("the room is any", lambda subject: replace(subject, room=PLANTED)),
}
"""A defect for the clause of each loop."""


def _same(field: str) -> Callable[[State, State], State]:
    """One field of the block of an insertion keeps its old value."""
    return lambda after, before: with_record(
        after, WHICH, **{field: getattr(before.record(WHICH), field)}
    )


def _onto_the_base(after: State, before: State) -> State:
    """The vacancy becomes the head of the base, whatever its block is."""
    kept = with_record(after, block_of(INDEX), head=before.record(block_of(INDEX)).head)
    return with_record(kept, BASE, head=INDEX)


WRONG_LINES: Final = (
    WrongLine("add_append", "opened_cells_form_a_prefix", "the cell is not marked as opened", _same("opened")),
    WrongLine("add_append", "counts_agree", "live is not counted", _same("live")),
    WrongLine("add_reuse", "free_lists_are_acyclic", "the head is not popped", _same("head")),
    WrongLine(
        "add_grow_in_place",
        "blocks_tile_the_element_space",
        "the new block is as long as the top",
        lambda after, before: with_record(after, before.blocks, size=before.record(before.top).size),
    ),
    WrongLine(
        "add_grow_moving",
        "blocks_tile_the_element_space",
        "memory is not allocated",
        lambda after, before: replace(after, allocated=before.allocated),
    ),
    WrongLine(
        "remove_from_block",
        "free_lists_are_acyclic",
        "the vacancy is not linked",
        lambda after, before: replace(after, next=before.next),
    ),
    WrongLine(
        "remove_from_block",
        "free_lists_stay_in_their_partition",
        "the vacancy is pushed onto the base's list",
        _onto_the_base,
    ),
    WrongLine(
        "remove_empties_top",
        "counts_agree",
        "live is not counted",
        lambda after, before: with_record(after, block_of(INDEX), live=before.record(block_of(INDEX)).live),
    ),
    WrongLine(
        "truncation_drops",
        "opened_cells_form_a_prefix",
        "the opened cells of the block are kept",
        lambda after, before: replace(after, opened=before.opened),
    ),
    WrongLine(
        "truncation_drops",
        "counts_agree",
        "two blocks are dropped",
        lambda after, before: replace(after, blocks=before.blocks - 2, opened=before.record(before.blocks - 3).end),
    ),
    WrongLine(
        "truncation_frees",
        "blocks_tile_the_element_space",
        "memory is halved once more",
        lambda after, before: replace(after, allocated=before.record(before.top).start),
    ),
    WrongLine(
        "clear",
        "free_lists_are_acyclic",
        "the free lists are not emptied",
        lambda after, before: replace(after, head_of=before.head_of),
    ),
    WrongLine(
        "clear",
        "live_ids_are_distinct",
        "ids start over",
        lambda after, _: replace(after, next_id=Named("stamp")(0)),
    ),
)  # fmt: skip
"""Mistakes of the kind that people make."""

damaged: Final = Mistakes(PLAIN, OF_LOOPS, WRONG_LINES, state_of).damaged
"""The states after a defective step; the clause must detect it."""

"""Defects that are planted in obligations.

`PLAIN` has some for each clause, which are planted in the state after every move; the obligation of the move must
detect them. `WRONG_LINES` are programming mistakes in one move, with the clause that must detect them.

A goal with a defect must not be false in every state, because then it would be refuted even if the clause says nothing.
So many defects write `PLANTED`, an arbitrary value that may also be the right one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from stablelist_proofs.core.functions import NONE, Named, Put
from stablelist_proofs.core.induction import OF_KEYS, Mistakes, Plain, WrongLine
from stablelist_proofs.core.obligation import PLANTED
from stablelist_proofs.core.terms import FALSE, choose, integer

from .invariant import ROOMY
from .program import state_of
from .state import State, with_partition

__all__ = ["WRONG_LINES", "damaged"]


def _forgotten_cell(state: State) -> State:
    opened = choose(state.q1.opened < 1, 1, state.q1.opened)
    return replace(
        state, q1=replace(state.q1, opened=opened), has=Put(state.has, integer(0), FALSE)
    )


PLAIN: Final = {
    **OF_KEYS,
    "partitions_tile_the_element_space": (
        Plain("h2 starts anywhere", lambda s: replace(s, h2=replace(s.h2, start=PLANTED))),
    ),
    "opened_cells_form_a_prefix": (
        Plain(
            "h2 is opened, whatever lies before it",
            lambda s: replace(s, h2=replace(s.h2, opened=PLANTED)),
        ),
        Plain(
            "cells are live that are not opened",
            lambda s: replace(s, q1=replace(s.q1, live=PLANTED)),
        ),
    ),
    "counts_agree": (
        Plain("q1 counts anything", lambda s: replace(s, q1=replace(s.q1, live=PLANTED))),
    ),
    "free_lists_stay_in_their_partition": (
        Plain("q1 counts anything", lambda s: replace(s, q1=replace(s.q1, live=PLANTED))),
    ),
    "free_lists_are_acyclic": (
        Plain("the head is any cell", lambda s: replace(s, q1=replace(s.q1, head=PLANTED))),
    ),
    "free_lists_are_complete": (
        Plain("the first cell is vacated, but not listed", _forgotten_cell),
    ),
    "lengths_fit_one_bit_more": (
        Plain(
            "allocated memory is doubled once too often",
            lambda s: replace(s, allocated=2 * s.index_count),
        ),
    ),
    "cascade_leaves_h2_live": (
        Plain(
            "h2 is left opened and empty",
            lambda s: replace(s, h2=replace(s.h2, live=integer(0), opened=integer(1))),
        ),
    ),
}
"""Defects for each clause of the invariant."""


OF_LOOPS: Final = {
    ROOMY: Plain("the room is any", lambda loop: replace(loop, room=PLANTED)),
    "walk_halves_an_empty_h2": Plain(
        "h2 has any number of elements",
        lambda w: replace(w, state=replace(w.state, h2=replace(w.state.h2, live=PLANTED))),
    ),
    "walk_leaves_q2_alone": Plain(
        "q2's list is lost",
        lambda w: replace(w, state=replace(w.state, q2=replace(w.state.q2, head=integer(0)))),
    ),
    "walk_stands_at_the_next_entry": Plain(
        "the walk goes astray", lambda w: replace(w, here=w.state.q2.start)
    ),
    "walk_leaves_the_rest_alone": Plain(
        "the old list is one longer",
        lambda w: replace(
            w, state=replace(w.state, q1=replace(w.state.q1, live=w.state.q1.live - 1))
        ),
    ),
    "walk_counts_what_was_dealt": Plain(
        "what stays is miscounted", lambda w: replace(w, stayed=PLANTED)
    ),
    "walk_deals_to_the_right_side": Plain(
        "an entry is counted, but not pushed", lambda w: replace(w, pushed=w.pushed + 1)
    ),
    "walk_deals_every_entry_once": Plain(
        "the rest is not dealt", lambda w: replace(w, dealt=w.state.q1.vacancies)
    ),
    "walk_links_what_was_dealt": Plain(
        "the new q2 begins anywhere", lambda w: replace(w, push_head=PLANTED)
    ),
    "walk_keeps_the_order_of_q1_and_reverses_q2": Plain(
        "the rest is dealt in any order", lambda w: replace(w, dealt=w.state.q1.vacancies)
    ),
}
"""A defect for each clause of the walk, and of the loop of `reserve`."""


def _same(name: str, field: str) -> Callable[[State, State], State]:
    """One field of a partition keeps its old value."""

    def change(after: State, before: State) -> State:
        old = {field: getattr(getattr(before, name), field)}
        return with_partition(after, name, replace(getattr(after, name), **old))

    return change


def _unwritten(after: State, before: State) -> State:
    return replace(after, next=before.next)


def _wrong_list(after: State, before: State) -> State:
    """The vacancy of q2 becomes the head of q1."""
    q1 = replace(before.q1, head=after.q2.head, opened=before.q1.opened)
    return replace(after, q1=q1, q2=before.q2)


def _old_list(after: State, before: State) -> State:
    """H2 keeps its old head."""
    return replace(after, h2=replace(after.h2, head=before.h2.head))


WRONG_LINES: Final = (
    WrongLine(
        "add_append_q1", "counts_agree", "the cell is not marked as opened", _same("q1", "opened")
    ),
    WrongLine(
        "add_append_h2",
        "free_lists_stay_in_their_partition",
        "live is not counted",
        _same("h2", "live"),
    ),
    WrongLine(
        "add_reuse_q1", "free_lists_are_acyclic", "the head is not popped", _same("q1", "head")
    ),
    WrongLine(
        "add_reuse_h2", "free_lists_are_acyclic", "the head is not popped", _same("h2", "head")
    ),
    WrongLine(
        "add_grow_in_place", "counts_agree", "the old h2 is not counted", _same("q2", "live")
    ),
    WrongLine(
        "add_grow_moving",
        "partitions_tile_the_element_space",
        "memory is not allocated",
        lambda after, before: replace(after, allocated=before.allocated),
    ),
    WrongLine("remove_from_q1", "free_lists_are_acyclic", "the vacancy is not linked", _unwritten),
    WrongLine(
        "remove_from_q2",
        "free_lists_are_acyclic",
        "the vacancy is pushed onto q1's list",
        _wrong_list,
    ),
    WrongLine("remove_from_h2", "counts_agree", "live is not counted", _same("h2", "live")),
    WrongLine(
        "clear", "free_lists_are_acyclic", "the free list is not emptied", _same("q1", "head")
    ),
    WrongLine(
        "clear",
        "live_ids_are_distinct",
        "ids start over",
        lambda after, _: replace(after, next_id=Named("stamp")(0)),
    ),
    WrongLine(
        "walk_ends",
        "free_lists_are_acyclic",
        "the last entry that stayed keeps its link",
        _unwritten,
    ),
    WrongLine("walk_ends", "free_lists_are_acyclic", "q2's list is not handed over", _old_list),
    WrongLine(
        "walk_ends",
        "counts_agree",
        "the new q1 is taken to be opened to its end",
        lambda after, _: replace(after, q1=replace(after.q1, opened=after.q1.size)),
    ),
    WrongLine(
        "walk_ends",
        "free_lists_are_acyclic",
        "the new q2 has no head",
        lambda after, _: replace(after, q2=replace(after.q2, head=integer(NONE))),
    ),
)
"""Mistakes of the kind that people make."""

damaged: Final = Mistakes(PLAIN, OF_LOOPS, WRONG_LINES, state_of).damaged
"""The states after a defective step; the clause must detect it."""

"""The invariant is inductive: it holds in a new list, and every step of every operation preserves every clause."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from stablelist_proofs.core.arc import START, Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.induction import inductive
from stablelist_proofs.core.obligation import Obligation
from stablelist_proofs.core.query import Hypothesis, guard
from stablelist_proofs.core.stamps import INDEX
from stablelist_proofs.core.terms import integer

from .flaws import damaged
from .geometry import around, borders, lies, places
from .invariant import asserted
from .lemmas import counting, elements
from .program import SEARCHING, Reserving, arbitrary, program, state_of
from .state import State, block_of
from .transitions import WHICH

__all__ = ["given", "inductive_obligations", "issues", "layout"]


def layout(state: State) -> Assertions:
    """The invariant; the top may be empty while blocks are dropped, and the loops have invariants of their own."""
    return Assertions(
        "layout",
        program(state),
        asserted,
        lambda point: arbitrary(state, point),
        lambda arc: arc.after,
    )


def issues(arc: Arc) -> bool:
    """Whether a step answers a new key."""
    return arc.source == SEARCHING and bool(arc.answer)


# --- What may be assumed --------------------------------------------------------------------------


def given(list_: Assertions, arc: Arc) -> dict[str, Hypothesis]:
    """What may be assumed of the list before an arc, with the lemmas that solvers need there."""
    return dict(_given(list_, arc))


@cache
def _given(list_: Assertions, arc: Arc) -> Mapping[str, Hypothesis]:
    before = list_.known(arc.source) | guard(arc.guard)
    return before | _lemmas(state_of(arc.before), arc)


def _lemmas(state: State, arc: Arc) -> dict[str, Hypothesis]:
    """The lemmas that a step needs: where its blocks lie, and what they count."""
    if arc.source == START:
        return borders(state.top) | around(state.top, "the top")
    if arc.operation == "clear":
        return borders(state.top, integer(0)) | around(state.top, "the top")
    opened_in = state.opened_in
    if isinstance(arc.before, Reserving):
        return borders(arc.before.found, state.top) | around(state.memory, "memory", opened_in)
    found = borders(state.top, state.blocks) | around(state.top, "the top", opened_in)
    if arc.source == SEARCHING:
        head = state.record(WHICH).head
        found |= around(WHICH, "the block", opened_in) | elements(state, head)
        found |= of_its_cell(state, arc)
    if arc.answer:
        found |= lies()
    if arc.operation in ("remove", "truncation", "shrinking"):
        found |= counting(state) | lies()
    if arc.operation == "remove":
        found |= around(block_of(INDEX), "the block", opened_in)
    return found


def of_its_cell(state: State, arc: Arc) -> dict[str, Hypothesis]:
    """The next untouched cell of a block is of that block; the first cell of a new block of the new one."""
    if arc.name == "add_append":
        record = state.record(WHICH)
        return places(WHICH, record.start + record.opened)
    return places(state.blocks, state.space) if arc.name.startswith("add_grow") else {}


# --- What is shown --------------------------------------------------------------------------------


def inductive_obligations(list_: Assertions, keys_: Assertions) -> list[Obligation]:
    """Every clause after every step that changes what the clause says."""
    return inductive(list_, keys_, given, damaged)

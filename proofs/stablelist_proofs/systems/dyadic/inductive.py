"""The invariant is inductive: it holds in a new list, and every step of every operation preserves every clause."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from stablelist_proofs.smt.arc import START, Arc
from stablelist_proofs.smt.assertions import Assertions
from stablelist_proofs.smt.obligation import Flaw, Obligation
from stablelist_proofs.smt.query import Hypothesis, Query, clauses, guard
from stablelist_proofs.smt.stamps import keys
from stablelist_proofs.smt.terms import TRUE, integer

from .flaws import damaged
from .geometry import around, borders, lies, places
from .invariant import asserted
from .lemmas import counting, elements
from .program import IDLE, RESERVING, SEARCHING, Reserving, arbitrary, program, state_of
from .state import State, block_of
from .transitions import ELEMENT, INDEX, WHICH

__all__ = ["given", "inductive_obligations", "keyed", "kept", "layout"]


def layout(state: State) -> Assertions:
    """The invariant; the top may be empty while blocks are dropped, and the loops have invariants of their own."""
    return Assertions(
        "layout",
        program(state),
        asserted,
        lambda point: arbitrary(state, point),
        lambda arc: arc.after,
    )


def keyed(list_: Assertions) -> Assertions:
    """The clauses about a key, from the insertion on that issues it."""
    steps = tuple(arc for arc in list_.arcs if arc.source != START)
    issuing = tuple(_issuing(arc) for arc in steps if arc.source == SEARCHING and arc.answer)
    return Assertions(
        "keys",
        (*steps, *issuing),
        lambda _, subject: keys(state_of(subject)),
        list_.before,
        list_.after,
        (list_,),
    )


def _issuing(arc: Arc) -> Arc:
    """The insertion, seen from the key that it returns: it is the one that is followed from now on."""
    index, _ = arc.answer
    issued = replace(
        arc.after,
        tracked_index=index,
        tracked_birth=state_of(arc.before).added,
        tracked_live=TRUE,
        tracked_element=ELEMENT,
    )
    words = "the key that is answered"
    return replace(arc, name=f"issued_by_{arc.name}", words=words, operation="issue", after=issued)


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
    if arc.name in ("add_append", "add_reuse", "add_passes", "add_index_range_full"):
        record = state.record(WHICH)
        found |= around(WHICH, "the block", opened_in) | elements(state, record.head)
        found |= places(WHICH, record.start + record.opened)
    if arc.name.startswith("add_grow"):
        found |= places(state.blocks, state.space)
    if arc.answer:
        found |= lies()
    if arc.operation in ("remove", "truncation", "shrinking"):
        found |= counting(state) | lies()
    if arc.operation == "remove":
        found |= around(block_of(INDEX), "the block", opened_in)
    return found


# --- What is shown --------------------------------------------------------------------------------


def inductive_obligations(list_: Assertions, keys_: Assertions) -> list[Obligation]:
    """Every clause after every step that changes what it says."""
    found = [each for arc in list_.arcs for each in kept(list_, arc, given(list_, arc))]
    for arc in keys_.arcs:
        before = given(list_, arc)
        if arc in list_.arcs:
            before |= clauses(keys_.asserted(arc.source))
        found += kept(keys_, arc, before)
    return found


def kept(said: Assertions, arc: Arc, known: Mapping[str, Hypothesis]) -> Iterator[Obligation]:
    """Each clause after one step, with the defects that must be detected."""
    for name, term in said.changed(arc).items():
        flaws = tuple(
            Flaw(words, Query(known, said.said(arc.target, changed)[name]))
            for words, changed in damaged(name, arc)
        )
        yield Obligation(name, arc.name, arc.words, Query(known, term), flaws, arc)

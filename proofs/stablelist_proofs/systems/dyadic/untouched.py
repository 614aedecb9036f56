"""A block without an opened cell has an empty record: no element, no opened cell, no free list.

So such a record need not be read, and need not be written either, until a cell of the block is opened. `clear` leaves
no cell opened. If records are read in this way, it writes none, only lengths and two masks. Otherwise it empties the
record of every block, and there are fewer of them than an index has bits (`words`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.functions import NONE, Function, Put, within
from stablelist_proofs.core.obligation import PLANTED, PLANTED_AT, Flaw, Obligation, without
from stablelist_proofs.core.query import Query
from stablelist_proofs.core.terms import Term, all_of, choose, equal, for_all, implies

from .geometry import borders
from .inductive import given
from .invariant import of_blocks
from .lemmas import known
from .program import IDLE
from .state import BLOCK, State, border

__all__ = ["BLANK", "untouched_obligations"]

BLANK: Final = "record_of_a_block_without_opened_cells_is_empty"
STORED: Final = {"live_in": 0, "opened_in": 0, "head_of": NONE}
"""What is stored of a block, besides where it lies; and the value that says that the block is empty."""
SAYING: Final = ("opened_cells_form_a_prefix", "free_lists_are_acyclic")


def untouched_obligations(list_: Assertions, state: State) -> list[Obligation]:
    """Between operations; and after `clear`, though it wrote no record."""
    return [_of_the_list(state), _of_clear(list_)]


def _of_the_list(state: State) -> Obligation:
    hypotheses = known(state, *SAYING) | borders(state.top)

    def goal(state: State) -> Term:
        return all_of(*(_empty(state, name, value) for name, value in STORED.items()))

    query = Query(hypotheses, goal(state))
    flaws = (
        *(without(query, name) for name in SAYING),
        *(Flaw(words, Query(hypotheses, goal(wrong))) for words, wrong in _damaged(state).items()),
    )
    return Obligation(
        BLANK, "conclusion", "between operations", query, flaws, point=IDLE, states=True
    )


def _empty(state: State, name: str, value: int) -> Term:
    stored: Function = getattr(state, name)
    return of_blocks(
        state,
        lambda b: implies(state.opened <= border(b), equal(stored(b), value)),
        state.live_in,
    )


def _damaged(state: State) -> dict[str, State]:
    """Some value is another one."""
    found = dict[str, State]()
    for name in STORED:
        wrong: Any = {name: Put(getattr(state, name), PLANTED_AT, PLANTED)}
        found[f"{name.replace('_', ' ')} any block, anything is stored"] = replace(state, **wrong)
    return found


def read(state: State, name: str, opened: Term, block: Term) -> Term:
    """A stored value, or the empty one if no cell of the block is opened."""
    stored: Function = getattr(state, name)
    return choose(opened <= border(block), STORED[name], stored(block))


def _of_clear(list_: Assertions) -> Obligation:
    """Records that were not written are read as if they had been emptied."""
    (arc,) = (arc for arc in list_.arcs if arc.name == "clear")
    before, after = arc.before, arc.after
    hypotheses = given(list_, arc)

    def goal(opened: dict[str, Term]) -> Term:
        return all_of(*(_as_emptied(before, after, name, opened[name]) for name in STORED))

    right = dict.fromkeys(STORED, after.opened)
    flaws = tuple(
        Flaw(f"{name} is read as before", Query(hypotheses, goal({**right, name: before.opened})))
        for name in STORED
    )
    words = "though no record was written"
    return Obligation(
        BLANK, "clear", words, Query(hypotheses, goal(right)), flaws, arc, states=True
    )


def _as_emptied(before: State, after: State, name: str, opened: Term) -> Term:
    emptied: Function = getattr(after, name)
    return for_all(
        BLOCK,
        lambda b: implies(
            within(0, b, after.blocks), equal(read(before, name, opened, b), emptied(b))
        ),
    )

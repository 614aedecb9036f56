"""Where elements go, and that free lists share no cell.

An insertion takes a cell of the lowest block with room: every block before it is full. No cell is in two free lists,
because every head and every link leads to a cell of the same block, and a cell has one block.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from stablelist_proofs.core.arc import Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.functions import NONE, within
from stablelist_proofs.core.obligation import PLANTED, Flaw, Obligation, without
from stablelist_proofs.core.query import Query, premise
from stablelist_proofs.core.terms import Term, all_of, equal, for_all, implies, no, symbol

from .inductive import given
from .invariant import LOWEST
from .lemmas import known
from .program import IDLE, SEARCHING
from .state import BLOCK, State, block_of
from .transitions import WHICH

__all__ = ["DISJOINT", "INSERTION", "disjoint_obligations", "insertion_obligations"]

INSERTION: Final = "insertion_takes_the_lowest_block_with_room"
DISJOINT: Final = "free_lists_are_disjoint"
STAYS: Final = "free_lists_stay_in_their_partition"


# --- Insertion ------------------------------------------------------------------------------------


def insertion_obligations(list_: Assertions, state: State) -> list[Obligation]:
    """Every insertion that is not refused."""
    steps = (arc for arc in list_.arcs if arc.source == SEARCHING and arc.answer)
    return [_lowest(list_, arc, state) for arc in steps]


def _lowest(list_: Assertions, arc: Arc, state: State) -> Obligation:
    hypotheses, grows = given(list_, arc), "grow" in arc.name
    position, _ = arc.answer
    query = Query(hypotheses, _takes(state, position, grows=grows))
    some = {**query.without(LOWEST).hypotheses, **premise(a_block=WHICH >= 0)}
    passing = Flaw("a block with room is passed", replace(query, hypotheses=some))
    flaws = (passing, *_astray(query, state, grows=grows))
    return Obligation(INSERTION, arc.name, arc.words, query, flaws, arc, states=True)


def _takes(state: State, position: Term, *, grows: bool) -> Term:
    """Every block before that of a position is full; it has room itself, or is a new one."""
    block = block_of(position)
    full = for_all(BLOCK, lambda b: implies(within(0, b, block), state.record(b).full))
    room = all_of(within(0, block, state.blocks), no(state.record(block).full))
    return all_of(full, equal(block, state.blocks) if grows else room)


def _astray(query: Query, state: State, *, grows: bool) -> Iterator[Flaw]:
    """Another position: of a block before the new one; of a full one; or past all blocks."""
    block, goal = block_of(PLANTED), _takes(state, PLANTED, grows=grows)
    if grows:
        there = premise(inside=within(0, block, state.blocks))
        yield Flaw("the cell is in another block", Query({**query.hypotheses, **there}, goal))
        return
    unguarded = query.without("the case").hypotheses
    full = all_of(state.blocks > WHICH, state.record(WHICH).full)
    there = premise(it_is_full=full, inside=equal(block, WHICH))
    yield Flaw("the block is full", Query({**unguarded, **there}, goal))
    none = all_of(equal(WHICH, state.blocks), no(state.record(WHICH).full))
    past = premise(there_is_none=none, inside=equal(block, WHICH))
    yield Flaw("there is no such block", Query({**unguarded, **past}, goal))


# --- Free lists -----------------------------------------------------------------------------------

ONE, OTHER = symbol("one_cell"), symbol("other_cell")
FIRST, SECOND = symbol("one_block"), symbol("other_block")


def disjoint_obligations(state: State) -> list[Obligation]:
    """Heads and links of two blocks lead to different cells."""
    one, other = _linked(state, ONE), _linked(state, OTHER)
    first, second = _headed(state, FIRST), _headed(state, SECOND)
    here, there = block_of(ONE), block_of(OTHER)
    link, head = state.next(ONE), state.head_of(FIRST)
    return [
        _apart(state, "heads", "of two blocks", (first, second), (FIRST, SECOND), (head, state.head_of(SECOND))),
        _apart(state, "links", "from cells of two blocks", (one, other), (here, there), (link, state.next(OTHER))),
        _apart(state, "heads_and_links", "of one block and from another", (one, first), (here, FIRST), (link, head)),
    ]  # fmt: skip


def _linked(state: State, cell: Term) -> Term:
    """Whether a cell is vacant, and leads to another one."""
    return all_of(state.vacant(cell), no(equal(state.next(cell), NONE)))


def _headed(state: State, block: Term) -> Term:
    """Whether a block has a free list."""
    return all_of(within(0, block, state.blocks), no(equal(state.head_of(block), NONE)))


Pair = tuple[Term, Term]


def _apart(
    state: State, case: str, words: str, there: Pair, blocks: Pair, cells: Pair
) -> Obligation:
    query = Query(
        known(state, STAYS), implies(all_of(*there, no(equal(*blocks))), no(equal(*cells)))
    )
    return Obligation(
        DISJOINT, case, words, query, (without(query, STAYS),), point=IDLE, states=True
    )

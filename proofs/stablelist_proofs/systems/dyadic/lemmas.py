"""Lemmas about what a list counts: the count rises by at most one with each cell, and a block counts its own."""

from __future__ import annotations

from stablelist_proofs.core import counting as cells
from stablelist_proofs.core.counting import COUNTED, HIGH
from stablelist_proofs.core.functions import POSITION, within
from stablelist_proofs.core.lemma import Induction, Lemma
from stablelist_proofs.core.obligation import Obligation
from stablelist_proofs.core.query import Hypothesis, Query, clauses, premise
from stablelist_proofs.core.terms import Term, all_of, integer

from .geometry import AROUND, LIES
from .invariant import core
from .program import IDLE
from .state import State, block_of, border

__all__ = [
    "COUNTED",
    "cell_is_counted",
    "counting",
    "elements",
    "known",
    "lemma_obligations",
    "rises",
]

LAYOUT = ("blocks_tile_the_element_space", "opened_cells_form_a_prefix", "counts_agree")
"""The clauses that say where blocks lie and what they count."""


def known(state: State, *names: str) -> dict[str, Hypothesis]:
    """Some clauses of the invariant."""
    whole = core(state)
    return clauses({name: whole[name] for name in names})


def lemma_obligations(state: State) -> list[Obligation]:
    """The proofs of all of these lemmas."""
    lemmas = (cell_is_counted(state), rises(state), _within(state))
    return [each for lemma in lemmas for each in lemma.obligations()]


def cell_is_counted(state: State) -> Lemma:
    """`counts_agree`, of one cell."""
    return cells.cell_is_counted(state, core(state)["counts_agree"], IDLE)


def rises(state: State) -> Induction:
    """From one position to a higher one, the count rises by at most their distance."""
    below = state.below

    def statement(low: Term, high: Term) -> Term:
        return all_of(below(low) <= below(high), below(high) <= below(low) + (high - low))

    return cells.rises(state, cell_is_counted(state), statement, IDLE)


def _within(state: State) -> Lemma:
    """An opened cell lies in a block, among those that the block has opened; and the block counts it."""
    below, counted = state.below, rises(state)

    def query(cell: Term) -> Query:
        block = block_of(cell)
        start, end = border(block), border(block) + state.opened_in(block)
        given = known(state, *LAYOUT) | premise(range=within(0, cell, state.opened))
        given |= {
            "lies": LIES.at(cell),
            "around": AROUND.at(state.blocks, block),
            "before it": counted.at(start, cell),
            "after it": counted.at(cell + 1, end),
        }
        goal = all_of(
            *(within(0, block, state.blocks), cell < end),
            *(below(start) <= below(cell), below(cell + 1) <= below(end)),
        )
        return Query(given, goal)

    def falls(cell: Term) -> Term:
        return below(cell + 1) <= below(border(block_of(cell)))

    wrong = {"the count does not rise": falls}
    words = "before and after a cell"
    return Lemma(COUNTED, "within_its_block", words, query, (HIGH,), wrong=wrong, point=IDLE)


def counting(state: State) -> dict[str, Hypothesis]:
    """The last lemma as it is used: of every opened cell."""
    return {f"{COUNTED}/within_its_block": _within(state).everywhere(POSITION, state.has)}


def elements(state: State, *positions: Term) -> dict[str, Hypothesis]:
    """How many elements there are at most, before some positions and from the next ones on."""
    counted, zero = rises(state), integer(0)
    found = {f"{COUNTED}/all": counted.at(zero, state.opened)}
    for place, position in enumerate(positions):
        found[f"{COUNTED}/before {place}"] = counted.at(zero, position)
        found[f"{COUNTED}/after {place}"] = counted.at(position + 1, state.opened)
    return found

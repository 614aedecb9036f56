"""Lemmas by induction on positions: every live element is counted.

Solvers do not find inductions, so each lemma has two obligations, its base and its step, and may then be used at any
position.
"""

from __future__ import annotations

from .invariant import opened_cells_form_a_prefix, partitions_tile_the_element_space
from .obligation import Obligation, without
from .query import Query
from .state import NONE, State
from .terms import Domain, Term, all_of, choose, equal, for_all, implies, integer, no, symbol
from .walk import Walk, counting_step, walk_invariant

__all__ = ["counting", "counting_obligations", "dealing", "dealing_obligations"]

LOW, HIGH = symbol("low"), symbol("high")


# --- below never falls ----------------------------------------------------------------------------


def counting(state: State) -> dict[str, Term]:
    """The first lemma, instantiated where it is used: before and after every cell of every partition."""
    below = state.below
    cells = (
        for_all(
            Domain.POSITION,
            lambda i, p=p: implies(  # type: ignore[misc] # a loop variable bound early
                all_of(i >= p.start, i < p.end),
                all_of(below(p.start) <= below(i), below(i + 1) <= below(p.end)),
            ),
            state.has,
        )
        for p in state.partitions
    )
    return {"every_live_cell_is_counted": all_of(*cells)}


def counting_obligations(state: State) -> list[Obligation]:
    """``below(low) <= below(high)`` by induction on *high*."""
    below, name = state.below, "every_live_cell_is_counted"
    cell = implies(
        all_of(integer(0) <= HIGH, HIGH < state.opened),
        equal(below(HIGH + 1), choose(state.has(HIGH), below(HIGH) + 1, below(HIGH))),
    )
    given = {
        "range": all_of(integer(0) <= LOW, LOW <= HIGH, HIGH < state.opened),
        "so far": below(LOW) <= below(HIGH),
        "counts_agree, of that cell": cell,
    }
    base = Query({"range": equal(LOW, HIGH)}, below(LOW) <= below(HIGH))
    step = Query(given, below(LOW) <= below(HIGH + 1))
    return [
        Obligation(name, "base", "at the same position", base, (without(base, "range"),)),
        Obligation(
            name,
            "step",
            "one position further",
            step,
            (without(step, "so far"), without(step, "counts_agree, of that cell")),
        ),
    ]


# --- what is dealt is what is vacant --------------------------------------------------------------


def dealing(walk: Walk) -> dict[str, Term]:
    """The second lemma, instantiated where it is used: at the border and at the end of the old q1."""
    return {
        "dealt_and_live_cells_are_all/border": counting_step(walk, walk.opened),
        "dealt_and_live_cells_are_all/end": counting_step(walk, walk.state.q1.opened),
    }


def dealing_obligations(walk: Walk) -> list[Obligation]:
    """After the walk, all cells before a position are dealt or live; by induction."""
    state, name = walk.state, "dealt_and_live_cells_are_all"
    below, dealt = state.below, walk.dealt_below
    vacant = no(state.has(HIGH))
    inside = all_of(integer(0) <= HIGH, HIGH < state.q1.opened)
    was_dealt = all_of(inside, vacant, state.rank(HIGH) >= walk.reached)
    whole = walk_invariant(walk)
    given = {
        **{key: whole[key] for key in USED},
        "the walk is done": equal(walk.here, NONE),
        "range": inside,
        "so far": counting_step(walk, HIGH),
        "counts_agree, of that cell": equal(
            below(HIGH + 1), choose(state.has(HIGH), below(HIGH) + 1, below(HIGH))
        ),
        "walk_counts_what_was_dealt, of that cell": equal(
            dealt(HIGH + 1), choose(was_dealt, dealt(HIGH) + 1, dealt(HIGH))
        ),
    }
    starts = {"counts": equal(below(0), 0), "dealt": equal(dealt(0), 0)}
    base = Query(starts, counting_step(walk, integer(0)))
    step = Query(given, counting_step(walk, HIGH + 1))
    return [
        Obligation(name, "base", "before the first cell", base, (without(base, "dealt"),)),
        Obligation(
            name,
            "step",
            "one cell further",
            step,
            (without(step, "the walk is done"), without(step, "so far")),
        ),
    ]


USED = (
    partitions_tile_the_element_space.__name__,
    opened_cells_form_a_prefix.__name__,
    "walk_stands_at_the_next_entry",
    "walk_leaves_the_rest_alone",
)
"""The clauses that the second lemma uses, besides the two counts."""

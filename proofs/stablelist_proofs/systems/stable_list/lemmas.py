"""Lemmas by induction on positions: every live element is counted, and every entry is dealt.

Solvers do not find inductions, so each lemma has two obligations, its base and its step, and may then be used at any
position.
"""

from __future__ import annotations

from stablelist_proofs.core.arc import Arc
from stablelist_proofs.core.counting import COUNTED, HIGH, cell_is_counted, counted_cell, rises
from stablelist_proofs.core.functions import POSITION, within
from stablelist_proofs.core.lemma import Induction, Lemma, Scheme
from stablelist_proofs.core.obligation import Obligation
from stablelist_proofs.core.query import Hypothesis, Query, clauses, guard, premise
from stablelist_proofs.core.terms import Term, all_of, integer

from .invariant import core, counts_agree
from .program import IDLE, WALKING
from .state import Partition, State
from .walk import Walk, counting_step, walk_invariant, was_dealt

__all__ = ["counting", "dealing", "lemma_obligations"]

DEALT = "dealt_and_live_cells_are_all"
LAYOUT = ("partitions_tile_the_element_space", "opened_cells_form_a_prefix")
"""The clauses that say where partitions lie."""
USED = (*LAYOUT, "walk_stands_at_the_next_entry", "walk_leaves_the_rest_alone")
"""The clauses that the second lemma uses, besides the two counts."""


def lemma_obligations(state: State, walk: Walk, ends: Arc) -> list[Obligation]:
    """The proofs of all of these lemmas."""
    lemmas: tuple[Lemma | Induction, ...] = (
        _below_never_falls(state),
        _cell_is_counted(state),
        *(_counted_within(state, name) for name in ("q1", "q2", "h2")),
        _dealt_or_live(walk, ends),
        _dealt_cell_is_counted(walk),
        _counted_at_the_border(walk, ends),
    )
    return [each for lemma in lemmas for each in lemma.obligations()]


# --- below never falls ----------------------------------------------------------------------------


def _below_never_falls(state: State) -> Induction:
    """``below(low) <= below(high)`` by induction on *high*."""
    below = state.below
    return rises(state, _cell_is_counted(state), lambda low, high: below(low) <= below(high), IDLE)


def _cell_is_counted(state: State) -> Lemma:
    """`counts_agree`, for one cell."""
    return cell_is_counted(state, counts_agree(state), IDLE)


def _counted_within(state: State, name: str) -> Lemma:
    """The lemma in the places where it is used: before and after every cell of a partition."""
    list_: Partition = getattr(state, name)
    below, rises = state.below, _below_never_falls(state)

    def query(cell: Term) -> Query:
        given = _clauses(core(state), (*LAYOUT, counts_agree.__name__))
        given |= premise(range=within(list_.start, cell, list_.end))
        given |= {
            "before it": rises.at(list_.start, cell),
            "after it": rises.at(cell + 1, list_.end),
        }
        return Query(
            given,
            all_of(below(list_.start) <= below(cell), below(cell + 1) <= below(list_.end)),
        )

    def falls(cell: Term) -> Term:
        return all_of(below(list_.start) <= below(cell), below(cell + 1) <= below(cell))

    words, wrong = "before and after a cell", {"the count does not rise": falls}
    return Lemma(COUNTED, f"within_{name}", words, query, (HIGH,), wrong=wrong, point=IDLE)


def counting(state: State) -> dict[str, Hypothesis]:
    """The first lemma, for every cell of every partition."""
    return {
        f"{COUNTED}/{name}": _counted_within(state, name).everywhere(POSITION, state.has)
        for name in ("q1", "q2", "h2")
    }


# --- what is dealt is what is vacant --------------------------------------------------------------


def dealing(walk: Walk, ends: Arc) -> dict[str, Hypothesis]:
    """Both lemmas, as they are used after a walk: at the border and at the end of the old q1."""
    whole = _dealt_or_live(walk, ends)
    return {
        f"{DEALT}/border": whole.at(walk.opened),
        f"{DEALT}/end": whole.at(walk.state.q1.opened),
        f"{COUNTED}/border": _counted_at_the_border(walk, ends).at(),
    }


def _dealt_or_live(walk: Walk, ends: Arc) -> Induction:
    """After the walk, every cell before a position is dealt or live."""
    state = walk.state
    live, dealt = _cell_is_counted(state), _dealt_cell_is_counted(walk)

    def of_step(cell: Term) -> dict[str, Hypothesis]:
        return {
            "counts_agree, of that cell": live.at(cell),
            "walk_counts_what_was_dealt, of that cell": dealt.at(cell),
        }

    counts = {"counts_agree": counts_agree(state)}
    counts["walk_counts_what_was_dealt"] = walk_invariant(walk)["walk_counts_what_was_dealt"]
    return Induction(
        DEALT,
        "",
        ("before the first cell", "one cell further"),
        lambda: Scheme(
            statement=lambda cell: counting_step(walk, cell),
            first=integer(0),
            last=state.q1.opened,
            given=clauses(counts) | _clauses(walk_invariant(walk), USED) | guard(ends.guard),
            of_step=of_step,
        ),
        variable=HIGH,
        crucial=("the case",),
        arc=ends,
    )


def _dealt_cell_is_counted(walk: Walk) -> Lemma:
    """`walk_counts_what_was_dealt`, for one cell."""
    name = "walk_counts_what_was_dealt"

    def query(cell: Term) -> Query:
        given = clauses({name: walk_invariant(walk)[name]})
        inside = premise(range=within(0, cell, walk.state.q1.opened))
        return Query(given | inside, counted_cell(walk.dealt_below, was_dealt(walk, cell), cell))

    return Lemma(DEALT, "cell", "of one cell", query, (HIGH,), (name,), point=WALKING)


def _counted_at_the_border(walk: Walk, ends: Arc) -> Lemma:
    """The first lemma, before and after the border."""
    state, below, end = walk.state, walk.state.below, walk.state.q1.opened
    falls = _below_never_falls(state)

    def query() -> Query:
        given = _clauses(walk_invariant(walk), (*LAYOUT, counts_agree.__name__))
        given |= {
            "before it": falls.at(integer(0), walk.opened),
            "after it": falls.at(walk.opened, end),
        }
        return Query(
            given, all_of(below(0) <= below(walk.opened), below(walk.opened) <= below(end))
        )

    wrong = {"nothing is live before the border": lambda: below(walk.opened) <= below(0)}
    return Lemma(COUNTED, "border", "at the border", query, (), wrong=wrong, arc=ends)


def _clauses(asserted: dict[str, Term], names: tuple[str, ...]) -> dict[str, Hypothesis]:
    return clauses({name: asserted[name] for name in names})

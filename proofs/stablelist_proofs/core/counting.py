"""A lemma by induction on positions: the number of live cells before a position does not fall.

Solvers do not find inductions, so the lemma has two obligations, its base and its step, and may then be used at any
position.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .cells import Cells
from .functions import Function, within
from .lemma import Induction, Lemma, Scheme
from .query import Query, clauses, premise
from .terms import Term, choose, equal, symbol

__all__ = ["COUNTED", "HIGH", "cell_is_counted", "counted_cell", "rises"]

LOW, HIGH = symbol("low"), symbol("high")
COUNTED: Final = "every_live_cell_is_counted"


def counted_cell(below: Function, counted: Term, cell: Term) -> Term:
    """The count before the next cell is one more if this one is counted."""
    return equal(below(cell + 1), choose(counted, below(cell) + 1, below(cell)))


def cell_is_counted(state: Cells, counts_agree: Term, point: str) -> Lemma:
    """The clause `counts_agree`, for one cell."""

    def query(cell: Term) -> Query:
        inside = premise(range=within(0, cell, state.opened))
        goal = counted_cell(state.below, state.has(cell), cell)
        return Query(clauses({"counts_agree": counts_agree}) | inside, goal)

    return Lemma(COUNTED, "cell", "of one cell", query, (HIGH,), ("counts_agree",), point=point)


def rises(
    state: Cells, cell: Lemma, statement: Callable[[Term, Term], Term], point: str
) -> Induction:
    """A statement about the counts before two positions, by induction on the higher one; *cell* is the lemma above."""
    return Induction(
        COUNTED,
        "",
        ("at the same position", "one position further"),
        lambda low: Scheme(
            statement=lambda high: statement(low, high),
            first=low,
            last=state.opened,
            given=premise(low=low >= 0),
            of_step=lambda high: {"counts_agree, of that cell": cell.at(high)},
        ),
        variable=HIGH,
        parameters=(LOW,),
        crucial=("so far", "counts_agree, of that cell"),
        point=point,
    )

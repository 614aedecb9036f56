"""ABA immunity: when a retired key can find an element, for any id source.

The n-th insertion gets the id ``stamp(n)``. The invariant says that an element at the position of a retired key was
inserted later. So the key resolves if and only if the two insertions got the same id. If ids do not repeat, that never
happens; with ids of *b* bits it happens if and only if the number of insertions between them is a positive multiple of
2^b.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .cells import Cells
from .functions import POSITION
from .lemma import Lemma
from .obligation import Flaw, Obligation, without
from .query import Assumption, Hypothesis, Query, clauses
from .stamps import keys, stamp
from .terms import (
    FALSE,
    TRUE,
    Term,
    all_of,
    any_of,
    apply,
    choose,
    equal,
    for_all,
    implies,
    integer,
    no,
    symbol,
)

__all__ = ["DIVIDED", "identity_obligations"]

RETIRED = "retired_key_never_resolves"
REVIVAL = "retired_key_revives_exactly_after_whole_periods"
DISTINCT = "live_ids_are_distinct"
PERIOD, FACTOR = symbol("period"), symbol("factor")
ONE, OTHER = symbol("one_insertion"), symbol("other_insertion")


def identity_obligations(
    state: Cells, invariant: Mapping[str, Term], point: str
) -> list[Obligation]:
    """The condition for any source, and for both kinds of counters; the invariant holds at a point."""
    said = Sentences(state, clauses(invariant), point)
    return [said.any_source(), said.unbounded(), said.distinct(), *_bounded()]


def never_repeats() -> Term:
    """Ids distinguish insertions: the insertion is a function of the id."""
    return for_all(POSITION, lambda i: equal(apply("insertion_of", stamp(i)), i), stamp)


class Sentences:
    """Sentences about a key at any time, and about two live cells.

    Args:
        state: an arbitrary list.
        known: what is asserted of it, besides the clauses about a key.
        point: where.
    """

    def __init__(self, state: Cells, known: dict[str, Hypothesis], point: str) -> None:
        self.state, self.known, self.point = state, known, point
        self.keyed = known | clauses(keys(state))
        self.hit = state.resolves(state.tracked_index, stamp(state.tracked_birth))

    def _of_a_key(self, case: str, words: str, goal: Term, *flaws: Flaw) -> Obligation:
        """It must not be provable without the clause about retired keys."""
        query = Query(self.keyed, goal)
        missing = without(query, RETIRED)
        sentence = RETIRED if case == "unbounded" else REVIVAL
        return Obligation(
            sentence, case, words, query, (missing, *flaws), point=self.point, states=True
        )

    def any_source(self) -> Obligation:
        """Necessary and sufficient: a later insertion's element is at the position, with the same id."""
        state, hit, known = self.state, self.hit, self.keyed
        index, birth, retired = state.tracked_index, state.tracked_birth, no(state.tracked_live)
        later = all_of(
            index < state.opened,
            state.has(index),
            state.born(index) > birth,
            equal(stamp(state.born(index)), stamp(birth)),
        )
        goal = implies(retired, equal(hit, later))
        never = Query(known, implies(retired, equal(hit, FALSE)))
        there = all_of(index < state.opened, state.has(index))
        sooner = Query(known, implies(retired, equal(hit, there)))
        return self._of_a_key(
            "any_source",
            "its cell is live again, under an id given out again",
            goal,
            without(Query(known, goal), DISTINCT),
            Flaw("it never happens", never),
            Flaw("it happens whenever the cell is live", sooner),
        )

    def unbounded(self) -> Obligation:
        """If ids never repeat, a retired key never resolves."""
        never, retired, miss = never_repeats(), no(self.state.tracked_live), no(self.hit)
        return self._of_a_key(
            "unbounded",
            "if ids never repeat, a retired key never resolves",
            implies(all_of(never, retired), miss),
            Flaw("ids may repeat", Query(self.keyed, implies(retired, miss))),
            Flaw("the key may be live", Query(self.keyed, implies(never, miss))),
        )

    def distinct(self) -> Obligation:
        """If ids never repeat, two live elements have different ids."""
        state = self.state
        one, other = symbol("one_cell"), symbol("other_cell")
        cells = all_of(
            *(all_of(cell >= 0, cell < state.opened, state.has(cell)) for cell in (one, other)),
            no(equal(one, other)),
        )
        apart = no(equal(state.id(one), state.id(other)))
        query = Query(self.known, implies(all_of(never_repeats(), cells), apart))
        repeats = Flaw("ids may repeat", Query(self.known, implies(cells, apart)))
        flaws = (repeats, without(query, DISTINCT))
        return Obligation(
            DISTINCT,
            "two_cells",
            "if ids never repeat",
            query,
            flaws,
            point=self.point,
            states=True,
        )


# --- Counters of b bits ---------------------------------------------------------------------------


def _divided(number: Term, period: Term, lap: Term, remainder: Term) -> Term:
    return all_of(equal(number, period * lap + remainder), remainder >= 0, remainder < period)


DIVIDED: Final = Assumption(
    "the id is a remainder",
    "A counter of b bits gives insertion n the remainder of n by 2ᵇ.",
    _divided,
    chosen=lambda _, __, lap, remainder: (lap, remainder),
)
ONE_ID, OTHER_ID = symbol("one_id"), symbol("other_id")
ONE_LAP, OTHER_LAP = symbol("one_lap"), symbol("other_lap")
LAPS, BETWEEN = symbol("laps"), OTHER_LAP - ONE_LAP
SAME = equal(ONE_ID, OTHER_ID)
WHOLE = equal(OTHER - ONE, PERIOD * LAPS)


def _far(factor: Term) -> Term:
    return any_of(PERIOD * factor >= PERIOD, PERIOD * factor <= integer(0) - PERIOD)


def _multiples(factor: Term) -> Query:
    return Query({}, implies(no(equal(factor, 0)), _far(factor)))


MULTIPLES = Lemma(
    REVIVAL,
    "multiples",
    "no multiple lies within a period",
    _multiples,
    (FACTOR,),
    wrong={"even 0 does": lambda factor: implies(no(equal(factor, 1)), _far(factor))},
)


def _bounded() -> list[Obligation]:
    """The ids that a wrapping counter issues; *period* is 2^b."""
    return [_necessary(), _sufficient(), _successor(), *MULTIPLES.obligations()]


def _necessary() -> Obligation:
    def query(whole: Term, least: int, same: Term = SAME) -> Query:
        later = all_of(PERIOD >= 1, OTHER > ONE, equal(LAPS, BETWEEN), same)
        return Query(_ids(OTHER), implies(later, all_of(whole, LAPS >= least)))

    return _counter(
        "necessary",
        "the same id only after whole periods",
        query(WHOLE, 1),
        Flaw("the ids differ", query(WHOLE, 1, TRUE)),
        Flaw("one more", query(equal(OTHER - ONE, PERIOD * LAPS + 1), 1)),
        Flaw("two periods", query(WHOLE, 2)),
    )


def _sufficient() -> Obligation:
    known = _ids(OTHER) | {"multiples, ahead": MULTIPLES.at(BETWEEN - LAPS)}

    def query(whole: Term) -> Query:
        return Query(known, implies(whole, SAME))

    words = "after whole periods the same id"
    any_time = Flaw("after any time", query(TRUE))
    return _counter("sufficient", words, query(WHOLE), any_time)


def _successor() -> Obligation:
    known = _ids(ONE + 1) | {
        "multiples, a lap later": MULTIPLES.at(BETWEEN - 1),
        "multiples, same lap": MULTIPLES.at(BETWEEN),
    }

    def query(last: Term) -> Query:
        return Query(known, equal(OTHER_ID, choose(last, 0, ONE_ID + 1)))

    words, last = "the next id is one more, or 0", equal(ONE_ID + 1, PERIOD)
    never = Flaw("it never starts over", query(FALSE))
    return _counter("successor", words, query(last), never)


def _ids(other: Term) -> dict[str, Hypothesis]:
    """The ids of an insertion and of another one: their numbers modulo the period."""
    return DIVIDED.at(ONE, PERIOD, ONE_LAP, ONE_ID, where="one") | DIVIDED.at(
        other, PERIOD, OTHER_LAP, OTHER_ID, where="other"
    )


def _counter(case: str, words: str, query: Query, *flaws: Flaw) -> Obligation:
    """A sentence about a counter; it must not be provable if ids are anything."""
    anything = without(query, f"{DIVIDED.name}, other")
    return Obligation(REVIVAL, case, words, query, (*flaws, anything), states=True)

"""ABA immunity: when a retired key can find an element, for any id source.

The n-th insertion gets the id ``stamp(n)``. The invariant says that an element at the position of a retired key was
inserted later. So the key resolves if and only if the two insertions got the same id. If ids do not repeat, that never
happens; with ids of *b* bits it happens if and only if the number of insertions between them is a positive multiple of
2^b.
"""

from __future__ import annotations

from .invariant import invariant, keys
from .obligation import Obligation, without
from .query import Query
from .state import State, stamp
from .terms import (
    Domain,
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

__all__ = ["identity_obligations"]

RETIRED = "retired_key_never_resolves"
REVIVAL = "retired_key_revives_exactly_after_whole_periods"
DISTINCT = "live_ids_are_distinct"
PERIOD = symbol("period")
ONE, OTHER = symbol("one_insertion"), symbol("other_insertion")


def identity_obligations(state: State) -> list[Obligation]:
    """The condition for any source, and for both kinds of counters."""
    return [_any_source(state), _unbounded(state), _distinct(state), *_bounded()]


def never_repeats() -> Term:
    """Ids distinguish insertions: the insertion is a function of the id."""
    return for_all(Domain.POSITION, lambda i: equal(apply("insertion_of", stamp(i)), i), stamp)


def _retired(state: State) -> dict[str, Term]:
    return invariant(state) | keys(state) | {"the key is retired": no(state.tracked_live)}


def _hit(state: State) -> Term:
    return state.resolves(state.tracked_index, stamp(state.tracked_birth))


def _any_source(state: State) -> Obligation:
    """The necessary and sufficient condition: a later insertion's element is at the position, with the same id."""
    index, birth = state.tracked_index, state.tracked_birth
    later = all_of(
        index < state.opened,
        state.has(index),
        state.born(index) > birth,
        equal(stamp(state.born(index)), stamp(birth)),
    )
    query = Query(_retired(state), equal(_hit(state), later))
    return Obligation(
        REVIVAL,
        "any_source",
        "its cell is live again, under an id given out again",
        query,
        (without(query, RETIRED), without(query, DISTINCT)),
    )


def _unbounded(state: State) -> Obligation:
    """If ids never repeat, a retired key never resolves."""
    query = Query(_retired(state) | {"ids never repeat": never_repeats()}, no(_hit(state)))
    return Obligation(
        RETIRED,
        "unbounded",
        "if ids never repeat, a retired key never resolves",
        query,
        (
            without(query, "ids never repeat"),
            without(query, "the key is retired"),
            without(query, RETIRED),
        ),
    )


def _distinct(state: State) -> Obligation:
    """If ids never repeat, two live elements have different ids."""
    one, other = symbol("one_cell"), symbol("other_cell")
    cells = all_of(
        *(all_of(cell >= 0, cell < state.opened, state.has(cell)) for cell in (one, other)),
        no(equal(one, other)),
    )
    given = invariant(state) | {"two live cells": cells, "ids never repeat": never_repeats()}
    query = Query(given, no(equal(state.id(one), state.id(other))))
    return Obligation(
        DISTINCT, "two_cells", "if ids never repeat", query, (without(query, "ids never repeat"),)
    )


# --- Counters of b bits ---------------------------------------------------------------------------


ONE_ID, OTHER_ID = symbol("one_id"), symbol("other_id")
LAPS, BETWEEN = symbol("laps"), symbol("other_lap") - symbol("one_lap")
LASTS = {"period": PERIOD >= 1}
SAME = equal(ONE_ID, OTHER_ID)
WHOLE = equal(OTHER - ONE, PERIOD * LAPS)


def _bounded() -> list[Obligation]:
    """The ids that a wrapping counter issues; *period* is 2^b."""
    return [
        _counter("necessary", "the same id only after whole periods", _necessary(), "same id"),
        _counter("sufficient", "after whole periods the same id", _sufficient(), "whole periods"),
        _counter("successor", "the next id is one more, or 0", _successor(), "insertion_one"),
        _counter("multiples", "no multiple lies within a period", _multiples(), "not zero"),
    ]


def _two_insertions() -> dict[str, Term]:
    """An insertion, and a later one."""
    order = {"order": all_of(ONE >= 0, OTHER > ONE)}
    return LASTS | order | _divided(ONE, "one") | _divided(OTHER, "other")


def _necessary() -> Query:
    given = _two_insertions() | {"same id": SAME, "laps": equal(LAPS, BETWEEN)}
    return Query(given, all_of(WHOLE, LAPS >= 1))


def _sufficient() -> Query:
    given = _two_insertions() | {"whole periods": WHOLE}
    return Query(given | _no_multiple_within(BETWEEN - LAPS, "ahead"), SAME)


def _successor() -> Query:
    given = (
        LASTS
        | {"insertion": ONE >= 0}
        | _divided(ONE, "one")
        | _divided(ONE + 1, "other")
        | _no_multiple_within(BETWEEN - 1, "a lap later")
        | _no_multiple_within(BETWEEN, "same lap")
    )
    return Query(given, equal(OTHER_ID, choose(equal(ONE_ID + 1, PERIOD), 0, ONE_ID + 1)))


def _multiples() -> Query:
    factor = symbol("factor")
    far = any_of(PERIOD * factor >= PERIOD, PERIOD * factor <= integer(0) - PERIOD)
    return Query(LASTS | {"not zero": no(equal(factor, 0))}, far)


def _divided(insertion: Term, name: str) -> dict[str, Term]:
    """The id of an insertion: its number modulo the period."""
    identity, lap = symbol(f"{name}_id"), symbol(f"{name}_lap")
    return {
        f"insertion_{name}": all_of(
            equal(insertion, PERIOD * lap + identity), identity >= 0, identity < PERIOD
        )
    }


def _no_multiple_within(factor: Term, where: str) -> dict[str, Term]:
    """The lemma `multiples`, for one factor."""
    product = PERIOD * factor
    far = any_of(product >= PERIOD, product <= integer(0) - PERIOD)
    return {f"multiples, {where}": implies(no(equal(factor, 0)), far)}


def _counter(case: str, words: str, query: Query, crucial: str) -> Obligation:
    return Obligation(REVIVAL, case, words, query, (without(query, crucial),))

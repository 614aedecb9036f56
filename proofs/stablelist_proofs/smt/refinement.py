"""The refinement, for every size: each move is a step of the contract, with the same answer.

The abstraction of a list is its look-up: which keys resolve, and to which elements. So the contract's operations are
statements about one arbitrary *probe* key. After `add`, it resolves if it did before, or if it is the returned key.
After `remove`, it resolves if it did before and is not the removed key. In both cases it keeps its element. That
``len`` is the number of keys is `counts_agree`.

About answers, the contract says: an insertion is refused if and only if no index is left, that is, if as many elements
are live as there are indices; otherwise it returns a key that no element had. The answers of a removal and of a
replacement depend on the element of the key, if there is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from .arc import START, Arc
from .assertions import Assertions
from .flaws import PLANTED, PLANTED_TRUTH
from .inductive import given
from .invariant import lengths_fit_one_bit_more
from .obligation import Flaw, Obligation, without
from .program import state_of
from .query import Hypothesis, Query, premise
from .state import Put, State
from .terms import (
    FALSE,
    TRUE,
    Term,
    all_of,
    any_of,
    choose,
    equal,
    implies,
    integer,
    no,
    smtlib,
    symbol,
)
from .transitions import ELEMENT, IDENTITY, INDEX
from .weakening import conjuncts, weakened

__all__ = ["refinement_obligations"]

REFINEMENT = "every_step_refines_the_contract"
PROBE = symbol("probe_index"), symbol("probe_id")


class Observed(NamedTuple):
    """What a user may observe after an operation, by the contract."""

    resolves: Term
    element: Term
    live: Term


def refinement_obligations(list_: Assertions) -> list[Obligation]:
    """Every step that answers something, or changes what can be observed."""
    steps = (arc for arc in list_.arcs if arc.source != START)
    return [_of_a_step(list_, arc) for arc in steps if changes(arc) or arc.operation in ANSWERING]


ANSWERING = ("add", "remove", "replace", "clear")
"""The operations whose answers the contract determines."""


def changes(arc: Arc) -> bool:
    """Whether a step may change what can be observed."""
    before, after = observed(state_of(arc.before)), observed(state_of(arc.after))
    return [*map(smtlib, before)] != [*map(smtlib, after)]


def observed(state: State) -> Observed:
    """What a user may observe of a state with the probe."""
    return Observed(state.resolves(*PROBE), state.element(PROBE[0]), state.live)


def is_probe(index: Term, identity: Term) -> Term:
    """Whether a key is the probe."""
    return all_of(equal(PROBE[0], index), equal(PROBE[1], identity))


def expected(move: Arc) -> Observed:
    """What the contract says about the probe after a step."""
    before = observed(state_of(move.before))
    match move.name.split("_"):
        case ["add", *_] if move.answer:
            added = is_probe(*move.answer)
            return Observed(
                any_of(before.resolves, added),
                choose(added, ELEMENT, before.element),
                before.live + 1,
            )
        case ["remove", "from", *_]:
            gone = is_probe(INDEX, IDENTITY)
            return before._replace(resolves=all_of(before.resolves, no(gone)), live=before.live - 1)
        case ["clear"]:
            return before._replace(resolves=FALSE, live=integer(0))
        case ["replace", "live"]:
            changed = choose(is_probe(INDEX, IDENTITY), ELEMENT, before.element)
            return before._replace(element=changed)
    return before


def answers(move: Arc) -> Term:
    """What the contract says about the answer: whether there is one, and which."""
    before = state_of(move.before)
    found, room = before.resolves(INDEX, IDENTITY), before.indexable(before.live)
    match move.name.split("_"):
        case ["add", *_] if not move.answer:
            return no(room)
        case ["add", *_]:
            return all_of(room, no(before.resolves(*move.answer)))
        case ["remove", "stale"]:
            return no(found)
        case ["remove", *_]:
            return all_of(found, equal(move.answer[0], before.element(INDEX)))
        case ["replace", "stale"]:
            return all_of(no(found), no(move.answer[0]))
        case ["replace", *_]:
            return all_of(found, move.answer[0])
    return TRUE


def _of_a_step(list_: Assertions, arc: Arc) -> Obligation:
    """A step, with its answer."""
    known = given(list_, arc)
    shown = _refines(arc, known)
    return replace(shown, flaws=(*shown.flaws, *_wrong_answers(arc, known, shown.query)))


def _wrong_answers(move: Arc, given: dict[str, Hypothesis], query: Query) -> Iterator[Flaw]:
    """For each clause about the answer, a defect that only this clause detects."""

    def flaw(words: str, wrong: Arc, **there: Term) -> Flaw:
        known = given if wrong.guard is move.guard else _unguarded(given)
        goal = _goal(wrong.after, expected(wrong), answers(wrong))
        return Flaw(words, Query({**known, **premise(**there)}, goal))

    match move.name.split("_"):
        case ["add", "index", *_] | ["remove", "stale"]:
            yield without(query, "the case")
        case ["add", how, *_]:
            yield flaw("the key has any id", replace(move, answer=(move.answer[0], PLANTED)))
            there = move.before.resolves(INDEX, IDENTITY)
            words = "the key of an element is answered, which is overwritten"
            yield flaw(words, _overwriting(move), the_key_is_there=there)
            if how == "reuse":
                yield without(query, lengths_fit_one_bit_more.__name__)
            else:
                unasked = _unguarded(query.without(lengths_fit_one_bit_more.__name__).hypotheses)
                unasked |= premise(the_case=_unasked(move))
                yield Flaw(
                    "whether an index is left is not asked", replace(query, hypotheses=unasked)
                )
        case ["remove", *_]:
            yield flaw("any element is answered", replace(move, answer=(PLANTED,)))
            words = "a key without an element is answered"
            stale = no(move.before.resolves(INDEX, IDENTITY))
            yield flaw(words, _uncounting(move), the_key_is_stale=stale)
        case ["replace", how]:
            yield flaw("yes or no is answered", replace(move, answer=(PLANTED_TRUTH,)))
            said = FALSE if how == "stale" else TRUE
            words = "always the same is answered"
            found = move.before.resolves(INDEX, IDENTITY)
            other = found if how == "stale" else no(found)
            constant = replace(move, guard=TRUE, after=move.before, answer=(said,))
            yield flaw(words, constant, the_other_case=other)


def _unguarded(given: Mapping[str, Hypothesis]) -> dict[str, Hypothesis]:
    return {name: each for name, each in given.items() if name != "the case"}


def _unasked(move: Arc) -> Term:
    """The guard of an insertion, without the condition that an index can name its position."""
    indexable = smtlib(move.before.indexable(move.answer[0]))
    pieces = conjuncts(move.guard, deep=1)
    (path,) = (path for path, piece in pieces if smtlib(piece) == indexable)
    return weakened(move.guard, path)


def _overwriting(move: Arc) -> Arc:
    """The insertion counts an element, but overwrites another one with it."""
    before = move.before
    h2 = replace(before.h2, live=before.h2.live + 1)
    after = replace(before, h2=h2, element=Put(before.element, INDEX, ELEMENT))
    return replace(move, after=after, answer=(INDEX, IDENTITY))


def _uncounting(move: Arc) -> Arc:
    """The removal counts one element less, and does nothing else."""
    h2 = replace(move.before.h2, live=move.before.h2.live - 1)
    return replace(move, guard=TRUE, after=replace(move.before, h2=h2))


def _goal(after: State, contract: Observed, answer: Term) -> Term:
    """The answer and the observations with the probe are as the contract says."""
    shown = observed(after)
    said = [equal(shown.live, contract.live)]
    if answer is not TRUE:
        said.append(answer)
    if contract.resolves is FALSE:
        return all_of(*said, no(shown.resolves))
    same = implies(contract.resolves, equal(shown.element, contract.element))
    return all_of(*said, equal(shown.resolves, contract.resolves), same)


def _refines(arc: Arc, given: Mapping[str, Hypothesis]) -> Obligation:
    contract, answer = expected(arc), answers(arc)

    def query(changed: State) -> Query:
        return Query(given, _goal(changed, contract, answer))

    after = state_of(arc.after)
    flaws = [Flaw(words, query(changed)) for words, changed in _damaged(after, contract.resolves)]
    words = "look-up, answer and len"
    return Obligation(REFINEMENT, arc.name, words, query(after), tuple(flaws), arc, states=True)


def _damaged(after: State, resolves: Term) -> Iterator[tuple[str, State]]:
    """What a defective step leaves behind: in len, in an element, and in the keys in both directions."""
    there = after.has(PROBE[0])
    yield "len is anything", replace(after, h2=replace(after.h2, live=PLANTED))
    if resolves is FALSE:
        yield "a key is still found", replace(after, q1=replace(after.q1, opened=PLANTED))
    else:
        more = Put(after.id, PROBE[0], choose(PLANTED_TRUTH, PROBE[1], after.id(PROBE[0])))
        yield "another key is found", replace(after, id=more)
        less = Put(after.has, PROBE[0], all_of(there, PLANTED_TRUTH))
        yield "a key is no longer found", replace(after, has=less)
        other = Put(after.element, PROBE[0], integer(0))
        yield "another element is overwritten", replace(after, element=other)

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

from .flaws import PLANTED, PLANTED_TRUTH
from .inductive import given_after_walk, given_before, moves
from .invariant import lengths_fit_one_bit_more
from .obligation import Flaw, Obligation, without
from .query import Query
from .state import NONE, Put, State
from .terms import FALSE, TRUE, Term, all_of, any_of, choose, equal, implies, integer, no, symbol
from .transitions import ELEMENT, IDENTITY, INDEX, Move
from .walk import Walk, deals, ended

__all__ = ["refinement_obligations"]

REFINEMENT = "every_step_refines_the_contract"
PROBE = symbol("probe_index"), symbol("probe_id")


class Observed(NamedTuple):
    """What a user may observe after an operation, by the contract."""

    resolves: Term
    element: Term
    live: Term


def refinement_obligations(state: State, walk: Walk) -> list[Obligation]:
    """Every move and every step of a halving."""
    found = [_of_a_move(state, move) for move in moves(state)]
    same = observed(state)
    for deal in deals(walk):
        step = {"the case": deal.guard} | core_of(walk)
        found.append(_refines(deal.name, step, deal.after.state, same))
    end = given_after_walk(walk) | _probe_is_counted(state)
    return [*found, _refines("walk_ends", end, ended(walk), same)]


def core_of(walk: Walk) -> dict[str, Term]:
    """The hypotheses that a step of the walk needs, which changes only links."""
    return {"the walk is not done": no(equal(walk.here, NONE))}


def observed(state: State) -> Observed:
    """What a user may observe of a state with the probe."""
    return Observed(state.resolves(*PROBE), state.element(PROBE[0]), state.live)


def is_probe(index: Term, identity: Term) -> Term:
    """Whether a key is the probe."""
    return all_of(equal(PROBE[0], index), equal(PROBE[1], identity))


def expected(move: Move) -> Observed:
    """What the contract says about the probe after an operation."""
    before = observed(move.before)
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


def answers(move: Move) -> Term:
    """What the contract says about the answer: whether there is one, and which."""
    before = move.before
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
        case ["replace", *_]:
            return equal(move.answer[0], found)
    return all_of()


def _of_a_move(state: State, move: Move) -> Obligation:
    """A move, with its answer."""
    given = given_before(state) | {"the case": move.guard}
    shown = _refines(move.name, given, move.after, expected(move), answers(move))
    return replace(shown, flaws=(*shown.flaws, *_wrong_answers(move, given, shown.query)))


def _wrong_answers(move: Move, given: dict[str, Term], query: Query) -> Iterator[Flaw]:
    """For each clause about the answer, a defect that only this clause detects."""

    def flaw(words: str, wrong: Move, known: Mapping[str, Term] = given) -> Flaw:
        return Flaw(words, Query(known, _goal(wrong.after, expected(wrong), answers(wrong))))

    match move.name.split("_"):
        case ["add", "index", *_] | ["remove", "stale"]:
            yield without(query, "the case")
        case ["add", how, *_]:
            yield flaw("the key has any id", replace(move, answer=(move.answer[0], PLANTED)))
            there = {"the key is there": move.before.resolves(INDEX, IDENTITY)}
            words = "the key of an element is answered, which is overwritten"
            yield flaw(words, _overwriting(move), given | there)
            if how == "reuse":
                yield without(query, lengths_fit_one_bit_more.__name__)
        case ["remove", *_]:
            yield flaw("any element is answered", replace(move, answer=(PLANTED,)))
            stale = {"the key is stale": no(move.before.resolves(INDEX, IDENTITY))}
            words = "a key without an element is answered"
            yield flaw(words, _uncounting(move), given_before(move.before) | stale)
        case ["replace", *_]:
            yield flaw("yes or no is answered", replace(move, answer=(PLANTED_TRUTH,)))


def _overwriting(move: Move) -> Move:
    """The insertion counts an element, but overwrites another one with it."""
    before = move.before
    h2 = replace(before.h2, live=before.h2.live + 1)
    after = replace(before, h2=h2, element=Put(before.element, INDEX, ELEMENT))
    return replace(move, after=after, answer=(INDEX, IDENTITY))


def _uncounting(move: Move) -> Move:
    """The removal counts one element less, and does nothing else."""
    h2 = replace(move.before.h2, live=move.before.h2.live - 1)
    return replace(move, after=replace(move.before, h2=h2))


def _goal(after: State, contract: Observed, answer: Term) -> Term:
    """The answer and the observations with the probe are as the contract says."""
    shown = observed(after)
    same = implies(contract.resolves, equal(shown.element, contract.element))
    keys, length = equal(shown.resolves, contract.resolves), equal(shown.live, contract.live)
    return all_of(answer, keys, same, length)


def _refines(
    case: str,
    given: Mapping[str, Term],
    after: State,
    contract: Observed,
    answer: Term = TRUE,
) -> Obligation:
    def query(changed: State) -> Query:
        return Query(given, _goal(changed, contract, answer))

    other = replace(after, element=Put(after.element, PROBE[0], integer(0)))
    miscounted = replace(after, h2=replace(after.h2, live=PLANTED))
    turned = replace(after, has=Put(after.has, PROBE[0], no(after.has(PROBE[0]))))
    flaws = [Flaw("len is anything", query(miscounted))]
    if contract.resolves is not FALSE:
        flaws += [
            Flaw("another element is overwritten", query(other)),
            Flaw("another key is found, or no longer", query(turned)),
        ]
    return Obligation(REFINEMENT, case, "look-up, answer and len", query(after), tuple(flaws))


def _probe_is_counted(state: State) -> dict[str, Term]:
    """The lemma may be used at the probe's cell."""
    return {"the probe's cell": any_of(state.has(PROBE[0]), no(state.has(PROBE[0])))}

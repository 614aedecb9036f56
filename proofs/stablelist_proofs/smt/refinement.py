"""The refinement, for every size: each move is a step of the contract, with the same answer.

The abstraction of a list is its look-up: which keys resolve, and to what. So the contract's operations are
statements about one arbitrary *probe* key: after `add` it resolves if it did, or if it is the key that was
answered; after `remove` if it did and is not the one removed; and it leads to the element that it led to. That
``len`` is the number of keys is `counts_agree`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from .flaws import ANYTHING
from .inductive import given_after_walk, given_before, moves
from .obligation import Flaw, Obligation
from .query import Query
from .state import NONE, Put, State
from .terms import FALSE, Term, all_of, any_of, choose, equal, implies, integer, no, symbol
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
    given = given_before(state)
    found = [
        _refines(
            move.name, given | {"the case": move.guard}, move.after, expected(move), answers(move)
        )
        for move in moves(state)
    ]
    same = observed(state)
    for deal in deals(walk):
        step = {"the case": deal.guard} | core_of(walk)
        found.append(_refines(deal.name, step, deal.after.state, same, all_of()))
    end = given_after_walk(walk) | _probe_is_counted(state)
    return [*found, _refines("walk_ends", end, ended(walk), same, all_of())]


def core_of(walk: Walk) -> dict[str, Term]:
    """A step of the walk changes links only; whatever else holds is not needed."""
    return {"the walk is not done": no(equal(walk.here, NONE))}


def observed(state: State) -> Observed:
    """What the probe shows of a state."""
    return Observed(state.resolves(*PROBE), state.element(PROBE[0]), state.live)


def is_probe(index: Term, identity: Term) -> Term:
    """Whether a key is the probe."""
    return all_of(equal(PROBE[0], index), equal(PROBE[1], identity))


def expected(move: Move) -> Observed:
    """What the contract says of the probe after an operation."""
    before = observed(move.before)
    match move.name.split("_"):
        case ["add", *_] if move.answer is not None:
            added = is_probe(move.answer, move.before.next_id)
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
    """What the contract says of the answer: a key that no element has, or the element of the key."""
    if move.answer is None:
        return all_of()
    if move.name.startswith("add"):
        return no(move.before.resolves(move.answer, move.before.next_id))
    return equal(move.answer, move.before.element(INDEX))


def _refines(
    case: str, given: Mapping[str, Term], after: State, contract: Observed, answer: Term
) -> Obligation:
    def query(changed: State) -> Query:
        shown = observed(changed)
        same = implies(contract.resolves, equal(shown.element, contract.element))
        keys, length = equal(shown.resolves, contract.resolves), equal(shown.live, contract.live)
        return Query(given, all_of(answer, keys, same, length))

    other = replace(after, element=Put(after.element, PROBE[0], integer(0)))
    miscounted = replace(after, h2=replace(after.h2, live=ANYTHING))
    flaws = [Flaw("len is anything", query(miscounted))]
    if contract.resolves is not FALSE:
        flaws.append(Flaw("another element is overwritten", query(other)))
    return Obligation(REFINEMENT, case, "look-up, answer and len", query(after), tuple(flaws))


def _probe_is_counted(state: State) -> dict[str, Term]:
    """The probe's cell is one that the lemma may be used of."""
    return {"the probe's cell": any_of(state.has(PROBE[0]), no(state.has(PROBE[0])))}

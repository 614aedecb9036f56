"""The first insertion is one of those that are proved: nothing that is assumed of it presumes an earlier one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest

from stablelist_proofs.core import stamps, steps
from stablelist_proofs.core.functions import Put
from stablelist_proofs.core.obligation import Obligation
from stablelist_proofs.core.query import premise
from stablelist_proofs.core.solvers import Answer, ask
from stablelist_proofs.core.terms import Term, choose, equal, integer, symbol
from stablelist_proofs.systems.stable_list import transitions
from stablelist_proofs.systems.stable_list.instance import INSTANCES
from stablelist_proofs.systems.stable_list.obligations import obligations
from stablelist_proofs.systems.stable_list.state import State

KEYS: Final = ("live_key_resolves", "retired_key_never_resolves")
Q1: Final = ("add_append_q1", "add_reuse_q1")
ISSUED: Final = tuple(f"issued_by_{case}" for case in Q1)
"""Every other insertion finds an element: q1 is full by then, or no index is left."""


def may_be_the_first(each: Obligation) -> bool:
    """Whether an obligation is about a new list, or about an insertion that may be its first."""
    if each.case in ("new_list", *ISSUED):
        return True
    return each.case in Q1 and each.sentence not in KEYS


FIRST: Final = [each for each in obligations() if may_be_the_first(each)]


@pytest.mark.parametrize("obligation", FIRST, ids=lambda each: each.name)
def test_nothing_need_be_inserted_before(obligation: Obligation) -> None:
    """Some small list without any insertion satisfies the assumptions."""
    nothing = premise(nothing_was_inserted=equal(symbol("added"), 0))
    query = replace(obligation.query, hypotheses={**obligation.query.hypotheses, **nothing})
    assert ask("z3", query.hypotheses_alone(INSTANCES, 8)).answer is Answer.SAT


Insertion = Callable[[State, Term], State]


def mistaken(right: Insertion, when: int) -> Insertion:
    """An insertion that stores another element if so many came before it."""

    def inserted(state: State, position: Term) -> State:
        stored = choose(equal(state.added, when), integer(7), stamps.ELEMENT)
        return replace(right(state, position), element=Put(state.element, position, stored))

    return inserted


@pytest.mark.parametrize("when", [0, 1])
def test_a_mistake_in_one_insertion_only_is_noticed(
    when: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This holds for the first insertion as for the second."""
    monkeypatch.setattr(transitions, "inserted", mistaken(steps.inserted, when))
    suspects = {
        f"{sentence}/{case}"
        for sentence, cases in (
            ("every_step_refines_the_contract", Q1),
            ("live_key_resolves", ISSUED),
        )
        for case in cases
    }
    asked = [each for each in obligations() if each.name in suspects]
    failed = {
        each.name for each in asked if ask("z3", each.query.negated()).answer is not Answer.UNSAT
    }
    assert failed == suspects

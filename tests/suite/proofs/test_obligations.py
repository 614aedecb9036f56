"""The obligations of every system as a set: nothing is left out, nothing is vacuous, every name is one.

Both solvers prove them, and refute their planted defects, in `make prove`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

import pytest

from stablelist_proofs.core.induction import WrongLine
from stablelist_proofs.core.query import Query, script, terms
from stablelist_proofs.core.solvers import Answer, ask
from stablelist_proofs.core.terms import symbol
from stablelist_proofs.core.theory import Proved
from stablelist_proofs.prove import Check, run_check
from stablelist_proofs.systems.dyadic import flaws as of_dyadic
from stablelist_proofs.systems.registry import SYSTEMS, all_obligations, system_of, whole
from stablelist_proofs.systems.stable_list import flaws as of_stable_list
from stablelist_proofs.systems.stable_list.instance import INSTANCES
from stablelist_spec.systems import SYSTEMS as MODELS


class Whole(NamedTuple):
    """A system, the names of its model's invariants, and the mistakes that are to be planted."""

    system: Proved
    invariants: Collection[str]
    wrong_lines: Iterable[WrongLine]


WHOLE: Final = [
    Whole(SYSTEMS[""], MODELS["stablelist"].invariants, of_stable_list.WRONG_LINES),
    Whole(SYSTEMS["dyadic"], MODELS["dyadic"].invariants, of_dyadic.WRONG_LINES),
]
every_system = pytest.mark.parametrize(
    "each", WHOLE, ids=lambda each: each.system.name or "stablelist"
)


def test_every_system_is_here() -> None:
    """A new one is added above."""
    assert [each.system for each in WHOLE] == [*SYSTEMS.values()]


@every_system
def test_each_has_a_name_of_its_own_and_a_planted_defect(each: Whole) -> None:
    """A report can refer to it, and none is believed without having been seen to fail."""
    obligations = whole(each.system.name).obligations
    counted = Counter(obligation.name for obligation in obligations)
    assert {name for name, count in counted.items() if count > 1} == set()
    assert [obligation.name for obligation in obligations if not obligation.flaws] == []


def test_titles_are_told_apart() -> None:
    """A run proves all systems."""
    titles = [each.name for each in all_obligations()]
    assert len(set(titles)) == len(titles)
    dyadic = SYSTEMS["dyadic"]
    assert [title for title in titles if system_of(title) is dyadic] == [
        f"dyadic/{each.name}" for each in whole("dyadic").obligations
    ]


@pytest.mark.slow
@every_system
def test_no_planted_defect_is_hollow(each: Whole) -> None:
    """A goal that is false of every state would be refuted however little the clause says."""
    hollow = [
        f"{obligation.name}: {flaw.words}"
        for obligation in whole(each.system.name).obligations
        for flaw in obligation.flaws
        if flaw.query.goal is not obligation.query.goal
        and ask("z3", flaw.query.by_itself(each.system.instances, 8)).answer is not Answer.SAT
    ]
    assert hollow == []


def test_hollow_defect_would_be_told() -> None:
    """Such a goal would be false in every state."""
    false = Query({}, symbol("added") < symbol("added"))
    assert ask("z3", false.by_itself(INSTANCES, 8)).answer is Answer.UNSAT


@every_system
def test_every_invariant_of_the_model_is_proved(each: Whole) -> None:
    """One name on both storeys."""
    proved = {obligation.sentence for obligation in whole(each.system.name).obligations}
    assert set(each.invariants) <= proved


@every_system
def test_every_mistake_in_the_catalogue_is_planted(each: Whole) -> None:
    """A wrong line whose clause or move is misspelt would be planted nowhere."""
    planted = {
        (obligation.name, flaw.words)
        for obligation in whole(each.system.name).obligations
        for flaw in obligation.flaws
    }
    assert {(f"{w.noticed_by}/{w.move}", w.words) for w in each.wrong_lines} <= planted


@every_system
def test_z3_proves_every_obligation(each: Whole) -> None:
    unproved = [
        obligation.name
        for obligation in whole(each.system.name).obligations
        if ask("z3", obligation.query.negated()).answer is not Answer.UNSAT
    ]
    assert unproved == []


@pytest.mark.parametrize("kind", ["ledger", "asked", "extent"])
def test_ledger_of_the_dyadic_list_is_complete(kind: str) -> None:
    """Hypotheses, texts, and what everything is claimed of."""
    well, line = run_check(Check(kind, system="dyadic"))
    assert well, line
    assert "dyadic: " in line


def test_a_goal_that_does_not_follow_is_not_proved() -> None:
    """The weakest hypotheses and the strongest goal: what is proved is not proved by nothing."""
    goal = next(
        each.query for each in whole().obligations if each.name == "counts_agree/add_append_q1"
    )
    alone = type(goal)({}, goal.goal)
    assert ask("z3", alone.counterexample(INSTANCES, 8)).answer is Answer.SAT


def test_a_script_declares_whatever_it_uses() -> None:
    """Any solver can read it: both parsers do, without a warning."""
    text = script(terms(whole().obligations[0].query.hypotheses))
    assert text.startswith("(set-logic ALL)")
    assert {ask(solver, text).answer for solver in ("z3", "cvc5")} == {Answer.SAT}

"""The obligations as a set: nothing is left out, nothing is vacuous, every name is one."""

from __future__ import annotations

from collections import Counter

import pytest

from stablelist_proofs.core.discharge import discharge
from stablelist_proofs.core.obligation import Obligation
from stablelist_proofs.core.query import Query, script, terms
from stablelist_proofs.core.solvers import Answer, ask
from stablelist_proofs.core.terms import symbol
from stablelist_proofs.systems.stable_list.flaws import WRONG_LINES
from stablelist_proofs.systems.stable_list.instance import INSTANCES
from stablelist_proofs.systems.stable_list.obligations import obligations
from stablelist_spec.systems.stable_list.invariants import INVARIANTS

OBLIGATIONS = obligations()


def test_each_has_a_name_of_its_own() -> None:
    """A report, an exported file and a page can refer to it."""
    counted = Counter(each.name for each in OBLIGATIONS)
    assert {name for name, count in counted.items() if count > 1} == set()


def test_each_has_a_planted_defect() -> None:
    """None is believed without having been seen to fail."""
    assert [each.name for each in OBLIGATIONS if not each.flaws] == []


def test_no_planted_defect_is_hollow() -> None:
    """A goal that is false of every state would be refuted however little the clause says."""
    hollow = [
        f"{each.name}: {flaw.words}"
        for each in OBLIGATIONS
        for flaw in each.flaws
        if flaw.query.goal is not each.query.goal
        and ask("z3", flaw.query.by_itself(INSTANCES, 8)).answer is not Answer.SAT
    ]
    assert hollow == []


def test_hollow_defect_would_be_told() -> None:
    """Such a goal would be false in every state."""
    false = Query({}, symbol("added") < symbol("added"))
    assert ask("z3", false.by_itself(INSTANCES, 8)).answer is Answer.UNSAT


def test_every_invariant_of_the_model_is_proved() -> None:
    """One name on both storeys."""
    assert set(INVARIANTS) <= {each.sentence for each in OBLIGATIONS}


def test_every_mistake_in_the_catalogue_is_planted() -> None:
    """A wrong line whose clause or move is misspelt would be planted nowhere."""
    planted = {(each.name, flaw.words) for each in OBLIGATIONS for flaw in each.flaws}
    lines = {(f"{line.noticed_by}/{line.move}", line.words) for line in WRONG_LINES}
    assert lines <= planted


def of_sentence(sentence: str) -> list[Obligation]:
    """The obligations of one property."""
    return [each for each in OBLIGATIONS if each.sentence == sentence]


@pytest.mark.parametrize(
    "obligation", of_sentence("retired_key_never_resolves"), ids=lambda each: each.name
)
def test_aba_immunity_is_proved(obligation: Obligation) -> None:
    """The property that the container is for, whole: proved, satisfiable, every defect noticed."""
    discharged = discharge(obligation, INSTANCES)
    assert discharged.proved
    assert discharged.noticed == len(discharged.defects)


@pytest.mark.parametrize("obligation", OBLIGATIONS, ids=lambda each: each.name)
def test_z3_proves_it(obligation: Obligation) -> None:
    """Quick; both solvers and every planted defect are asked by `stablelist_proofs.prove`."""
    assert ask("z3", obligation.query.negated()).answer is Answer.UNSAT


def test_a_goal_that_does_not_follow_is_not_proved() -> None:
    """The weakest hypotheses and the strongest goal: what is proved is not proved by nothing."""
    goal = next(each.query for each in OBLIGATIONS if each.name == "counts_agree/add_append_q1")
    alone = type(goal)({}, goal.goal)
    assert ask("z3", alone.counterexample(INSTANCES, 8)).answer is Answer.SAT


def test_a_script_declares_whatever_it_uses() -> None:
    """Any solver can read it: both parsers do, without a warning."""
    text = script(terms(OBLIGATIONS[0].query.hypotheses))
    assert text.startswith("(set-logic ALL)")
    assert {ask(solver, text).answer for solver in ("z3", "cvc5")} == {Answer.SAT}

"""Edits of the proofs themselves: each would let something wrong be proved, and each fails `stablelist prove`."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from stablelist_proofs.core import solvers
from stablelist_proofs.core.asked import unlike
from stablelist_proofs.core.comparing.comparison import DisagreementError
from stablelist_proofs.core.comparing.tie import explored, wandered
from stablelist_proofs.core.discharge import discharge
from stablelist_proofs.core.functions import POSITION
from stablelist_proofs.core.ledger import Ledger
from stablelist_proofs.core.obligation import Obligation
from stablelist_proofs.core.query import Hypothesis, Kind, Query, premise
from stablelist_proofs.core.spoken import far_from, unsaid, unsaid_far
from stablelist_proofs.core.terms import (
    FALSE,
    Sort,
    apply,
    for_all,
    implies,
    no,
    symbol,
)
from stablelist_proofs.prove import Check, run_check
from stablelist_proofs.systems import registry
from stablelist_proofs.systems.stable_list.assumptions import ASSUMPTIONS
from stablelist_proofs.systems.stable_list.formulas import FORMULAS, Formulas, steps
from stablelist_proofs.systems.stable_list.instance import INSTANCES
from stablelist_proofs.systems.stable_list.obligations import theory
from stablelist_proofs.systems.stable_list.repaired import Repaired, of_the_rule
from stablelist_proofs.systems.stable_list.starting import started
from stablelist_proofs.systems.stable_list.tie import STABLE_LIST
from stablelist_spec.parts.parameters import Parameters, Truncate
from suite.planting import in_force

from .cheats import CHEATS, Cheat
from .cheats_of_less import OF_LESS

pytestmark = pytest.mark.soak


def complaints() -> list[str]:
    """The complaints of the ledger."""
    assertions, obligations = theory()
    return list(Ledger(assertions, obligations, ASSUMPTIONS).complaints())


def failed(name: str) -> bool:
    """Whether an obligation, or a check, fails the run."""
    if not name:
        return complaints() != []
    if name in ("held", "read", "extent"):
        return not run_check(Check(name))[0]
    if name == "repaired":
        own = Repaired.formulas
        Repaired.formulas = of_the_rule()
        try:
            return not run_check(Check("repaired"))[0]
        finally:
            Repaired.formulas = own
    if name == "far":
        far = INSTANCES.far(far_from(theory().obligations))
        refining = [
            each for each in theory().obligations if each.name.endswith("contract/replace_live")
        ]
        region = {"far": far["for keys of far positions"]}
        return any(unsaid_far(refining, region))
    if name == "tied":
        return not agree()
    if name == "asked":
        return any(
            complaint
            for each in theory().obligations
            if each.sentence in ("free_lists_are_complete", "live_ids_are_distinct")
            for complaint in unlike(each)
        )
    (obligation,) = (each for each in theory().obligations if each.name == name)
    found = discharge(obligation, INSTANCES)
    return not found.proved or found.noticed < len(found.defects)


@cache
def fails_without(name: str) -> bool:
    """Whether something fails as it is."""
    return failed(name)


def agree() -> bool:
    """Whether the program of the proofs, as it is now, makes the transitions of the model."""
    own = dict(vars(FORMULAS))
    vars(FORMULAS).update(vars(Formulas(steps())))
    try:
        started()
        wandered(4000, seed=1, system=STABLE_LIST)
        explored(
            Parameters(truncate=Truncate.NEVER, capacity=8, index_bits=3), 3000, system=STABLE_LIST
        )
    except DisagreementError:
        return False
    finally:
        vars(FORMULAS).update(own)
    return True


@pytest.mark.parametrize("cheat", [*CHEATS, *OF_LESS], ids=lambda each: each.what)
def test_edit_fails_the_run(cheat: Cheat) -> None:
    """Without the edit, nothing fails."""
    assert fails_without(cheat.fails) is False
    with in_force(f"stablelist_proofs.{cheat.module}", cheat.edit):
        registry.whole.cache_clear()
        assert failed(cheat.fails)
    registry.whole.cache_clear()


def test_contradiction_past_every_small_instance_is_found() -> None:
    """U4: where "for all" is written out, it goes up to 16 only."""
    far = for_all(POSITION, lambda i: implies(i >= 20, apply("has", i, sort=Sort.BOOL)))
    never = no(apply("has", 25, sort=Sort.BOOL))
    query = Query(premise(far=far, never=never), apply("has", 3, sort=Sort.BOOL))
    found = discharge(Obligation("x", "x", "", query, ()), INSTANCES)
    assert found.consistent
    assert found.contradictory == ("z3", "cvc5")
    assert not found.proved


@pytest.mark.parametrize("solver", ["z3", "cvc5"])
def test_solver_that_proves_everything_is_noticed(
    solver: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """U6: planted defects are asked of both."""
    monkeypatch.setitem(solvers.SOLVERS, solver, lambda *_: ("unsat", 1))
    assert failed("counts_agree/remove_from_q1")


def test_goal_that_holds_of_small_lists_only_is_noticed() -> None:
    """Every planted defect is refuted by a small list, but not by a large one."""
    (right,) = (each for each in theory().obligations if each.name == "counts_agree/remove_from_q1")
    region = {"large": INSTANCES.far(1 << 16)["in large spaces"]}
    assert list(unsaid([right], region)) == []
    assert list(unsaid([narrowed(right)], region)) == ["counts_agree"]


def narrowed(obligation: Obligation) -> Obligation:
    """The same obligation, of small lists."""
    small = symbol("space") <= 16

    def narrow(query: Query) -> Query:
        return Query(query.hypotheses, implies(small, query.goal))

    flaws = tuple(each.__class__(each.words, narrow(each.query)) for each in obligation.flaws)
    query = narrow(obligation.query)
    return Obligation(obligation.sentence, obligation.case, "", query, flaws, obligation.arc)


# --- Checks that would be more lenient --------------------------------------------------------------


def test_regions_are_all_there() -> None:
    """One that is left out would not be missed by any run."""
    assert [*INSTANCES.regions] == [
        *("in mode never", "in mode iteration", "in mode memory"),
        *("with bounded indices", "with unbounded indices", "in truncation", "in shrink_to_fit"),
    ]
    assert [*INSTANCES.far(1)] == [
        *("in large spaces", "with wide indices", "after many insertions"),
        *("for keys of late insertions", "for keys of far positions", "with long periods"),
    ]


def test_guard_of_another_case_may_not_be_assumed() -> None:
    """Nor may anything else pass for the guard."""
    assertions, obligations = theory()
    (right,) = (each for each in obligations if each.name == "counts_agree/remove_from_q1")
    guarded = {**right.query.hypotheses, "the case": Hypothesis(Kind.GUARD, FALSE)}
    wrong = replace(right, query=replace(right.query, hypotheses=guarded))
    asked = tuple(wrong if each is right else each for each in obligations)
    (complaint,) = Ledger(assertions, asked, ASSUMPTIONS).complaints()
    assert complaint == f"{right.name} assumes 'the case', which is not the guard of the case"


def test_one_solver_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    for solver in ("z3", "cvc5"):
        with monkeypatch.context() as patched:
            patched.setitem(solvers.SOLVERS, solver, lambda *_: ("unknown", 1))
            assert failed("counts_agree/remove_from_q1")

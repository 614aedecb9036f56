"""Edits of the proofs themselves: each would let something wrong be proved, and each fails `stablelist prove`."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

import pytest

from stablelist_proofs import prove
from stablelist_proofs.edits import Edit
from stablelist_proofs.prove import Check, run_check
from stablelist_proofs.smt import solvers
from stablelist_proofs.smt.asked import unlike
from stablelist_proofs.smt.assumptions import ASSUMPTIONS
from stablelist_proofs.smt.comparison import DisagreementError
from stablelist_proofs.smt.discharge import discharge
from stablelist_proofs.smt.formulas import FORMULAS, Formulas, steps
from stablelist_proofs.smt.instance import INSTANCES
from stablelist_proofs.smt.ledger import Ledger
from stablelist_proofs.smt.obligation import Obligation
from stablelist_proofs.smt.obligations import theory
from stablelist_proofs.smt.query import Hypothesis, Kind, Query, premise
from stablelist_proofs.smt.repaired import Repaired, of_the_rule
from stablelist_proofs.smt.spoken import far_from, unsaid, unsaid_far
from stablelist_proofs.smt.starting import started
from stablelist_proofs.smt.state import POSITION
from stablelist_proofs.smt.terms import (
    FALSE,
    Sort,
    apply,
    for_all,
    implies,
    no,
    symbol,
)
from stablelist_proofs.smt.tie import explored, wandered
from stablelist_spec.parts.parameters import Parameters, Truncate
from suite.planting import in_force


class Cheat(NamedTuple):
    """An edit, and the obligation that fails because of it; or a complaint of the ledger.

    Attributes:
        fails: an obligation; "held", if some hypothesis is false of a list; "asked", if a text is not what was
            booked; "tied", if the program is not the model's; "repaired", if the mended rule is not; "read", if a
            statement says something else; "far", if it says less of far positions; if empty, the books are not in
            order.
    """

    what: str
    module: str
    within: str
    before: str
    after: str
    fails: str = ""

    @property
    def edit(self) -> Edit:
        """What is planted."""
        return Edit(within=self.within, before=self.before, after=self.after)


SMALL: Final = "state.space <= 16"
MOVEMENT: Final = "__import__('stablelist_proofs.smt.movement', fromlist=['movement'])"
"""A module that the edited one does not know."""
CHEATS: Final = (
    Cheat(
        "U1: a premise is added to a lemma",
        "lemmas",
        "_below_never_falls",
        "premise(low=low >= 0)",
        f"premise(low=low >= 0, small={SMALL})",
        "every_live_cell_is_counted/within_q1",
    ),
    Cheat(
        "U1: a premise is added to one step of a lemma's proof",
        "lemma",
        "Induction.step",
        "{**scheme.given, **so_far, **scheme.of_step(self.variable)}",
        "{**scheme.given, **so_far, **scheme.of_step(self.variable), "
        '"small": Hypothesis(Kind.PREMISE, self.variable <= 16)}',
    ),
    Cheat(
        "U1: a hypothesis is added before every step",
        "inductive",
        "_given",
        "before = list_.known(arc.source) | guard(arc.guard)",
        "before = list_.known(arc.source) | guard(arc.guard) "
        '| clauses({"small": list_.arcs[0].after.space <= 16})',
    ),
    Cheat(
        "U1: a lemma is used as it was not proved",
        "lemma",
        "Induction._said",
        "implies(all_of(*premises_of(scheme.given), inside), scheme.statement(number))",
        "scheme.statement(number)",
        "held",
    ),
    Cheat(
        "U1: an assumption says too much",
        "assumptions",
        "_rung",
        "equal(LADDER(0) % 8, 4)",
        "all_of(equal(LADDER(0) % 8, 4), number <= 10)",
        "held",
    ),
    Cheat(
        "U2: other keys may come to resolve",
        "refinement",
        "_goal",
        "equal(shown.resolves, contract.resolves)",
        "implies(contract.resolves, shown.resolves)",
        "every_step_refines_the_contract/remove_from_q1",
    ),
    Cheat(
        "U2: keys may be lost",
        "refinement",
        "_goal",
        "equal(shown.resolves, contract.resolves)",
        "implies(shown.resolves, contract.resolves)",
        "every_step_refines_the_contract/add_append_q1",
    ),
    Cheat(
        "U3: what growth moves counts half",
        "movement",
        "_grown",
        "GROWN + moved",
        "GROWN + moved // 2",
        "growth_moves_at_most_two_cells_per_insertion/add_grow_moving",
    ),
    Cheat(
        "U5: only the first part of each goal is asked",
        "terms",
        "skolemized",
        "all_of(*named)",
        "next(named)",
        "opened_cells_form_a_prefix/remove_from_q1",
    ),
    Cheat(
        "U5: each for all in a goal becomes true",
        "terms",
        "skolemized",
        "skolemized(goal.body(symbol(name)), name)",
        "TRUE",
        "free_lists_are_acyclic/remove_from_q1",
    ),
    Cheat(
        "the second part of a goal of three is not asked",
        "terms",
        "skolemized",
        "all_of(*named)",
        "all_of(*(each for n, each in enumerate(named) if n != 1 or len(goal.args) != 3))",
        "asked",
    ),
    Cheat(
        "a goal is asked of one value",
        "terms",
        "skolemized",
        "symbol(name)",
        "integer(3)",
        "asked",
    ),
    Cheat(
        "a goal is asked of a value about which something is known",
        "terms",
        "skolemized",
        "symbol(name)",
        "symbol('space')",
        "asked",
    ),
    Cheat(
        "two values of a goal are asked as if they were one",
        "terms",
        "skolemized",
        'f"{prefix}_{goal.domain.name}"',
        '"some"',
        "asked",
    ),
    Cheat(
        "of a conjunction only the first part is written",
        "query",
        "script",
        'f"(assert {smtlib(term)})"',
        "f\"(assert {smtlib(term.args[0] if term.op == 'and' else term)})\"",
        "asked",
    ),
    Cheat(
        "more is asserted than was booked",
        "query",
        "script",
        'f"(assert {smtlib(term)})"',
        'f"(assert {smtlib(term)}) (assert (< space 17))"',
        "asked",
    ),
    Cheat(
        "lists in mode never are halved, too",
        "program",
        "halves",
        "any_of(all_of(PAID, truncates(state)), all_of(no(PAID), shrinks))",
        "shrinks",
        "tied",
    ),
    Cheat(
        "reserve is for a few elements only",
        "program",
        "_reserve",
        "all_of(WANTED >= 0, state.indexable(state.live + WANTED - 1))",
        "all_of(WANTED >= 0, WANTED < 8, state.indexable(state.live + WANTED - 1))",
        "tied",
    ),
    Cheat(
        "a new list is a small one",
        "program",
        "program",
        "Arc('new_list', 'a new list', 'new', START, IDLE, lawful, new, new)",
        "Arc('new_list', 'a new list', 'new', START, IDLE, all_of(lawful, state.space < 64), new, new)",
        "tied",
    ),
    Cheat(
        "nothing is proved of an operation",
        "program",
        "program",
        "replacements(state)",
        "()",
        "tied",
    ),
    Cheat(
        "a clause of another program is assumed",
        "inductive",
        "_given",
        "before |= UNPAID.at()",
        f"before |= clauses({MOVEMENT}.so_far(IDLE, {MOVEMENT}.Growth(arc.before)))",
    ),
    Cheat(
        "a bound is shown of a part of the program",
        "visits",
        "visits",
        "list_.arcs",
        "list_.arcs[:-1]",
    ),
    Cheat(
        "an induction hypothesis says more than the statement",
        "lemma",
        "Induction.step",
        "Hypothesis(Kind.SO_FAR, scheme.statement(self.variable))",
        "Hypothesis(Kind.SO_FAR, all_of(scheme.statement(self.variable), self.variable <= 16))",
    ),
    Cheat(
        "something is chosen twice",
        "doublings",
        "of_ladders",
        "RUNG.at(LOWER)",
        "RUNG.at(LOWER) | ON_A_LADDER.at(integer(8), LOWER, where='here')",
    ),
    Cheat(
        "something is assumed of another step than it is true of",
        "inductive",
        "_given",
        "arc.name == 'shrinking_begins'",
        "arc.name in ('shrinking_begins', 'walk_ends')",
    ),
    Cheat(
        "a step is shown of another list than it leaves behind",
        "inductive",
        "keyed",
        "list_.after",
        "lambda arc: arc.after if arc.name != 'clear' else replace(arc.after, q1=arc.after.q2)",
    ),
    Cheat(
        "a bound is a thousand more",
        "visits",
        "_conclusion",
        "Obligation(VISITS, 'conclusion', words, query(state.removals), flaws, point=IDLE, states=True)",
        "Obligation(VISITS, 'conclusion', words, query(state.removals + 1000), flaws, point=IDLE, states=True)",
        "read",
    ),
    Cheat(
        "keys are immune that the first insertion returned",
        "identity",
        "_unbounded",
        "implies(all_of(never, retired), miss)",
        "implies(all_of(never, retired, equal(state.tracked_birth, 0)), miss)",
        "read",
    ),
    Cheat(
        "an insertion may be refused in a large space",
        "refinement",
        "answers",
        "no(room)",
        "any_of(no(room), before.space > 1000)",
        "read",
    ),
    Cheat(
        "two cases may apply if others lie between them",
        "terms",
        "one_of",
        "terms[:n]",
        "terms[max(0, n - 1):n]",
        "read",
    ),
    Cheat(
        "keys of late insertions need not be found",
        "invariant",
        "live_key_resolves",
        "state.tracked_live",
        "all_of(state.tracked_live, state.tracked_birth < 1000)",
        "read",
    ),
    Cheat(
        "the refinement is not asked",
        "obligations",
        "theory",
        "refinement_obligations(list_)",
        "()",
        "read",
    ),
    Cheat(
        "elements of far positions may change",
        "refinement",
        "_goal",
        "implies(contract.resolves, equal(shown.element, contract.element))",
        "implies(all_of(contract.resolves, PROBE[0] < 4), equal(shown.element, contract.element))",
        "far",
    ),
    Cheat(
        "giving memory back costs nothing, by the mended rule",
        "movement",
        "_mended_program",
        "replace(state, allocated=2 * state.space, moved=state.moved + state.opened)",
        "replace(state, allocated=2 * state.space)",
        "repaired",
    ),
    Cheat(
        "U7: a contradiction in each negation",
        "query",
        "Query.negated",
        "{**(where or {}), **self.assertions()}",
        '{**(where or {}), **self.assertions(), "again": skolemized(self.goal)}',
        "counts_agree/remove_from_q1",
    ),
)


def complaints() -> list[str]:
    """What the ledger has to say."""
    assertions, obligations = theory()
    return list(Ledger(assertions, obligations, ASSUMPTIONS).complaints())


def failed(name: str) -> bool:
    """Whether an obligation, or a check, fails the run."""
    if not name:
        return complaints() != []
    if name == "held":
        return not run_check(Check("held", 0))[0]
    if name == "read":
        return not run_check(Check("read"))[0]
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
        wandered(4000, seed=1)
        explored(Parameters(truncate=Truncate.NEVER, capacity=8, index_bits=3), 3000)
    except DisagreementError:
        return False
    finally:
        vars(FORMULAS).update(own)
    return True


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda each: each.what)
def test_edit_fails_the_run(cheat: Cheat) -> None:
    """And without it nothing fails."""
    assert fails_without(cheat.fails) is False
    with in_force(f"stablelist_proofs.smt.{cheat.module}", cheat.edit):
        prove.whole.cache_clear()
        assert failed(cheat.fails)
    prove.whole.cache_clear()


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
    """Neither of them."""
    for solver in ("z3", "cvc5"):
        with monkeypatch.context() as patched:
            patched.setitem(solvers.SOLVERS, solver, lambda *_: ("unknown", 1))
            assert failed("counts_agree/remove_from_q1")

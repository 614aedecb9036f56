"""The obligations of a dyadic list as a set: nothing is left out, nothing is vacuous, every name is one."""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest

from stablelist_proofs.core.discharge import discharge
from stablelist_proofs.core.obligation import Obligation
from stablelist_proofs.core.solvers import Answer, ask
from stablelist_proofs.prove import Check, run_check
from stablelist_proofs.systems.dyadic.flaws import WRONG_LINES
from stablelist_proofs.systems.dyadic.instance import INSTANCES
from stablelist_proofs.systems.dyadic.system import DYADIC
from stablelist_proofs.systems.registry import all_obligations, system_of
from stablelist_spec.systems.dyadic.invariants import INVARIANTS

OBLIGATIONS: Final = DYADIC.theory().obligations


def test_each_has_a_name_of_its_own_and_a_planted_defect() -> None:
    """None is believed without having been seen to fail."""
    counted = Counter(each.name for each in OBLIGATIONS)
    assert {name for name, count in counted.items() if count > 1} == set()
    assert [each.name for each in OBLIGATIONS if not each.flaws] == []


def test_titles_are_told_apart_from_those_of_a_stable_list() -> None:
    """A run proves both."""
    titles = [each.name for each in all_obligations()]
    assert len(set(titles)) == len(titles)
    of_dyadic = [title for title in titles if system_of(title) is DYADIC]
    assert of_dyadic == [f"dyadic/{each.name}" for each in OBLIGATIONS]


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


def test_every_invariant_of_the_model_is_proved() -> None:
    """One name on both storeys."""
    assert set(INVARIANTS) <= {each.sentence for each in OBLIGATIONS}


def test_every_mistake_in_the_catalogue_is_planted() -> None:
    """A wrong line whose clause or step is misspelt would be planted nowhere."""
    planted = {(each.name, flaw.words) for each in OBLIGATIONS for flaw in each.flaws}
    lines = {(f"{line.noticed_by}/{line.move}", line.words) for line in WRONG_LINES}
    assert lines <= planted


@pytest.mark.parametrize("kind", ["ledger", "asked", "extent"])
def test_the_books_are_in_order(kind: str) -> None:
    """Hypotheses, texts, and what everything is claimed of."""
    well, line = run_check(Check(kind, system="dyadic"))
    assert well, line
    assert "dyadic: " in line


WHOLE: Final = (
    "retired_key_never_resolves/remove_from_block",
    "free_lists_are_acyclic/add_reuse",
    "insertion_takes_the_lowest_block_with_room/add_append",
    "every_step_changes_one_cell_and_one_block_at_most/remove_empties_top",
    "space_is_at_most_twice_the_highest_live_position/after_truncation_ends",
    "blocks_are_dropped_at_most_once_per_block_added/conclusion",
    "every_step_refines_the_contract/truncation_drops",
    "masks_name_the_blocks_with_room_and_with_elements/add_reuse",
    "dropping_passes_empty_blocks_only/truncation_drops",
    "every_operation_has_constant_bookkeeping/once_truncation_frees",
    "every_operation_has_constant_bookkeeping/remove_with_truncation",
    "masks_fit_into_one_word/conclusion",
    "reserve_finds_the_least_space_with_room/reserve_allocates",
    "record_of_a_block_without_opened_cells_is_empty/clear",
    "growth_moves_at_most_two_cells_per_insertion/add_grow_moving",
)
"""One of each kind, which is asked of both solvers, with all its defects."""


@pytest.mark.parametrize("name", WHOLE)
def test_it_is_proved_by_both(name: str) -> None:
    """Satisfiable, every piece of its goal needed, every defect noticed."""
    (obligation,) = (each for each in OBLIGATIONS if each.name == name)
    discharged = discharge(obligation, INSTANCES)
    assert discharged.proved
    assert discharged.noticed == len(discharged.defects)


@pytest.mark.parametrize("obligation", OBLIGATIONS, ids=lambda each: each.name)
def test_z3_proves_it(obligation: Obligation) -> None:
    """Quick; both solvers and every planted defect are asked by `stablelist_proofs.prove`."""
    assert ask("z3", obligation.query.negated()).answer is Answer.UNSAT

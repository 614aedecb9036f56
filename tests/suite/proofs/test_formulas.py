"""A clause that is left out of the invariant for the solvers is noticed: proofs fail, or a defect is not refuted."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Final, NamedTuple

import pytest

from stablelist_proofs.core.discharge import smallest
from stablelist_proofs.core.obligation import Obligation
from stablelist_proofs.core.solvers import Answer, ask
from stablelist_proofs.edits import Edit
from stablelist_proofs.systems.stable_list.instance import INSTANCES
from stablelist_proofs.systems.stable_list.obligations import obligations
from suite.planting import in_force

pytestmark = pytest.mark.soak


class Hole(NamedTuple):
    """A weaker version of a clause, in the invariant or in the contract's statement about an answer."""

    within: str
    before: str
    after: str
    why: str
    noticed_by: str

    def __str__(self) -> str:
        return f"{self.within}: {self.why}"

    @property
    def in_force(self) -> AbstractContextManager[None]:
        """The context in which the weaker clause is in force."""
        module = MODULES.get(self.within, "systems.stable_list.invariant")
        edit = Edit(within=self.within, before=self.before, after=self.after)
        return in_force(f"stablelist_proofs.{module}", edit)


MODULES: Final = {
    "Step.answers": "core.refinement",
    "retired_key_never_resolves": "core.stamps",
}
"""The place of a definition, if it is not in the invariant."""

UNPROVED: Final = (
    Hole(
        "partitions_tile_the_element_space",
        "equal(q2.start, quarter)",
        "equal(q2.start, q2.start)",
        "q2 may begin anywhere.",
        "free_lists_are_disjoint/q1_and_q2",
    ),
    Hole(
        "opened_cells_form_a_prefix",
        "any_of(equal(h2.opened, 0), equal(q2.opened, q2.size))",
        "all_of()",
        "h2 may be opened before q2 is.",
        "counts_agree/add_append_q1",
    ),
)
UNREFUTED: Final = (
    Hole(
        "counts_agree",
        "equal(p.live, below(p.end) - below(p.start))",
        "all_of()",
        "A partition may count anything.",
        "counts_agree/new_list",
    ),
    Hole(
        "retired_key_never_resolves",
        "later = implies(all_of(index < state.opened, state.has(index)), state.born(index) > birth)",
        "later = all_of()",
        "Where a retired key points, its own element may lie.",
        "retired_key_never_resolves/remove_from_q1",
    ),
    Hole(
        "Step.answers",
        "return no(room)",
        "return all_of()",
        "An insertion may be refused at any time.",
        "every_step_refines_the_contract/add_index_range_full",
    ),
    Hole(
        "Step.answers",
        "all_of(room, no(before.resolves(*answer)))",
        "no(before.resolves(*answer))",
        "An insertion may succeed without an index.",
        "every_step_refines_the_contract/add_reuse_q1",
    ),
    Hole(
        "Step.answers",
        "all_of(room, no(before.resolves(*answer)))",
        "room",
        "An insertion may answer the key of an element.",
        "every_step_refines_the_contract/add_append_q1",
    ),
    Hole(
        "Step.answers",
        "return no(found)",
        "return all_of()",
        "A removal may find nothing at any time.",
        "every_step_refines_the_contract/remove_stale",
    ),
    Hole(
        "Step.answers",
        "all_of(found, equal(answer[0], before.element(INDEX)))",
        "found",
        "A removal may answer any element.",
        "every_step_refines_the_contract/remove_from_q2",
    ),
    Hole(
        "Step.answers",
        "all_of(found, equal(answer[0], before.element(INDEX)))",
        "equal(answer[0], before.element(INDEX))",
        "A removal may answer what a retired key left behind.",
        "every_step_refines_the_contract/remove_from_h2_last",
    ),
    Hole(
        "Step.answers",
        "return all_of(found, answer[0])",
        "return all_of()",
        "A replacement may answer yes or no.",
        "every_step_refines_the_contract/replace_live",
    ),
)


def obligation(name: str) -> Obligation:
    """An obligation by its name, for the invariant that is in force."""
    (found,) = (each for each in obligations() if each.name == name)
    return found


def proved(name: str) -> bool:
    """Whether Z3 proves an obligation."""
    return ask("z3", obligation(name).query.negated()).answer is Answer.UNSAT


@pytest.mark.parametrize("hole", UNPROVED, ids=str)
def test_what_rests_on_a_clause_is_not_proved_without_it(hole: Hole) -> None:
    """If one part of an inductive invariant says less, less can be proved."""
    assert proved(hole.noticed_by)
    with hole.in_force:
        assert not proved(hole.noticed_by)


@pytest.mark.parametrize("hole", UNREFUTED, ids=str)
def test_defect_passes_where_a_clause_says_less(hole: Hole) -> None:
    """An unrefuted defect makes the run fail."""
    assert unrefuted(hole.noticed_by) == []
    with hole.in_force:
        assert unrefuted(hole.noticed_by) != []


def unrefuted(name: str) -> list[str]:
    """The planted defects of an obligation that no small list refutes."""
    flaws = obligation(name).flaws
    return [flaw.words for flaw in flaws if smallest(flaw.query.counterexample, INSTANCES) == 0]

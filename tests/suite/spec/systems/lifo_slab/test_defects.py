"""Planted defects of the slab: each is noticed, and by whom."""

from __future__ import annotations

import pytest

from stablelist_proofs.edits import Edit
from stablelist_spec.systems.lifo_slab import MODEL, Configuration, model, observer
from suite.planting import in_force
from suite.spec.systems.lifo_slab.naive import NaiveSlab
from suite.spec.systems.living import NAIVE, REFINEMENT, UNKNOWN_LABEL, Life
from suite.spec.systems.planting import Planted

GROWS, FIXED = Configuration(), Configuration(2)


def edit(within: str, before: str, after: str) -> Edit:
    """A change of one function."""
    return Edit(within=within, before=before, after=after)


DEFECTS = (
    Planted(
        "a cell is appended although there is a vacancy",
        edit("insert", "head is None", "head is None or state.live"),
        "extend:2 remove:0 add",
        NAIVE,
        GROWS,
    ),
    Planted(
        "the last cell is dropped when it becomes vacant",
        edit(
            "vacate", "state._replace(live=state.live - 1, head=position, cells=cells, cost=cost)",
            "shrink_to_fit(state._replace(live=state.live - 1, head=position, cells=cells, cost=cost)).state",
        ),
        "extend:2 remove:1",
        NAIVE,
        GROWS,
    ),
    Planted(
        "vacancies are listed anew, highest first",
        edit("shrink_to_fit", "enumerate(state.cells[:end])", "reversed([*enumerate(state.cells[:end])])"),
        "extend:4 remove:0..1 remove:3 shrink_to_fit",
        NAIVE,
        GROWS,
    ),
    Planted(
        "vacancies are listed anew although the last cell is live",
        edit("shrink_to_fit", "end == state.opened", "end > state.opened"),
        "extend:3 remove:0..1 shrink_to_fit",
        NAIVE,
        GROWS,
    ),
    Planted(
        "clear keeps the head",
        edit(
            "clear", "state._replace(live=0, head=None, cells=(), cost=cost)",
            "state._replace(live=0, cells=(), cost=cost)",
        ),
        "extend:2 remove:0 clear",
        "free_lists_are_acyclic",
        GROWS,
    ),
    Planted(
        "the head is not advanced",
        edit("insert", "successor(state.cells, head)", "head"),
        "add remove:0 add",
        "free_lists_are_acyclic",
        GROWS,
    ),
    Planted(
        "the rest of the free list is forgotten",
        edit("vacate", "Not(state.head)", "Not(None)"),
        "extend:2 remove:0..1",
        "free_lists_are_complete",
        GROWS,
    ),
    Planted(
        "a removal is not counted",
        edit("vacate", "state.live - 1", "state.live"),
        "extend:2 remove:0",
        "counts_agree",
        GROWS,
    ),
    Planted(
        "one element too many",
        edit("has_room", "state.live + additional <= capacity", "state.live + additional <= capacity + 1"),
        "add*3",
        "capacity_is_kept",
        FIXED,
    ),
    Planted(
        "elements bear ids",
        edit("insert", "Has(element, 0)", "Has(element, 1)"),
        "add",
        "elements_bear_no_id",
        GROWS,
    ),
    Planted(
        "the key is that of the cell before",
        edit("insert", "Key(state.opened, 0)", "Key(state.opened - 1, 0)"),
        "add",
        "live_key_resolves",
        GROWS,
    ),
    Planted(
        "the number of elements is inserted",
        edit("insert", "Has(element, 0)", "Has(state.live, 0)"),
        "add remove:0 add",
        REFINEMENT,
        GROWS,
    ),
    Planted(
        "a label of StableList's",
        edit("placed", "'add_append'", "'add_append_q1'"),
        "add",
        UNKNOWN_LABEL,
        GROWS,
    ),
)  # fmt: skip


def test_every_invariant_has_a_defect_that_breaks_it() -> None:
    """The same holds for each of the other checks."""
    noticed = {defect.noticed for defect in DEFECTS}
    assert noticed == MODEL.invariants.keys() | {NAIVE, REFINEMENT, UNKNOWN_LABEL}


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.what)
def test_defect_is_noticed(defect: Planted) -> None:
    """Its program shows the defect, and shows nothing wrong without it."""
    right, wrong = (
        Life(MODEL, defect.configuration, NaiveSlab(defect.configuration), None) for _ in range(2)
    )
    right.run(defect.program)
    module = observer if defect.noticed == UNKNOWN_LABEL else model
    with in_force(module.__name__, defect.edit):
        wrong.run(defect.program)
    assert right.wrong == []
    assert defect.noticed in wrong.wrong

"""Planted defects of a vector of shared cells: each is noticed."""

from __future__ import annotations

import pytest

from stablelist_proofs.edits import Edit
from stablelist_spec.parts import vacancies
from stablelist_spec.parts.vectors import Removal
from stablelist_spec.systems import shared_vec
from stablelist_spec.systems.shared_vec import SHARED_VEC, Configuration
from suite.planting import in_force
from suite.spec.systems.beside import CONTRACT, NAIVE, Beside
from suite.spec.systems.planting import Planted
from suite.spec.systems.shared_vec.naive import NaiveShared

SHIFT, SWAP = (Configuration(0, Removal.SHIFT), Configuration(0, Removal.SWAP))


def edit(within: str, before: str, after: str) -> Edit:
    """An edit of a function or method."""
    return Edit(within=within, before=before, after=after)


DEFECTS = (
    Planted(
        "a key outlives its element", edit("Never.given", "Not(None)", "state.cells[slot - 1]"),
        "add*2 remove:1 at:1", "retired_key_never_resolves", SHIFT,
    ),
    Planted(
        "a vacant cell is listed",
        edit("Never.given", "state._replace(cells=with_cell(state.cells, slot, Not(None)))",
             "state._replace(head=slot, cells=with_cell(state.cells, slot, Not(None)))"),
        "add remove:0", "no_vacancy_is_listed", SHIFT,
    ),
    Planted(
        "the vector keeps what was removed",
        edit("Vector.displaced", "state._replace(order=rest, cost=cost)", "state._replace(cost=cost)"),
        "add remove:0", "dense_array_has_each_element_once", SHIFT,
    ),
    Planted(
        "a swap shifts", edit("Vector.displaced", "state.configuration.removal", "Removal.SHIFT"),
        "add*3 remove:0", NAIVE, SWAP,
    ),
    Planted(
        "the place of the element is not counted",
        edit("Vector.displaced", "spent.visits + place + 1", "spent.visits + place"),
        "add remove:0", NAIVE, SHIFT,
    ),
    Planted(
        "dropped places are not counted", edit("gone", "spent.dropped + count", "spent.dropped"),
        "add clear", NAIVE, SHIFT,
    ),
    Planted(
        "clear does not count down", edit("gone", "state.live - count", "state.live"),
        "add clear", "counts_agree", SHIFT,
    ),
    Planted(
        "retain removes what should stay",
        edit("Shared.retain", "element % modulus != residue", "element % modulus == residue"),
        "add*3 retain:2:0", CONTRACT, SHIFT,
    ),
    Planted(
        "retain counts every reference that stays",
        edit("Shared.retain", "len(stays) - len(rejected) - first", "len(stays) - len(rejected)"),
        "add*3 retain:2:0", NAIVE, SHIFT,
    ),
    Planted(
        "drained from the end", edit("Vector.drained", "state.order", "state.order[::-1]"),
        "add*2 drain", NAIVE, SHIFT,
    ),
    Planted(
        "sorting moves the elements",
        edit("sort", "state._replace(order=order, cost=cost)",
             "state._replace(cells=tuple(state.cells[i] for i in order), cost=cost)"),
        "add*3 sort:2", CONTRACT, SHIFT,
    ),
    Planted(
        "sorted by serial numbers",
        edit("sort", "[element % modulus for _, element in items(state)]",
             "[key.index % modulus for key, _ in items(state)]"),
        "add*2 replace:0:4 sort:9", NAIVE, SHIFT,
    ),
    Planted(
        "a reference is lost",
        edit("sort", "state._replace(order=order, cost=cost)", "state._replace(order=order[:-1], cost=cost)"),
        "add sort:1", "dense_array_has_each_element_once", SHIFT,
    ),
    Planted(
        "sorting counts no moves", edit("sort", "state.cost.moved + moved", "state.cost.moved"),
        "add*3 sort:2", NAIVE, SHIFT,
    ),
)  # fmt: skip


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.what)
def test_defect_is_noticed(defect: Planted) -> None:
    """Its program shows the defect, and shows nothing wrong without it."""
    chosen = defect.configuration
    right, wrong = (Beside(SHARED_VEC, chosen, NaiveShared(chosen)) for _ in range(2))
    right.run(defect.program)
    module = vacancies if defect.edit.within.startswith("Never") else shared_vec
    with in_force(module.__name__, defect.edit):
        wrong.run(defect.program)
    assert right.wrong == []
    assert defect.noticed in wrong.wrong

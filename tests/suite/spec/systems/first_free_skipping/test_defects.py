"""Planted defects of regions: each is noticed, and by whom."""

from __future__ import annotations

import pytest

from stablelist_proofs.edits import Edit
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems.first_free_skipping import MODEL, model, observer, regions
from suite.spec.systems.living import NAIVE, UNKNOWN_LABEL
from suite.spec.systems.planting import Planted
from suite.spec.systems.variants import noticed

LIST = Parameters(id_bits=8, index_bits=8)
ENDS, ITERATION = "region_has_its_length_at_both_ends", "iteration_visits_one_cell_of_each_region"


def edit(within: str, before: str, after: str) -> Edit:
    """A change of one function."""
    return Edit(within=within, before=before, after=after)


IN_REGIONS = (
    Planted(
        "the other end is one cell too far, as the thesis has it",
        edit("written", "start + size - 1", "min(start + size, len(cells) - 1)"),
        "extend:5 remove:2 remove:1", "counts_agree", LIST,
    ),
    Planted(
        "only one end is written",
        edit("written", "changed[start] = changed[start + size - 1] = Not(size)", "changed[start] = Not(size)"),
        "extend:5 remove:1 remove:2", ENDS, LIST,
    ),
    Planted(
        "the region after the vacancy does not join",
        edit("extended", "length(cells, position + 1)", "0"),
        "extend:5 remove:2 remove:1", ENDS, LIST,
    ),
    Planted(
        "a region does not get shorter",
        edit("shortened", "written(cells, position + 1, size - 1)", "cells"),
        "extend:6 remove:1..3 add", ENDS, LIST,
    ),
    Planted(
        "iteration visits every vacancy",
        edit("visited", "max(1, length(cells, position))", "1"),
        "extend:5 remove:1..2", ITERATION, LIST,
    ),
    Planted(
        "the region before the last cell stays",
        edit("ending", "last - size", "last"),
        "extend:5 remove:3 remove:4", "cells_end_with_an_element", LIST,
    ),
    Planted(
        "every vacancy of the region is a visit",
        edit("ending", "min(size, 1)", "size"),
        "extend:5 remove:2..4", NAIVE, LIST,
    ),
)  # fmt: skip

IN_STEPS = (
    Planted(
        "a label that is a first-free list's no more",
        edit("left", "'remove_extends_region'", "'remove_prolongs_region'"),
        "extend:5 remove:1..2", UNKNOWN_LABEL, LIST,
    ),
    Planted(
        "a vacancy is filled, but its region has the old length",
        edit("insert", "after._replace(cells=regions.shortened(after.cells, vacant, size))", "after"),
        "extend:6 remove:1..3 add", ENDS, LIST,
    ),
    Planted(
        "a new vacancy has no length",
        edit("vacate", "after._replace(cells=regions.extended(after.cells, position))", "after"),
        "extend:3 remove:1", ENDS, LIST,
    ),
)  # fmt: skip


def test_every_invariant_of_regions_has_a_defect_that_breaks_it() -> None:
    """The others are broken by defects of the first-free list."""
    assert {ENDS, ITERATION} <= {defect.noticed for defect in IN_REGIONS}


@pytest.mark.parametrize("defect", IN_REGIONS, ids=lambda defect: defect.what)
def test_defect_of_a_region_is_noticed(defect: Planted) -> None:
    """Its program shows the defect, and shows nothing wrong without it."""
    assert defect.noticed in noticed(MODEL, regions.__name__, defect)


@pytest.mark.parametrize("defect", IN_STEPS, ids=lambda defect: defect.what)
def test_defect_of_a_step_is_noticed(defect: Planted) -> None:
    """Its program shows the defect, and shows nothing wrong without it."""
    module = observer if defect.noticed == UNKNOWN_LABEL else model
    assert defect.noticed in noticed(MODEL, module.__name__, defect)

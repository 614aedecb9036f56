"""Planted defects of the deferred list's own steps: each is noticed, and by whom."""

from __future__ import annotations

import pytest

from stablelist_proofs.edits import Edit
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems.deferred import MODEL, model, observer
from suite.spec.systems.living import NAIVE, REFINEMENT, UNKNOWN_LABEL
from suite.spec.systems.planting import Planted
from suite.spec.systems.variants import noticed

LIST = Parameters(id_bits=8, index_bits=8)
MEMORY = Parameters(truncate=Truncate.MEMORY, id_bits=8, index_bits=8)
ONCE = "extend:9 remove:3 remove:0 remove:2 remove:1 remove:5 remove:8"
TWICE = (
    "extend:33 remove:8..31 remove:6 remove:4 remove:7 remove:2 remove:0 remove:3 remove:32 add*9"
)


def edit(within: str, before: str, after: str) -> Edit:
    """A change of one function."""
    return Edit(within=within, before=before, after=after)


DEFECTS = (
    Planted(
        "only one halving",
        edit("final_space", "while needed <= space // 2 and state.parameters.may_halve(space):\n    space //= 2",
             "if needed <= space // 2 and state.parameters.may_halve(space):\n    space //= 2"),
        "extend:17 remove:2..16", "cascade_leaves_h2_live", LIST,
    ),
    Planted(
        "the highest element is cut off",
        edit("final_space", "max(elements, default=-1) + 1", "max(elements, default=0)"),
        "extend:17 remove:5..16", REFINEMENT, LIST,
    ),
    Planted(
        "a space below the minimum",
        edit("final_space", "state.parameters.may_halve(space)", "space > 4"),
        "extend:17 remove:2..16", "partitions_tile_the_element_space",
        Parameters(minimum=8, id_bits=8, index_bits=8),
    ),
    Planted(
        "truncation in mode NEVER",
        edit("truncated", "state.parameters.truncate is Truncate.NEVER", "False"),
        "extend:5 remove:4", NAIVE, Parameters(truncate=Truncate.NEVER, id_bits=8, index_bits=8),
    ),
    Planted(
        "what is left of q1's list is reversed",
        edit("dealt_out", "[position for position in walked if position < q1.end]",
             "[position for position in walked if position < q1.end][::-1]"),
        ONCE, NAIVE, LIST,
    ),
    Planted(
        "q2's part keeps its order",
        edit("dealt_out", "[position for position in walked if position >= q1.end][::-1]",
             "[position for position in walked if position >= q1.end]"),
        ONCE, NAIVE, LIST,
    ),
    Planted(
        "the list of the new h2 is forgotten",
        edit("dealt_out", "[position for position in pushed if q2.end <= position < h2.end]", "[]"),
        TWICE, "free_lists_are_complete", LIST,
    ),
    Planted(
        "an entry beyond q2 in q2's list",
        edit("dealt_out", "[position for position in pushed if position < q2.end]",
             "[position for position in pushed if position <= q2.end]"),
        "extend:33 remove:8..31 remove:4 remove:32", "free_lists_stay_in_their_partition", LIST,
    ),
    Planted(
        "the old q2 is always the new h2",
        edit("dealt_out", "old_q2 if once else with_free(h2, h2.size, to_h2)", "old_q2"),
        TWICE.removesuffix(" add*9"), "partitions_tile_the_element_space", LIST,
    ),
    Planted(
        "the new h2 is always made of q1's list",
        edit("dealt_out", "old_q2 if once else with_free(h2, h2.size, to_h2)", "with_free(h2, h2.size, to_h2)"),
        ONCE, "counts_agree", LIST,
    ),
    Planted(
        "entries that are dropped are not counted as visits",
        edit("dealt_out", "state.cost.visits + len(walked)", "state.cost.visits + len(stay + to_q2 + to_h2)"),
        "extend:17 remove:2..16", NAIVE, LIST,
    ),
    Planted(
        "each halving visits",
        edit("dealt_out", "state.cost.visits + len(walked)", "state.cost.visits + 2 * len(walked)"),
        "extend:9 remove:0..3 remove:8", "visits_never_exceed_removals", LIST,
    ),
    Planted(
        "cells beyond the space are kept",
        edit("dealt_out", "state.cells[:space]", "state.cells"),
        "extend:5 remove:4", "opened_cells_form_a_prefix", LIST,
    ),
    Planted(
        "memory is freed without a move",
        edit("truncated", "reallocated(after)", "after._replace(allocated=after.space)"),
        "extend:5 remove:4", NAIVE, MEMORY,
    ),
    Planted(
        "memory is freed at each halving",
        edit("truncated", "reallocated(after)", "reallocated(reallocated(after))"),
        "extend:17 remove:2..16", NAIVE, MEMORY,
    ),
    Planted(
        "a label of its own",
        edit("dealt", "'truncate_drops_entries'", "'truncate_drops'"),
        "extend:17 remove:2..16", UNKNOWN_LABEL, LIST,
    ),
)  # fmt: skip


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.what)
def test_defect_is_noticed(defect: Planted) -> None:
    """Its program shows the defect, and shows nothing wrong without it."""
    module = observer if defect.noticed == UNKNOWN_LABEL else model
    assert defect.noticed in noticed(MODEL, module.__name__, defect)

"""Planted defects of the dyadic list: each is noticed, and by whom."""

from __future__ import annotations

import pytest

from stablelist_proofs.edits import Edit
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems.dyadic import MODEL, model, observer
from suite.spec.systems.living import NAIVE, REFINEMENT, UNKNOWN_LABEL
from suite.spec.systems.planting import Planted
from suite.spec.systems.variants import noticed

LIST = Parameters(id_bits=4, index_bits=5)
ROOMY = Parameters(capacity=16, id_bits=4, index_bits=5)
MEMORY = Parameters(truncate=Truncate.MEMORY, id_bits=4, index_bits=5)


def edit(within: str, before: str, after: str) -> Edit:
    """A change of one function."""
    return Edit(within=within, before=before, after=after)


DEFECTS = (
    Planted(
        "truncation stops after one block",
        edit(
            "without_empty_tops",
            "while len(blocks) > 1 and blocks[-1].live == 0:\n    blocks = blocks[:-1]",
            "if len(blocks) > 1 and blocks[-1].live == 0:\n    blocks = blocks[:-1]",
        ),
        "extend:9 remove:4..8",
        "truncation_leaves_the_top_block_live",
        LIST,
    ),
    Planted(
        "truncation of a list whose top was never used",
        edit("vacate", "which == top", "which <= top"),
        "add remove:0",
        NAIVE,
        ROOMY,
    ),
    Planted(
        "truncation that counts a visit",
        edit(
            "truncated", "without_empty_tops(state)",
            "(after := without_empty_tops(state))._replace(cost=after.cost._replace(visits=1))",
        ),
        "extend:5 remove:4",
        "truncation_visits_nothing",
        LIST,
    ),
    Planted(
        "cells of a dropped block are kept",
        edit("without_empty_tops", "state.cells[: blocks[-1].end]", "state.cells"),
        "extend:5 remove:4",
        "opened_cells_form_a_prefix",
        LIST,
    ),
    Planted(
        "memory is freed without a move",
        edit("truncated", "reallocated(after)", "after._replace(allocated=after.space)"),
        "extend:5 remove:4",
        NAIVE,
        MEMORY,
    ),
    Planted(
        "memory is freed for each block that is dropped",
        edit(
            "truncated", "return reallocated(after) if memory else after",
            "for _ in range(len(state.partitions) - len(after.partitions)):\n    after = reallocated(after)\n"
            "return after",
        ),
        "extend:9 remove:4..8",
        NAIVE,
        MEMORY,
    ),
    Planted(
        "the highest block with room comes first",
        edit(
            "insert", "enumerate(state.partitions)", "reversed([*enumerate(state.partitions)])"
        ),
        "extend:5 remove:1 add",
        NAIVE,
        LIST,
    ),
    Planted(
        "the second block is as long as half of the first",
        edit("grown", "Partition(space, space, 0, 0, None)", "Partition(space, space // 2, 0, 0, None)"),
        "extend:5",
        "blocks_tile_the_element_space",
        LIST,
    ),
    Planted(
        "growth allocates a few cells more",
        edit(
            "grown",
            "after._replace(allocated=after.space, cost=cost)",
            "after._replace(allocated=after.space + 4, cost=cost)",
        ),
        "extend:5",
        "allocated_memory_is_the_space_doubled",
        LIST,
    ),
    Planted(
        "a vacancy of an upper block is listed in the base",
        edit(
            "vacated", "with_block(state, which, changed)",
            "with_block(state, which, changed) if which == 0 else "
            "(state.partitions[0]._replace(head=position), *state.partitions[1:])",
        ),
        "extend:6 remove:5",
        "free_lists_stay_in_their_partition",
        LIST,
    ),
    Planted(
        "the head is not advanced",
        edit("occupied", "successor(state.cells, block.head)", "block.head"),
        "add remove:0 add",
        "free_lists_are_acyclic",
        LIST,
    ),
    Planted(
        "the rest of a free list is forgotten",
        edit("vacated", "Not(block.head)", "Not(None)"),
        "extend:2 remove:0..1",
        "free_lists_are_complete",
        LIST,
    ),
    Planted(
        "a removal is not counted",
        edit("vacated", "block.live - 1", "block.live"),
        "extend:2 remove:0",
        "counts_agree",
        LIST,
    ),
    Planted(
        "every element has the same id",
        edit("occupied", "state.parameters.next_id(state.next_id)", "state.next_id"),
        "extend:2",
        "live_ids_are_distinct",
        LIST,
    ),
    Planted(
        "a cell bears the id after the one in the key",
        edit("occupied", "Has(element, state.next_id)", "Has(element, state.next_id + 1)"),
        "add",
        "live_key_resolves",
        LIST,
    ),
    Planted(
        "ids start over when the list is cleared",
        edit("clear", "state.parameters.least_space", "(state := state._replace(next_id=0)).parameters.least_space"),
        "add clear add",
        "retired_key_never_resolves",
        LIST,
    ),
    Planted(
        "another element is inserted",
        edit("occupied", "Has(element, state.next_id)", "Has(element + 1, state.next_id)"),
        "add",
        REFINEMENT,
        LIST,
    ),
    Planted(
        "a label of StableList's",
        edit("placed", "'append'", "'append_q1'"),
        "add",
        UNKNOWN_LABEL,
        LIST,
    ),
)  # fmt: skip

IMPLIED = {"free_lists_are_disjoint"}
"""What cannot break alone: two lists that share a cell are not both in their own block."""


def test_every_invariant_has_a_defect_that_breaks_it() -> None:
    """The same holds for each of the other checks."""
    noticed = {defect.noticed for defect in DEFECTS}
    assert noticed == (MODEL.invariants.keys() - IMPLIED) | {NAIVE, REFINEMENT, UNKNOWN_LABEL}


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.what)
def test_defect_is_noticed(defect: Planted) -> None:
    """Its program shows the defect, and shows nothing wrong without it."""
    module = observer if defect.noticed == UNKNOWN_LABEL else model
    assert defect.noticed in noticed(MODEL, module.__name__, defect)

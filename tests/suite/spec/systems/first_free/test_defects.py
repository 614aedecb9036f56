"""Planted defects of the first-free list: each is noticed, and by whom."""

from __future__ import annotations

import pytest

from stablelist_proofs.edits import Edit
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems.first_free import MODEL, model, observer, queue, state
from suite.spec.systems.living import NAIVE, REFINEMENT, UNKNOWN_LABEL
from suite.spec.systems.planting import Planted
from suite.spec.systems.variants import noticed

LIST = Parameters(id_bits=8, index_bits=8)
NEVER = Parameters(truncate=Truncate.NEVER, id_bits=8, index_bits=8)
MEMORY = Parameters(truncate=Truncate.MEMORY, id_bits=8, index_bits=8)


def edit(within: str, before: str, after: str) -> Edit:
    """A change of one function."""
    return Edit(within=within, before=before, after=after)


IN_STEPS = (
    Planted(
        "entries that were cut off are not forgotten",
        edit("append", "state._replace(cells=(*state.cells, live), queue=())",
             "state._replace(cells=(*state.cells, live))"),
        "extend:5 remove:3 remove:4 add", "queue_has_every_vacancy", LIST,
    ),
    Planted(
        "the last cell is queued as well",
        edit("truncated", "cut(state, end)", "queued(cut(state, end + 1), end)"),
        "extend:2 remove:1", "cells_end_with_an_element", LIST,
    ),
    Planted(
        "the vacancies before the last cell stay",
        edit("scanned", "isinstance(cells[end - 1], Not)", "False"),
        "extend:3 remove:1 remove:2", "cells_end_with_an_element", LIST,
    ),
    Planted(
        "one cell too many is dropped",
        edit("cut", "state.cells[:end]", "state.cells[: max(end - 1, 0)]"),
        "extend:3 remove:2", REFINEMENT, LIST,
    ),
    Planted(
        "the live cell that stops truncation is a visit, too",
        edit("scanned", "len(cells) - 1 - end", "len(cells) - end"),
        "extend:2 remove:1", NAIVE, LIST,
    ),
    Planted(
        "each vacancy that is passed is visited twice",
        edit("scanned", "len(cells) - 1 - end", "2 * (len(cells) - 1 - end)"),
        "extend:5 remove:0..4", "visits_never_exceed_removals", LIST,
    ),
    Planted(
        "a vacancy is not queued",
        edit("queued", "state._replace(cells=cells, queue=queue, cost=cost)", "state._replace(cells=cells, cost=cost)"),
        "extend:2 remove:0", "queue_has_every_vacancy", LIST,
    ),
    Planted(
        "a vacancy is queued twice",
        edit("queued", "pushed(state.queue, position)", "pushed(pushed(state.queue, position)[0], position)"),
        "extend:2 remove:0",
        "queue_has_no_entry_twice",
        LIST,
    ),
    Planted(
        "the space is halved while its upper half has an opened cell",
        edit("halved", "state.opened <= space // 2", "state.live <= space // 2"),
        "extend:9 remove:0..3 remove:8", "opened_cells_fit_a_lawful_space", LIST,
    ),
    Planted(
        "the space is halved below the opened cells",
        edit("halved", "state.opened <= space // 2", "state.opened <= space"),
        "extend:9 remove:8", "opened_cells_fit_a_lawful_space", LIST,
    ),
    Planted(
        "only one halving",
        edit("halved", "while state.opened <= space // 2 and state.parameters.may_halve(space):\n    space //= 2",
             "if state.opened <= space // 2 and state.parameters.may_halve(space):\n    space //= 2"),
        "extend:9 remove:1..8", NAIVE, LIST,
    ),
    Planted(
        "a space whose upper half was never used is halved",
        edit("truncated", "state.opened > state.space // 2", "True"),
        "add remove:0", NAIVE, Parameters(capacity=8, id_bits=8, index_bits=8),
    ),
    Planted(
        "truncation in mode NEVER",
        edit("without", "state.parameters.truncate is not Truncate.NEVER", "True"),
        "extend:2 remove:1", NAIVE, NEVER,
    ),
    Planted(
        "memory is freed without a move",
        edit("truncated", "reallocated(after)", "after._replace(allocated=after.space)"),
        "extend:5 remove:4", NAIVE, MEMORY,
    ),
    Planted(
        "growth allocates a few cells more",
        edit("append", "after._replace(allocated=after.space, cost=cost)",
             "after._replace(allocated=after.space + 4, cost=cost)"),
        "extend:5", "allocated_memory_is_the_space_doubled", LIST,
    ),
    Planted(
        "an insertion is not counted",
        edit("insert", "after._replace(live=state.live + 1, next_id=state.parameters.next_id(state.next_id))",
             "after._replace(next_id=state.parameters.next_id(state.next_id))"),
        "add", "counts_agree", LIST,
    ),
    Planted(
        "every element has the same id",
        edit("insert", "state.parameters.next_id(state.next_id)", "state.next_id"),
        "extend:2", "live_ids_are_distinct", LIST,
    ),
    Planted(
        "a cell bears the id after the one in the key",
        edit("insert", "Has(element, state.next_id)", "Has(element, state.next_id + 1)"),
        "add", "live_key_resolves", LIST,
    ),
    Planted(
        "ids start over when the list is cleared",
        edit("clear", "cut(state, 0)", "cut(state._replace(next_id=0), 0)"),
        "add clear add", "retired_key_never_resolves", LIST,
    ),
    Planted(
        "a label of StableList's",
        edit("left", "'remove_inside'", "'remove_from_q1'"),
        "extend:2 remove:0", UNKNOWN_LABEL, LIST,
    ),
)  # fmt: skip

ELSEWHERE = (
    Planted(
        "an entry rises one step only",
        edit("pushed", "at = parent", "break"),
        "extend:9 remove:7..1", "queue_is_a_heap", LIST,
    ),
    Planted(
        "an entry that sinks does not look at the second child",
        edit("popped", "child + 1 < len(entries)", "False"),
        "extend:9 remove:1 remove:5 remove:2 remove:6 remove:7 add*2", "queue_is_a_heap", LIST,
    ),
    Planted(
        "the comparison of the children is not counted",
        edit("popped", "compared += 1\nchild += entries[child + 1] < entries[child]",
             "child += entries[child + 1] < entries[child]"),
        "extend:9 remove:1..7 add", NAIVE, LIST,
    ),
    Planted(
        "an entry that was cut off is a vacancy",
        edit("lowest", "state.queue and state.queue[0] < state.opened", "state.queue"),
        "extend:4 remove:2..3 remove:1 add",
        REFINEMENT, LIST,
    ),
)  # fmt: skip


def test_every_invariant_has_a_defect_that_breaks_it() -> None:
    """The same holds for each of the other checks."""
    found = {defect.noticed for defect in (*IN_STEPS, *ELSEWHERE)}
    assert found == MODEL.invariants.keys() | {NAIVE, REFINEMENT, UNKNOWN_LABEL}


@pytest.mark.parametrize("defect", IN_STEPS, ids=lambda defect: defect.what)
def test_defect_of_a_step_is_noticed(defect: Planted) -> None:
    """Its program shows the defect, and shows nothing wrong without it."""
    module = observer if defect.noticed == UNKNOWN_LABEL else model
    assert defect.noticed in noticed(MODEL, module.__name__, defect)


@pytest.mark.parametrize("defect", ELSEWHERE, ids=lambda defect: defect.what)
def test_defect_of_the_queue_is_noticed(defect: Planted) -> None:
    """Its program shows the defect, and shows nothing wrong without it."""
    module = state if defect.edit.within == "lowest" else queue
    assert defect.noticed in noticed(MODEL, module.__name__, defect)

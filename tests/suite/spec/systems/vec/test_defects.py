"""Planted defects of a vector: each is noticed, and every check notices one."""

from __future__ import annotations

import pytest

from stablelist_proofs.edits import Edit
from stablelist_spec.parts import vectors
from stablelist_spec.parts.vectors import Removal
from stablelist_spec.systems.vec import VEC, Configuration, model, observer
from suite.planting import in_force
from suite.spec.systems.beside import NAIVE, UNKNOWN_LABEL, Beside
from suite.spec.systems.planting import Planted
from suite.spec.systems.vec.naive import NaiveVec

SHIFT, SWAP, POP, FULL = (
    Configuration(Removal.SHIFT),
    Configuration(Removal.SWAP),
    Configuration(Removal.POP),
    Configuration(Removal.SHIFT, 2),
)


def edit(within: str, before: str, after: str) -> Edit:
    """An edit of a function."""
    return Edit(within=within, before=before, after=after)


DEFECTS = (
    Planted(
        "elements bear ids", edit("insert", "Has(element, 0)", "Has(element, 1)"),
        "add", "elements_bear_no_id", SHIFT,
    ),
    Planted(
        "the key is that of the cell before", edit("insert", "Key(state.live, 0)", "Key(state.live - 1, 0)"),
        "add", NAIVE, SHIFT,
    ),
    Planted(
        "one element too many",
        edit("has_room", "state.live + additional <= capacity", "state.live + additional <= capacity + 1"),
        "add*3", "capacity_is_kept", FULL,
    ),
    Planted(
        "a removed cell stays as a vacancy",
        edit("shorter", "state._replace(cells=rest, cost=cost)", "state._replace(cells=(*rest, None), cost=cost)"),
        "add remove:0", "every_cell_is_live", SHIFT,
    ),
    Planted(
        "a label of the slab's", edit("placed", "'add_append'", "'add_reuse'"),
        "add", UNKNOWN_LABEL, SHIFT,
    ),
    Planted(
        "an element that stays is handed out",
        edit(
            "Vector.remove", "StepOf(state, None)", "StepOf(state, state.cells[key.index].element)",
        ),
        "add*2 remove:0", NAIVE, POP,
    ),
    Planted(
        "nothing is popped", edit("may_remove", "index >= state.live - 1", "index >= state.live"),
        "add remove:0", NAIVE, POP,
    ),
    Planted(
        "moves are not counted", edit("shorter", "spent.moved + moved", "spent.moved"),
        "add*2 remove:0", NAIVE, SHIFT,
    ),
    Planted(
        "drops are not counted", edit("clear", "state.cost.dropped + state.opened", "state.cost.dropped"),
        "add clear", NAIVE, SHIFT,
    ),
    Planted(
        "retain counts every element that stays", edit("Vector.retain", "len(rest) - first", "len(rest)"),
        "add*3 retain:2:0", NAIVE, SHIFT,
    ),
    Planted(
        "sorted in reverse", edit("sort", "element % modulus", "-element % modulus"),
        "add*4 sort:3", NAIVE, SHIFT,
    ),
    Planted(
        "sorted by the elements themselves", edit("sort", "element % modulus", "element"),
        "add*3 sort:2", NAIVE, SHIFT,
    ),
    Planted(
        "sorting counts no moves", edit("sort", "state.cost.moved + moved", "state.cost.moved"),
        "add*3 sort:2", NAIVE, SHIFT,
    ),
    Planted(
        "the last element is lost",
        edit("sort", "state._replace(cells=cells, cost=cost)", "state._replace(cells=cells[:-1], cost=cost)"),
        "add sort:1", NAIVE, SHIFT,
    ),
)  # fmt: skip

MOVES = (
    Planted(
        "a shift leaves the last element behind",
        edit("without", "(*vector[:place], *vector[place + 1 :])", "(*vector[:place], *vector[place + 1 : -1])"),
        "add*3 remove:0", NAIVE, SHIFT,
    ),
    Planted(
        "a swap shifts", edit("without", "removal is Removal.SWAP", "removal is Removal.POP"),
        "add*3 remove:0", NAIVE, SWAP,
    ),
    Planted(
        "equal ones are reversed",
        edit("in_order", "range(len(vector))", "reversed(range(len(vector)))"),
        "add*3 sort:2", NAIVE, SHIFT,
    ),
    Planted(
        "the last element is not sorted",
        edit("in_order", "sorted(range(len(vector)), key=ranks.__getitem__)",
             "[*sorted(range(len(vector) - 1), key=ranks.__getitem__), len(vector) - 1][:len(vector)]"),
        "add*3 sort:2", NAIVE, SHIFT,
    ),
    Planted(
        "an element that stays is counted", edit("in_order", "now != before", "True"),
        "add*3 sort:2", NAIVE, SHIFT,
    ),
)  # fmt: skip


def test_every_check_has_a_defect() -> None:
    """Every invariant, the labels, and the naive implementation."""
    noticed = {defect.noticed for defect in DEFECTS}
    assert noticed == VEC.invariants.keys() | {NAIVE, UNKNOWN_LABEL}


@pytest.mark.parametrize(
    ("module", "defect"),
    [
        *(
            ((observer if defect.noticed == UNKNOWN_LABEL else model).__name__, defect)
            for defect in DEFECTS
        ),
        *((vectors.__name__, defect) for defect in MOVES),
    ],
    ids=lambda each: getattr(each, "what", ""),
)
def test_defect_is_noticed(module: str, defect: Planted) -> None:
    """Its program shows the defect, and shows nothing wrong without it."""
    chosen = defect.configuration
    right, wrong = (Beside(VEC, chosen, NaiveVec(chosen)) for _ in range(2))
    right.run(defect.program)
    with in_force(module, defect.edit):
        wrong.run(defect.program)
    assert right.wrong == []
    assert defect.noticed in wrong.wrong

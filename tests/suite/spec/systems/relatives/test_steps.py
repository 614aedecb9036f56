"""What tells the relatives apart; their rules are in `rules.tsv`."""

from typing import Any

import pytest

from stablelist_spec.core.operation import Operation
from stablelist_spec.parts.model import Model
from stablelist_spec.parts.options import Versioned
from stablelist_spec.parts.slot_picturing import picture, variables
from stablelist_spec.systems import SYSTEMS, handle_map
from suite.spec.programs import Checked
from suite.spec.programs import ran as ran_of

RELATIVES = (
    "lifo-slotmap", "dense-slotmap", "hop-slotmap", "lifo-arena", "stable-vec", "handle-map", "fixed-arena",
    "stack-slotmap",
)  # fmt: skip


def ran(name: str, program: str, **chosen: Any) -> Checked:
    """The relative after a program in which nothing was wrong."""
    return ran_of(SYSTEMS[name], program, **chosen)


@pytest.mark.parametrize("name", RELATIVES)
def test_picture_shows_slots_and_vacancies(name: str) -> None:
    empty = picture(ran(name, "").state)
    assert empty.facts["live"] == 0
    shown = picture(ran(name, "add*3 remove:1").state)
    first = shown.rows[0]
    assert [cell.word for cell in first.cells if cell.live] == ["0", "2"]
    dense = [[cell.word for cell in row.cells] for row in shown.rows[1:]]
    assert dense == [["0", "2"]] * (name in {"dense-slotmap", "handle-map"})
    assert bool(first.chains) is (name != "stable-vec"), (
        "a vacancy that is never filled is in no list"
    )


def test_variables_of_a_trace() -> None:
    """The dense array is among them."""
    state = variables(ran("dense-slotmap", "add*3 remove:0").state)
    assert (state.opened, state.free_list, state.order) == (3, (1,), (3, 2))
    assert (sorted(state.live), state.stamps) == ([2, 3], (0, 2, 1, 1))


def test_operation_that_is_offered_has_to_be_defined() -> None:
    """A model without it says so."""
    right = handle_map.MODEL
    names = ("labels", "classify", "invariants", "shown", "initial", "has_room", "insert", "vacate")
    wrong = Model[Any, Any](
        name="map",
        operations=frozenset({"clear"}),
        **{name: getattr(right, name) for name in names},
    )
    with pytest.raises(ValueError, match="offers an operation that it does not define"):
        wrong.step(right.initial(Versioned()), Operation("clear"))

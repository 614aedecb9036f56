"""Programs: ways through the model in the words of the port protocol."""

from __future__ import annotations

import pytest

from stablelist_proofs.explore.program import performed, program_line
from stablelist_spec.core.explore import Action
from stablelist_spec.core.operation import Operation
from stablelist_spec.parts.parameters import Parameters, Truncate


@pytest.mark.parametrize(
    ("way", "line"),
    [
        ([Action("add"), Action("add"), Action("remove", 1)], "add add remove:1"),
        ([Action("add"), Action("clear"), Action("add"), Action("remove", 0)], "add clear add remove:1"),
        ([Action("add", followed=True), Action("add"), Action("at", followed=True)], "add add at:0"),
        (
            [Action("reserve", operands=(("count", 5),)), Action("shrink_to_fit"), Action("drain")],
            "reserve:5 shrink_to_fit drain",
        ),
    ],
)  # fmt: skip
def test_a_way_names_elements_by_their_insertion(way: list[Action], line: str) -> None:
    """Where an action has a position."""
    done = performed(Parameters(), way)
    assert done is not None
    assert program_line(Parameters(), done.operations) == f"layout : {line}"


def test_a_way_without_its_element_is_none() -> None:
    """The model would be asked to remove nothing."""
    assert performed(Parameters(), [Action("remove", 0)]) is None
    vacant = [Action("add"), Action("remove", 0), Action("remove", 0)]
    assert performed(Parameters(), vacant) is None


def test_widths_without_bound_are_0() -> None:
    """The protocol writes them in this way."""
    parameters = Parameters(6, 8, Truncate.MEMORY, None, None)
    assert (
        program_line(parameters, [Operation("add")], "cost")
        == "cost minimum=6 capacity=8 truncate=memory id_bits=0 index_bits=0 : add"
    )

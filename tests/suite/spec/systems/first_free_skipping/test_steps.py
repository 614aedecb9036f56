"""Regions of vacancies, in examples made by hand; everything else is a first-free list's."""

from __future__ import annotations

import pytest

from stablelist_spec.parts.cells import Has
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import FIRST_FREE_SKIPPING, first_free
from stablelist_spec.systems.first_free_skipping import State
from suite.spec.programs import Checked, ran, random_programs


def lengths(program: str, parameters: Parameters = Parameters()) -> list[int | None]:  # noqa: B008 - immutable
    """The lengths in the vacant cells, 0 for a live one; None where no length was ever written."""
    cells = ran(FIRST_FREE_SKIPPING, program, parameters).state.cells
    return [0 if isinstance(cell, Has) else cell.next for cell in cells]


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("extend:5 remove:2", [0, 0, 1, 0, 0]),
        ("extend:6 remove:2 remove:3", [0, 0, 2, 2, 0, 0]),
        ("extend:6 remove:3 remove:2", [0, 0, 2, 2, 0, 0]),
        ("extend:6 remove:2..4", [0, 0, 3, 2, 3, 0]),
        ("extend:6 remove:2 remove:4 remove:3", [0, 0, 3, None, 3, 0]),
        ("extend:9 remove:1..3 remove:5..7 remove:4", [0, 7, 2, 3, None, 3, 2, 7, 0]),
        ("extend:6 remove:2..4 add", [0, 0, 0, 2, 2, 0]),
        ("extend:6 remove:2..4 add*2", [0, 0, 0, 0, 1, 0]),
        ("extend:6 remove:2..4 add*3", [0, 0, 0, 0, 0, 0]),
        ("extend:6 remove:2..4 remove:5", [0, 0]),
        ("extend:6 remove:0 remove:2..4 remove:5", [1, 0]),
        ("extend:6 remove:0..5", []),
    ],
)
def test_both_ends_of_a_region_have_its_length(program: str, expected: list[int | None]) -> None:
    """The cells between them keep what was written there before, or nothing (thesis 5.6.2)."""
    assert lengths(program) == expected


@pytest.mark.no_cover
def test_layout_is_that_of_a_first_free_list() -> None:
    """After every operation of random programs, and with the same comparisons."""
    for program in random_programs(FIRST_FREE_SKIPPING, 5, 9):
        came = Checked(FIRST_FREE_SKIPPING, program.parameters)
        plain = first_free.MODEL.initial(program.parameters)
        for operation in program.operations:
            if operation.name in FIRST_FREE_SKIPPING.shown:
                continue
            plain = first_free.MODEL.step(plain, came.history.meant(operation)).state
            came.perform(operation)
            assert came.state.queue == plain.queue
            assert [*map(type, came.state.cells)] == [*map(type, plain.cells)]
            assert came.state.cost.compared == plain.cost.compared
            assert came.state.cost.cells <= plain.cost.cells
        assert came.wrong == []


def test_state_stays_one_that_skips() -> None:
    """Through every step, so that each iteration is counted right."""
    came = ran(
        FIRST_FREE_SKIPPING,
        "extend:9 remove:3 reserve:30 reload each clear extend:3 remove:1 shrink_to_fit drain add",
    )
    assert type(came.state) is State
    assert came.state.cells == (Has(12, 12),)

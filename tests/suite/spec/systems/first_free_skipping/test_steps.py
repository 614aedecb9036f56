"""A first-free list that skips has the layout of a first-free list; its rules are in `rules.tsv`."""

import pytest

from stablelist_spec.parts.cells import Has
from stablelist_spec.systems import FIRST_FREE_SKIPPING, first_free
from stablelist_spec.systems.first_free_skipping import State
from suite.spec.programs import Checked, ran, random_programs


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
    came = ran(
        FIRST_FREE_SKIPPING,
        "extend:9 remove:3 reserve:30 reload each clear extend:3 remove:1 shrink_to_fit drain add",
    )
    assert type(came.state) is State
    assert came.state.cells == (Has(12, 12),)

"""Replacing: elements change, and nothing else does."""

from __future__ import annotations

import pytest

from stablelist_spec.families.pool import Pivot
from stablelist_spec.parts.cells import Has, items
from stablelist_spec.parts.parameters import Truncate
from stablelist_spec.parts.reading import each
from stablelist_spec.parts.replacing import at_mut, each_mut, replace
from stablelist_spec.systems.stable_list.state import State
from suite.spec.programs import run
from suite.spec.scopes import bare


def without_elements(state: State) -> object:
    """All of a state but its elements."""
    cells = tuple(cell.id if isinstance(cell, Has) else cell for cell in state.cells)
    return state._replace(cells=cells)  # type: ignore[arg-type] # ids stand for the live cells


@pytest.mark.parametrize("mode", Truncate)
def test_keys_and_places_stay(mode: Truncate) -> None:
    """This holds for every layout of up to 8 cells, and for every replacement (R15)."""
    for node in bare(mode).reached:
        before = without_elements(node.state)
        for key, _ in items(node.state):
            assert without_elements(replace(node.state, key, 9).state) == before
            assert without_elements(at_mut(node.state, key, 9).state) == before
        every = each_mut(node.state, 9).state
        assert without_elements(every._replace(cost=node.state.cost)) == before
        assert every.cost == each(node.state).state.cost


def test_every_element_is_changed_once() -> None:
    """Vacancies are passed, and paid for as in any iteration (R12, R15)."""
    came = run("extend:4 remove:1 each_mut:10 each_mut:1 keys")
    assert came.answers[2:] == [None, None, (11, 13, 14)]
    assert came.history.state.cost.cells == 3 * 4


def test_replaced_element_is_what_everyone_is_shown() -> None:
    """The view, the inspection, a packed key and a removal show it (R13, R15)."""
    came = run("extend:2 replace:0:7 apply:1 inspect:0 repack:0 reload at:0 remove:0")
    assert came.answers[2:] == [Pivot(1, (7,)), Pivot(7, (1,)), 7, None, 7, 7]

"""Removal of the many: drain is an iteration and clear, retain an iteration and removals."""

from __future__ import annotations

import pytest

from stablelist_spec import stable_list as model
from stablelist_spec.parts.cells import Cost
from stablelist_spec.parts.parameters import Truncate
from stablelist_spec.parts.reading import each
from stablelist_spec.systems.stable_list import MODEL
from suite.spec.programs import run
from suite.spec.scopes import bare


@pytest.mark.parametrize("mode", Truncate)
def test_drain_is_an_iteration_and_clear(mode: Truncate) -> None:
    """In every layout of up to 8 cells, all elements are returned in ascending position (R7, R12)."""
    for node in bare(mode).reached:
        shown = each(node.state)
        step = MODEL.drain(node.state)
        assert step.state == model.clear(shown.state).state
        assert step.answer == tuple(element for _, element in shown.answer)


@pytest.mark.parametrize("mode", Truncate)
@pytest.mark.parametrize(("modulus", "residue"), [(1, 0), (1, 1), (2, 0), (2, 1), (3, 2), (5, 4)])
def test_retain_is_an_iteration_and_removals(mode: Truncate, modulus: int, residue: int) -> None:
    """This holds for every layout of up to 8 cells, in which elements are the positions (R4, R12)."""
    for node in bare(mode).reached:
        after, shown, _ = each(node.state)
        removed = [(key, element) for key, element in shown if element % modulus != residue]
        for key, _ in removed:
            after = model.remove(after, key).state
        step = MODEL.retain(node.state, modulus, residue)
        assert (step.state, step.answer) == (after, tuple(element for _, element in removed))


def test_retention_truncates_once_at_its_end() -> None:
    """The last element of h2 is the last that is asked about; what stays is in place (R4, R5)."""
    came = run("extend:9 retain:4:0")
    state = came.history.state
    assert came.steps[-1].labels == ("retain_some",)
    assert (state.space, state.live, state.cost) == (16, 3, Cost(moved=12, cells=9, removals=6))
    came = run("extend:9 retain:9:3")
    state = came.history.state
    assert came.steps[-1].labels == ("retain_some", "retain_truncates")
    assert (state.space, state.cost) == (4, Cost(5, 12, 5, 9, 8))

"""Truncation: one step on one state, what it deals out, what it tells, and where the cascade ends."""

from __future__ import annotations

import pytest

from stablelist_spec.parts.cells import Has, Not, Partition, free_lists, linked
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems.stable_list.model import halved, truncated, truncated_once
from stablelist_spec.systems.stable_list.observer import halving
from stablelist_spec.systems.stable_list.state import with_free
from suite.spec.programs import run

FULL = "add*9"
"""Eight elements and one in h2, which is the ninth."""


def test_one_step_deals_q1_out() -> None:
    """Old q1 is [0, 4) with 3 1 2 0 free; its lower half keeps its order, the upper is reversed (R5)."""
    before = run(f"{FULL} remove:5 remove:0 remove:2 remove:1 remove:3").history.state
    assert free_lists(before) == ((3, 1, 2, 0), (5,), ())
    after = halved(before)
    assert free_lists(after) == ((1, 0), (2, 3), (5,))
    assert after.partitions == (
        *(Partition(0, 2, 0, 2, 1), Partition(2, 2, 0, 2, 2), before.partitions[1]),
    )
    assert (after.space, after.opened, after.cost.dropped) == (8, 8, before.cost.dropped + 1)
    assert {*halving(before)} == {
        *("truncate_hands_over_q2_list", "truncate_reverses", "truncate_splits_q1_list"),
    }
    assert truncated_once(before).cost == after.cost._replace(visits=4)


@pytest.mark.parametrize("opened", range(5))
def test_step_on_a_part_of_q1_opens_what_it_can(opened: int) -> None:
    """The new q1 first, then the new q2; h2 is the old q2, untouched (R5)."""
    state = run(f"extend:{opened}", Parameters(capacity=16)).history.state
    q1, q2, h2 = halved(state).partitions
    assert [p.opened for p in (q1, q2, h2)] == [min(opened, 2), max(opened - 2, 0), 0]
    assert [p.live for p in (q1, q2, h2)] == [min(opened, 2), max(opened - 2, 0), 0]
    assert halved(state).opened == opened


def test_cascade_goes_on_while_it_may() -> None:
    """From any state, also without a removal; each step counts its visits (R4, R5)."""
    state = run("extend:3 remove:1", Parameters(capacity=32)).history.state
    after = truncated(state)
    assert (after.space, after.opened, after.cost.visits) == (4, 3, 3)
    assert truncated(after) == after


def test_list_is_linked_in_its_order() -> None:
    """The last entry leads nowhere; the other cells stay."""
    cells = (Has(0, 0), Has(1, 1), Has(2, 2), Has(3, 3))
    assert linked(cells, [3, 0, 2]) == (Not(2), Has(1, 1), Not(None), Not(0))
    assert linked(cells, []) == cells
    nothing = Partition(0, 4, 0, 0, None)
    assert with_free(nothing, 4, [3, 0, 2]) == Partition(0, 4, 1, 4, 3)
    assert with_free(nothing, 2, []) == Partition(0, 4, 2, 2, None)

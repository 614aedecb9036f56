"""Memory on request: what reserve allocates, what shrink_to_fit releases, and what both cost."""

from __future__ import annotations

import pytest

from stablelist_spec import stable_list as model
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.families.pool import PoolError
from stablelist_spec.parts.cells import Cost, Partition, items
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems.stable_list import MODEL
from stablelist_spec.systems.stable_list.invariants import broken
from suite.spec.programs import run
from suite.spec.scopes import bare

# --- Reserve ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", Truncate)
@pytest.mark.parametrize("additional", range(9))
def test_reserve_allocates_what_insertions_would_end_with(mode: Truncate, additional: int) -> None:
    """In every layout of up to 8 cells, these insertions then move nothing, and nothing else has changed (R6)."""
    for node in bare(mode).reached:
        state = node.state
        step, extended = model.reserve(state, additional), MODEL.extend(state, range(additional))
        if step.answer is PoolError.FULL:
            assert (step.state, extended.answer) == (state, PoolError.FULL)
            continue
        allocated = max(state.allocated, extended.state.space)
        moved = state.opened if allocated > state.allocated else 0
        assert step.state == state._replace(
            allocated=allocated, cost=state.cost._replace(moved=moved)
        )
        filled = MODEL.extend(step.state, range(additional)).state
        assert filled.cost.moved == moved


@pytest.mark.parametrize(
    ("mode", "allocated", "moved"),
    [(Truncate.NEVER, 64, 4), (Truncate.ITERATION, 64, 4), (Truncate.MEMORY, 4, 4 + 4)],
)
def test_reserve_lasts_until_memory_is_given_back(
    mode: Truncate, allocated: int, moved: int
) -> None:
    """In mode MEMORY, truncation releases it (R6)."""
    came = run("extend:4 reserve:40 add remove:4", Parameters(truncate=mode))
    assert (came.history.state.allocated, came.history.state.cost.moved) == (allocated, moved)


@pytest.mark.parametrize("taking", ["clear", "drain"])
def test_clear_gives_reserved_memory_back_in_memory_mode(taking: str) -> None:
    """Even where it has nothing else to do; in the other modes it stays (R6, R7)."""
    allocated = {
        mode: run(f"reserve:40 {taking}", Parameters(truncate=mode)).history.state.allocated
        for mode in Truncate
    }
    assert allocated == {Truncate.NEVER: 64, Truncate.ITERATION: 64, Truncate.MEMORY: 4}


def test_removal_that_truncates_nothing_leaves_reserved_memory() -> None:
    """Where R1 forbids to halve, MEMORY has nothing to reallocate (R1, R6)."""
    parameters = Parameters(truncate=Truncate.MEMORY)
    assert run("extend:4 reserve:9 remove:3 remove:2", parameters).history.state.allocated == 16


# --- Shrink to fit ----------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", Truncate)
def test_shrinking_leaves_no_halving_and_no_spare_memory(mode: Truncate) -> None:
    """In every layout of up to 8 cells, elements, keys and the order of the remaining vacancies stay (R5, R6)."""
    for node in bare(mode).reached:
        state = node.state
        after = model.shrink_to_fit(state).state
        assert broken(after) == []
        assert items(after) == items(state)
        assert after.allocated == after.space
        assert after.partitions[2].live or not after.parameters.may_halve(after.space)
        assert after.cost == Cost(
            moved=after.opened if after.space < state.allocated else 0,
            dropped=state.opened - after.opened,
        )
        assert model.shrink_to_fit(after).state == after


def test_q1_that_is_not_opened_to_its_end_is_split() -> None:
    """The new q1 has as many opened cells as it can hold, the new q2 the rest, and h2 is untouched (R5)."""
    came = run("extend:3 remove:0 shrink_to_fit", Parameters(minimum=8, capacity=16))
    state = came.history.state
    assert state.partitions == (
        Partition(0, 2, 1, 2, 0),
        Partition(2, 2, 1, 1, None),
        Partition(4, 4, 0, 0, None),
    )
    assert came.steps[-1].labels == (
        *("shrink_to_fit_halves", "shrink_to_fit_halves_unopened", "shrink_to_fit_deals_out"),
        "shrink_to_fit_frees",
    )
    again = [came.history.perform(Operation("add")) for _ in range(3)]
    assert [step.answer for step in again] == [Key(0, 3), Key(3, 4), Key(4, 5)]


@pytest.mark.parametrize("mode", Truncate)
def test_shrinking_is_the_same_in_every_mode(mode: Truncate) -> None:
    """Also in NEVER; it reallocates once, at its end, in MEMORY too (R6)."""
    state = run("extend:3 shrink_to_fit", Parameters(capacity=32, truncate=mode)).history.state
    assert (state.space, state.allocated, state.cost) == (4, 4, Cost(moved=3))


def test_walks_of_shrinking_are_nobodys_visits() -> None:
    """Otherwise there would be more visits than removals: here the vacancy of one removal is walked twice (R6)."""
    came = run("add remove:0 shrink_to_fit", Parameters(capacity=16))
    assert came.history.state.cost == Cost(moved=1, removals=1)

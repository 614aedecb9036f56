"""What operations are in terms of others, in every layout of up to 8 cells."""

import pytest

from stablelist_spec import stable_list as model
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import observed
from stablelist_spec.families.pool import PoolError
from stablelist_spec.parts.cells import Cost, Has, items
from stablelist_spec.parts.parameters import Truncate
from stablelist_spec.parts.reading import each
from stablelist_spec.parts.replacing import at_mut, each_mut, replace
from stablelist_spec.systems.stable_list import MODEL
from stablelist_spec.systems.stable_list.invariants import broken
from stablelist_spec.systems.stable_list.state import State
from suite.spec.scopes import bare


@pytest.mark.parametrize("mode", Truncate)
def test_factory_makes_no_difference(mode: Truncate) -> None:
    """The state, the answer and the label are the same (R2, R3, R9)."""
    for node in bare(mode).reached:
        added, made = (
            observed(MODEL, node.state, Operation(name, value=9)) for name in ("add", "insert_with")
        )
        assert (made.state, made.answer) == (added.state, added.answer)
        assert made.labels == tuple(
            label.replace("add_", "insert_with_", 1) for label in added.labels
        )


@pytest.mark.parametrize("mode", Truncate)
@pytest.mark.parametrize("amount", range(9))
def test_extension_is_so_many_insertions_or_none(mode: Truncate, amount: int) -> None:
    """Growth, moved cells and ids are those of single insertions (R9)."""
    for node in bare(mode).reached:
        state, keys = node.state, list[Key | PoolError]()
        for element in range(amount):
            state, key, _ = model.add(state, element)
            keys.append(key)
        step = MODEL.extend(node.state, range(amount))
        if PoolError.FULL in keys:
            assert step == (node.state, PoolError.FULL, ())
        else:
            assert (step.state, step.answer) == (state, tuple(keys))


@pytest.mark.parametrize("mode", Truncate)
def test_drain_is_an_iteration_and_clear(mode: Truncate) -> None:
    """All elements are returned in ascending position (R7, R12)."""
    for node in bare(mode).reached:
        shown = each(node.state)
        step = MODEL.drain(node.state)
        assert step.state == model.clear(shown.state).state
        assert step.answer == tuple(element for _, element in shown.answer)


@pytest.mark.parametrize("mode", Truncate)
@pytest.mark.parametrize(("modulus", "residue"), [(1, 0), (1, 1), (2, 0), (2, 1), (3, 2), (5, 4)])
def test_retain_is_an_iteration_and_removals(mode: Truncate, modulus: int, residue: int) -> None:
    """The elements are the positions (R4, R12)."""
    for node in bare(mode).reached:
        after, shown, _ = each(node.state)
        removed = [(key, element) for key, element in shown if element % modulus != residue]
        for key, _ in removed:
            after = model.remove(after, key).state
        step = MODEL.retain(node.state, modulus, residue)
        assert (step.state, step.answer) == (after, tuple(element for _, element in removed))


def without_elements(state: State) -> object:
    """All of a state but its elements."""
    cells = tuple(cell.id if isinstance(cell, Has) else cell for cell in state.cells)
    return state._replace(cells=cells)  # type: ignore[arg-type] # ids stand for the live cells


@pytest.mark.parametrize("mode", Truncate)
def test_keys_and_places_stay(mode: Truncate) -> None:
    """By every replacement (R15)."""
    for node in bare(mode).reached:
        before = without_elements(node.state)
        for key, _ in items(node.state):
            assert without_elements(replace(node.state, key, 9).state) == before
            assert without_elements(at_mut(node.state, key, 9).state) == before
        every = each_mut(node.state, 9).state
        assert without_elements(every._replace(cost=node.state.cost)) == before
        assert every.cost == each(node.state).state.cost


@pytest.mark.parametrize("mode", Truncate)
@pytest.mark.parametrize("additional", range(9))
def test_reserve_allocates_what_insertions_would_end_with(mode: Truncate, additional: int) -> None:
    """These insertions then move nothing, and nothing else has changed (R6)."""
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


@pytest.mark.parametrize("mode", Truncate)
def test_shrinking_leaves_no_halving_and_no_spare_memory(mode: Truncate) -> None:
    """Elements, keys and the order of the remaining vacancies stay (R5, R6)."""
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

"""The container is driven along every edge of the explored scopes, and compared with the model state by state.

Each state of the model is put into a list as if it had been saved so. Then the list takes the step that leads on,
and must become what the model's state becomes: cells, ids, free lists, memory and costs.
"""

from collections.abc import Callable
from typing import Any

import pytest

from stablelist import Key, StableList, Truncate, ids
from stablelist.parameters import Parameters
from stablelist.saving import saved
from stablelist_spec import stable_list as model
from stablelist_spec.core.explore import Action, Exploration
from stablelist_spec.core.key import Key as ModelKey
from stablelist_spec.parts.cells import Has, free_lists
from stablelist_spec.parts.parameters import Truncate as ModelTruncate
from stablelist_spec.parts.reading import at, contains, each
from stablelist_spec.parts.tracked_key import Node, TrackedKey
from stablelist_spec.systems import STABLE_LIST
from suite.spec.scopes import BARE, MEASURED, SLOW, TRACKED, Scope, bare, tracked, walk

Pool = StableList[int]
State = Any


def parameters_of(state: State) -> Parameters:
    """The parameters of the list."""
    chosen = state.parameters
    return Parameters(
        chosen.least_space,
        chosen.initial_space,
        Truncate(chosen.truncate.value),
        ids.Counter(chosen.id_bits),
        1 << chosen.index_bits,
        chosen.index_bits,
    )


def told(state: State, parameters: Parameters) -> dict[str, Any]:
    """The model's state as a list saves it, except that the list keeps its own counts of removals and truncations."""
    cells, cost = state.cells, state.cost
    return {
        "form": 1,
        "parameters": parameters,
        "next_id": number(state.next_id),
        "cells": cost.cells,
        "space": {
            "space": state.space,
            "allocated": state.allocated,
            "ids": [number(cell.id) if isinstance(cell, Has) else None for cell in cells],
            "elements": [cell.element for cell in cells if isinstance(cell, Has)],
            "free": [tuple(free) for free in free_lists(state)],
            "cost": (cost.visits, cost.moved, cost.dropped, 0, 0),
        },
    }


def number(stamp: object) -> int:
    """An id; 0 stands for an id on which nothing depends."""
    return stamp if isinstance(stamp, int) else 0


def put(pool: Pool, state: dict[str, Any]) -> None:
    """Set the list to a saved state. No list has indices of 2 bits, so the width is not checked."""
    space = state["space"]
    pool._begin(state["parameters"], state["next_id"])
    cells = (space["space"], space["allocated"], space["ids"], space["elements"])
    pool._load(*cells, tuple(space["free"]), space["cost"], state["cells"])


def taken(pool: Pool) -> dict[str, Any]:
    """The state of the list, without the counts that the model does not have."""
    state: Any = saved(pool)
    state["space"]["cost"] = (*state["space"]["cost"][:3], 0, 0)
    del state["attributes"]
    return dict(state)


NEW = 99
"""The element that is inserted."""

STEPS: dict[str, tuple[Callable[[State, Any], Any], Callable[[Pool, Any], object]]] = {
    "add": (lambda state, _: model.add(state, NEW), lambda pool, _: pool.add(NEW)),
    "remove": (
        lambda state, key: model.remove(state, ModelKey(*key)),
        lambda pool, key: pool.remove(Key(*key)),
    ),
    "at": (lambda state, key: at(state, ModelKey(*key)), lambda pool, key: pool.at(Key(*key))),
    "contains": (
        lambda state, key: contains(state, ModelKey(*key)),
        lambda pool, key: pool.contains(Key(*key)),
    ),
    "clear": (lambda state, _: model.clear(state), lambda pool, _: pool.clear()),
    "drain": (lambda state, _: model.clear(each(state).state), lambda pool, _: pool.drain()),
    "shrink_to_fit": (
        lambda state, _: model.shrink_to_fit(state),
        lambda pool, _: pool.shrink_to_fit(),
    ),
    "restore": (
        lambda state, key: model.restore(state, ModelKey(*key), NEW),
        lambda pool, key: pool.insert_at(Key(*key), NEW),
    ),
    "reserve": (model.reserve, lambda pool, amount: pool.reserve(amount)),
}


def operand(node: Node, action: Action) -> Any:
    """The operand of an action: a key as index and id, or a number."""
    if action.name == "reserve":
        return dict(action.operands)["count"]
    if action.followed and node.followed is not None:
        return node.followed.key, 0
    if action.position is None:
        return None
    if action.name == "restore":
        return action.position, 1
    return action.position, number(node.state.cells[action.position].id)


PASSED = 2
"""A next id that comes after those in cells, so that their keys can be restored."""


def drive(found: Exploration[Node], quotient: TrackedKey) -> int:
    """Take every edge; returns their number."""
    count, pool = 0, Pool()
    for node in found.reached:
        state = node.state._replace(next_id=number(node.state.next_id))
        state = state._replace(
            cells=tuple(
                Has(cell.element, number(cell.id)) if isinstance(cell, Has) else cell
                for cell in state.cells
            )
        )
        parameters = parameters_of(state)
        for edge in quotient.edges(node):
            act, do = STEPS[edge.action.name]
            about = operand(node, edge.action)
            begun = state._replace(next_id=PASSED) if edge.action.name == "restore" else state
            step = act(begun, about)
            put(pool, told(begun, parameters))
            try:
                answer = do(pool, about)
            except OverflowError:
                answer = "full"
            assert taken(pool) == told(step.state, parameters), (node.state, edge.action)
            if edge.action.name in ("remove", "at", "contains"):
                assert answer == step.answer
            count += 1
    return count


@pytest.mark.no_cover
@pytest.mark.parametrize("mode", ModelTruncate)
def test_every_edge_of_the_layouts_is_taken(mode: ModelTruncate) -> None:
    """The lists have spaces of up to 8 cells, and free lists in every order."""
    found = bare(mode)
    assert drive(found, TrackedKey(STABLE_LIST, follow=False)) == found.transitions


@pytest.mark.no_cover
@pytest.mark.parametrize("mode", ModelTruncate)
def test_every_edge_with_a_followed_key_is_taken(mode: ModelTruncate) -> None:
    """The lists have 4 cells, and ids of one bit, which wrap."""
    found = tracked(mode)
    assert drive(found, TrackedKey(STABLE_LIST)) == found.transitions


@pytest.mark.no_cover
@pytest.mark.parametrize("mode", [ModelTruncate.ITERATION, ModelTruncate.MEMORY])
def test_every_cell_is_restored(mode: ModelTruncate) -> None:
    """Every vacancy, in free lists in every order, and every cell that is not opened (R16)."""
    scope = Scope(BARE, mode, 3, restores=True)
    found, quotient = walk(scope), TrackedKey(STABLE_LIST, follow=False, restores=True)
    assert drive(found, quotient) == MEASURED[scope].transitions


WRONG: dict[str, Callable[[Pool, Any], object]] = {
    "clear": lambda pool, _: pool.drain(),
    "reserve": lambda pool, amount: None,
    "add": lambda pool, _: pool.add(NEW - 1),
    "remove": lambda pool, key: pool.retain(lambda one, _: one != Key(*key)),
}
"""Wrong steps that a list might take."""


@pytest.mark.parametrize("name", WRONG)
def test_wrong_step_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STEPS, name, (STEPS[name][0], WRONG[name]))
    with pytest.raises(AssertionError):
        drive(bare(ModelTruncate.ITERATION), TrackedKey(STABLE_LIST, follow=False))


@pytest.mark.soak
@pytest.mark.parametrize("mode", ModelTruncate)
def test_every_edge_of_the_largest_scope_is_taken(mode: ModelTruncate) -> None:
    """The lists have spaces of up to 8 cells, a followed key, and ids of one bit."""
    scope = Scope(TRACKED, mode, 3, 1)
    found = walk(scope)
    assert found.states == SLOW[scope].states
    assert drive(found, TrackedKey(STABLE_LIST)) == found.transitions

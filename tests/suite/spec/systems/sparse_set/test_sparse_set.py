"""The sparse set: worked examples, and planted defects that the exploration notices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stablelist_spec.core.explore import explore
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.states import States
from stablelist_spec.families.sets import SetError
from stablelist_spec.systems import SPARSE_SET
from stablelist_spec.systems.sparse_set import SetState, Universe, initial, step


def performed(state: SetState, *words: str) -> tuple[SetState, list[object]]:
    """A set after some operations, written as ``insert:3``, and their answers."""
    answers = []
    for word in words:
        name, _, value = word.partition(":")
        state, answer, _ = step(state, Operation(name, value=int(value or 0)))
        answers.append(answer)
    return state, answers


def test_last_member_takes_the_place_of_a_removed_one() -> None:
    """Two arrays, and a place that is stale afterwards (the article on sparse sets)."""
    state, answers = performed(initial(Universe(9)), "insert:8", "insert:4", "insert:7", "remove:8")
    assert answers == [True, True, True, True]
    assert state.dense == (7, 4)
    assert (state.places[7], state.places[4], state.places[8]) == (0, 1, 0)
    assert performed(state, "contains:8", "contains:7", "each")[1] == [False, True, (7, 4)]
    assert (state.written, SPARSE_SET.shown["layout"](state)) == (8, "[7,4]")


def test_clear_writes_nothing() -> None:
    """However many there were: the places stay, and mean nothing."""
    full, _ = performed(initial(Universe(64)), *(f"insert:{n}" for n in range(64)))
    state, answers = performed(full, "clear", "len", "is_empty", "contains:63", "insert:63", "each")
    assert answers == [None, 0, True, False, True, (63,)]
    assert state.written == full.written + 2
    assert SPARSE_SET.shown["cost"](state) == "130/1"


def test_what_is_beyond_the_universe_has_a_word_of_its_own() -> None:
    """Nothing changes, and the number is not a member."""
    state = initial(Universe(2))
    assert performed(state, "insert:2", "contains:2", "remove:2", "len") == (
        state,
        [SetError.BEYOND, False, False, 0],
    )


def clear_leaves_the_count(state: SetState, operation: Operation) -> Any:
    """Members are only forgotten by their places."""
    after = step(state, operation)
    return after._replace(state=state) if operation.name == "clear" else after


def place_is_not_moved(state: SetState, operation: Operation) -> Any:
    """The last one moves, but its place still says where it was."""
    after = step(state, operation)
    kept = after.state._replace(places=state.places)
    return after._replace(state=kept) if operation.name == "remove" else after


def places_are_cut(state: SetState, operation: Operation) -> Any:
    """A smaller member cuts the sparse array, as the listing of the seed does."""
    after = step(state, operation)
    if operation.name == "insert" and after.answer is True:
        places = (*after.state.places[: operation["value"] + 1], *[-1] * len(state.places))
        return after._replace(state=after.state._replace(places=places[: len(state.places)]))
    return after


def member_twice(state: SetState, operation: Operation) -> Any:
    """Whether it is a member already is not asked."""
    after = step(state, operation)
    if operation.name == "insert" and after.answer is False:
        return after._replace(state=state._replace(dense=(*state.dense, operation["value"])))
    return after


@pytest.mark.parametrize(
    ("wrong", "broken"),
    [
        (clear_leaves_the_count, "every_step_refines_the_contract"),
        (place_is_not_moved, "every_member_is_found_at_its_place"),
        (places_are_cut, "every_member_is_found_at_its_place"),
        (member_twice, "members_are_distinct"),
    ],
)
def test_planted_defect_is_noticed(wrong: Callable[..., Any], broken: str) -> None:
    """The exploration of a small scope notices it."""
    system = object.__new__(type(SPARSE_SET))
    system.__dict__.update(SPARSE_SET.__dict__ | {"step": wrong})
    found = explore(Universe(3), States(system), limit=5_000)
    assert broken in found.violations
    assert explore(Universe(3), States(SPARSE_SET)).violations == {}

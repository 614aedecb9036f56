"""Exploration: complete, reproducible, with shortest witnesses, and not blind."""

from collections.abc import Iterator
from typing import Final

import pytest

from stablelist_spec.core.explore import Action, Edge, explore
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.parts.tracked_key import TrackedKey
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list.model import truncated_once
from stablelist_spec.systems.stable_list.observer import LABELS
from stablelist_spec.systems.stable_list.restoring import paying
from suite.planting import edited
from suite.spec.defects import named
from suite.spec.programs import replay
from suite.spec.scopes import MEASURED, SLOW, Counts, Scope, bare, tracked, walked

# --- The scopes -------------------------------------------------------------------------------------


def exhausted(scope: Scope) -> Counts:
    """Walk a scope, with nothing left out and nothing found wrong."""
    counts, complete, violations, labels = walked(scope)
    assert complete
    assert violations == {}
    assert labels.keys() <= LABELS.keys()
    return counts


def name(scope: Scope) -> str:
    """The name of the test of a scope."""
    room = f"-room-{scope.capacity}" * (scope.capacity > 0)
    again = "-restoring" * scope.restores
    return f"{scope.quotient}-{scope.mode.value}-{scope.index_bits}-{scope.id_bits}{room}{again}"


@pytest.mark.no_cover
@pytest.mark.parametrize("scope", MEASURED, ids=name)
def test_scope_is_exhausted(scope: Scope) -> None:
    """Every invariant holds in every node, every step is the contract's, and the counts are known."""
    assert exhausted(scope) == MEASURED[scope]


@pytest.mark.soak
@pytest.mark.parametrize("scope", SLOW, ids=name)
def test_large_scope_is_exhausted(scope: Scope) -> None:
    assert exhausted(scope) == SLOW[scope]


@pytest.mark.no_cover
def test_ways_to_labels_are_ways_in_the_list() -> None:
    """Replayed with real ids, the last step of each has the label."""
    for mode in Truncate:
        for found in (bare(mode), tracked(mode)):
            for label, way in found.labels.items():
                assert label in replay(found.parameters, way).happened, label


# --- Witnesses --------------------------------------------------------------------------------------


def test_actions_read_as_a_person_would_write_them() -> None:
    """A followed key is called just that."""
    texts = {
        Action("add"): "add",
        Action("clear"): "clear",
        Action("remove", 3): "remove the element at 3",
        Action("reserve", operands=(("count", 5),)): "reserve 5",
        Action("add", followed=True): "add, and follow its key",
        Action("at", followed=True): "at the followed key",
        Action("remove", 3, nth=(1,)): "remove the element at 3",
        Action("add_edge", 3, nth=(1, 0)): "add_edge the live keys 1 and 0",
    }
    assert {action: str(action) for action in texts} == texts


# --- Limits -----------------------------------------------------------------------------------------


def test_limit_that_is_not_reached_changes_nothing() -> None:
    """The search is complete, and progress was reported for every expanded node."""
    told: list[int] = []
    parameters = Parameters(id_bits=1, index_bits=2)
    found = explore(
        parameters,
        TrackedKey(STABLE_LIST),
        limit=818,
        progress=lambda so_far: told.append(so_far.states),
    )
    assert (found.states, found.complete) == (817, True)
    assert len(told) >= 817
    assert told == sorted(told)
    assert told[-1] == 817


@pytest.mark.parametrize("depth", [0, 3, 14, 15])
def test_depth_stops_the_search(depth: int) -> None:
    """Nodes at this distance are met and not expanded; the farthest of this scope is 14 steps away."""
    levels: list[int] = []
    found = explore(
        Parameters(id_bits=1, index_bits=2),
        TrackedKey(STABLE_LIST),
        depth=depth,
        progress=lambda so_far: levels.append(so_far.level),
    )
    assert found.diameter == min(depth, 14)
    assert found.complete is (depth > 14)
    assert [*dict.fromkeys(levels)] == [*range(min(depth, 15))]


def test_depth_is_enough_where_there_is_no_end() -> None:
    """An unbounded index range is explored up to it."""
    found = explore(Parameters(id_bits=1, index_bits=None), TrackedKey(STABLE_LIST), depth=2)
    assert (found.diameter, found.complete, found.violations) == (2, False, {})


@pytest.mark.parametrize("index_bits", [None, 32, 9])
def test_wide_index_range_needs_a_limit(index_bits: int | None) -> None:
    """There would be no end; the error says what to choose."""
    parameters = Parameters(id_bits=1, index_bits=index_bits)
    with pytest.raises(ValueError, match="no end to explore; choose a width of 2 to 5, or a limit"):
        explore(parameters, TrackedKey(STABLE_LIST))
    assert not explore(parameters, TrackedKey(STABLE_LIST), limit=10).complete


@pytest.mark.no_cover
@pytest.mark.parametrize("mode", Truncate)
def test_preallocated_list_is_explored(mode: Truncate) -> None:
    """Room for 8 from the beginning; its visits are paid for like any other's."""
    parameters = Parameters(capacity=8, truncate=mode, id_bits=1, index_bits=3)
    found = explore(parameters, TrackedKey(STABLE_LIST, follow=False))
    assert (found.complete, found.violations) == (True, {})
    assert "shrink_to_fit_halves_unopened" in found.labels


# --- Defects ----------------------------------------------------------------------------------------


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "quotient",
    [TrackedKey(STABLE_LIST), TrackedKey(STABLE_LIST, follow=False)],
    ids=["key", "bare"],
)
def test_debt_is_found_wherever_it_is_made(quotient: TrackedKey) -> None:
    """Visits that are counted twice are a debt only on a long way; it is shown, and the search goes on."""
    parameters = Parameters(id_bits=1, index_bits=3)
    with edited(truncated_once, "walked", "2 * walked + 1"):
        found = explore(parameters, quotient, limit=2_000)
        assert found.violations.keys() == {"visits_never_exceed_removals"}
        way = found.violations["visits_never_exceed_removals"]
        cost = replay(parameters, way).history.state.cost
    assert cost.visits > cost.removals


@pytest.mark.no_cover
def test_debt_of_restorations_is_found() -> None:
    """A key that is restored beyond the space, again and again, makes vacancies that no removal has paid for."""
    parameters = Parameters(id_bits=1, index_bits=3)
    quotient = TrackedKey(STABLE_LIST, follow=False, restores=True)
    with edited(paying, "state.cost.removals + cells", "state.cost.removals"):
        found = explore(parameters, quotient)
    assert found.violations.keys() == {"visits_never_exceed_removals"}
    ways = found.violations["visits_never_exceed_removals"]
    assert "restore" in {action.name for action in ways}


@pytest.mark.no_cover
def test_debt_without_bound_comes_to_an_end() -> None:
    """A cycle that costs more than it pays is not followed without end, in preallocated lists either."""
    quotient = TrackedKey(STABLE_LIST, follow=False)
    with named("every_opened_cell_visited").in_force():
        found, roomy = (
            explore(Parameters(capacity=capacity, id_bits=1, index_bits=3), quotient)
            for capacity in (0, 8)
        )
    assert found.violations.keys() == roomy.violations.keys() == {"visits_never_exceed_removals"}
    assert (found.states, found.complete) == (bare(Truncate.ITERATION).states, True)


def test_smaller_balance_is_passed_on() -> None:
    """A longer way may pay less: it is found, whatever was met first."""
    found = explore(Parameters(index_bits=2), Ladder())
    assert found.violations.keys() == {"visits_never_exceed_removals"}
    way = found.violations["visits_never_exceed_removals"]
    assert [action.name for action in way] == ["detour", "join", "on", "spend"]


class Ladder:
    """Steps between numbered nodes, each with what it pays; nothing is ever broken.

    There are two ways to a node, of which the longer one pays less, and a step that spends all but that.
    """

    EDGES: Final[dict[int, list[tuple[str, int, int]]]] = {
        0: [("straight", 2, 3), ("detour", 1, 1)],
        1: [("join", 2, 1)],
        2: [("on", 3, 0)],
        3: [("spend", 4, -3), ("back", 3, 0)],
        4: [],
    }

    def initial(self, _: Parameters) -> int:
        """The foot."""
        return 0

    def edges(self, node: int) -> Iterator[Edge[int]]:
        """Upwards."""
        for action, target, paid in self.EDGES[node]:
            yield Edge(Action(action), target, (), paid)

    def broken(self, _: int) -> list[str]:
        """Nothing ever is."""
        return []


def test_nothing_is_followed_from_a_broken_node() -> None:
    """States after it mean nothing; the search reports that it is not complete."""
    with named("vacancy_linked_to_itself").in_force():
        found = explore(Parameters(id_bits=1, index_bits=2), TrackedKey(STABLE_LIST, follow=False))
    assert found.violations == {"free_lists_are_acyclic": (Action("add"), Action("remove", 0))}
    assert not found.complete
    full = range(
        5
    )  # so many elements and no vacancy; from each, one removal leads to a broken node
    assert found.states == len(full) + sum(full)

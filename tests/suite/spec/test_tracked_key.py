"""The quotient that follows one key: what it renames and offers, and that it hides no defect."""

import pytest

from stablelist_spec.core.explore import Action, Edge
from stablelist_spec.core.key import Key
from stablelist_spec.core.step import Provenance, StepOf, observed
from stablelist_spec.families.pool import POOL
from stablelist_spec.parts.cells import Cost, Has
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.parts.tracked_key import Node, TrackedKey
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list.invariants import broken
from stablelist_spec.systems.stable_list.state import State
from suite.spec.scopes import tracked

FOLLOW = "add, and follow its key"
FIRST, SECOND = "remove the element at 0", "remove the element at 1"

ONE_BIT = Parameters(id_bits=1, index_bits=2)


def edges(node: Node, quotient: TrackedKey | None = None) -> dict[str, Edge[Node]]:
    """The edges of a node, by what they do."""
    found = list((quotient or TrackedKey(STABLE_LIST)).edges(node))
    assert len({str(edge.action) for edge in found}) == len(found)
    return {str(edge.action): edge for edge in found}


def after(parameters: Parameters, *actions: str) -> Node:
    """The node that some actions lead to."""
    node = TrackedKey(STABLE_LIST).initial(parameters)
    for action in actions:
        node = edges(node)[action].target
    return node


@pytest.mark.parametrize(
    ("actions", "offered"),
    [
        ([], {"add", FOLLOW, "clear", "drain", "shrink_to_fit", "reserve 5"}),
        (["add"], {"add", FOLLOW, FIRST, "clear", "drain", "shrink_to_fit", "reserve 4"}),
        (
            [FOLLOW],
            {
                *("add", FIRST, "clear", "drain", "shrink_to_fit", "reserve 4"),
                *("at the followed key", "contains the followed key"),
            },
        ),
        (
            [FOLLOW, "add", FIRST],
            {
                *("add", SECOND, "clear", "drain", "shrink_to_fit", "reserve 4"),
                *("at the followed key", "contains the followed key", "remove the followed key"),
            },
        ),
    ],
)
def test_every_way_on_is_offered(actions: list[str], offered: set[str]) -> None:
    """Once each; a live key is removed like any other, a retired one as what it is."""
    node = after(ONE_BIT, *actions)
    assert edges(node).keys() == offered
    bare = edges(Node(node.state), TrackedKey(STABLE_LIST, follow=False))
    assert bare.keys() == {way for way in offered if "follow" not in way}
    assert all(edge.refines for edge in edges(node).values())


def test_full_list_offers_nobody_to_follow() -> None:
    """No key is issued then."""
    full = after(ONE_BIT, *["add"] * 4)
    assert FOLLOW not in edges(full)
    assert edges(full)["add"].target is full


# --- What is shared ---------------------------------------------------------------------------------


def taken(node: Node, action: Action) -> StepOf[State, object]:
    """The model's own step, on the ids that the node has."""
    state, followed, key, origin = node.state, node.followed, None, Provenance.ISSUED
    if action.position is not None:
        cell = state.cells[action.position]
        assert isinstance(cell, Has)
        key = Key(action.position, cell.id)
    elif action.followed and action.name != "add":
        assert followed is not None
        key = Key(followed.key, 0)
        origin = Provenance.RETIRED if followed.retired else Provenance.ISSUED
    operation = action.operation(POOL, *(() if key is None else (key,))).adding(-1)
    return observed(STABLE_LIST, state, operation, origin)


@pytest.mark.parametrize("mode", Truncate)
def test_steps_that_are_shared_are_those_of_every_node(mode: Truncate) -> None:
    """Each edge of the smallest scope is what the model does with the ids that the node has."""
    quotient = TrackedKey(STABLE_LIST)
    for node in tracked(mode).reached:
        for edge in quotient.edges(node):
            after, answer, labels = taken(node, edge.action)
            target = edge.target.state
            assert edge.labels == labels
            assert edge.paid == after.cost.removals - after.cost.visits
            after = after._replace(cost=Cost())
            if isinstance(answer, Key):
                new = target.cells[answer.index]
                cells = (*after.cells[: answer.index], new, *after.cells[answer.index + 1 :])
                after = after._replace(cells=cells, next_id=target.next_id)
            assert target == after


@pytest.mark.parametrize("mode", Truncate)
def test_invariants_that_are_shared_are_those_of_every_node(mode: Truncate) -> None:
    """None is broken, whichever check runs; equal nodes are equal objects."""
    quotient = TrackedKey(STABLE_LIST)
    for node in tracked(mode).reached:
        assert quotient.broken(node) == broken(node.state, node.fresh()) == []
        assert Node(node.state, node.followed) == node
        assert Node(node.state._replace(allocated=0), node.followed) != node


def test_followed_key_is_restored_once_it_is_retired() -> None:
    """Other keys are restored at every position without an element, and so at that of the followed one."""
    quotient = TrackedKey(STABLE_LIST, restores=True)
    retired = after(ONE_BIT, FOLLOW, "add", FIRST)
    offered = edges(retired, quotient)
    restored = {each for each in offered if each.startswith("restore")}
    assert restored == {
        "restore the followed key",
        *(f"restore the element at {position}" for position in (0, 2, 3)),
    }
    assert all(offered[each].refines for each in restored)
    back = offered["restore the followed key"].target
    assert back.followed is not None
    assert not back.followed.retired
    assert (back.state.cells[0].id, quotient.broken(back)) == (0, [])
    other = offered["restore the element at 0"].target
    assert other.followed == retired.followed
    assert other.state.cells[0].id == 1


def test_restoration_beyond_the_maximum_leads_nowhere() -> None:
    """Keys are restored within memory, and only where another element is allowed."""
    full = after(Parameters(maximum=1, id_bits=1, index_bits=None), "add")
    found = edges(full, TrackedKey(STABLE_LIST, restores=True))
    assert found["restore the element at 3"].target == full
    assert found["restore the element at 3"].labels == ("restore_beyond",)


def test_followed_key_is_not_restored_beyond_memory() -> None:
    """Truncation has released its cell."""
    memory = Parameters(truncate=Truncate.MEMORY, id_bits=1, index_bits=3)
    retired = after(memory, *["add"] * 4, FOLLOW, "remove the element at 4")
    offered = edges(retired, TrackedKey(STABLE_LIST, restores=True))
    assert offered["restore the followed key"].target == retired

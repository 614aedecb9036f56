"""What is known of the keys of a graph, and its labels; its answers are in `suite.systems.test_graph_contract`."""

import pytest

from stablelist_spec.core.contract import Outcome
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Near
from stablelist_spec.families.graph import GRAPH
from stablelist_spec.families.graph_contract import Graphs, Known, labels
from stablelist_spec.families.multigraph import UNSEEN
from stablelist_spec.systems.stable_graph import STABLE_GRAPH
from suite.spec.programs import operations


def after(program: str, contract: Graphs | None = None) -> Known:
    """A graph after a program; of several outcomes, the first."""
    contract = contract or Graphs()
    state = contract.initial()
    for operation in operations(program, GRAPH):
        first = next(iter([*contract.outcomes(state, operation)]))
        state = first.after(state)
    return state


def outcomes(program: str, asked: str, contract: Graphs | None = None) -> list[Outcome[Known]]:
    """The outcomes of an operation after a program."""
    (operation,) = operations(asked, GRAPH)
    return [*(contract or Graphs()).outcomes(after(program, contract), operation)]


@pytest.mark.parametrize(
    ("name", "of", "meanings", "kind"),
    [
        (0, "add_node", (0,), "live"),
        (2, "add_edge", (2,), "live"),
        (0, "add_edge", (None,), "other_kind"),
        (2, "add_node", (None,), "other_kind"),
        (3, "add_edge", (None,), "forged"),
        (4, "add_node", (None,), "stale"),
        (Key(5, 0), "add_node", (None, 1, 0), "forged"),
        (Key(5, 1), "add_edge", (None, 2), "forged"),
        (Key(5, 1), "add_node", (None,), "forged"),
        (Key(5, 0), "add_edge", (None,), "forged"),
        (Key(-1, 0), "add_node", (None,), "forged"),
        (Key(1 << 32, 0), "add_node", (None,), "forged"),
        (Near(0, 1, 0), "add_node", (None, 1), "forged"),
        (Near(1, 1, 0), "add_node", (None, 0), "forged"),
        (Near(0, 0, 1), "add_edge", (None, 2), "forged"),
        (Near(0, 0, 1), "add_node", (None,), "forged"),
        (Near(3, 1, 0), "add_edge", (None,), "forged"),
    ],
)
def test_keys_have_a_standing(
    name: KeyName, of: str, meanings: tuple[int | None, ...], kind: str
) -> None:
    """Nodes 0 and 1, the edge 2 between them, an edge that failed, a node that was removed."""
    known = after("add_node*2 add_edge:0:1 add_edge:0:2 add_node remove_node:4")
    assert known.standing(name, of) == (meanings, kind)


def test_key_that_nobody_sees_is_the_first() -> None:
    """No answer of the contract shows another one."""
    assert Key(0, 0) == UNSEEN


def test_contracts_are_values() -> None:
    assert Graphs() == Graphs(0, 0)
    assert len({Graphs(1, 2), Graphs(1, 2), Graphs(2, 1)}) == 2


@pytest.mark.parametrize(
    ("asked", "happened"),
    [
        ("node:0", "node_live"),
        ("edge:0", "edge_other_kind"),
        ("remove_node:0", "remove_node_live remove_node_and_edges"),
        ("remove_node:1", "remove_node_live remove_node_alone"),
        ("add_edge:0:0", "add_edge add_edge_loop add_edge_parallel"),
        ("add_edge:0:1", "add_edge"),
        ("find_edge:0:0", "find_edge_found"),
        ("find_edge:0:1", "find_edge_none"),
        ("find_edge:0:2", "find_edge_missing"),
        ("add_node", "add_node"),
        ("clear_edges", "clear_edges_some"),
        ("edges", "edges_some"),
        ("node_count", "node_count_some"),
    ],
)
def test_labels_tell_what_happened(asked: str, happened: str) -> None:
    (found,) = outcomes("add_node*2 add_edge:0:0", asked)
    assert " ".join(found.labels) == happened
    assert {*found.labels} <= labels(STABLE_GRAPH.operations)


def test_labels_of_nodes_without_edges() -> None:
    """Each count is about its own kind."""
    for name in ("edge_count", "edges", "clear_edges"):
        assert [outcome.labels for outcome in outcomes("add_node", name)] == [(f"{name}_none",)]
    for name in ("node_count", "nodes", "clear"):
        assert [outcome.labels for outcome in outcomes("add_node", name)] == [(f"{name}_some",)]


def test_labels_of_an_empty_graph() -> None:
    for name in ("clear", "clear_edges", "node_count", "edge_count", "nodes", "edges"):
        (found,) = outcomes("", name)
        assert found.labels == (f"{name}_none",)
        assert f"{name}_some" in labels(frozenset({name})) >= {*found.labels}


def test_labels_are_of_what_is_offered() -> None:
    """Insertions of nodes and edges and the removal of nodes are always there."""
    least = labels(GRAPH.essential)
    assert least >= {"add_node_full", "add_edge_missing", "remove_node_alone", "remove_node_stale"}
    assert not any(label.startswith(("edge_", "find_edge", "clear")) for label in least)
    assert labels(GRAPH.essential | {"edge"}) - least == {
        f"edge_{kind}" for kind in ("live", "stale", "other_kind", "forged")
    }

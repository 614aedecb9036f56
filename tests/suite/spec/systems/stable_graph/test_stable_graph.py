"""The rules of a stable graph, in examples made by hand."""

from __future__ import annotations

import pytest

from stablelist_spec.core.explore import explore
from stablelist_spec.core.key import Key
from stablelist_spec.core.states import States
from stablelist_spec.core.step import Provenance
from stablelist_spec.families.graph import GRAPH, Refused
from stablelist_spec.families.pool import Found, Paired
from stablelist_spec.systems.stable_graph import STABLE_GRAPH, Configuration
from stablelist_spec.systems.stable_graph.picturing import variables
from stablelist_spec.systems.stable_graph.state import live
from suite.spec.systems.checked import Checked
from suite.spec.systems.checked import ran as ran_of


def ran(program: str, nodes: int = 0, edges: int = 0) -> Checked:
    """The graph after a program in which nothing was wrong."""
    return ran_of(STABLE_GRAPH, program, Configuration(nodes, edges))


def test_nodes_and_edges_have_keys_of_their_own() -> None:
    """Both count from 0; the key of one kind finds nothing of the other (3.5)."""
    came = ran("add_node add_node add_edge:0:1 node:0 edge:2 node:2 edge:0 outgoing:2 add_edge:0:2")
    assert came.answers[:3] == [Key(0, 0), Key(1, 0), Key(0, 1)]
    assert came.answers[3:] == [0, 2, None, None, (), Refused.MISSING]
    assert {"node_other_kind", "edge_other_kind", "outgoing_other_kind"} <= came.labels


def test_latest_edge_comes_first() -> None:
    """This holds for both lists of a node; `find_edge` finds the latest of parallel edges."""
    came = ran(
        "add_node*2 add_edge:0:1 add_edge:0:0 add_edge:0:1 outgoing:0 incoming:1 incoming:0 neighbours:0"
    )
    two, three, four = ((Key(i, 1), i + 2) for i in range(3))
    zero, one = (Key(0, 0), 0), (Key(1, 0), 1)
    assert came.answers[5:] == [(four, three, two), (four, two), (three,), (one, zero, one)]
    came.run("find_edge:0:1 find_edge:1:0 find_edge:0:4 endpoints:3 endpoints:0")
    assert came.answers[9:] == [Found(*four), None, None, Paired(0, 0), None]
    assert {
        "add_edge_loop",
        "add_edge_parallel",
        "find_edge_none",
        "find_edge_missing",
    } <= came.labels


def test_edges_are_removed_with_their_node() -> None:
    """Those that lead from it first, each time from the latest on; a loop leads from it."""
    came = ran(
        "add_node*2 add_edge:0:1 add_edge:1:0 add_edge:1:0 add_edge:0:0 add_edge:1:1 remove_node:0 layout "
        "edge:2 edge:6 outgoing:1 incoming:1 edge_count"
    )
    loop = ((Key(4, 1), 6),)
    assert came.answers[7:] == [(0, 5, 2, 4, 3), "1:2:0|1:5:1,2,0,3", None, 6, loop, loop, 1]


def test_vacancy_that_was_made_last_is_filled_first() -> None:
    """Nodes and edges have separate vacancies (3.5)."""
    came = ran("add_node*3 add_edge:0:1 add_edge:0:2 remove_node:1 remove_node:2 layout add_node*3")
    assert came.answers[5:] == [(1, 3), (2, 4), "1:3:2,1|0:2:1,0", Key(2, 0), Key(1, 0), Key(3, 0)]
    came.run("add_edge:0:0 add_edge:0:0 add_edge:0:0")
    assert came.answers[-3:] == [Key(1, 1), Key(0, 1), Key(2, 1)]


def test_stale_key_finds_what_is_at_its_index_now() -> None:
    """The remove-and-reinsert case of the ABA problem, for both kinds (3.5)."""
    came = ran(
        "add_node add_edge:0:0 remove_node:0 node:0 edge:1 add_node add_edge:2:2 node:0 edge:1"
    )
    assert came.answers[3:] == [None, None, Key(0, 0), Key(0, 1), 2, 3]
    came.run("add_edge:0:0 remove_node:0 node:2")
    assert came.answers[-3:] == [Key(1, 1), (2, 4, 3), None]
    assert {"node_stale", "edge_stale", "node_revived", "edge_revived"} <= came.labels


def test_edge_to_a_missing_node_changes_nothing() -> None:
    """Not even if an edge is vacant, which is filled by the next one that is added."""
    came = ran(
        "add_node add_edge:0:0 remove_edge:1 add_edge:0:1 add_edge:#5.0:0 edges layout add_edge:0:0"
    )
    refused = Refused.MISSING
    assert came.answers[2:] == [1, refused, refused, (), "1:1:|0:1:0", Key(0, 1)]


def test_full_graph_refuses() -> None:
    """Too many nodes, or too many edges, whatever their nodes are."""
    came = ran(
        "add_node*3 add_edge:0:1 add_edge:0:0 add_edge:0:2 remove_node:1 add_node add_edge:5:0",
        2,
        1,
    )
    full = Refused.FULL
    assert came.answers[2:] == [full, Key(0, 1), full, full, (1, 3), Key(1, 0), Refused.MISSING]


def test_everything_is_removed_at_once() -> None:
    """Vacancies are forgotten: those of the edges, or of both."""
    came = ran(
        "clear_edges clear add_node*2 add_edge:0:1 add_edge:1:0 remove_edge:2 clear_edges layout outgoing:1"
    )
    assert came.answers[:2] == [(), None]
    assert came.answers[6:] == [2, (3,), "2:2:|0:0:", ()]
    came.run("remove_node:0 add_edge:1:1 clear layout add_node node_count")
    assert came.answers[10:] == [(0,), Key(0, 1), None, "0:0:|0:0:", Key(0, 0), 1]


def test_costs() -> None:
    """Iteration visits vacant cells, too. An edge is unlinked behind the edges that are later in its lists."""
    came = ran(
        "add_node*3 add_edge:0:1 add_edge:0:2 add_edge:0:1 remove_edge:3 cost remove_node:2 cost nodes edges cost"
    )
    assert came.answers[7:9] == ["0/3", (2, 4)]
    assert came.answers[9] == "0/4"
    assert came.answers[-1] == "6/4"


@pytest.mark.parametrize("name", ["nodes", "edges"])
def test_bound_is_no_less_than_nothing(name: str) -> None:
    """A bound of 0 means that there is none."""
    with pytest.raises(ValueError, match=f"{name} is -1; it must be at least 0"):
        Configuration(**{name: -1})


def test_picture_and_variables() -> None:
    """Two rows, each with its vacancies; an edge has its ends."""
    state = ran("add_node*2 add_edge:0:1 add_edge:1:1 remove_edge:2").history.state
    assert STABLE_GRAPH.picture is not None
    nodes, edges = STABLE_GRAPH.picture(state).rows
    assert [cell.word for cell in nodes.cells] == ["0", "1"]
    assert [(cell.word, cell.second) for cell in edges.cells] == [("", ""), ("3", "1-1")]
    assert edges.following == {0: None}
    assert variables(state)._asdict() == {
        "nodes": {0: 0, 1: 1}, "free_nodes": (), "edges": {1: 3}, "ends": {1: (1, 1)}, "free_edges": (0,),
        "outgoing": {0: (), 1: (1,)}, "incoming": {0: (), 1: (1,)}, "cost": (0, 1),
    }  # fmt: skip


def test_history_forgets_edges_with_their_nodes() -> None:
    """So a later edge with the same key is not taken for them."""
    history = ran("add_node*2 add_edge:0:1 add_edge:1:0 remove_node:0 add_edge:1:1").history
    issued, retired = Provenance.ISSUED, Provenance.RETIRED
    assert [history.provenance(n) for n in range(5)] == [retired, issued, retired, retired, issued]
    assert history.issued[4] == history.issued[3]


@pytest.mark.parametrize("scope", STABLE_GRAPH.scopes)
def test_followed_edge_is_retired_with_its_node(scope: Configuration) -> None:
    """In an exploration, the followed key is retired if and only if it is not live or was issued again."""
    found = explore(scope, States(STABLE_GRAPH))
    followed = [(node.followed, live(node.state)) for node in found.reached if node.followed]
    assert {(key.id, retired) for (key, retired, _), _ in followed} == {
        (id_, retired) for id_ in (0, 1) for retired in (False, True)
    }
    assert all(retired or key in known for (key, retired, _), known in followed)


def test_extent_is_that_of_the_nodes() -> None:
    """The longer of the two free lists counts."""
    assert STABLE_GRAPH.extent("2:4:2,1|0:3:2,0,1") == (4, 3)


def test_every_operation_is_offered() -> None:
    """They are the operations of the family, which only this system has."""
    assert STABLE_GRAPH.operations == GRAPH.kinds.keys()

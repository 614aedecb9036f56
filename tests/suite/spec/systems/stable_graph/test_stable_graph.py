"""What a stable graph shows, and how its keys are followed; its rules are in `rules.tsv`."""

import pytest

from stablelist_spec.core.explore import explore
from stablelist_spec.core.states import States
from stablelist_spec.core.step import Provenance
from stablelist_spec.systems.stable_graph import STABLE_GRAPH, Configuration
from stablelist_spec.systems.stable_graph.picturing import variables
from stablelist_spec.systems.stable_graph.state import live
from suite.spec.programs import Checked
from suite.spec.programs import ran as ran_of


def ran(program: str, nodes: int = 0, edges: int = 0) -> Checked:
    """The graph after a program in which nothing was wrong."""
    return ran_of(STABLE_GRAPH, program, Configuration(nodes, edges))


def test_picture_and_variables() -> None:
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

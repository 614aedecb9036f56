"""Tours: whatever the graph, every edge is taken, and every path is one."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from stablelist_conformance.programs.tours import tours

Node = str | tuple[str, int]
Graph = dict[int, list[tuple[str, int]]]


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Graphs of a few nodes, with loops, parallel edges, dead ends and what cannot be reached."""
    size = draw(st.integers(1, 8))
    targets = draw(
        st.lists(st.lists(st.integers(0, size - 1), max_size=4), min_size=size, max_size=size)
    )
    return {
        node: [(f"{node}.{number}", target) for number, target in enumerate(edges)]
        for node, edges in enumerate(targets)
    }


def reachable(graph: Graph) -> set[str]:
    """The edges that can be reached from node 0."""
    known, waiting, edges = {0}, [0], set[str]()
    while waiting:
        for action, target in graph[waiting.pop()]:
            edges.add(action)
            if target not in known:
                known.add(target)
                waiting.append(target)
    return edges


@given(graphs(), st.integers(1, 12))
@example({0: []}, 1)
@example({0: [("loop", 0)]}, 1)
@example({0: [("in", 1), ("other", 2)], 1: [], 2: []}, 5)
def test_every_edge_that_can_be_reached_is_taken(graph: Graph, longest: int) -> None:
    """And no other; an unreachable edge is in no tour."""
    found = tours(0, graph.__getitem__, longest)
    assert {action for tour in found for action, _ in tour} == reachable(graph)


@given(graphs(), st.integers(1, 12))
def test_every_tour_is_a_path_from_the_initial_node(graph: Graph, longest: int) -> None:
    """Each edge begins where the one before it ended."""
    for tour in tours(0, graph.__getitem__, longest):
        node = 0
        for action, target in tour:
            assert (action, target) in graph[node]
            node = target


@given(graphs(), st.integers(1, 12))
def test_every_tour_takes_a_new_edge_and_is_not_much_too_long(graph: Graph, longest: int) -> None:
    """No tour is in vain; past its length it only finishes the way to an untaken edge."""
    seen: set[str] = set()
    for tour in tours(0, graph.__getitem__, longest):
        new = {action for action, _ in tour} - seen
        assert new
        seen |= new
        assert len(tour) < longest + len(graph)


def test_short_way_is_taken() -> None:
    """From a dead end of the tour, the nearest untaken edge is next: no detour of ten steps."""
    chain: Graph = {n: [(f"{n}", n + 1)] for n in range(10)}
    chain[10] = [("home", 0)]
    chain[0].append(("loop", 0))
    found = tours(0, chain.__getitem__, 100)
    assert sum(map(len, found)) == 12


def test_nodes_may_be_anything_hashable() -> None:
    """Nodes come back as they are, not as the numbers they are searched by."""
    graph: dict[Node, list[tuple[str, Node]]] = {"a": [("go", ("b", 1))], ("b", 1): [("back", "a")]}
    initial: Node = "a"
    assert tours(initial, graph.__getitem__, 9) == [[("go", ("b", 1)), ("back", "a")]]

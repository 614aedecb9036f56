"""Tours: paths that together take every edge of a graph.

A tour starts at the initial node. At each node it takes an edge that was not taken yet. If there is none, it goes the
shortest way to a node that has one. If there is no way, or the tour is long enough, the next tour begins. Nodes are
numbered in the order in which they are met, so that searches compare numbers, not nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

__all__ = ["tours"]

N = TypeVar("N", bound=Hashable)
A = TypeVar("A")
Edge = tuple[A, int]


def tours(
    initial: N, edges: Callable[[N], Iterable[tuple[A, N]]], longest: int
) -> list[list[tuple[A, N]]]:
    """Paths from the initial node, of about *longest* edges, that together take every edge.

    >>> graph = {0: [("a", 1)], 1: [("b", 0), ("c", 1)]}
    >>> [[action for action, _ in tour] for tour in tours(0, graph.__getitem__, 10)]
    [['a', 'c', 'b']]
    """
    nodes, graph = numbered(initial, edges)
    return [
        [(action, nodes[target]) for action, target in tour] for tour in _Tours(graph).all(longest)
    ]


def numbered(
    initial: N, edges: Callable[[N], Iterable[tuple[A, N]]]
) -> tuple[list[N], list[list[Edge[A]]]]:
    """All reachable nodes, the initial one first, and the edges of each."""
    numbers, nodes = {initial: 0}, [initial]
    graph: list[list[Edge[A]]] = []
    while len(graph) < len(nodes):
        found: list[Edge[A]] = []
        for action, target in edges(nodes[len(graph)]):
            if target not in numbers:
                numbers[target] = len(nodes)
                nodes.append(target)
            found.append((action, numbers[target]))
        graph.append(found)
    return nodes, graph


def first_of_each(edges: list[Edge[A]]) -> dict[int, Edge[A]]:
    """The first edge to each target, in order."""
    found: dict[int, Edge[A]] = {}
    for edge in edges:
        found.setdefault(edge[1], edge)
    return found


class _Tours(Generic[A]):
    """The edges that were not taken yet."""

    def __init__(self, graph: list[list[Edge[A]]]) -> None:
        self.roads = [first_of_each(edges) for edges in graph]
        self.untaken = {node: list(edges) for node, edges in enumerate(graph) if edges}

    def all(self, longest: int) -> list[list[Edge[A]]]:
        """Tours until every edge was taken."""
        found = []
        while self.untaken:
            found.append(self._tour(longest))
        return found

    def _tour(self, longest: int) -> list[Edge[A]]:
        """One tour. It takes at least one new edge, because every node is reachable from the initial one."""
        tour: list[Edge[A]] = []
        node = 0
        while len(tour) < longest:
            way = self._way(node)
            if way is None:
                break
            tour += way
            node = tour[-1][1] if tour else node
            tour.append(self._take(node))
            node = tour[-1][1]
        return tour

    def _take(self, node: int) -> Edge[A]:
        """An untaken edge of a node."""
        edges = self.untaken[node]
        edge = edges.pop()
        if not edges:
            del self.untaken[node]
        return edge

    def _way(self, node: int) -> list[Edge[A]] | None:
        """A shortest way to a node with an untaken edge; empty if this is one."""
        if node in self.untaken:
            return []
        before, queue = {node: node}, [node]
        for here in queue:  # the list grows meanwhile
            for target in self.roads[here]:
                if target not in before:
                    before[target] = here
                    if target in self.untaken:
                        return self._back(before, target)
                    queue.append(target)
        return None

    def _back(self, before: dict[int, int], node: int) -> list[Edge[A]]:
        """The way by which a node was reached, given the node before each; the first one is before itself."""
        way = []
        while (here := before[node]) != node:
            way.append(self.roads[here][node])
            node = here
        return way[::-1]

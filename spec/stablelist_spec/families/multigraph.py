"""Directed multigraphs: what the operations of a graph answer and change. Keys only name nodes and edges here.

`effects` is the whole observable behaviour, except for bounds. The edges of a node are listed from the latest on, as
the documentation of petgraph's `StableGraph` says. It does not say which of several parallel edges `find_edge` finds,
so that operation has one effect for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, NamedTuple, TypeVar

from stablelist_spec.core.key import Key

from .graph import GraphError
from .pool import Found, Paired

__all__ = ["NOTHING", "UNSEEN", "Change", "Edge", "Effect", "Multigraph", "degree", "effects"]

K = TypeVar("K", bound=Hashable)

UNSEEN: Final = Key(0, 0)
"""Stands for a key that cannot be observed."""


class Edge(NamedTuple, Generic[K]):
    """The element of an edge, and the nodes that it leads from and to."""

    element: int
    source: K
    target: K


class Change(NamedTuple):
    """What an operation changes.

    Attributes:
        node: whether it adds a node.
        ends: the nodes that a new edge leads from and to; None if it adds no edge.
        nodes: the nodes that it removes.
        edges: the edges that it removes.
    """

    node: bool = False
    ends: tuple[Any, Any] | None = None
    nodes: tuple[Any, ...] = ()
    edges: tuple[Any, ...] = ()


NOTHING: Final = Change()
Effect = tuple[object, Change]
"""The answer, and the change."""


@dataclass
class Multigraph(Generic[K]):
    """Nodes and edges by name.

    Attributes:
        outgoing: the edges that lead from each node, the latest first.
        incoming: the edges that lead to it.
    """

    nodes: dict[K, int] = field(default_factory=dict)
    edges: dict[K, Edge[K]] = field(default_factory=dict)
    outgoing: dict[K, tuple[K, ...]] = field(default_factory=dict)
    incoming: dict[K, tuple[K, ...]] = field(default_factory=dict)

    def __copy__(self) -> Multigraph[K]:
        """An independent copy."""
        return replace(
            self,
            nodes={**self.nodes},
            edges={**self.edges},
            outgoing={**self.outgoing},
            incoming={**self.incoming},
        )

    def of_node(self, node: K) -> tuple[K, ...]:
        """The edges from a node and to it; a loop is one of them once."""
        return tuple(dict.fromkeys((*self.outgoing[node], *self.incoming[node])))

    @property
    def shape(self) -> list[tuple[int, int]]:
        """How many edges lead from each node and to it, ascending; isomorphic graphs have the same shape."""
        return sorted((len(self.outgoing[node]), len(self.incoming[node])) for node in self.nodes)

    def between(self, source: K, target: K) -> list[K]:
        """The edges from one node to another, the latest first."""
        return [edge for edge in self.outgoing[source] if self.edges[edge].target == target]

    def change(self, change: Change, name: K, element: int) -> None:
        """Apply a change; a new node or edge gets this name and element."""
        for edge in change.edges:
            _, source, target = self.edges.pop(edge)
            self.outgoing[source] = without(self.outgoing[source], edge)
            self.incoming[target] = without(self.incoming[target], edge)
        for node in change.nodes:
            del self.nodes[node], self.outgoing[node], self.incoming[node]
        if change.node:
            self.nodes[name] = element
            self.outgoing[name] = self.incoming[name] = ()
        if change.ends is not None:
            source, target = change.ends
            self.edges[name] = Edge(element, source, target)
            self.outgoing[source] = (name, *self.outgoing[source])
            self.incoming[target] = (name, *self.incoming[target])


def degree(edges: Iterable[Sequence[K]]) -> int:
    """How many edges lead from a node, at most, or to one, given those of every node.

    >>> degree([(5, 6), ()]), degree([])
    (2, 0)
    """
    return max(map(len, edges), default=0)


def without(edges: tuple[K, ...], edge: K) -> tuple[K, ...]:
    """Some edges, without one of them."""
    at = edges.index(edge)
    return edges[:at] + edges[at + 1 :]


# --- What an operation does -----------------------------------------------------------------------


def effects(
    graph: Multigraph[K], operation: str, meanings: Sequence[K | None] = ()
) -> Iterator[Effect]:
    """The possible answers and changes of an operation; whether there is room for it is not checked.

    Args:
        graph: the nodes and edges by name.
        operation: its name.
        meanings: the nodes or edges that its keys find, or None.

    >>> graph = Multigraph({0: 5}, {1: Edge(6, 0, 0)}, {0: (1,)}, {0: (1,)})
    >>> [*effects(graph, "remove_node", [0])]
    [((5, 6), Change(node=False, ends=None, nodes=(0,), edges=(1,)))]
    """
    if None in meanings:
        yield MISSED.get(operation), NOTHING
    elif operation == "find_edge":
        found = graph.between(*meanings)  # type: ignore[arg-type] # none is None
        yield from ((Found(UNSEEN, graph.edges[edge].element), NOTHING) for edge in found)
        if not found:
            yield None, NOTHING
    else:
        yield DONE[operation](graph, *meanings)


MISSED: Final[dict[str, object]] = {
    "add_edge": GraphError.MISSING,
    **dict.fromkeys(("neighbours", "outgoing", "incoming", "incident", "remove_node"), ()),
}
"""The answers where a key finds nothing, if not None."""


def listed(graph: Multigraph[K], edges: Sequence[K]) -> Effect:
    """Some edges with their elements."""
    return tuple([(UNSEEN, graph.edges[edge].element) for edge in edges]), NOTHING


def neighbours(graph: Multigraph[K], node: K) -> Effect:
    """The nodes that the edges of a node lead to; one that several edges lead to is listed as often."""
    targets = [graph.edges[edge].target for edge in graph.outgoing[node]]
    return tuple([(UNSEEN, graph.nodes[target]) for target in targets]), NOTHING


def endpoints(graph: Multigraph[K], edge: K) -> Effect:
    """The elements of the two nodes of an edge."""
    _, source, target = graph.edges[edge]
    return Paired(graph.nodes[source], graph.nodes[target]), NOTHING


def remove_node(graph: Multigraph[K], node: K) -> Effect:
    """A node and its edges leave."""
    edges = graph.of_node(node)
    elements = [graph.edges[edge].element for edge in edges]
    return (graph.nodes[node], *elements), Change(nodes=(node,), edges=edges)


def clear_edges(graph: Multigraph[K]) -> Effect:
    """Every edge leaves."""
    elements = tuple([edge.element for edge in graph.edges.values()])
    return elements, Change(edges=(*graph.edges,))


DONE: Final[dict[str, Callable[..., Effect]]] = {
    "add_node": lambda _: (UNSEEN, Change(node=True)),
    "add_edge": lambda _, source, target: (UNSEEN, Change(ends=(source, target))),
    "node": lambda graph, node: (graph.nodes[node], NOTHING),
    "edge": lambda graph, edge: (graph.edges[edge].element, NOTHING),
    "endpoints": endpoints,
    "neighbours": neighbours,
    "outgoing": lambda graph, node: listed(graph, graph.outgoing[node]),
    "incoming": lambda graph, node: listed(graph, graph.incoming[node]),
    "incident": lambda graph, node: listed(graph, graph.of_node(node)),
    "degree": lambda graph, node: (len(graph.outgoing[node]) + len(graph.incoming[node]), NOTHING),
    "node_count": lambda graph: (len(graph.nodes), NOTHING),
    "edge_count": lambda graph: (len(graph.edges), NOTHING),
    "nodes": lambda graph: (tuple([(UNSEEN, e) for e in graph.nodes.values()]), NOTHING),
    "edges": lambda graph: listed(graph, [*graph.edges]),
    "remove_node": remove_node,
    "remove_edge": lambda graph, edge: (graph.edges[edge].element, Change(edges=(edge,))),
    "clear_edges": clear_edges,
    "clear": lambda graph: (None, Change(nodes=(*graph.nodes,), edges=(*graph.edges,))),
}
"""Operations whose keys, if any, all find something."""

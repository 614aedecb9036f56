"""A naive graph: dicts of nodes and edges, and lists of vacancies. Edges are ordered by their elements."""

from __future__ import annotations

from typing import NamedTuple

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.families.graph import Refused
from stablelist_spec.families.pool import Found, Paired
from stablelist_spec.systems.stable_graph import Configuration

__all__ = ["NaiveGraph"]


class Edge(NamedTuple):
    """An edge between two places of nodes."""

    element: int
    source: int
    target: int


class NaiveGraph:
    """Nodes and edges by place. Elements are numbered in the order of insertion, so later edges have larger ones."""

    def __init__(self, configuration: Configuration) -> None:
        self.most = {0: configuration.nodes, 1: configuration.edges}
        self.nodes: dict[int, int] = {}
        self.edges: dict[int, Edge] = {}
        self.vacant: dict[int, list[int]] = {0: [], 1: []}
        self.visited = self.links = 0

    def perform(self, operation: Operation) -> object:
        """The answer to an operation."""
        name = {"nodes": "nodes_listed", "edges": "edges_listed"}.get(
            operation.name, operation.name
        )
        answer: object = getattr(self, name)(*self.operands(operation))
        return answer

    def operands(self, operation: Operation) -> list[object]:
        """The operands of an operation: keys, and the element of an insertion."""
        keys: list[object] = [*operation.operands.values()]
        return [*keys, operation.element] if operation.name.startswith("add_") else keys

    def place(self, kind: int) -> int | None:
        """The place of something new, if there is room."""
        live = (self.nodes, self.edges)[kind]
        if len(live) == self.most[kind] > 0:
            return None
        return self.vacant[kind].pop() if self.vacant[kind] else len(live)

    def is_node(self, key: Key) -> bool:
        """Whether there is such a node."""
        return key.id == 0 and key.index in self.nodes

    def is_edge(self, key: Key) -> bool:
        """Whether there is such an edge."""
        return key.id == 1 and key.index in self.edges

    def latest(self, edges: dict[int, Edge]) -> list[int]:
        """Places of edges, the latest edge first."""
        return sorted(edges, key=lambda place: -edges[place].element)

    def out(self, node: int) -> list[int]:
        """The edges from a node."""
        return self.latest({place: e for place, e in self.edges.items() if e.source == node})

    def into(self, node: int) -> list[int]:
        """The edges to a node."""
        return self.latest({place: e for place, e in self.edges.items() if e.target == node})

    # --- Operations

    def add_node(self, element: int) -> object:
        """Add a node."""
        place = self.place(0)
        if place is None:
            return Refused.FULL
        self.nodes[place] = element
        return Key(place, 0)

    def add_edge(self, source: Key, target: Key, element: int) -> object:
        """Add an edge."""
        if len(self.edges) == self.most[1] > 0:
            return Refused.FULL
        if not (self.is_node(source) and self.is_node(target)):
            return Refused.MISSING
        place = self.place(1)
        assert place is not None
        self.edges[place] = Edge(element, source.index, target.index)
        return Key(place, 1)

    def node(self, key: Key) -> int | None:
        """Look a node up."""
        return self.nodes[key.index] if self.is_node(key) else None

    def edge(self, key: Key) -> int | None:
        """Look an edge up."""
        return self.edges[key.index].element if self.is_edge(key) else None

    def endpoints(self, key: Key) -> Paired | None:
        """The nodes of an edge."""
        if not self.is_edge(key):
            return None
        _, source, target = self.edges[key.index]
        return Paired(self.nodes[source], self.nodes[target])

    def find_edge(self, source: Key, target: Key) -> Found | None:
        """The latest edge between two nodes."""
        both = self.is_node(source) and self.is_node(target)
        between = [e for e in self.out(source.index) if self.edges[e].target == target.index]
        return (
            Found(Key(between[0], 1), self.edges[between[0]].element) if both and between else None
        )

    def neighbours(self, key: Key) -> tuple[object, ...]:
        """The nodes that edges of a node lead to."""
        targets = [self.edges[e].target for e in self.out(key.index)] if self.is_node(key) else []
        return tuple((Key(target, 0), self.nodes[target]) for target in targets)

    def outgoing(self, key: Key) -> tuple[object, ...]:
        """The edges from a node."""
        return self.listed(self.out(key.index) if self.is_node(key) else [])

    def incoming(self, key: Key) -> tuple[object, ...]:
        """The edges to a node."""
        return self.listed(self.into(key.index) if self.is_node(key) else [])

    def listed(self, edges: list[int]) -> tuple[object, ...]:
        """Edges with their elements."""
        return tuple((Key(place, 1), self.edges[place].element) for place in edges)

    def node_count(self) -> int:
        """How many nodes there are."""
        return len(self.nodes)

    def edge_count(self) -> int:
        """How many edges there are."""
        return len(self.edges)

    def nodes_listed(self) -> tuple[object, ...]:
        """Nodes with their elements."""
        self.visited += len(self.nodes) + len(self.vacant[0])
        return tuple((Key(place, 0), self.nodes[place]) for place in sorted(self.nodes))

    def edges_listed(self) -> tuple[object, ...]:
        """Edges with their elements."""
        self.visited += len(self.edges) + len(self.vacant[1])
        return self.listed(sorted(self.edges))

    def gone(self, place: int) -> int:
        """Remove an edge; those that are later in the lists of its nodes are passed."""
        element, source, target = self.edges[place]
        self.links += self.out(source).index(place) + self.into(target).index(place)
        del self.edges[place]
        self.vacant[1].append(place)
        return element

    def remove_edge(self, key: Key) -> int | None:
        """Remove an edge."""
        return self.gone(key.index) if self.is_edge(key) else None

    def remove_node(self, key: Key) -> tuple[int, ...]:
        """Remove a node: first the edges from it, then those to it, then itself."""
        if not self.is_node(key):
            return ()
        first = [self.gone(place) for place in self.out(key.index)]
        then = [self.gone(place) for place in self.into(key.index)]
        self.vacant[0].append(key.index)
        return (self.nodes.pop(key.index), *first, *then)

    def clear_edges(self) -> tuple[int, ...]:
        """Remove every edge."""
        removed = tuple(self.edges[place].element for place in sorted(self.edges))
        self.edges, self.vacant[1] = {}, []
        return removed

    def clear(self) -> None:
        """Remove everything."""
        self.clear_edges()
        self.nodes, self.vacant[0] = {}, []

    def shown(self) -> dict[str, str]:
        """Its layout and its costs."""
        parts = [
            f"{len(live)}:{len(live) + len(free)}:{','.join(map(str, free[::-1]))}"
            for live, free in ((self.nodes, self.vacant[0]), (self.edges, self.vacant[1]))
        ]
        return {"layout": "|".join(parts), "cost": f"{self.visited}/{self.links}"}

"""A graph that chooses its indices in different ways, all of them right at contract level."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Final

from stablelist_conformance.wire.protocol import Level, Program, encode_answer
from stablelist_spec.core.history import near
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Near, Operation
from stablelist_spec.families.graph import GRAPH, GraphError
from stablelist_spec.families.pool import Found, Paired

__all__ = ["CHOICES", "Free", "answers"]

NODES, EDGES = 0, 1
Choice = Callable[[list[int], int], int]
"""Takes an index out of the vacancies, which are in the order of removal, or returns the first that was never used."""


def never(_: list[int], end: int) -> int:
    """No index is used again."""
    return end


def some(vacant: list[int], end: int) -> int:
    """Any index, by a chance that the same program always meets again."""
    index = Random(f"{vacant} {end}").choice([*vacant, end, end + 3])
    if index in vacant:
        vacant.remove(index)
    return index


CHOICES: Final[dict[str, Choice]] = {
    "first in, first out": lambda vacant, end: vacant.pop(0) if vacant else end,
    "last in, first out": lambda vacant, end: vacant.pop() if vacant else end,
    "the lowest": lambda vacant, end: vacant.pop(vacant.index(min(vacant))) if vacant else end,
    "never again": never,
    "any": some,
}


class Free:
    """A graph with a choice of indices. Of parallel edges it finds the earliest, and it iterates from the latest on."""

    def __init__(self, most: tuple[int, int], choice: Choice) -> None:
        self.most, self.choice = most, choice
        self.issued: list[Key | None] = []
        self.live: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.vacant: tuple[list[int], list[int]] = ([], [])
        self.end = [0, 0]
        self.ends: dict[int, tuple[int, int]] = {}

    # --- Keys

    def key(self, name: KeyName) -> Key | None:
        """The key that a name means."""
        if isinstance(name, Near):
            anchor = self.issued[name.number]
            return None if anchor is None else near(anchor, name)
        return self.issued[name] if isinstance(name, int) else name

    def at(self, name: KeyName | None, kind: int) -> int | None:
        """The index of a node or an edge that a key finds."""
        assert name is not None
        key = self.key(name)
        return key.index if key and key.id == kind and key.index in self.live[kind] else None

    # --- Changes

    def put(self, kind: int) -> Key:
        index = self.choice(self.vacant[kind], self.end[kind])
        self.end[kind] = max(self.end[kind], index + 1)
        self.live[kind][index] = len(self.issued)
        return Key(index, kind)

    def take(self, kind: int, index: int) -> int:
        self.vacant[kind].append(index)
        return self.live[kind].pop(index)

    def inserted(self, key: Key | GraphError) -> object:
        """The answer to an insertion, whose number is used up."""
        self.issued.append(key if isinstance(key, Key) else None)
        return key

    def add_node(self) -> object:
        return self.inserted(GraphError.FULL if self.is_full(NODES) else self.put(NODES))

    def is_full(self, kind: int) -> bool:
        """Whether there is no room."""
        return 0 < self.most[kind] <= len(self.live[kind])

    def add_edge(self, source: KeyName, target: KeyName) -> object:
        """Add an edge. That a node is missing is noticed first."""
        ends = self.at(source, NODES), self.at(target, NODES)
        if None in ends:
            return self.inserted(GraphError.MISSING)
        return self.inserted(GraphError.FULL if self.is_full(EDGES) else self.joined(*ends))  # type: ignore[arg-type]

    def joined(self, source: int, target: int) -> Key:
        """A new edge."""
        key = self.put(EDGES)
        self.ends[key.index] = source, target
        return key

    def remove_edge(self, name: KeyName) -> object:
        edge = self.at(name, EDGES)
        return None if edge is None else self.take(EDGES, edge)

    def of_node(self, node: int) -> list[int]:
        """The edges of a node."""
        return [edge for edge in self.live[EDGES] if node in self.ends[edge]]

    def remove_node(self, name: KeyName) -> object:
        node = self.at(name, NODES)
        if node is None:
            return ()
        edges = [self.take(EDGES, edge) for edge in self.of_node(node)]
        return (self.take(NODES, node), *edges)

    def clear_edges(self) -> object:
        """Remove every edge; the vacancies stay."""
        return tuple(self.take(EDGES, edge) for edge in [*self.live[EDGES]])

    def clear(self) -> None:
        """Remove everything; the vacancies stay."""
        for kind in (NODES, EDGES):
            for index in [*self.live[kind]]:
                self.take(kind, index)

    # --- Questions

    def items(self, kind: int, indices: Iterable[int]) -> tuple[object, ...]:
        """Some nodes or edges with their elements."""
        return tuple((Key(index, kind), self.live[kind].get(index)) for index in indices)

    def node(self, name: KeyName) -> object:
        node = self.at(name, NODES)
        return None if node is None else self.live[NODES][node]

    def edge(self, name: KeyName) -> object:
        edge = self.at(name, EDGES)
        return None if edge is None else self.live[EDGES][edge]

    def endpoints(self, name: KeyName) -> object:
        """The nodes of an edge."""
        edge = self.at(name, EDGES)
        return None if edge is None else Paired(*map(self.live[NODES].get, self.ends[edge]))

    def latest(self, node: int | None, end: int) -> list[int]:
        """The edges from a node or to it."""
        edges = [edge for edge in self.live[EDGES] if self.ends[edge][end] == node]
        return sorted(edges, key=lambda edge: -self.live[EDGES][edge])

    def outgoing(self, name: KeyName) -> object:
        return self.items(EDGES, self.latest(self.at(name, NODES), 0))

    def incoming(self, name: KeyName) -> object:
        return self.items(EDGES, self.latest(self.at(name, NODES), 1))

    def neighbours(self, name: KeyName) -> object:
        """The nodes at the other ends."""
        return self.items(NODES, [self.ends[e][1] for e in self.latest(self.at(name, NODES), 0)])

    def find_edge(self, source: KeyName, target: KeyName) -> object:
        """The earliest of parallel edges."""
        ends = self.at(source, NODES), self.at(target, NODES)
        found = [edge for edge in self.latest(ends[0], 0) if self.ends[edge] == ends]
        return Found(Key(found[-1], EDGES), self.live[EDGES][found[-1]]) if found else None

    def node_count(self) -> object:
        return len(self.live[NODES])

    def edge_count(self) -> object:
        return len(self.live[EDGES])

    def nodes(self) -> object:
        return self.items(NODES, reversed(self.live[NODES]))

    def edges(self) -> object:
        return self.items(EDGES, reversed(self.live[EDGES]))


def answers(program: Program, choice: Choice) -> str:
    """What a graph answers to a program, as a line."""
    chosen = program.parameters
    graph = Free((chosen.nodes, chosen.edges), choice)
    return " ".join(
        encode_answer(operation, performed(graph, operation), Level.CONTRACT, GRAPH)
        for operation in program.operations
    )


def performed(graph: Free, operation: Operation) -> object:
    return getattr(graph, operation.name)(*operation.operands.values())

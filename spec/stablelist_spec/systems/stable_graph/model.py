"""The steps of a stable graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import StepOf
from stablelist_spec.families.graph import GraphError
from stablelist_spec.families.pool import Found, Paired
from stablelist_spec.parts.cells import Has

from .state import EDGES, NODES, State, Store

__all__ = ["OF_ONE", "between", "step"]

Step = StepOf[State, object]


def step(state: State, operation: Operation) -> Step:
    """The step of an operation, whose keys are real ones."""
    name = operation.name
    if name in OF_ALL:
        return OF_ALL[name](state)
    if name == "add_node":
        return add_node(state, operation.element)
    key = operation["key"]
    if name in OF_TWO:
        return OF_TWO[name](state, key, operation["other"], operation.element)
    about, do = OF_ONE[name]
    store = state.edges if about == EDGES else state.nodes
    if store.element(key) is None:
        return StepOf(state, NOTHING.get(name))
    return do(state, key.index)


NOTHING: Final = dict.fromkeys(
    ("neighbours", "outgoing", "incoming", "incident", "remove_node"), ()
)
"""The answers of operations that list something, where the key finds nothing."""


# --- Insertion ------------------------------------------------------------------------------------


def add_node(state: State, element: int) -> Step:
    """Add a node, and answer its key."""
    # UNLESS: there are as many nodes as there may be.
    if is_full(state.nodes, state.configuration.nodes):
        return StepOf(state, GraphError.FULL)
    # CHANGE: the latest vacancy is filled, else a cell is appended; no edge is at the node.
    position, nodes = state.nodes.filled(Has(element, NODES))
    none = ((),) * (len(nodes.cells) - len(state.nodes.cells))
    after = state._replace(
        nodes=nodes, outgoing=state.outgoing + none, incoming=state.incoming + none
    )
    # ANSWER
    return StepOf(after, Key(position, NODES))


def add_edge(state: State, source: Key, target: Key, element: int) -> Step:
    """Add an edge from one node to another, or to itself, and answer its key."""
    # UNLESS: there are as many edges as there may be, or one of the nodes does not exist.
    if is_full(state.edges, state.configuration.edges):
        return StepOf(state, GraphError.FULL)
    if state.nodes.element(source) is None or state.nodes.element(target) is None:
        return StepOf(state, GraphError.MISSING)
    # CHANGE: the latest vacancy is filled, else a cell is appended; the edge is the first of both lists.
    position, edges = state.edges.filled(Has(element, EDGES))
    ends = (source.index, target.index)
    after = state._replace(
        edges=edges,
        ends=(*state.ends[:position], ends, *state.ends[position + 1 :]),
        outgoing=first(state.outgoing, source.index, position),
        incoming=first(state.incoming, target.index, position),
    )
    # ANSWER
    return StepOf(after, Key(position, EDGES))


def is_full(store: Store, most: int) -> bool:
    """Whether there are as many elements as there may be."""
    return 0 < most <= store.live


Lists = tuple[tuple[int, ...], ...]


def first(lists: Lists, node: int, edge: int) -> Lists:
    """The lists of all nodes, with an edge put at the beginning of one."""
    return (*lists[:node], (edge, *lists[node]), *lists[node + 1 :])


def unlinked(lists: Lists, node: int, edge: int) -> Lists:
    """The lists of all nodes, without an edge in one of them."""
    rest = tuple(each for each in lists[node] if each != edge)
    return (*lists[:node], rest, *lists[node + 1 :])


# --- Removal --------------------------------------------------------------------------------------


def remove_edge(state: State, edge: int) -> Step:
    """Remove an edge, and answer its element."""
    return StepOf(without_edge(state, edge), element_at(state.edges, edge))


def without_edge(state: State, edge: int) -> State:
    """The graph after an edge was unlinked from both of its nodes; its cell is the head of the free list."""
    source, target = state.ends[edge]
    passed = state.outgoing[source].index(edge) + state.incoming[target].index(edge)
    return state._replace(
        edges=state.edges.vacated(edge),
        outgoing=unlinked(state.outgoing, source, edge),
        incoming=unlinked(state.incoming, target, edge),
        cost=state.cost._replace(links=state.cost.links + passed),
    )


def remove_node(state: State, node: int) -> Step:
    """Remove a node and its edges, and answer the elements in the order in which they are removed.

    The outgoing edges go first, the latest of them first, then the incoming ones.
    """
    # CHANGE
    after, removed = state, [element_at(state.nodes, node)]
    for lists in ("outgoing", "incoming"):
        while of_node := getattr(after, lists)[node]:
            removed.append(element_at(after.edges, of_node[0]))
            after = without_edge(after, of_node[0])
    after = after._replace(nodes=after.nodes.vacated(node))
    # ANSWER
    return StepOf(after, tuple(removed))


def clear_edges(state: State) -> Step:
    """Remove every edge and forget the vacancies among them, and answer their elements."""
    none = ((),) * len(state.nodes.cells)
    after = state._replace(edges=Store(), ends=(), outgoing=none, incoming=none)
    removed = tuple(element for _, element in state.edges.items())
    return StepOf(after, removed)


def clear(state: State) -> Step:
    """Remove everything and forget all vacancies."""
    return StepOf(State(state.configuration, cost=state.cost), None)


# --- Reading --------------------------------------------------------------------------------------


def element_at(store: Store, position: int) -> int:
    """The element in a live cell."""
    cell = store.cells[position]
    assert isinstance(cell, Has)
    return cell.element


def endpoints(state: State, edge: int) -> Step:
    """The elements of the two nodes of an edge."""
    source, target = (element_at(state.nodes, node) for node in state.ends[edge])
    return StepOf(state, Paired(source, target))


def between(state: State, source: int, target: int) -> int | None:
    """The latest edge from one node to another, if there is one."""
    return next((e for e in state.outgoing[source] if state.ends[e][1] == target), None)


def find_edge(state: State, source: Key, target: Key, _: int) -> Step:
    """The latest edge from one node to another, with its element."""
    known = all(state.nodes.element(key) is not None for key in (source, target))
    edge = between(state, source.index, target.index) if known else None
    if edge is None:
        return StepOf(state, None)
    return StepOf(state, Found(Key(edge, EDGES), element_at(state.edges, edge)))


def neighbours(state: State, node: int) -> Step:
    """The nodes that the edges of a node lead to, with their elements; the latest edge first."""
    targets = [state.ends[edge][1] for edge in state.outgoing[node]]
    return StepOf(state, tuple((Key(t, NODES), element_at(state.nodes, t)) for t in targets))


def listed(state: State, edges: tuple[int, ...]) -> Step:
    """Some edges with their elements."""
    return StepOf(state, tuple((Key(e, EDGES), element_at(state.edges, e)) for e in edges))


def incident(state: State, node: int) -> Step:
    """The edges from a node, then those to it from others, each with its element; the latest edge first."""
    others = (edge for edge in state.incoming[node] if state.ends[edge][0] != node)
    return listed(state, (*state.outgoing[node], *others))


def degree(state: State, node: int) -> Step:
    """The number of ends of edges at a node: a loop has two."""
    return StepOf(state, len(state.outgoing[node]) + len(state.incoming[node]))


def iterated(store: Store, state: State) -> Step:
    """Keys and elements in ascending position, at the cost of one visit for each opened cell."""
    cost = state.cost._replace(cells=state.cost.cells + len(store.cells))
    return StepOf(state._replace(cost=cost), tuple(store.items()))


OF_ALL: Final[dict[str, Callable[[State], Step]]] = {
    "node_count": lambda state: StepOf(state, state.nodes.live),
    "edge_count": lambda state: StepOf(state, state.edges.live),
    "nodes": lambda state: iterated(state.nodes, state),
    "edges": lambda state: iterated(state.edges, state),
    "clear_edges": clear_edges,
    "clear": clear,
}
OF_TWO: Final[dict[str, Callable[[State, Key, Key, int], Step]]] = {
    "add_edge": add_edge,
    "find_edge": find_edge,
}
OF_ONE: Final[dict[str, tuple[int, Callable[[State, int], Step]]]] = {
    "node": (NODES, lambda state, node: StepOf(state, element_at(state.nodes, node))),
    "edge": (EDGES, lambda state, edge: StepOf(state, element_at(state.edges, edge))),
    "endpoints": (EDGES, endpoints),
    "neighbours": (NODES, neighbours),
    "outgoing": (NODES, lambda state, node: listed(state, state.outgoing[node])),
    "incident": (NODES, incident),
    "degree": (NODES, degree),
    "incoming": (NODES, lambda state, node: listed(state, state.incoming[node])),
    "remove_node": (NODES, remove_node),
    "remove_edge": (EDGES, remove_edge),
}
"""Operations on one key: what it should be the key of, and what is done with the position."""

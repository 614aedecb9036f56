"""The refinement: which graph a state is, and that every step follows the contract of graphs."""

from __future__ import annotations

from copy import copy
from typing import Any

from stablelist_spec.core.family import Answer
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import StepOf
from stablelist_spec.families.graph import EDGE, GRAPH, GraphError
from stablelist_spec.families.multigraph import UNSEEN, Change, Edge, Multigraph, effects
from stablelist_spec.families.pool import Found

from .state import EDGES, NODES, State

__all__ = ["abstraction", "refines"]


def abstraction(state: State) -> Multigraph[Key]:
    """The graph of a state: its positions, vacancies and costs are forgotten."""
    nodes, edges = dict(state.nodes.items()), dict(state.edges.items())

    def joining(key: Key, element: int) -> Edge[Key]:
        source, target = state.ends[key.index]
        return Edge(element, Key(source, NODES), Key(target, NODES))

    def of_nodes(lists: tuple[tuple[int, ...], ...]) -> dict[Key, tuple[Key, ...]]:
        return {node: tuple(Key(edge, EDGES) for edge in lists[node.index]) for node in nodes}

    return Multigraph(
        nodes,
        {key: joining(key, element) for key, element in edges.items()},
        of_nodes(state.outgoing),
        of_nodes(state.incoming),
    )


def refines(before: State, operation: Operation, step: StepOf[Any, object]) -> bool:
    """Whether a step is one of the contract; what is inserted is the operation's value.

    >>> from stablelist_spec.core.history import History
    >>> from stablelist_spec.systems.stable_graph import STABLE_GRAPH, Configuration
    >>> history = History(STABLE_GRAPH, Configuration())
    >>> empty, step = history.state, history.step(Operation("add_node"))
    >>> [refines(empty, Operation("add_node").adding(value), step) for value in (0, 1)]
    [True, False]
    """
    graph, after, answer = abstraction(before), abstraction(step.state), step.answer
    if answer is GraphError.FULL:
        return after == graph  # whether it is full is for the layout to say
    known = graph.edges if GRAPH.kinds[operation.name].of == EDGE else graph.nodes
    keys = GRAPH.keys_of(operation)
    meanings = [key if isinstance(key, Key) and key in known else None for key in keys]
    if isinstance(answer, Key) and answer in {*graph.nodes, *graph.edges}:
        return False
    new, said = (answer if isinstance(answer, Key) else UNSEEN), unseen(operation, answer)
    return any(
        said == unseen(operation, expected)
        and changed(graph, change, new, operation.element) == after
        for expected, change in effects(graph, operation.name, meanings)
    )


def changed(graph: Multigraph[Key], change: Change, new: Key, element: int) -> Multigraph[Key]:
    """A graph after a change."""
    after = copy(graph)
    after.change(change, new, element)
    return after


def unseen(operation: Operation, answer: object) -> object:
    """An answer without its keys; a list is sorted if its order is open."""
    match answer:
        case Found(_, element):
            return Found(UNSEEN, element)
        case Key():
            return UNSEEN
    if type(answer) is not tuple:
        return answer
    elements = [item[1] if isinstance(item, tuple) else item for item in answer]
    ordered = GRAPH.kinds[operation.name].answer is Answer.SEQUENCE
    return tuple(elements if ordered else sorted(elements))

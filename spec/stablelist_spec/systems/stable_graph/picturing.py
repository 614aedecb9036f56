"""Pictures of a stable graph, its costs, and its state variables in traces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from stablelist_spec.core.picture import VACANT, Cell, Chain, Picture, Row
from stablelist_spec.parts.cells import Has, free_list

from .state import Ends, Spent, State, Store

__all__ = ["Variables", "cost_word", "picture", "variables"]


def picture(state: State) -> Picture:
    """Nodes and edges, each with its vacancies; below an edge are the positions of its nodes."""
    ends = [f"{source}-{target}" for source, target in state.ends]
    rows = (
        row("nodes", state.nodes, [""] * len(state.nodes.cells)),
        row("edges", state.edges, ends, "from-to"),
    )
    facts = {"nodes": state.nodes.live, "edges": state.edges.live}
    return Picture(facts, state.cost._asdict(), rows)


def row(name: str, store: Store, below: list[str], second: str = "") -> Row:
    """The cells of a store, with a second word below each live one."""
    cells = [
        Cell(True, str(cell.element), word) if isinstance(cell, Has) else VACANT
        for cell, word in zip(store.cells, below, strict=True)
    ]
    chains = (Chain("", free(store)),)
    return Row(len(cells), cells, chains=chains, name=name, second=second)


def free(store: Store) -> tuple[int, ...]:
    """The vacancies in the order in which they are filled."""
    return tuple(free_list(store.cells, store.head))


def cost_word(state: State) -> str:
    """The answer to ``cost``: ``cells/links``."""
    return f"{state.cost.cells}/{state.cost.links}"


class Variables(NamedTuple):
    """A state: elements by position, vacancies in the order in which they are filled, and the edges of each node."""

    nodes: Mapping[int, int]
    free_nodes: tuple[int, ...]
    edges: Mapping[int, int]
    ends: Mapping[int, Ends]
    free_edges: tuple[int, ...]
    outgoing: Mapping[int, tuple[int, ...]]
    incoming: Mapping[int, tuple[int, ...]]
    cost: Spent


def variables(state: State) -> Variables:
    """The state variables of a trace."""
    nodes, edges = (
        {key.index: element for key, element in store.items()}
        for store in (state.nodes, state.edges)
    )
    return Variables(
        nodes,
        free(state.nodes),
        edges,
        {edge: state.ends[edge] for edge in edges},
        free(state.edges),
        {node: state.outgoing[node] for node in nodes},
        {node: state.incoming[node] for node in nodes},
        state.cost,
    )

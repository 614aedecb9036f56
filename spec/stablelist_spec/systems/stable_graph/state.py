"""The state of a stable graph: nodes and edges in cells, each with one free list, and the edges of every node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from stablelist_spec.core.key import Key
from stablelist_spec.parts.cells import Cell, Has, Not, Partition, free_list

__all__ = [
    "EDGES",
    "NODES",
    "Configuration",
    "Ends",
    "Spent",
    "State",
    "Store",
    "extent",
    "forgotten",
    "initial",
    "layout_word",
    "live",
]

NODES: Final = 0
"""The id of the key of a node."""
EDGES: Final = 1
"""The id of the key of an edge."""


@dataclass(frozen=True)
class Configuration:
    """The options of a graph: the most nodes and the most edges; 0 for no bound."""

    nodes: int = 0
    edges: int = 0

    def __post_init__(self) -> None:
        """Reject a number that no graph can have.

        Raises:
            ValueError: a negative number.
        """
        for name in ("nodes", "edges"):
            number: int = getattr(self, name)
            if number < 0:
                raise ValueError(f"{name} is {number}; it must be at least 0, for no bound")

    @property
    def most_live(self) -> int | None:
        """The largest number of elements of which none is refused, be they nodes or edges.

        >>> Configuration(nodes=3).most_live, Configuration(3, 2).most_live
        (3, 2)
        """
        return min((number for number in (self.nodes, self.edges) if number), default=None)


class Store(NamedTuple):
    """Cells with one free list; *head* is the vacancy that is filled next."""

    cells: tuple[Cell, ...] = ()
    head: int | None = None

    @property
    def live(self) -> int:
        """The number of live cells."""
        return sum(isinstance(cell, Has) for cell in self.cells)

    @property
    def partitions(self) -> tuple[Partition, ...]:
        """The cells are one part, with one free list."""
        count = len(self.cells)
        return (Partition(0, count, self.live, count, self.head),)

    def element(self, key: Key) -> int | None:
        """The element of a key, if it is live."""
        cell = self.cells[key.index] if 0 <= key.index < len(self.cells) else None
        return cell.element if isinstance(cell, Has) and cell.id == key.id else None

    def items(self) -> Iterator[tuple[Key, int]]:
        """Keys and elements in ascending position."""
        for position, cell in enumerate(self.cells):
            if isinstance(cell, Has):
                yield Key(position, cell.id), cell.element

    def filled(self, live: Has) -> tuple[int, Store]:
        """The cell of a new element, and the store with it: the head of the free list, or a cell at the end."""
        if self.head is None:
            return len(self.cells), Store((*self.cells, live), None)
        vacant = self.cells[self.head]
        assert isinstance(vacant, Not)
        return self.head, Store(put(self.cells, self.head, live), vacant.next)

    def vacated(self, position: int) -> Store:
        """The store after an element has left: its cell becomes the head of the free list."""
        return Store(put(self.cells, position, Not(self.head)), position)


def put(cells: tuple[Cell, ...], position: int, cell: Cell) -> tuple[Cell, ...]:
    """The cells with one of them replaced."""
    return (*cells[:position], cell, *cells[position + 1 :])


Ends = tuple[int, int]
"""The nodes that an edge leads from and to."""


class Spent(NamedTuple):
    """The costs of the operations so far."""

    cells: int = 0
    """Cells visited by iteration, live or vacant."""
    links: int = 0
    """Edges passed in the lists of their nodes, to unlink an edge behind them."""


class State(NamedTuple):
    """A graph.

    Attributes:
        ends: of each edge, by its position; those of a vacant edge mean nothing.
        outgoing: the edges that lead from each node, by its position, the latest first.
        incoming: the edges that lead to it.
    """

    configuration: Configuration
    nodes: Store = Store()
    edges: Store = Store()
    ends: tuple[Ends, ...] = ()
    outgoing: tuple[tuple[int, ...], ...] = ()
    incoming: tuple[tuple[int, ...], ...] = ()
    cost: Spent = Spent()


def initial(configuration: Configuration) -> State:
    """A new graph, without nodes."""
    return State(configuration)


def live(state: State) -> dict[Key, int]:
    """The live nodes and edges by key."""
    return dict((*state.nodes.items(), *state.edges.items()))


def forgotten(state: State) -> State:
    """The state with elements renamed to their positions, without costs and without the ends of vacant edges."""
    nodes, edges = map(renamed, (state.nodes, state.edges))
    ends = tuple(
        pair if isinstance(cell, Has) else (0, 0)
        for pair, cell in zip(state.ends, edges.cells, strict=True)
    )
    return state._replace(nodes=nodes, edges=edges, ends=ends, cost=Spent())


def renamed(store: Store) -> Store:
    """A store whose elements are their positions."""
    cells = (Has(i, c.id) if isinstance(c, Has) else c for i, c in enumerate(store.cells))
    return store._replace(cells=tuple(cells))


def layout_word(state: State) -> str:
    """The answer to ``layout``: ``live:opened:free`` of the nodes, and of the edges.

    >>> layout_word(initial(Configuration()))
    '0:0:|0:0:'
    """
    return "|".join(
        f"{store.live}:{len(store.cells)}:{','.join(map(str, free_list(store.cells, store.head)))}"
        for store in (state.nodes, state.edges)
    )


def extent(word: str) -> tuple[int, int]:
    """The opened cells of the nodes, and the longer free list, of an answer to ``layout``.

    >>> extent("2:4:2,1|0:3:2,0,1")
    (4, 3)
    """
    nodes, edges = (part.split(":") for part in word.split("|"))
    return int(nodes[1]), max(free.count(",") + bool(free) for free in (nodes[2], edges[2]))

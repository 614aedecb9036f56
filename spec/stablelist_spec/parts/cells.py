"""Cells, the free lists of vacant cells, and the look-up of keys.

The representation is the thesis': cells are ``Has(element, id)`` or ``Not(next)``; a partition is a range of them that
keeps only the head of its free list.

(5.1, 5.2)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, Protocol, Self, TypeVar

from stablelist_spec.core.key import Key

from .parameters import Parameters

__all__ = [
    "Cell",
    "Celled",
    "Cost",
    "Costing",
    "Has",
    "Not",
    "Parametrised",
    "Parted",
    "Partition",
    "Resolution",
    "found",
    "free_list",
    "free_lists",
    "items",
    "linked",
    "replaced",
    "resolve",
    "successor",
    "vacancy",
    "visited",
]


class Resolution(StrEnum):
    """The result of looking up a key in the element space."""

    HIT = "hit"
    """A live cell with the key's id."""
    OTHER_ID = "other_id"
    """A live cell with another id."""
    VACANT = "vacant"
    """A vacant cell."""
    UNTOUCHED = "untouched"
    """A cell of the element space that is not opened."""
    BEYOND = "beyond"
    """No cell: past the end of the element space."""
    NEGATIVE = "negative"
    """No cell: an index below zero."""


class Has(NamedTuple):
    """A live cell.

    (5.2)
    """

    element: int
    id: int


class Not(NamedTuple):
    """A vacant cell; *next* is the next one of its partition's free list.

    (5.2)
    """

    next: int | None


Cell = Has | Not


class Partition(NamedTuple):
    """A range of the element space with its own counts and its own free list.

    (5.2)
    """

    start: int
    size: int
    live: int
    opened: int
    head: int | None

    @property
    def end(self) -> int:
        """The first position past the partition."""
        return self.start + self.size

    @property
    def full(self) -> bool:
        """Whether every cell is live."""
        return self.live == self.size


class Cost(NamedTuple):
    """The costs of the operations so far, in cells."""

    visits: int = 0
    """Free-list entries walked by truncation (5.2)."""
    moved: int = 0
    """Cells moved by reallocation (5.2; R6)."""
    dropped: int = 0
    """Opened cells that were dropped."""
    cells: int = 0
    """Cells visited by iteration (R12)."""
    removals: int = 0
    """Successful removals, which pay for the visits; so do cells that a restoration opens or walks (R16)."""


class Parted(Protocol):
    """Cells in parts, each with its own free list."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The opened cells."""

    @property
    def partitions(self) -> tuple[Partition, ...]:
        """The parts of the element space, lowest first; each has its own free list."""


class Costing(Protocol):
    """The state of any container that counts its costs."""

    @property
    def cost(self) -> Any:  # noqa: ANN401 - a container may count more than `Cost` does
        """The costs of the operations so far."""


class Celled(Parted, Costing, Protocol):
    """The state of any container with cells, as far as keys and elements are concerned.

    Reading, replacing and lending depend on nothing else, so all of these containers share them
    (`stablelist_spec.systems`).
    """

    @property
    def space(self) -> int:
        """The number of cells, opened or not."""

    @property
    def opened(self) -> int:
        """The number of opened cells."""

    @property
    def live(self) -> int:
        """The number of elements."""

    def _replace(self, *, cells: tuple[Cell, ...] = ..., cost: Any = ...) -> Self:  # noqa: ANN401 - its own kind
        """The state with other cells or costs."""


class Parametrised(Celled, Protocol):
    """The state of a container with a StableList's parameters, ids that count up, and memory beyond its space."""

    @property
    def parameters(self) -> Parameters:
        """The options of the user."""

    @property
    def next_id(self) -> int:
        """The id of the next insertion."""

    @property
    def allocated(self) -> int:
        """The number of cells that memory is allocated for."""

    def _replace(
        self,
        *,
        cells: tuple[Cell, ...] = ...,
        cost: Any = ...,  # noqa: ANN401 - of its own kind
        allocated: int = ...,
        next_id: int = ...,
    ) -> Self:
        """The state with other cells, costs, memory or next id."""


S = TypeVar("S", bound=Celled)
"""A state of some kind."""


P = TypeVar("P", bound=Parametrised)
"""A state of some kind, with parameters and memory."""


def free_list(cells: tuple[Cell, ...], head: int | None) -> Iterator[int]:
    """The positions of a free list, head first.

    Raises:
        AssertionError: it is cyclic, so that it has more entries than there are cells; or it runs into a live cell.
    """
    position, met = head, 0
    while position is not None:
        assert met < len(cells), f"the free list that begins with the cell {head} is cyclic"
        following = successor(cells, position)
        yield position
        position, met = following, met + 1


def free_lists(state: Celled) -> tuple[tuple[int, ...], ...]:
    """The free lists of the partitions, each from its head on."""
    return tuple(tuple(free_list(state.cells, p.head)) for p in state.partitions)


def resolve(state: Celled, key: Key) -> Resolution:
    """The result of looking up *key*.

    (5.1; R10)
    """
    if key.index < 0:
        return Resolution.NEGATIVE
    if key.index >= state.space:
        return Resolution.BEYOND
    if key.index >= len(state.cells):
        return Resolution.UNTOUCHED
    cell = state.cells[key.index]
    if isinstance(cell, Not):
        return Resolution.VACANT
    return Resolution.HIT if cell.id == key.id else Resolution.OTHER_ID


def visited(state: Celled) -> Sequence[int]:
    """The positions that iteration visits, in this order: all opened ones, unless the state has `visited` itself."""
    own: Sequence[int] | None = getattr(state, "visited", None)
    return range(state.opened) if own is None else own


def items(state: Celled, *, but: int | None = None) -> tuple[tuple[Key, int], ...]:
    """Keys and elements in the order of iteration (R12), *but* the pivot's (R13)."""
    return tuple(
        (Key(position, cell.id), cell.element)
        for position in visited(state)
        if isinstance(cell := state.cells[position], Has) and position != but
    )


def found(state: Celled, key: Key) -> int | None:
    """The element that *key* resolves to, if any."""
    if resolve(state, key) is not Resolution.HIT:
        return None
    cell = state.cells[key.index]
    assert isinstance(cell, Has)
    return cell.element


def replaced(cells: tuple[Cell, ...], key: Key, element: int) -> tuple[Cell, ...]:
    """The cells with the element of a live key replaced; its id stays."""
    return (*cells[: key.index], Has(element, key.id), *cells[key.index + 1 :])


def vacancy(partition: Partition) -> int:
    """The cell that the next insertion into a partition takes.

    (5.2; R2)
    """
    return partition.start + partition.opened if partition.head is None else partition.head


def successor(cells: tuple[Cell, ...], position: int) -> int | None:
    """The vacancy that follows another one in its free list."""
    cell = cells[position]
    assert isinstance(cell, Not), f"the free list runs into the live cell {position}"
    return cell.next


def linked(cells: tuple[Cell, ...], order: list[int]) -> tuple[Cell, ...]:
    """The cells with a free list running through *order*."""
    changed = list(cells)
    for position, following in zip(order, [*order[1:], None]):  # noqa: B905 - None ends the list
        changed[position] = Not(following)
    return tuple(changed)

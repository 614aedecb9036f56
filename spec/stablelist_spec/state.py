"""What a StableList is: cells, partitions, costs, and how a key meets them.

Read it beside section 5.2 of the thesis. The representation is the thesis': cells are ``Has(element, id)`` or
``Not(next)``, the free list of each partition runs through its vacant cells, and only its head is kept. What
must always hold of it is stated in `stablelist_spec.invariants`, what it means to a user in
`stablelist_spec.refinement`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, NamedTuple, Protocol, Self, TypeAlias, TypeVar

from .family import Refusal
from .key import Key
from .labels import Label, Resolution
from .parameters import QUARTERS, Parameters

__all__ = [
    "H2",
    "NAMES",
    "Q1",
    "Q2",
    "Cell",
    "Celled",
    "Cost",
    "Failure",
    "Has",
    "Key",
    "Not",
    "Parametrised",
    "Partition",
    "State",
    "Step",
    "StepOf",
    "found",
    "free_list",
    "free_lists",
    "initial",
    "items",
    "partition_of",
    "replaced",
    "resolve",
    "untouched",
    "with_partition",
]

After = TypeVar("After", covariant=True)
Answer = TypeVar("Answer", covariant=True)


class Has(NamedTuple):
    """A live cell (5.2)."""

    element: int
    id: int


class Not(NamedTuple):
    """A vacant cell; *next* is the next one of its partition's free list (5.2)."""

    next: int | None


Cell = Has | Not


class Failure(Refusal):
    """Errors that belong to normal operation. They change nothing."""

    FULL = "full"
    """No index is left (R9)."""
    BORROW = "borrow"
    """A structural change while elements are lent (R14)."""


class Partition(NamedTuple):
    """A range of the element space with its own counts and its own free list (5.2)."""

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
    """What the operations so far have cost, in cells."""

    visits: int = 0
    """Free-list entries walked by truncation (5.2)."""
    moved: int = 0
    """Cells moved by reallocation (5.2; R6)."""
    dropped: int = 0
    """Cells that were opened and no longer are."""
    cells: int = 0
    """Cells visited by iteration (R12)."""
    removals: int = 0
    """Successful removals, which pay for the visits."""


class Celled(Protocol):
    """The state of any container whose elements live in cells, as far as keys and elements go.

    Reading, replacing and lending look at nothing else, so they are the same for all of them
    (`stablelist_spec.systems`).
    """

    @property
    def space(self) -> int:
        """How many cells there are, opened or not."""
        ...

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The opened cells."""
        ...

    @property
    def cost(self) -> Cost:
        """What the operations so far have cost."""
        ...

    @property
    def opened(self) -> int:
        """How many cells have been touched."""
        ...

    @property
    def live(self) -> int:
        """How many elements there are."""
        ...

    @property
    def partitions(self) -> tuple[Partition, ...]:
        """The parts of the element space, lowest first; each has its own free list."""
        ...

    def _replace(self, *, cells: tuple[Cell, ...] = ..., cost: Cost = ...) -> Self:
        """The state with its cells or its costs changed."""
        ...


class Parametrised(Celled, Protocol):
    """The state of a container with a StableList's parameters, and with memory that may exceed its space."""

    @property
    def parameters(self) -> Parameters:
        """What the user chose."""
        ...

    @property
    def allocated(self) -> int:
        """The cells that there is room for without a reallocation."""
        ...

    def _replace(
        self, *, cells: tuple[Cell, ...] = ..., cost: Cost = ..., allocated: int = ...
    ) -> Self:
        """The state with its cells, its costs or its memory changed."""
        ...


S = TypeVar("S", bound=Celled)
"""A state of some kind."""
P = TypeVar("P", bound=Parametrised)
"""A state of some kind, with parameters and memory."""


class State(NamedTuple):
    """A StableList. *space* is the thesis' ``max``; *cells* are the opened ones, a prefix of it."""

    parameters: Parameters
    space: int
    allocated: int
    next_id: int
    cells: tuple[Cell, ...]
    partitions: tuple[Partition, Partition, Partition]
    cost: Cost

    @property
    def opened(self) -> int:
        """How many cells have been touched; the thesis' ``open``."""
        return len(self.cells)

    @property
    def live(self) -> int:
        """How many elements there are; the thesis' ``len``."""
        q1, q2, h2 = self.partitions
        return q1.live + q2.live + h2.live


class StepOf(NamedTuple, Generic[After, Answer]):
    """What an operation did to a container of any kind."""

    state: After
    answer: Answer
    labels: tuple[Label, ...] = ()


Step: TypeAlias = StepOf[State, Answer]
"""What an operation did to a StableList."""


Q1, Q2, H2 = range(3)
NAMES = ("q1", "q2", "h2")


def initial(parameters: Parameters) -> State:
    """A new list: nothing opened, nothing live, the first id still to come (R1, R8)."""
    space = parameters.initial_space
    return State(parameters, space, space, 0, (), untouched(space), Cost())


def untouched(space: int) -> tuple[Partition, Partition, Partition]:
    """The three partitions of an element space in which no cell is opened (5.2)."""
    quarter, half = space // QUARTERS, space // 2
    return (
        Partition(0, quarter, 0, 0, None),
        Partition(quarter, quarter, 0, 0, None),
        Partition(half, half, 0, 0, None),
    )


# --- What lies where ------------------------------------------------------------------------------


def free_list(cells: tuple[Cell, ...], head: int | None) -> Iterator[int]:
    """The positions of a free list, head first. It ends only if the list does."""
    position = head
    while position is not None:
        cell = cells[position]
        assert isinstance(cell, Not), f"the free list runs into the live cell {position}"
        yield position
        position = cell.next


def free_lists(state: Celled) -> tuple[tuple[int, ...], ...]:
    """The free lists of the partitions, each from its head on."""
    return tuple(tuple(free_list(state.cells, p.head)) for p in state.partitions)


def partition_of(state: State, position: int) -> int:
    """Which partition a position belongs to: 0, 1 or 2 for q1, q2, h2 (5.2)."""
    if position < state.space // QUARTERS:
        return Q1
    return Q2 if position < state.space // 2 else H2


def resolve(state: Celled, key: Key) -> Resolution:
    """What *key* meets (5.1; R10)."""
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


def items(state: Celled, *, but: int | None = None) -> tuple[tuple[Key, int], ...]:
    """Keys and elements in ascending position (R12), *but* the pivot's (R13)."""
    return tuple(
        (Key(position, cell.id), cell.element)
        for position, cell in enumerate(state.cells)
        if isinstance(cell, Has) and position != but
    )


def found(state: Celled, key: Key) -> int | None:
    """The element that *key* resolves to, if any."""
    if resolve(state, key) is not Resolution.HIT:
        return None
    cell = state.cells[key.index]
    assert isinstance(cell, Has)
    return cell.element


# --- Small changes --------------------------------------------------------------------------------


def with_partition(
    state: State, which: int, changed: Partition
) -> tuple[Partition, Partition, Partition]:
    """The partitions with one of them changed."""
    q1, q2, h2 = state.partitions
    return (
        changed if which == Q1 else q1,
        changed if which == Q2 else q2,
        changed if which == H2 else h2,
    )


def replaced(cells: tuple[Cell, ...], key: Key, element: int) -> tuple[Cell, ...]:
    """The cells with the element of a live key replaced; its id stays."""
    return (*cells[: key.index], Has(element, key.id), *cells[key.index + 1 :])

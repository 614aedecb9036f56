"""StableList at layout and cost level: where elements live, and what that costs.

Read it beside section 5.2 of the thesis. A state is a value; an operation is a function from a state to a
`Step`: the state after it, the answer, and the labels of what happened. Every operation has the same
skeleton, in this order:

    WHERE   which cell or partition is concerned
    UNLESS  when the operation is refused or has nothing to do (the state is returned as it was)
    CHANGE  the cells, the partitions, the whole
    ANSWER  what the caller sees

The representation is the thesis': cells are ``Has(element, id)`` or ``Not(next)``, the free list of each
partition runs through its vacant cells, and only its head is kept. What must always hold of it is stated in
`stablelist_spec.invariants`, what it means to a user in `stablelist_spec.refinement`.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

from .labels import Label, Provenance, Resolution, key_label
from .parameters import QUARTERS, Parameters, Truncate

__all__ = [
    "Cell",
    "Cost",
    "Failure",
    "Has",
    "Key",
    "Not",
    "Partition",
    "State",
    "Step",
    "add",
    "apply",
    "at",
    "clear",
    "contains",
    "each",
    "exchange",
    "free_list",
    "initial",
    "is_empty",
    "keys",
    "lend",
    "length",
    "partition_of",
    "remove",
    "resolve",
    "traverse",
]

Answer = TypeVar("Answer", covariant=True)


class Key(NamedTuple):
    """An access key: a position and the id that its element must bear (5.1)."""

    index: int  # type: ignore[assignment] # it hides tuple.index, which nobody asks of a key
    id: int


class Has(NamedTuple):
    """A live cell (5.2)."""

    element: int
    id: int


class Not(NamedTuple):
    """A vacant cell; *next* is the next one of its partition's free list (5.2)."""

    next: int | None


Cell = Has | Not


class Failure(StrEnum):
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


class Step(NamedTuple, Generic[Answer]):
    """What an operation did."""

    state: State
    answer: Answer
    labels: tuple[Label, ...]


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


# --- Reading --------------------------------------------------------------------------------------


def free_list(cells: tuple[Cell, ...], head: int | None) -> Iterator[int]:
    """The positions of a free list, head first. It ends only if the list does."""
    position = head
    while position is not None:
        cell = cells[position]
        assert isinstance(cell, Not), f"the free list runs into the live cell {position}"
        yield position
        position = cell.next


def partition_of(state: State, position: int) -> int:
    """Which partition a position belongs to: 0, 1 or 2 for q1, q2, h2 (5.2)."""
    if position < state.space // QUARTERS:
        return Q1
    return Q2 if position < state.space // 2 else H2


def resolve(state: State, key: Key) -> Resolution:
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


def items(state: State, *, but: int | None = None) -> tuple[tuple[Key, int], ...]:
    """Keys and elements in ascending position (R12), *but* the pivot's (R13)."""
    return tuple(
        (Key(position, cell.id), cell.element)
        for position, cell in enumerate(state.cells)
        if isinstance(cell, Has) and position != but
    )


def found(state: State, key: Key) -> int | None:
    """The element that *key* resolves to, if any."""
    if resolve(state, key) is not Resolution.HIT:
        return None
    cell = state.cells[key.index]
    assert isinstance(cell, Has)
    return cell.element


def at(state: State, key: Key, origin: Provenance = Provenance.ISSUED) -> Step[int | None]:
    """The element of a key, or None (4.3, 5.1; R10, R11)."""
    return Step(state, found(state, key), (key_label("at", origin, resolve(state, key)),))


def contains(state: State, key: Key, origin: Provenance = Provenance.ISSUED) -> Step[bool]:
    """Whether a key resolves (R11)."""
    resolution = resolve(state, key)
    return Step(state, resolution is Resolution.HIT, (key_label("contains", origin, resolution),))


def length(state: State) -> Step[int]:
    """How many elements there are (4.2)."""
    return Step(state, state.live, ())


def is_empty(state: State) -> Step[bool]:
    """Whether there is no element (4.2)."""
    return Step(state, state.live == 0, ())


def each(state: State) -> Step[tuple[tuple[Key, int], ...]]:
    """Keys and elements, at the cost of one visit for each opened cell (4.3; R12)."""
    shown = "all_live" if state.live == state.opened else "skips_vacancy"
    label = f"each_{shown if state.live else 'empty'}"
    cost = state.cost._replace(cells=state.cost.cells + state.opened)
    return Step(state._replace(cost=cost), items(state), (label,))


def keys(state: State) -> Step[tuple[int | None, ...]]:
    """The element of each key that iteration shows: what `each` shows, by another way (R12)."""
    after, shown, labels = each(state)
    return Step(after, tuple(found(state, key) for key, _ in shown), labels)


# --- Insertion ------------------------------------------------------------------------------------


def add(state: State, element: int) -> Step[Key | Failure]:
    """Insert *element* and answer its key (4.2, 5.2; R2, R3, R8, R9)."""
    # WHERE: the first of q1, q2, h2 that is not full; in it the head of its free list, else its next
    # untouched cell (R2). A full list would grow: then it is the first cell of the new h2 (R3).
    which = next((i for i in (Q1, Q2, H2) if not state.partitions[i].full), None)
    position = state.space if which is None else vacancy(state.partitions[which])
    # UNLESS: no index can name that cell (R9).
    if not state.parameters.indexable(position):
        return Step(state, Failure.FULL, ("add_index_range_full",))
    # CHANGE
    if which is None:
        grown, labels = grow(state)
        after = occupy(grown, H2, position, element)
    else:
        reused = state.partitions[which].head is not None
        labels = (f"add_{'reuse' if reused else 'append'}_{NAMES[which]}",)
        after = occupy(state, which, position, element)
    if after.next_id == 0:
        labels += ("add_id_wraps",)
    # ANSWER
    return Step(after, Key(position, state.next_id), labels)


def vacancy(partition: Partition) -> int:
    """The cell that the next insertion into a partition takes (5.2; R2)."""
    return partition.start + partition.opened if partition.head is None else partition.head


def grow(state: State) -> tuple[State, tuple[Label, ...]]:
    """Double a full element space: q1 and q2 are full, h2 is untouched (5.2; R3).

    Every free list is empty, so that new bounds and counts are all there is to do.
    """
    space = 2 * state.space
    q1, q2, h2 = untouched(space)
    partitions = (
        q1._replace(live=q1.size, opened=q1.size),
        q2._replace(live=q2.size, opened=q2.size),
        h2,
    )
    grown = state._replace(space=space, partitions=partitions)
    if space <= state.allocated:
        return grown, ("add_grow_in_place",)
    cost = state.cost._replace(moved=state.cost.moved + state.opened)
    return grown._replace(allocated=space, cost=cost), ("add_grow_moving",)


def occupy(state: State, which: int, position: int, element: int) -> State:
    """Put *element* into a vacant or the next untouched cell, under the next id (5.1, 5.2; R8)."""
    partition, cells = state.partitions[which], state.cells
    live = Has(element, state.next_id)
    if partition.head is None:
        changed = partition._replace(live=partition.live + 1, opened=partition.opened + 1)
        cells = (*cells, live)
    else:
        vacant = cells[position]
        assert isinstance(vacant, Not)
        changed = partition._replace(live=partition.live + 1, head=vacant.next)
        cells = (*cells[:position], live, *cells[position + 1 :])
    return state._replace(
        next_id=state.parameters.next_id(state.next_id),
        cells=cells,
        partitions=with_partition(state, which, changed),
    )


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


# --- Removal --------------------------------------------------------------------------------------


def remove(state: State, key: Key, origin: Provenance = Provenance.ISSUED) -> Step[int | None]:
    """Take the element of *key* out, or do nothing (4.2, 5.2; R4, R11)."""
    # WHERE
    resolution = resolve(state, key)
    label = key_label("remove", origin, resolution)
    # UNLESS: the key does not resolve (R11).
    if resolution is not Resolution.HIT:
        return Step(state, None, (label,))
    # CHANGE: the cell becomes the head of its own partition's free list; whoever empties h2 truncates.
    which = partition_of(state, key.index)
    after, element = vacate(state, which, key.index)
    happened: tuple[Label, ...] = (f"remove_from_{NAMES[which]}",)
    if after.partitions[H2].live == 0:
        if which == H2:
            after, happened = truncate(after)
        else:
            happened += ("remove_while_h2_empty",)
    # ANSWER
    return Step(after, element, (label, *happened))


def vacate(state: State, which: int, position: int) -> tuple[State, int]:
    """Push a live cell onto the free list of its partition (5.2; R4)."""
    partition, cells, cell = state.partitions[which], state.cells, state.cells[position]
    assert isinstance(cell, Has)
    changed = partition._replace(live=partition.live - 1, head=position)
    vacated = state._replace(
        cells=(*cells[:position], Not(partition.head), *cells[position + 1 :]),
        partitions=with_partition(state, which, changed),
        cost=state.cost._replace(removals=state.cost.removals + 1),
    )
    return vacated, cell.element


# --- Truncation -----------------------------------------------------------------------------------


def truncate(state: State) -> tuple[State, tuple[Label, ...]]:
    """The cascade: halve while h2 is empty and R1 allows (5.2; R4, R6)."""
    if state.parameters.truncate is Truncate.NEVER:
        return state, ("remove_empties_h2_never",)
    depth, labels = 0, set[Label]()
    while state.partitions[H2].live == 0 and state.parameters.may_halve(state.space):
        state, happened = truncate_once(state)
        depth, labels = depth + 1, labels | happened
    if depth == 0:
        return state, ("remove_empties_h2_minimum",)
    stopped = "live_h2" if state.partitions[H2].live else "minimum"
    reached = str(depth) if depth < 3 else "3_or_more"
    return state, (f"truncate_{reached}", f"truncate_stops_at_{stopped}", *sorted(labels))


def truncate_once(state: State) -> tuple[State, set[Label]]:
    """One step: the old q2 becomes h2, the old q1 is split into q1 and q2 (5.2; R5)."""
    old_q1, old_q2, _ = state.partitions
    space = state.space // 2
    q1, q2, _ = untouched(space)
    # Each entry of the old q1's free list is visited, head first. Those below the new q1's end stay, in
    # their order; the others are pushed onto the new q2, one after the other, which reverses them.
    walked = list(free_list(state.cells, old_q1.head))
    stay = [position for position in walked if position < q1.end]
    pushed = [position for position in walked if position >= q1.end][::-1]
    cells = linked(linked(state.cells[:space], stay), pushed)
    opened = min(old_q1.opened, q1.size)
    partitions = (
        occupied(q1, opened, stay),
        occupied(q2, old_q1.opened - opened, pushed),
        old_q2,  # with its free list: reassigning the head is enough
    )
    cost = state.cost._replace(
        visits=state.cost.visits + len(walked),
        dropped=state.cost.dropped + state.opened - len(cells),
    )
    after = state._replace(space=space, cells=cells, partitions=partitions, cost=cost)
    labels = {
        label
        for label, happened in (
            ("truncate_hands_over_q2_list", old_q2.head is not None),
            ("truncate_splits_q1_list", bool(stay and pushed)),
            ("truncate_reverses", len(pushed) > 1),
        )
        if happened
    }
    if state.parameters.truncate is Truncate.MEMORY:
        return reallocated(after), labels | {"truncate_reallocates"}
    return after, labels


def linked(cells: tuple[Cell, ...], order: list[int]) -> tuple[Cell, ...]:
    """The cells with a free list running through *order*."""
    changed = list(cells)
    for position, following in zip(order, [*order[1:], None]):  # noqa: B905 - None ends the list
        changed[position] = Not(following)
    return tuple(changed)


def occupied(partition: Partition, opened: int, free: list[int]) -> Partition:
    """An untouched partition with cells opened and vacancies listed."""
    head = free[0] if free else None
    return partition._replace(live=opened - len(free), opened=opened, head=head)


def reallocated(state: State) -> State:
    """Give memory past the element space back, which moves the cells that stay (5.2; R6)."""
    cost = state.cost._replace(moved=state.cost.moved + state.opened)
    return state._replace(allocated=state.space, cost=cost)


# --- Clear ----------------------------------------------------------------------------------------


def clear(state: State) -> Step[None]:
    """Retire every key (4.2; R7). The next id is not reset, or retired keys would resolve again."""
    # WHERE: everywhere; in MEMORY the element space returns to its minimum.
    shrinks = state.parameters.truncate is Truncate.MEMORY
    space = state.parameters.least_space if shrinks else state.space
    # CHANGE
    after = state._replace(
        space=space,
        allocated=space if shrinks else state.allocated,
        cells=(),
        partitions=untouched(space),
        cost=state.cost._replace(dropped=state.cost.dropped + state.opened),
    )
    # ANSWER
    if state.live == 0:
        return Step(after, None, ("clear_empty",))
    return Step(after, None, ("clear_to_minimum" if shrinks else "clear_keeps_space",))


# --- Cross-iteration ------------------------------------------------------------------------------


class Pivot(NamedTuple):
    """What a callback of cross-iteration is shown: the pivot and, through the view, all others."""

    element: int
    others: tuple[int, ...]


def view(state: State, position: int) -> tuple[int, ...]:
    """The elements of the view of the pivot at *position*, in ascending position (5.3; R13)."""
    return tuple(element for _, element in items(state, but=position))


def apply(state: State, key: Key, origin: Provenance = Provenance.ISSUED) -> Step[Pivot | None]:
    """Lend the pivot and a view of all others (4.4, 5.3; R13)."""
    label = key_label("apply", origin, resolve(state, key))
    element = found(state, key)
    if element is None:
        return Step(state, None, (label,))
    others = [other.index for other, _ in items(state, but=key.index)]
    labels = [label]
    if not others:
        labels.append("apply_alone")
    if any(index < key.index for index in others):
        labels.append("apply_before_pivot")
    if any(index > key.index for index in others):
        labels.append("apply_after_pivot")
    return Step(state, Pivot(element, view(state, key.index)), tuple(labels))


class Exchanged(NamedTuple):
    """The pivot, and the element met through the view, if any, as they were."""

    pivot: int
    other: int | None


def exchange(state: State, key: Key, sought: Key) -> Step[Exchanged | None]:
    """In `apply` on *key*, look *sought* up through the view and exchange the two elements (R13, R14)."""
    # WHERE
    pivot, other = found(state, key), found(state, sought)
    # UNLESS: there is no pivot, or the view does not show the other.
    if pivot is None:
        return Step(state, None, ())
    if other is None:
        return Step(state, Exchanged(pivot, None), ("exchange_stale",))
    if sought.index == key.index:
        return Step(state, Exchanged(pivot, None), ("exchange_pivot",))
    # CHANGE: elements change places, ids stay where they are.
    cells = replaced(replaced(state.cells, key, other), sought, pivot)
    # ANSWER
    return Step(state._replace(cells=cells), Exchanged(pivot, other), ("exchange_found",))


def replaced(cells: tuple[Cell, ...], key: Key, element: int) -> tuple[Cell, ...]:
    """The cells with the element of a live key replaced; its id stays."""
    return (*cells[: key.index], Has(element, key.id), *cells[key.index + 1 :])


def traverse(state: State) -> Step[tuple[Pivot, ...]]:
    """`apply` on every element in ascending position (4.4; R13)."""
    shown = tuple(Pivot(element, view(state, key.index)) for key, element in items(state))
    amount = ("empty", "one", "many")[min(len(shown), 2)]
    return Step(state, shown, (f"traverse_{amount}",))


def lend(state: State, structural: str) -> Step[Failure | None]:
    """Try a structural operation while `each` lends an element: refused, whatever its key (R14)."""
    after = each(state).state
    if state.live == 0:
        return Step(after, None, ("lend_nothing",))
    return Step(after, Failure.BORROW, (f"lend_refuses_{structural}",))


def free_lists(state: State) -> tuple[tuple[int, ...], ...]:
    """The free lists of q1, q2 and h2, each from its head on."""
    return tuple(tuple(free_list(state.cells, p.head)) for p in state.partitions)

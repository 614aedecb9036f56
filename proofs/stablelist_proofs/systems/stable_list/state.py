"""A StableList of any size: every length a symbol, every cell a value of uninterpreted functions.

It is `stablelist_spec.systems.stable_list.state.State` with arrays for its cells, and with *ghosts*: values that
the container does not store, but that describe free lists. The ghosts of a partition are

- ``base``, and ``n = opened - live``, the length of its free list;
- ``entry``, the position at each rank from ``base`` to ``base + n - 1``, where the head is; ranks may begin at any
  number, so that a list can grow at either end;
- ``rank``, its inverse: the rank of a vacant position in the free list of its partition.

Ghosts of the whole list are ``below`` (the number of live cells before a position), ``added`` (the number of
insertions so far), ``born`` (how many came before that of a live element), ``place`` (where the element of an
insertion lies), and one *tracked* key with its element, which represents every key that was ever issued.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Final

from stablelist_proofs.core.functions import NONE, Function, Named
from stablelist_proofs.core.terms import Sort, Term, all_of, choose, equal, integer, symbol

__all__ = [
    "PARTITIONS",
    "Partition",
    "State",
    "may_halve",
    "partition",
    "symbolic",
    "untouched",
    "with_partition",
]

PARTITIONS: Final = ("q1", "q2", "h2")


# --- The list -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Partition:
    """A range of the element space, its counts, its free list, and the ghosts of the list."""

    start: Term
    size: Term
    live: Term
    opened: Term
    head: Term
    base: Term
    entry: Function

    @property
    def end(self) -> Term:
        """The first position after the opened cells of this partition."""
        return self.start + self.opened

    @property
    def vacancies(self) -> Term:
        """The length of the free list."""
        return self.opened - self.live

    @property
    def full(self) -> Term:
        """Whether every cell is live."""
        return equal(self.live, self.size)


@dataclass(frozen=True)
class State:
    """A list: parameters, lengths, partitions, cells, costs, and ghosts."""

    least: Term
    mode: Term
    bounded: Term
    index_count: Term

    space: Term
    allocated: Term
    next_id: Term
    q1: Partition
    q2: Partition
    h2: Partition

    has: Function
    id: Function
    element: Function
    next: Function

    visits: Term
    moved: Term
    dropped: Term
    removals: Term

    rank: Function
    below: Function
    added: Term
    born: Function
    place: Function
    tracked_index: Term
    tracked_birth: Term
    tracked_live: Term
    tracked_element: Term

    @property
    def opened(self) -> Term:
        """How many cells are opened."""
        return self.q1.opened + self.q2.opened + self.h2.opened

    @property
    def live(self) -> Term:
        """How many elements there are."""
        return self.q1.live + self.q2.live + self.h2.live

    @property
    def partitions(self) -> tuple[Partition, Partition, Partition]:
        """Q1, q2, h2."""
        return self.q1, self.q2, self.h2

    def indexable(self, position: Term) -> Term:
        """Whether an index can name *position* (R9)."""
        return choose(self.bounded, position < self.index_count, position >= 0)

    def resolves(self, index: Term, identity: Term) -> Term:
        """Whether a key finds its element."""
        inside = all_of(index >= 0, index < self.opened)
        return all_of(inside, self.has(index), equal(self.id(index), identity))


def may_halve(state: State) -> Term:
    """Whether R1 allows a halving."""
    half = state.space // 2
    return all_of(equal(state.space % 2, 0), half >= state.least, equal(half % 4, 0))


def symbolic() -> State:
    """An arbitrary list."""
    made: dict[str, Any] = {}
    for field in fields(State):
        match field.type:
            case "Term":
                boolean = field.name in ("bounded", "tracked_live")
                made[field.name] = symbol(field.name, Sort.BOOL if boolean else Sort.INT)
            case "Function":
                sort = Sort.BOOL if field.name == "has" else Sort.INT
                made[field.name] = Named(field.name, sort)
            case _:
                made[field.name] = partition(field.name)
    return State(**made)


def partition(name: str) -> Partition:
    """An arbitrary partition."""
    made: dict[str, Any] = {
        field.name: symbol(f"{name}_{field.name}")
        for field in fields(Partition)
        if field.type == "Term"
    }
    return Partition(**made, entry=Named(f"{name}_entry"))


def untouched(state: State, space: Term) -> State:
    """The list with a new space, whose partitions have no opened cell."""
    quarter, half = space // 4, space // 2
    return replace(
        state,
        space=space,
        q1=_emptied(state.q1, integer(0), quarter),
        q2=_emptied(state.q2, quarter, quarter),
        h2=_emptied(state.h2, half, half),
    )


def _emptied(list_: Partition, start: Term, size: Term) -> Partition:
    nothing = integer(0)
    return replace(list_, start=start, size=size, live=nothing, opened=nothing, head=integer(NONE))


def with_partition(state: State, name: str, changed: Partition) -> State:
    """The list with one partition changed."""
    q1, q2, h2 = (
        changed if name == each else old
        for each, old in zip(PARTITIONS, state.partitions, strict=True)
    )
    return replace(state, q1=q1, q2=q2, h2=h2)

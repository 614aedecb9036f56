"""A StableList of any size: every length a symbol, every cell a value of uninterpreted functions.

It is `stablelist_spec.systems.stable_list.state.State` with arrays for its cells, and with *ghosts*: values that
the container does not store, but that describe free lists. The ghosts of a partition are

- ``base``, and ``n = opened - live``, the length of its free list;
- ``entry``, the position at each rank from ``base`` to ``base + n - 1``, where the head is; ranks may begin at any
  number, so that a list can grow at either end;
- ``rank``, its inverse: the rank of a vacant position in the free list of its partition.

Ghosts of the whole list are those of `stablelist_proofs.core.cells`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from stablelist_proofs.core import cells
from stablelist_proofs.core.cells import Cells, arbitrary
from stablelist_proofs.core.functions import NONE, Function
from stablelist_proofs.core.terms import Term, all_of, equal, integer

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
class Partition(cells.Partition):
    """A range of the element space, its counts, its free list, and the ghosts of the list."""

    base: Term
    entry: Function

    @property
    def end(self) -> Term:
        """The first position after the opened cells of this partition."""
        return self.start + self.opened


@dataclass(frozen=True)
class State(Cells):
    """A list: what all lists of cells have, its space, and three partitions."""

    space: Term
    q1: Partition
    q2: Partition
    h2: Partition

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


def may_halve(state: State) -> Term:
    """Whether R1 allows a halving."""
    half = state.space // 2
    return all_of(equal(state.space % 2, 0), half >= state.least, equal(half % 4, 0))


def symbolic() -> State:
    """An arbitrary list."""
    return arbitrary(State, others={"Partition": partition})


def partition(name: str) -> Partition:
    """An arbitrary partition."""
    return arbitrary(Partition, f"{name}_")


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

"""A dyadic list of any size, with any number of blocks.

It is `stablelist_spec.systems.dyadic.state.State` with functions for its cells and its blocks, and with *ghosts*:
values that the container does not store. Blocks are numbered from 0, the base, to ``blocks - 1``, the top.

Where the blocks lie is a matter of arithmetic, and the same for all lists with one least space: ``border(k)`` is where
block *k* begins and block *k* - 1 ends, and ``block_of`` is the block of a position. Both are defined by recursion
(`definitions`). A list also stores where its blocks begin and how long they are; that this agrees is an invariant.

The ghosts are

- ``rank``, the rank of a vacant position in the free list of its block; the head has the highest rank, the last entry
  has rank 0;
- ``entry``, the position with a rank in the free list of a block: the inverse of ``rank``;
- ``memory``, the number of blocks that allocated memory would suffice for;
- those of `stablelist_proofs.core.cells`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from stablelist_proofs.core import cells
from stablelist_proofs.core.cells import Cells, arbitrary
from stablelist_proofs.core.functions import Function, Named, Put
from stablelist_proofs.core.terms import (
    Domain,
    Term,
    all_of,
    apply,
    choose,
    equal,
    no,
)

__all__ = [
    "BLOCK",
    "BORDER",
    "OF_A_BLOCK",
    "Filed",
    "OfTwo",
    "Record",
    "State",
    "block_of",
    "border",
    "symbolic",
    "with_record",
]

BLOCK: Final = Domain("block", "b")
"""What clauses speak of, besides positions."""


def border(number: Term | int) -> Term:
    """Where a block begins, and the one before it ends."""
    return apply("border", number)


def block_of(position: Term) -> Term:
    """The block of a position."""
    return apply("block_of", position)


BORDER: Final = Named("border")


# --- Functions of a block and a rank --------------------------------------------------------------


class OfTwo(Protocol):
    """A value for every block and every rank."""

    def __call__(self, block: Term, rank: Term) -> Term:
        """The value for both."""
        ...


@dataclass(frozen=True)
class NamedOfTwo:
    """An uninterpreted function."""

    name: str

    def __call__(self, block: Term, rank: Term) -> Term:
        """An application."""
        return apply(self.name, block, rank)


@dataclass(frozen=True)
class Filed:
    """A function with another value for one block and one rank."""

    function: OfTwo
    block: Term
    rank: Term
    value: Term

    def __call__(self, block: Term, rank: Term) -> Term:
        """The new value there, the old one elsewhere."""
        there = all_of(equal(self.block, block), equal(self.rank, rank))
        return choose(there, self.value, self.function(block, rank))


# --- The list -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Record(cells.Partition):
    """What a list stores of one block."""

    @property
    def end(self) -> Term:
        """The first position past the block."""
        return self.start + self.size


@dataclass(frozen=True)
class State(Cells):
    """A list: what all lists of cells have, its lengths, and the records of its blocks."""

    blocks: Term
    opened: Term
    live: Term

    start_of: Function
    size_of: Function
    live_in: Function
    opened_in: Function
    head_of: Function

    entry: OfTwo
    memory: Term

    @property
    def top(self) -> Term:
        """The number of the top block."""
        return self.blocks - 1

    @property
    def space(self) -> Term:
        """The length of the element space: where the top block ends."""
        return self.record(self.top).end

    def record(self, block: Term) -> Record:
        """What is stored of a block."""
        return Record(
            self.start_of(block),
            self.size_of(block),
            self.live_in(block),
            self.opened_in(block),
            self.head_of(block),
        )

    def vacant(self, position: Term) -> Term:
        """Whether a position is opened and vacant."""
        return all_of(position >= 0, position < self.opened, no(self.has(position)))


OF_A_BLOCK: Final = {
    "start": "start_of",
    "size": "size_of",
    "live": "live_in",
    "opened": "opened_in",
    "head": "head_of",
}
"""The functions that hold the fields of a record."""


def symbolic() -> State:
    """An arbitrary list."""
    return arbitrary(State, others={"OfTwo": NamedOfTwo})


def with_record(state: State, block: Term, **changed: Term) -> State:
    """The list with some fields of the record of one block changed."""
    names = {name: OF_A_BLOCK[name] for name in changed}
    put: dict[str, Any] = {
        names[name]: Put(getattr(state, names[name]), block, value)
        for name, value in changed.items()
    }
    return replace(state, **put)

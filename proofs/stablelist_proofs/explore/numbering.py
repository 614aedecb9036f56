"""The numbers of states: a mixed-radix number for every state that a bounded list can be in.

States with the same element space, allocated memory and opened cells are a *block*, with consecutive numbers. Within a
block, a state consists of a number for the free list of each partition and one for the followed key. Every opened cell
that is in no free list is live. So numbers are dense, a state needs one byte of a map, and quantities that are the same
throughout a block (bounds, sizes, possible halvings) are computed once and not for every state.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from stablelist_spec.parts.parameters import QUARTERS, Truncate

from .keys import Keys
from .scope import Keep, Scope
from .vacancies import Flags, Ints, Sets, Stacks

__all__ = ["Block", "Numbering", "States"]


class Extent(NamedTuple):
    """The quantities that are the same throughout a block; *allocated* is None if memory is forgotten."""

    space: int
    allocated: int | None
    opened: int


@dataclass(frozen=True)
class Block:
    """The consecutive numbers, from *start*, of the states with one extent."""

    extent: Extent
    start: int
    radices: tuple[int, int, int]
    """How many arrangements each of the free lists of q1, q2 and h2 has."""
    keys: int
    """How many numbers there are for the followed key."""

    @property
    def space(self) -> int:
        """The length of the element space."""
        return self.extent.space

    @property
    def opened(self) -> int:
        """How many cells are opened."""
        return self.extent.opened

    @cached_property
    def sizes(self) -> tuple[int, int, int]:
        """The sizes of q1, q2 and h2."""
        quarter = self.space // QUARTERS
        return quarter, quarter, self.space - 2 * quarter

    @cached_property
    def starts(self) -> tuple[int, int, int]:
        """The first positions of q1, q2 and h2."""
        return 0, self.sizes[0], 2 * self.sizes[0]

    @cached_property
    def opened_in(self) -> tuple[int, int, int]:
        """How many cells of q1, q2 and h2 are opened: cells are opened in ascending order (R2)."""
        return opened_in(self.space, self.opened)

    @cached_property
    def strides(self) -> tuple[int, int, int, int]:
        """The place values of the mixed-radix number, for q1, q2, h2 and the key."""
        q1, q2, h2 = self.radices
        return q2 * h2, h2, 1, q1 * q2 * h2

    @cached_property
    def end(self) -> int:
        """The first number after the block."""
        return self.start + self.strides[3] * self.keys


@dataclass(frozen=True, slots=True)
class States:
    """States of one block as columns, and the places of the states that they came from."""

    block: Block
    q1: Ints
    q2: Ints
    h2: Ints
    keys: Ints
    places: Ints

    @property
    def lists(self) -> tuple[Ints, Ints, Ints]:
        """The free lists of q1, q2 and h2."""
        return self.q1, self.q2, self.h2

    @property
    def numbers(self) -> Ints:
        """Their numbers."""
        q1, q2, _, key = self.block.strides
        return self.block.start + self.q1 * q1 + self.q2 * q2 + self.h2 + self.keys * key

    def with_list(self, which: int, numbers: Ints) -> States:
        """The same states with another free list of one partition."""
        q1, q2, h2 = (numbers if i == which else column for i, column in enumerate(self.lists))
        return States(self.block, q1, q2, h2, self.keys, self.places)

    def pick(self, which: Ints | Flags) -> States:
        """Some of them."""
        q1, q2, h2 = self.q1[which], self.q2[which], self.h2[which]
        return States(self.block, q1, q2, h2, self.keys[which], self.places[which])


class Numbering:
    """All blocks of a scope, and the numbers in them."""

    def __init__(self, scope: Scope) -> None:
        self.scope, self.keys = scope, Keys(scope)
        self._blocks: dict[Extent, Block] = {}
        start = 0
        count = counting(scope)
        for extent in extents(scope):
            q1, q2, h2 = map(count, opened_in(extent.space, extent.opened))
            block = Block(extent, start, (q1, q2, h2), self.keys.count)
            self._blocks[extent] = block
            start = block.end
        self._starts = [block.start for block in self]
        self.count = start
        """How many numbers there are."""

    def __iter__(self) -> Iterator[Block]:
        """All blocks, in the order of their numbers."""
        return iter(self._blocks.values())

    def block(self, space: int, allocated: int | None, opened: int) -> Block:
        """The block of states with that extent."""
        return self._blocks[Extent(space, allocated, opened)]

    def between(self, start: int, end: int) -> list[Block]:
        """The blocks of the numbers from *start* up to *end*."""
        blocks = list(self)
        first = bisect_right(self._starts, start) - 1
        return blocks[first : bisect_left(self._starts, end)]

    def holding(self, number: int) -> Block:
        """The block of a number."""
        return self.between(number, number + 1)[0]

    def columns(self, block: Block, numbers: Ints) -> States:
        """States of a block by their numbers."""
        _, q2_radix, h2_radix = block.radices
        rest, h2 = np.divmod(numbers - block.start, h2_radix)
        rest, q2 = np.divmod(rest, q2_radix)
        keys, q1 = np.divmod(rest, block.radices[0]) if block.keys > 1 else (rest * 0, rest)
        return States(block, q1, q2, h2, keys, np.arange(len(numbers)))

    @cached_property
    def initial(self) -> int:
        """The number of a new list."""
        space = self.scope.parameters.initial_space
        return self.block(space, None if self.scope.keep is Keep.SETS else space, 0).start


def counting(scope: Scope) -> Callable[[int], int]:
    """The function from a number of opened cells to the number of arrangements."""
    return Sets.count if scope.keep is Keep.SETS else Stacks.count


def opened_in(space: int, opened: int) -> tuple[int, int, int]:
    """How many cells of q1, q2 and h2 are opened if *opened* cells are in total."""
    quarter = space // QUARTERS
    in_q1, in_q2 = min(opened, quarter), min(max(opened - quarter, 0), quarter)
    return in_q1, in_q2, opened - in_q1 - in_q2


def extents(scope: Scope) -> list[Extent]:
    """Every extent within a scope."""
    return [
        Extent(space, allocated, opened)
        for space, allocated in sorted(memories(scope), key=lambda pair: (pair[0], pair[1] or 0))
        for opened in range(min(space, scope.positions) + 1)
    ]


def memories(scope: Scope) -> set[tuple[int, int | None]]:
    """Every pair of element space and allocated memory that the operations lead to."""
    space = scope.parameters.initial_space
    known = scope.keep is not Keep.SETS
    met: set[tuple[int, int | None]] = set()
    waiting: list[tuple[int, int | None]] = [(space, space if known else None)]
    while waiting:
        pair = waiting.pop()
        if pair not in met:
            met.add(pair)
            waiting += [(s, a if known else None) for s, a in led_to(scope, pair[0], pair[1] or 0)]
    return met


def led_to(scope: Scope, space: int, allocated: int) -> Iterator[tuple[int, int]]:
    """The memories after growth, a reserve, a halving, freeing memory, and clear (R3, R5, R6, R7)."""
    parameters, frees = scope.parameters, scope.mode is Truncate.MEMORY
    if parameters.indexable(space):
        yield 2 * space, max(allocated, 2 * space)
        yield space, max(allocated, 2 * space)
    yield space, space
    if parameters.may_halve(space):
        yield space // 2, space // 2 if frees else allocated
        yield space // 2, allocated  # by shrink_to_fit, before it frees the rest
    if frees:
        yield parameters.least_space, parameters.least_space

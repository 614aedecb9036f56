"""Splitting: how a halving distributes the free list of q1 to the new q1 and q2 (R5)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, permutations
from typing import NamedTuple

from stablelist.partition import NONE, Partition
from stablelist_spec.parts.cells import Has, Not, free_list
from stablelist_spec.systems.stable_list.model import truncated_once

from . import domain
from .bare import Cells, bare_model


class Split(NamedTuple):
    """The two partitions that q1 was split into: their free lists, head first, and their counts."""

    free: tuple[tuple[int, ...], tuple[int, ...]]
    live: tuple[int, int]
    opened: tuple[int, int]
    visits: int


# --- what is true ---------------------------------------------------------------------------------


def split_keeps_the_order_of_q1_and_reverses_q2(
    half: int, free: Sequence[int], split: Split
) -> bool:
    """Entries below the border keep their order; the others are reversed.

    free(q1) = (p ∈ f : p < h), free(q2) = reverse of (p ∈ f : p ≥ h)
    """
    low = tuple(position for position in free if position < half)
    high = tuple(position for position in reversed(free) if position >= half)
    return split.free == (low, high)


def split_counts_are_those_of_its_lists(
    half: int, opened: int, free: Sequence[int], split: Split
) -> bool:
    """Opened cells belong to q1 first; opened cells that are in no list are live; each entry is visited once.

    opened(q1) = min(o, h), opened(q2) = o − opened(q1), live = opened − #free, visits = #f
    """
    low, high = split.opened
    counted = (low - len(split.free[0]), high - len(split.free[1]))
    dealt = low == min(opened, half) and low + high == opened and split.live == counted
    return dealt and split.visits == len(free)


# --- of what --------------------------------------------------------------------------------------


LISTS = tuple(
    (opened, free)
    for opened in range(5)
    for count in range(3)
    for free in permutations(range(opened), count)
)
"""Opened cells and free list of a q1 of four cells: all with up to two entries.

The number of one of them is quicker than symbols, which the model's cells would turn into numbers anyway.
"""


def spec_split(number: int) -> Split:
    """`stablelist_spec.systems.stable_list.model.truncated_once`.

    A q1 of four cells, up to two entries.

    raises: domain.OutsideError
    post: split_keeps_the_order_of_q1_and_reverses_q2(2, LISTS[number][1], _)
    post: split_counts_are_those_of_its_lists(2, *LISTS[number], _)
    """
    domain.within(0 <= number < len(LISTS))
    opened, free = LISTS[number]
    links = dict(pairwise((*free, None)))
    cells = tuple(Not(links[at]) if at in links else Has(at, at) for at in range(opened))
    state = bare_model(4, 4)
    q1, q2, h2 = state.partitions
    q1 = q1._replace(live=opened - len(free), opened=opened, head=free[0] if free else None)
    after = truncated_once(state._replace(cells=cells, partitions=(q1, q2, h2)))
    low, high, _ = after.partitions
    return Split(
        (tuple(free_list(after.cells, low.head)), tuple(free_list(after.cells, high.head))),
        (low.live, high.live),
        (low.opened, high.opened),
        after.cost.visits,
    )


def impl_split(number: int) -> Split:
    """`stablelist.partition.Partition.halves`.

    A q1 of four cells, up to two entries.

    raises: domain.OutsideError
    post: split_keeps_the_order_of_q1_and_reverses_q2(2, LISTS[number][1], _)
    post: split_counts_are_those_of_its_lists(2, *LISTS[number], _)
    """
    domain.within(0 <= number < len(LISTS))
    return halved(2, *LISTS[number])


def impl_split_of_any_size(half: int, opened: int, count: int, a: int, b: int, c: int) -> Split:
    """`stablelist.partition.Partition.halves`.

    A q1 of any size, up to three entries.

    raises: domain.OutsideError
    post: split_keeps_the_order_of_q1_and_reverses_q2(half, (a, b, c)[:count], _)
    post: split_counts_are_those_of_its_lists(half, opened, (a, b, c)[:count], _)
    """
    domain.within(half >= 1, 0 <= opened <= 2 * half, 0 <= count <= 3)
    free = (a, b, c)[:count]
    domain.within(*(0 <= position < opened for position in free))
    domain.within(a != b or count < 2, (a != c and b != c) or count < 3)
    return halved(half, opened, free)


def halved(half: int, opened: int, free: tuple[int, ...]) -> Split:
    """The container's halving of a q1 with this free list."""
    links: Cells[int] = Cells()
    for position, following in pairwise((*free, NONE)):
        links[position] = following
    whole = Partition(0, 2 * half, opened)
    whole.live, whole.head = opened - len(free), free[0] if free else NONE
    low, high, visits = whole.halves(links)
    return Split(
        (walked(low.head, links), walked(high.head, links)),
        (low.live, high.live),
        (low.opened, high.opened),
        visits,
    )


def walked(head: int, links: Cells[int]) -> tuple[int, ...]:
    """A free list of the container, of up to four entries; a longer one is wrong."""
    free: tuple[int, ...] = ()
    while head != NONE and len(free) < 4:
        free, head = (*free, head), links[head]
    return free


def canary(half: int, a: int, b: int) -> Split:
    """False: of two entries above the border, the last comes first.

    raises: domain.OutsideError
    post: _.free == ((), (a, b))
    """
    domain.within(half >= 2, a != b, half <= a < 2 * half, half <= b < 2 * half)
    return halved(half, 2 * half, (a, b))

"""Vacancies: which slot an insertion takes, and what becomes of one that is vacated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from stablelist_spec.core.step import Label

from .cells import Not, free_list, linked
from .drafts import put
from .slots import Lifo, R, Slots, opening

__all__ = [
    "BLOCKS",
    "GROWING",
    "LIFO",
    "NEVER",
    "PRELINKED",
    "PREPARED",
    "opened_in_a_chain",
    "with_vacancy",
]


class Prepared(Lifo):
    """One free list of the slots that were vacated; without one, the next slot that was never used is opened."""

    insertions: Mapping[str, str] = {
        "open": "there is no vacancy: the next slot that was never used",
        "reuse": "the head of the free list",
    }

    def taken(self, state: R) -> tuple[int, R]:
        """The head of the free list, or the first slot that is not opened, which has its version already."""
        if state.head is None:
            return len(state.cells), state._replace(
                cells=put(state.cells, len(state.cells), Not(None))
            )
        return state.head, self.popped(state, state.head)


class Prelinked(Lifo):
    """One free list with every slot that memory is allocated for; it is full before more is allocated."""

    insertions: Mapping[str, str] = {
        "grow": "there is no vacancy: the slots double, and the new ones are listed in ascending order",
        "reuse": "the head of the free list",
    }

    def taken(self, state: R) -> tuple[int, R]:
        """The head of the free list, which has twice as many slots if it was empty."""
        if state.head is not None:
            return state.head, self.popped(state, state.head)
        grown = opened_in_a_chain(state, max(1, state.space))
        assert grown.head is not None, "room was found for an element"
        return grown.head, self.popped(grown, grown.head)


def opened_in_a_chain(state: R, count: int) -> R:
    """The state with so many slots more, or as many as indices can name, which precede the other vacancies."""
    most: int | None = state.configuration.most_live
    space = state.space
    end = space + count if most is None else min(space + count, most)
    order = [*range(space, end), *free_list(state.cells, state.head)]
    opened = opening(state, end - space)
    allocated = max(end, state.allocated)
    moved = space if allocated > state.allocated else 0
    cost = state.cost._replace(moved=state.cost.moved + moved)
    head = order[0] if order else None
    cells = linked(opened.cells, order)
    return opened._replace(head=head, cells=cells, allocated=allocated, cost=cost)


def allocating(state: R, slots: int) -> R:
    """The state with memory for so many slots; if it is too small, it at least doubles, which moves the slots."""
    if slots <= state.allocated:
        return state
    cost = state.cost._replace(moved=state.cost.moved + state.space)
    return state._replace(allocated=max(slots, 2 * state.allocated), cost=cost)


class Growing(Lifo):
    """One free list; without a vacancy, a slot is appended, for which memory may have to double."""

    insertions: Mapping[str, str] = {
        "append": "there is no vacancy: a slot is appended, for which there is memory",
        "grow": "there is no vacancy: a slot is appended; memory doubles, which moves the slots",
        "reuse": "the head of the free list",
    }

    def taken(self, state: R) -> tuple[int, R]:
        """The head of the free list, or a new slot at the end, for which memory is allocated."""
        if state.head is not None:
            return state.head, self.popped(state, state.head)
        return state.space, opening(allocating(state, state.space + 1), 1)

    def filled(self, before: Slots, after: Slots) -> str:
        """Whether there was a vacancy, or whether memory had to double."""
        grows = after.allocated > before.allocated
        return "grow" if grows else super().filled(before, after)


class Never(Lifo):
    """A slot is used once: every element is appended."""

    reuses: bool = False
    insertions: Mapping[str, str] = {"append": "a slot is appended"}

    def taken(self, state: R) -> tuple[int, R]:
        """A new slot at the end, for which memory is allocated."""
        return state.space, opening(allocating(state, state.space + 1), 1)

    def given(self, state: R, slot: int) -> R:
        """The slot is vacant for ever, and in no list."""
        return state._replace(cells=put(state.cells, slot, Not(None)))


class Blocks(Lifo):
    """Neighbouring vacancies are one block. Blocks are listed in the order in which they came to be.

    The order of a state has the first and the last slot of each block. Insertion takes the last slot of the first one.
    A block is in the free list from its last slot down to its first, so that the next element takes the head. The
    block behind the sentinel belongs to the sentinel, and comes last.
    """

    insertions: Mapping[str, str] = {
        "append": "there is no vacancy: a slot is appended",
        "reuse_back": "the last slot of the first block of vacancies",
        "reuse_single": "the only slot of the first block of vacancies",
        "reuse_leading": "the last slot of the block behind the sentinel, because there is no other",
    }
    removals: Mapping[Label, str] = {
        "remove_alone": "a new block, which is listed last but for that of the sentinel",
        "remove_before_block": "the slot is put in front of the block behind it",
        "remove_after_block": "the slot is put at the end of the block before it",
        "remove_after_sentinel": "the slot is the first of the sentinel's block",
        "remove_joins": "the block behind the slot is merged into the one before it",
    }

    def taken(self, state: R) -> tuple[int, R]:
        """The head of the free list, which is the last slot of the first block; or a new slot."""
        if state.head is None:
            return super().taken(state)
        front, back, *others = state.order
        ends = (front, back - 1, *others) if front < back else tuple(others)
        return state.head, self.popped(state, state.head)._replace(order=ends)

    def given(self, state: R, slot: int) -> R:
        """The slot joins the blocks beside it, or becomes a block of its own."""
        ends, cells = [*state.order], put(state.cells, slot, Not(slot - 1))
        before = slot - 1 >= state.sentinels and isinstance(cells[slot - 1], Not)
        behind = slot + 1 < len(cells) and isinstance(cells[slot + 1], Not)
        if behind:
            cells = put(cells, slot + 1, Not(slot))
        for front in with_vacancy(ends, slot, state.sentinels, before=before, behind=behind):
            following = ends[front + 3] if front + 3 < len(ends) else None
            cells = put(cells, ends[front], Not(following))
        return state._replace(head=ends[1], cells=cells, order=tuple(ends))

    def filled(self, before: Slots, after: Slots) -> str:
        """Which block the vacancy was in, if there was one, and whether it was alone there."""
        if before.head is None:
            return super().filled(before, after)
        front, back, *_ = before.order
        word = "leading" if front == before.sentinels else "back" if front < back else "single"
        return f"reuse_{word}"

    def vacated(self, before: Slots, slot: int) -> tuple[Label, ...]:
        """Which blocks the vacancy joins."""
        if slot - 1 in before.order or slot == before.sentinels:
            alone = "after_sentinel" if slot == before.sentinels else "after_block"
            return (f"remove_{'joins' if slot + 1 in before.order else alone}",)
        return (f"remove_{'before_block' if slot + 1 in before.order else 'alone'}",)


def with_vacancy(
    ends: list[int], slot: int, first: int, *, before: bool, behind: bool
) -> list[int]:
    """Add a vacancy to the blocks, and return where the fronts stand of those that may precede another one now.

    Args:
        ends: the first and the last slot of each block, in the order in which they are filled; it is changed.
        slot: the vacancy.
        first: the slot beside the sentinel.
        before: whether the slot before it is vacant, and not the sentinel.
        behind: whether the slot behind it is vacant.

    >>> ends = [6, 8, 3, 4, 1, 1]
    >>> with_vacancy(ends, 5, 1, before=True, behind=True), ends
    ([0], [3, 8, 1, 1])
    """
    last, gone = slot, 0
    if behind and (before or slot == first):
        gone = ends.index(slot + 1)
        last = ends[gone + 1]
        ends[gone : gone + 2] = []
    if before:
        at = ends.index(slot - 1) & ~1
        ends[at + 1] = last
    elif behind and slot != first:
        at = ends.index(slot + 1)
        ends[at] = slot
    else:
        listed_last = slot != first and ends[-2:-1] == [first]
        at = len(ends) - 2 * listed_last
        ends[at:at] = [slot, last]
    return [front for front in (gone - 2, at - 2, at) if front >= 0]


LIFO: Final = Lifo()
PREPARED: Final = Prepared()
GROWING: Final = Growing()
PRELINKED: Final = Prelinked()
NEVER: Final = Never()
BLOCKS: Final = Blocks()

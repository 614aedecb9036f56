"""Slots: the state of a relative that is composed of choices, its insertion and removal, and the simplest choices.

A relative is a subclass of `Slots` that names its choices: how keys are stamped (`stamping`), how vacancies are
reused (`vacancies`), and how elements are arranged (`arranging`). `Lifo` and `InPlace` are the simplest of these; the
others are in `stablelist_spec.parts.vacancies` and `stablelist_spec.parts.arranging`. The cells are the slots that keys
name, in the order of their indices. The first may be a sentinel, which is vacant for ever and in no free list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, TypeVar

from stablelist_spec.core.key import Key
from stablelist_spec.core.step import Label

from .cells import Cell, Cost, Has, Not, Partition, successor
from .drafts import put
from .stamping import Numbers, Stamping

__all__ = [
    "InPlace",
    "Lifo",
    "Slots",
    "has_room",
    "insert",
    "live_slots",
    "opening",
    "vacate",
]


class Fields(NamedTuple):
    """The fields of a state.

    Attributes:
        head: the vacancy that is filled next, of those that are listed.
        stamps: as its stamping keeps them.
        order: the slots in the order of a dense array, or the ends of blocks of vacancies, if there are such.
        allocated: the number of cells that memory is allocated for, if that matters.
    """

    configuration: Any
    live: int = 0
    cells: tuple[Cell, ...] = ()
    head: int | None = None
    stamps: Numbers = ()
    order: tuple[int, ...] = ()
    allocated: int = 0
    cost: Cost = Cost()


class Lifo:
    """One free list: the latest vacancy is filled first; without one, a slot is appended."""

    reuses: bool = True
    insertions: Mapping[str, str] = {
        "append": "there is no vacancy: a slot is appended",
        "reuse": "the head of the free list",
    }
    removals: Mapping[Label, str] = {
        "remove_end": "a vacancy in the last slot",
        "remove_inside": "a vacancy before the last slot",
    }

    def taken(self, state: R) -> tuple[int, R]:
        """The head of the free list, or a new slot at the end."""
        if state.head is None:
            return len(state.cells), opening(state, 1)
        return state.head, self.popped(state, state.head)

    def popped(self, state: R, head: int) -> R:
        """The state without the head of its free list."""
        return state._replace(head=successor(state.cells, head))

    def given(self, state: R, slot: int) -> R:
        """The slot becomes the head of the free list."""
        return state._replace(head=slot, cells=put(state.cells, slot, Not(state.head)))

    def filled(self, before: Slots, after: Slots) -> str:
        """Whether there was a vacancy, or what else the first of `insertions` says."""
        del after
        return next(iter(self.insertions)) if before.head is None else "reuse"

    def vacated(self, before: Slots, slot: int) -> tuple[Label, ...]:
        """Whether it is the last slot."""
        return (f"remove_{'end' if slot == before.space - 1 else 'inside'}",)


class InPlace:
    """An element is in the slot that its key names. Iteration visits every opened slot, live or vacant."""

    dense: bool = False
    removals: Mapping[Label, str] = {}

    def visited(self, state: Slots) -> Sequence[int]:
        """All opened slots in ascending order."""
        return range(state.sentinels, len(state.cells))

    def drained(self, state: Slots) -> Sequence[int]:
        """In ascending order."""
        return live_slots(state)

    def rejected(self, state: Slots, rejected: frozenset[int]) -> Sequence[int]:
        """In ascending order."""
        del state
        return sorted(rejected)

    def placed(self, state: R, slot: int) -> R:
        """Nothing is to be done."""
        del slot
        return state

    def displaced(self, state: R, slot: int) -> R:
        """No other element moves."""
        del slot
        return state

    def moves(self, before: Slots, slot: int) -> tuple[Label, ...]:
        """No other element moves."""
        del before, slot
        return ()


class Slots(Fields):
    """The state of a relative, which is a subclass of this."""

    __slots__ = ()

    stamping: ClassVar[Stamping]
    vacancies: ClassVar[Lifo]
    arranging: ClassVar[InPlace]
    sentinels: ClassVar[int] = 0
    """How many slots at the beginning are never used: 0 or 1."""
    prepared: ClassVar[bool] = False
    """Whether all slots exist from the beginning, also those that are not opened yet."""

    @property
    def space(self) -> int:
        """The number of slots, with the sentinel."""
        return self.configuration.capacity if self.prepared else len(self.cells)

    @property
    def opened(self) -> int:
        """The number of slots that elements can be in."""
        return len(self.cells) - self.sentinels

    @property
    def partitions(self) -> tuple[Partition, ...]:
        """The slots, with one free list; a sentinel is a part of its own."""
        first = self.sentinels
        part = Partition(first, self.space - first, self.live, self.opened, self.head)
        return (*(Partition(i, 1, 0, 1, i) for i in range(first)), part)

    @property
    def visited(self) -> Sequence[int]:
        """The slots that iteration visits, in this order; vacant ones are passed."""
        return self.arranging.visited(self)


R = TypeVar("R", bound=Slots)
"""A state of some relative."""


def live_slots(state: Slots) -> list[int]:
    """The live slots in ascending order."""
    return [slot for slot, cell in enumerate(state.cells) if isinstance(cell, Has)]


def opening(state: R, count: int) -> R:
    """The state with so many vacant slots more, which are in no free list."""
    cells = put(state.cells, len(state.cells), *(Not(None),) * count)
    return state._replace(cells=cells, stamps=state.stamping.opened(state.stamps, count))


def has_room(state: Slots, additional: int) -> bool:
    """Whether there are slots for *additional* more elements."""
    most: int | None = state.configuration.most_slots
    taken = state.live if state.vacancies.reuses else state.opened
    return most is None or taken + additional <= most


def insert(state: R, element: int) -> tuple[R, Key]:
    """Fill a vacancy, which gets a stamp and a place in the arrangement."""
    slot, ready = state.vacancies.taken(state)
    number, stamps = ready.stamping.issued(ready.stamps, slot)
    cells = put(ready.cells, slot, Has(element, number))
    after = ready._replace(live=ready.live + 1, cells=cells, stamps=stamps)
    return after.arranging.placed(after, slot), Key(slot, number)


def vacate(state: R, slot: int) -> R:
    """Retire the stamp of a live slot, rearrange the other elements, and make it a vacancy. No slot is dropped."""
    bits = getattr(state.configuration, "id_bits", None)
    stamps = state.stamping.retired(state.stamps, slot, bits)
    cost = state.cost._replace(removals=state.cost.removals + 1)
    left = state._replace(live=state.live - 1, stamps=stamps, cost=cost)
    rearranged = left.arranging.displaced(left, slot)
    return rearranged.vacancies.given(rearranged, slot)

"""Arranging: where the elements of a relative are, and in which order iteration meets them.

Elements are in the slots that their keys name, or in a dense array without gaps, to which the slots refer. In both
cases a model keeps an element in the cell of its slot; a dense array is an order of the slots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from stablelist_spec.core.step import Label

from .cells import Has
from .slots import InPlace, R, Slots, live_slots

__all__ = ["DENSE", "HOPPING", "IN_PLACE", "UP_TO_THE_LAST"]


class UpToTheLast(InPlace):
    """As in place; iteration counts the elements, and ends at the last one."""

    def visited(self, state: Slots) -> Sequence[int]:
        """The slots up to the last live one."""
        last = len(state.cells)
        while last > state.sentinels and not isinstance(state.cells[last - 1], Has):
            last -= 1
        return range(state.sentinels, last)


class Hopping(InPlace):
    """As in place; iteration counts the elements, and passes a block of vacancies by looking at its first slot."""

    def visited(self, state: Slots) -> Sequence[int]:
        """The live slots, and the first vacancy of each block before one, but not the sentinel's."""
        live = live_slots(state)
        fronts = [before + 1 for before, slot in pairwise(live) if slot > before + 1]
        return sorted([*live, *fronts])


class Dense(InPlace):
    """Elements are in a dense array in the order of insertion, until a removal moves the last one into the gap."""

    dense: bool = True
    removals: Mapping[Label, str] = {
        "remove_last": "the element is the last of the dense array",
        "remove_moves": "the last element of the dense array takes the place of the removed one",
    }

    def visited(self, state: Slots) -> Sequence[int]:
        """The slots of the elements in the order of the dense array; no vacancy is visited."""
        return state.order

    def drained(self, state: Slots) -> Sequence[int]:
        """From the end of the dense array."""
        return state.order[::-1]

    def rejected(self, state: Slots, rejected: frozenset[int]) -> Sequence[int]:
        """In the order of the dense array; after each removal, what moved into the gap is next."""
        order, met, at = [*state.order], list[int](), 0
        while at < len(order):
            if order[at] in rejected:
                met.append(order[at])
                order[at] = order[-1]
                order.pop()
            else:
                at += 1
        return met

    def placed(self, state: R, slot: int) -> R:
        """At the end of the dense array."""
        return state._replace(order=(*state.order, slot))

    def displaced(self, state: R, slot: int) -> R:
        """The last element moves into the gap, which is counted."""
        order, at, last = state.order, state.order.index(slot), state.order[-1:]
        if at == len(order) - 1:
            return state._replace(order=order[:-1])
        order = order[:at] + last + order[at + 1 : -1]
        cost = state.cost._replace(moved=state.cost.moved + 1)
        return state._replace(order=order, cost=cost)

    def moves(self, before: Slots, slot: int) -> tuple[Label, ...]:
        """Whether the last element moves."""
        return ("remove_last" if slot == before.order[-1] else "remove_moves",)


IN_PLACE: Final = InPlace()
UP_TO_THE_LAST: Final = UpToTheLast()
HOPPING: Final = Hopping()
DENSE: Final = Dense()

"""Insertion and removal: those of a first-free list, which then shorten or join regions of vacancies."""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems.first_free import model
from stablelist_spec.systems.first_free import state as first_free

from . import regions

__all__ = ["State", "initial", "insert", "vacate"]


class State(first_free.State):
    """A first-free list that knows which cells an iteration visits."""

    __slots__ = ()

    @property
    def visited(self) -> tuple[int, ...]:
        """The positions that an iteration visits; of those that follow each other and are vacant, the first."""
        return tuple(regions.visited(self.cells))


def initial(parameters: Parameters) -> State:
    """A new list: nothing opened, nothing live, no id issued (R1, R8)."""
    return State(*first_free.initial(parameters))


def insert(state: first_free.State, element: int) -> tuple[first_free.State, Key]:
    """Put an element where a first-free list would; a region that loses its first cell becomes shorter (R2)."""
    vacant = first_free.lowest(state)
    after, key = model.insert(state, element)
    if vacant is None:
        return after, key
    size = regions.length(state.cells, vacant)
    return after._replace(cells=regions.shortened(after.cells, vacant, size)), key


def vacate(state: first_free.State, position: int) -> first_free.State:
    """Take the element at a position out; a vacancy that stays joins the regions beside it (R4)."""
    after = model.without(state, position, regions.ending)
    if position >= after.opened:
        return after
    return after._replace(cells=regions.extended(after.cells, position))

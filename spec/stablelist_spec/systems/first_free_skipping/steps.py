"""Insertion and removal: those of a first-free list, which then shorten or join regions of vacancies."""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.core.step import Provenance, StepOf
from stablelist_spec.families.pool import Failure
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems.first_free import state as first_free
from stablelist_spec.systems.first_free import steps

from . import regions

__all__ = ["State", "add", "initial", "remove"]


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


def add(state: first_free.State, element: int) -> StepOf[first_free.State, Key | Failure]:
    """Insert *element* and answer its key; a region that loses its first cell becomes shorter (R2)."""
    # WHERE
    vacant = first_free.lowest(state)
    # CHANGE
    after, answer, labels = steps.add(state, element)
    if vacant is not None and isinstance(answer, Key):
        size = regions.length(state.cells, vacant)
        after = after._replace(cells=regions.shortened(after.cells, vacant, size))
        labels += ("add_fills_region" if size == 1 else "add_shortens_region",)
    # ANSWER
    return StepOf(after, answer, labels)


def remove(
    state: first_free.State, key: Key, origin: Provenance = Provenance.ISSUED
) -> StepOf[first_free.State, int | None]:
    """Remove the element of *key*, or do nothing; a vacancy joins the regions beside it (R4, R11)."""
    # CHANGE
    after, answer, labels = steps.remove(state, key, origin, ending=regions.ending)
    # UNLESS: the key did not resolve, or its cell was dropped.
    if after is state or key.index >= after.opened:
        return StepOf(after, answer, labels)
    cells, joined = regions.extended(after.cells, key.index)
    labels += (("remove_begins_region", "remove_extends_region", "remove_joins_regions")[joined],)
    # ANSWER
    return StepOf(after._replace(cells=cells), answer, labels)

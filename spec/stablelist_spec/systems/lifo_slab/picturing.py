"""Pictures of a slab, and its state variables in traces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from stablelist_spec.core.picture import Picture
from stablelist_spec.parts.cells import Cost, Has, free_lists
from stablelist_spec.parts.picturing import drawn, live_cells

from .state import State

__all__ = ["Variables", "picture", "variables"]


def picture(state: State) -> Picture:
    """The cells, and which vacancy is filled next. Keys have no ids."""
    return drawn(state, [""], {})


class Variables(NamedTuple):
    """A state: *live* cells by position, vacancies in the order in which they are filled."""

    space: int
    opened: int
    live: Mapping[int, Has]
    free_list: tuple[int, ...]
    cost: Cost


def variables(state: State) -> Variables:
    """The state variables of a trace."""
    (free,) = free_lists(state)
    return Variables(state.space, state.opened, live_cells(state), free, state.cost)

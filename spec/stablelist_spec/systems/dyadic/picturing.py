"""Pictures of a dyadic list, and its state variables in traces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from stablelist_spec.core.picture import Picture
from stablelist_spec.parts.cells import Cost, Has, Partition, free_lists
from stablelist_spec.parts.picturing import counted, drawn

from .state import State

__all__ = ["Variables", "picture", "variables"]


def picture(state: State) -> Picture:
    """The element space with its blocks, named by their first positions, and their free lists."""
    names = [f"b{block.start}" for block in state.partitions]
    return drawn(state, names, {"next id": str(state.next_id)}, second="id")


class Variables(NamedTuple):
    """A state: *live* cells by position, blocks and their free lists from the lowest on."""

    space: int
    allocated: int
    opened: int
    next_id: int
    live: Mapping[int, Has]
    blocks: tuple[Partition, ...]
    free_lists: tuple[tuple[int, ...], ...]
    cost: Cost


def variables(state: State) -> Variables:
    """The state variables of a trace."""
    return Variables(*counted(state), state.partitions, free_lists(state), state.cost)

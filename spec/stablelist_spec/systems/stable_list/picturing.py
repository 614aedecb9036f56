"""Pictures of a StableList, and its state variables in traces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from stablelist_spec.core.picture import Picture
from stablelist_spec.parts.cells import Cost, Has, Partition, free_lists
from stablelist_spec.parts.picturing import counted, drawn

from .state import NAMES, State

__all__ = ["FreeLists", "Partitions", "Variables", "picture", "variables"]


def picture(state: State) -> Picture:
    """The element space with its partitions and free lists.

    >>> from stablelist_spec import Parameters, stable_list
    >>> picture(stable_list.initial(Parameters())).facts
    {'space': 4, 'opened': 0, 'live': 0, 'next id': '0'}
    """
    return drawn(state, NAMES, {"next id": str(state.next_id)}, second="id")


# --- State variables ------------------------------------------------------------------------------


class Partitions(NamedTuple):
    """The partitions by name."""

    q1: Partition
    q2: Partition
    h2: Partition


class FreeLists(NamedTuple):
    """The free lists by the name of their partition, each from its head on."""

    q1: tuple[int, ...]
    q2: tuple[int, ...]
    h2: tuple[int, ...]


class Variables(NamedTuple):
    """A state: *live* cells by position, free lists written out."""

    space: int
    allocated: int
    opened: int
    next_id: int
    live: Mapping[int, Has]
    partitions: Partitions
    free_lists: FreeLists
    cost: Cost


def variables(state: State) -> Variables:
    """The state variables of a trace.

    >>> from stablelist_spec import Parameters, stable_list
    >>> variables(stable_list.add(stable_list.initial(Parameters()), 7).state).live
    {0: Has(element=7, id=0)}
    """
    parts = Partitions(*state.partitions), FreeLists(*free_lists(state))
    return Variables(*counted(state), *parts, state.cost)

"""What is shown of a StableList: a picture for people, state variables for those who read traces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .picture import VACANT, Cell, Chain, Group, Picture, Row
from .stable_list import NAMES, Cost, Has, Partition, State, free_lists

__all__ = ["FreeLists", "Partitions", "Variables", "picture", "variables"]


def picture(state: State) -> Picture:
    """The element space with its partitions and free lists.

    >>> from stablelist_spec import Parameters, stable_list
    >>> picture(stable_list.initial(Parameters())).facts
    {'space': 4, 'opened': 0, 'live': 0, 'next id': '0'}
    """
    facts = {"space": state.space, "opened": state.opened, "live": state.live}
    spent = state.cost
    costs = {
        "visits": spent.visits,
        "moved": spent.moved,
        "dropped": spent.dropped,
        "cells iterated": spent.cells,
    }
    return Picture(facts | {"next id": str(state.next_id)}, costs, (element_space(state),))


def element_space(state: State) -> Row:
    """The cells, opened or not."""
    cells = [
        Cell(True, str(cell.element), str(cell.id)) if isinstance(cell, Has) else VACANT
        for cell in state.cells
    ]
    parts = zip(NAMES, state.partitions, strict=True)
    groups = [Group(name, partition.start, partition.end) for name, partition in parts]
    chains = list(map(Chain, NAMES, free_lists(state)))
    return Row(state.space, cells, groups, chains, second="id")


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
    """A state in the words of the thesis: *live* cells by position, free lists written out."""

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
    live = {place: cell for place, cell in enumerate(state.cells) if isinstance(cell, Has)}
    return Variables(
        state.space,
        state.allocated,
        state.opened,
        state.next_id,
        live,
        Partitions(*state.partitions),
        FreeLists(*free_lists(state)),
        state.cost,
    )

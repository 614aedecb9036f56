"""What is shown of a StableList: a picture for people, state variables for those who read traces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .picture import VACANT, Cell, Chain, Group, Picture, Row
from .stable_list import NAMES, Cost, Has, Partition, State, free_lists
from .state import Celled

__all__ = ["FreeLists", "Partitions", "Variables", "drawn", "live_cells", "picture", "variables"]


def picture(state: State) -> Picture:
    """The element space with its partitions and free lists.

    >>> from stablelist_spec import Parameters, stable_list
    >>> picture(stable_list.initial(Parameters())).facts
    {'space': 4, 'opened': 0, 'live': 0, 'next id': '0'}
    """
    return drawn(state, NAMES, {"next id": str(state.next_id)}, second="id")


def drawn(
    state: Celled, names: Sequence[str], facts: Mapping[str, int | str], second: str = ""
) -> Picture:
    """A container whose elements live in cells: its partitions by name, and what *facts* there are besides.

    Args:
        state: of the container.
        names: of its partitions; where there is only one, it needs none.
        facts: numbers of the whole, beside those of its cells.
        second: what is shown below the element of a live cell: its id, if it has any.
    """
    spent, counted = state.cost, {"space": state.space, "opened": state.opened, "live": state.live}
    costs = {
        "visits": spent.visits,
        "moved": spent.moved,
        "dropped": spent.dropped,
        "cells iterated": spent.cells,
    }
    cells = [
        Cell(True, str(cell.element), str(cell.id) * bool(second))
        if isinstance(cell, Has)
        else VACANT
        for cell in state.cells
    ]
    parts = zip(names, state.partitions, strict=True)
    groups = [Group(name, part.start, part.end) for name, part in parts if name]
    chains = list(map(Chain, names, free_lists(state)))
    row = Row(state.space, cells, groups, chains, second=second)
    return Picture({**counted, **facts}, costs, (row,))


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
    return Variables(
        state.space,
        state.allocated,
        state.opened,
        state.next_id,
        live_cells(state),
        Partitions(*state.partitions),
        FreeLists(*free_lists(state)),
        state.cost,
    )


def live_cells(state: Celled) -> Mapping[int, Has]:
    """The live cells by position."""
    return {place: cell for place, cell in enumerate(state.cells) if isinstance(cell, Has)}

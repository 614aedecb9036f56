"""Pictures of containers with cells, and their answers to words of the port protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stablelist_spec.core.picture import VACANT, Cell, Chain, Group, Picture, Row

from .cells import Celled, Costing, Has, Parametrised, free_lists

__all__ = [
    "cost_word",
    "costs_of",
    "counted",
    "drawn",
    "extent",
    "layout_word",
    "listed",
    "live_cells",
]


def drawn(
    state: Celled,
    names: Sequence[str],
    facts: Mapping[str, int | str],
    second: str = "",
    vacancies: Sequence[Sequence[int]] | None = None,
) -> Picture:
    """The picture of a container with cells: its partitions by name, and other *facts*.

    Args:
        state: of the container.
        names: of its partitions; a single one needs no name.
        facts: numbers of the container, in addition to those of its cells.
        second: the word below the element of a live cell, such as its id, if any.
        vacancies: of each partition, in the order of reuse; by default its free list.
    """
    counted = {"space": state.space, "opened": state.opened, "live": state.live}
    cells = [
        Cell(True, str(cell.element), str(cell.id) * bool(second))
        if isinstance(cell, Has)
        else VACANT
        for cell in state.cells
    ]
    parts = zip(names, state.partitions, strict=True)
    groups = [Group(name, part.start, part.end) for name, part in parts if name]
    chains = list(map(Chain, names, free_lists(state) if vacancies is None else vacancies))
    row = Row(state.space, cells, groups, chains, second=second)
    return Picture({**counted, **facts}, costs_of(state), (row,))


def costs_of(state: Costing) -> dict[str, int]:
    """The costs of the operations so far, by name."""
    spent = state.cost
    return {
        "visits": spent.visits,
        "moved": spent.moved,
        "dropped": spent.dropped,
        "cells iterated": spent.cells,
    }


def live_cells(state: Celled) -> Mapping[int, Has]:
    """The live cells by position."""
    return {place: cell for place, cell in enumerate(state.cells) if isinstance(cell, Has)}


def counted(state: Parametrised) -> tuple[int, int, int, int, Mapping[int, Has]]:
    """The first variables of a trace: the space, the allocated and the opened cells, the next id, the live cells."""
    return state.space, state.allocated, state.opened, state.next_id, live_cells(state)


def layout_word(state: Parametrised) -> str:
    """The answer to ``layout``: the space, ``start:size:live:opened:free`` for each partition, the next id."""
    return listed(state, free_lists(state))


def listed(state: Parametrised, vacancies: Sequence[Sequence[int]]) -> str:
    """The same, with the *vacancies* of each partition in the order of reuse."""
    parts = [
        f"{p.start}:{p.size}:{p.live}:{p.opened}:{','.join(map(str, free))}"
        for p, free in zip(state.partitions, vacancies, strict=True)
    ]
    return "|".join((str(state.space), *parts, str(state.next_id)))


def extent(word: str) -> tuple[int, int]:
    """The space, and the length of the longest free list, of an answer to ``layout``.

    >>> extent("8|0:2:1:2:1|2:2:2:2:|4:4:1:3:5,6|5")
    (8, 2)
    """
    space, *parts, _ = word.split("|")
    free = (part.rpartition(":")[2] for part in parts)
    return int(space), max(positions.count(",") + bool(positions) for positions in free)


def cost_word(state: Costing) -> str:
    """The answer to ``cost``: ``visits/moved/dropped/cells``."""
    cost = state.cost
    return f"{cost.visits}/{cost.moved}/{cost.dropped}/{cost.cells}"

"""What a relative that is composed of slots shows: its layout word, its picture, and its variables in traces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from stablelist_spec.core.picture import Cell, Chain, Picture, Row

from .cells import Cost, Has, free_lists
from .picturing import costs_of, live_cells
from .slots import Slots
from .stamping import Numbers

__all__ = ["Variables", "extent", "layout_word", "picture", "variables"]


def layout_word(state: Slots) -> str:
    """The answer to ``layout``: ``live:opened:free``, and the stamps and the dense array if there are such."""
    parts = [f"{state.live}:{state.opened}:{listed(free_lists(state)[-1])}"]
    if state.stamping.shown:
        parts.append(listed(state.stamps))
    if state.arranging.dense:
        parts.append(listed(state.order))
    return "|".join(parts)


def listed(numbers: tuple[int, ...]) -> str:
    """Numbers with commas between them."""
    return ",".join(map(str, numbers))


def extent(word: str) -> tuple[int, int]:
    """The opened slots and the listed vacancies of an answer to ``layout``.

    >>> extent("2:4:2,1|0,1,2,2,1")
    (4, 2)
    """
    _, opened, free = word.partition("|")[0].split(":")
    return int(opened), free.count(",") + bool(free)


def picture(state: Slots) -> Picture:
    """The slots with their ids, which vacancy is filled next if any are, and the dense array if there is one."""
    versions = state.stamps if state.stamping.shown == "version" else ("",) * state.space
    cells = [
        Cell(True, str(cell.element), str(cell.id) * bool(state.stamping.shown))
        if isinstance(cell, Has)
        else Cell(False, "", str(versions[slot]))
        for slot, cell in enumerate(state.cells)
    ]
    unused = state.stamps[len(cells) :] if state.prepared else ()
    cells += (Cell(False, "", str(version)) for version in unused)
    chains = [Chain("", free_lists(state)[-1])] if state.vacancies.reuses else []
    rows = [Row(state.space, cells, chains=chains, second=state.stamping.shown)]
    if state.arranging.dense:
        rows.append(
            Row(
                state.live,
                [in_the_array(state, slot) for slot in state.order],
                name="dense",
                second="slot",
            )
        )
    facts: dict[str, int | str] = {"opened": state.opened, "live": state.live}
    if state.stamping.shown == "generation":
        facts["generation"] = str(state.stamps[0])
    return Picture(facts, costs_of(state), tuple(rows))


def in_the_array(state: Slots, slot: int) -> Cell:
    """A cell of the dense array."""
    cell = state.cells[slot]
    return Cell(True, str(cell.element) if isinstance(cell, Has) else "", str(slot))


class Variables(NamedTuple):
    """A state: live slots by index, vacancies in the order in which they are filled, stamps, and the dense array."""

    opened: int
    live: Mapping[int, Has]
    free_list: tuple[int, ...]
    stamps: Numbers
    order: tuple[int, ...]
    cost: Cost


def variables(state: Slots) -> Variables:
    """The state variables of a trace."""
    free = free_lists(state)[-1]
    return Variables(state.opened, live_cells(state), free, state.stamps, state.order, state.cost)

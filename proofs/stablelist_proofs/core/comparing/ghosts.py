"""The values of the ghosts that all lists of cells have, in a state, lawful or not.

The ghosts of keys are those of the history. Each system chooses the others, and says why one choice suffices.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import Final

from stablelist_spec.parts.cells import Cell, Celled, Has, Not

from .judging import Valuation
from .past import FIRST, Past
from .running import position_of

__all__ = ["NOWHERE", "OfPast", "Total", "entries", "varied"]

NOWHERE: Final = -7
"""No position; not `NONE`, which is the link of a last entry."""


class Total(dict[int, int]):
    """A function that has a value everywhere."""

    def __init__(self, values: Mapping[int, int], elsewhere: int) -> None:
        super().__init__(values)
        self.elsewhere = elsewhere

    def __missing__(self, _: int) -> int:
        return self.elsewhere

    def copy_with(self, argument: int, value: int) -> Total:
        """The function with another value at one argument."""
        return Total({**self, argument: value}, self.elsewhere)


class OfPast:
    """The values that depend on a past, and on cells."""

    def __init__(self, past: Past) -> None:
        self.added, born = len(past.issued), past.last()
        place = {insertion: key.index for insertion, key in enumerate(past.issued)}
        self.left = {
            "id": {at: past.issued[insertion].id for at, insertion in born.items()},
            "element": {at: FIRST + insertion for at, insertion in born.items()},
        }
        self.of_past = {"born": Total(born, NOWHERE), "place": Total(place, NOWHERE)}
        self.cells: tuple[Cell, ...] = ()
        self._of_cells = of_cells(self.cells, self.left)

    def of_cells(self, cells: tuple[Cell, ...]) -> dict[str, Total]:
        """The functions that depend on cells; remembered, as many states have the same."""
        if cells is not self.cells:
            self.cells, self._of_cells = cells, of_cells(cells, self.left)
        return self._of_cells


def varied(
    state: Celled, values: Valuation, names: Iterable[str], chosen: Iterable[str]
) -> Iterator[tuple[str, Valuation]]:
    """The values with one ghost changed, where it matters; and which one it was.

    *names* are ghosts that are numbers, *chosen* are functions that are computed from the state.
    """
    symbols, functions = values
    for name in names:
        for by in (-1, 1):
            yield name, (symbols | {name: symbols[name] + by}, functions)
    live = [at for at, cell in enumerate(state.cells) if isinstance(cell, Has)]
    mattering = {name: tuple(functions[name]) for name in chosen}
    mattering |= {"born": tuple(live), "place": tuple(functions["born"][at] for at in live)}
    for name, arguments in mattering.items():
        for argument in arguments:
            for by in (-1, 1):
                changed = functions[name].copy_with(argument, functions[name][argument] + by)
                yield f"{name}({argument})", (symbols, functions | {name: changed})


def entries(cells: tuple[Cell, ...], head: int | None, vacancies: int) -> list[int]:
    """The positions of a free list by rank, as far as it can be followed, and one more than there should be."""
    met: list[int] = []
    position = head
    while position is not None and 0 <= position < len(cells) and len(met) <= vacancies:
        cell = cells[position]
        if not isinstance(cell, Not):
            break
        met.append(position)
        position = cell.next
    return met[::-1]


def of_cells(cells: tuple[Cell, ...], left: Mapping[str, Mapping[int, int]]) -> dict[str, Total]:
    """The functions that depend on cells, and on what was *left* in those that are vacant or closed.

    The model forgets that. So do the formulas, which ask whether a cell is opened, and whether it is live.
    """
    closed = (at for at in left["id"] if at >= len(cells))
    live = [(at, cell) for at, cell in enumerate(cells) if isinstance(cell, Has)]
    counts = accumulate((isinstance(cell, Has) for cell in cells), initial=0)
    return {
        "has": Total(dict.fromkeys((*(at for at, _ in live), *closed), 1), 0),
        "id": Total({**left["id"], **{at: cell.id for at, cell in live}}, NOWHERE),
        "element": Total({**left["element"], **{at: cell.element for at, cell in live}}, NOWHERE),
        "next": Total({at: position_of(cell) for at, cell in enumerate(cells)}, NOWHERE),
        "below": Total(dict(enumerate(counts)), len(live)),
    }

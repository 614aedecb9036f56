"""A list of shared cells, whose keys are the cells themselves, as 3.2 of seed 000 has it."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "stablelist_conformance/starters/python"))

import starter


class Cell:
    """An element that several may hold."""

    def __init__(self, element: int) -> None:
        self.element = element


def add(cells: list[Cell], element: int) -> Cell:
    """Append a new cell; whoever gets it shares it."""
    cells.append(Cell(element))
    return cells[-1]


def remove(cells: list[Cell], cell: Cell) -> int | None:
    """Take a cell out of the list; its other holders keep it."""
    if cell not in cells:
        return None
    cells.remove(cell)
    return cell.element


port = starter.Port(
    {
        "name": "shared-cells",
        "version": "seed-000",
        "system": "arena",
        "id_bits": 0,
    },
    open=lambda parameters: list[Cell](),
    add=add,
    remove=remove,
    at=lambda cells, cell: cell.element,
    len=len,
)

if __name__ == "__main__":
    port.serve()

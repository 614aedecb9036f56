"""A container whose look-up takes the cell at the index of a key, as the listings in 5.4 of seed 000 do.

They compare no ids, and do not ask whether there is such a cell. What they do not show is done right.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.append(str(Path(__file__).parents[1] / "stablelist_conformance/starters/python"))

import starter


class Key(NamedTuple):
    """An index and an id."""

    index: int
    id: int


class PositionalIndex:
    """Integers in cells, each with the number of its insertion."""

    def __init__(self) -> None:
        self._cells: list[tuple[int, int] | None] = []
        self._free: list[int] = []
        self._next = 0

    def add(self, element: int) -> Key:
        """Use the cell that was vacated last, else a new one."""
        if not self._free:
            self._free.append(len(self._cells))
            self._cells.append(None)
        index, self._next = self._free.pop(), self._next + 1
        self._cells[index] = (element, self._next - 1)
        return Key(index, self._next - 1)

    def at(self, key: Key) -> int | None:
        """What is in the cell, whatever the id of the key."""
        cell = self._cells[key.index]
        return None if cell is None else cell[0]

    def remove(self, key: Key) -> int | None:
        """Vacate a cell, if it holds the element of the key."""
        cell = self._cells[key.index] if key.index < len(self._cells) else None
        if cell is None or cell[1] != key.id:
            return None
        self._cells[key.index] = None
        self._free.append(key.index)
        return cell[0]

    def items(self) -> Iterator[tuple[Key, int]]:
        """Keys and elements."""
        for index, cell in enumerate(self._cells):
            if cell is not None:
                yield Key(index, cell[1]), cell[0]


port = starter.Port(
    {
        "name": "positional-index",
        "version": "seed-000",
        "system": "arena",
        "id_bits": 0,
    },
    open=lambda parameters: PositionalIndex(),
    add=PositionalIndex.add,
    remove=PositionalIndex.remove,
    at=PositionalIndex.at,
    each=PositionalIndex.items,
    forge=lambda index, stamp: Key(index, stamp) if index >= 0 else None,
    parts=lambda key: key,
)

if __name__ == "__main__":
    port.serve()

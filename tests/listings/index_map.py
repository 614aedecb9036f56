"""A table of rows with a map from ids to slots, as the solutions on index maps write it.

Ids are never reused. When a row is deleted, the last row moves into the gap.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "stablelist_conformance/starters/python"))

import starter

ABSENT = 2**32 - 1
"""The slot of an id that has no row."""


class IndexMap:
    """Rows, each of an id and an element."""

    def __init__(self) -> None:
        self._rows: list[tuple[int, int]] = []
        self._slots: list[int] = []

    def append(self, element: int) -> int:
        """Append a row, and return its id."""
        identity = len(self._slots)
        self._slots.append(len(self._rows))
        self._rows.append((identity, element))
        return identity

    def slot_of(self, identity: int) -> int | None:
        """Return the position of the row of an id, if it has one."""
        if not 0 <= identity < len(self._slots) or self._slots[identity] == ABSENT:
            return None
        return self._slots[identity]

    def at(self, identity: int) -> int | None:
        """Return the element of an id."""
        slot = self.slot_of(identity)
        return None if slot is None else self._rows[slot][1]

    def delete(self, identity: int) -> None:
        """Delete the row of an id without checking that there is one."""
        slot = self._slots[identity]
        self._rows[slot] = self._rows[-1]
        self._rows.pop()
        if slot < len(self._rows):
            self._slots[self._rows[slot][0]] = slot
        self._slots[identity] = ABSENT

    def sort(self, rank: Callable[[int], int]) -> None:
        """Sort the rows by the rank of their elements."""
        self._rows.sort(key=lambda row: rank(row[1]))
        for slot, (identity, _) in enumerate(self._rows):
            self._slots[identity] = slot


def delete(rows: IndexMap, identity: int) -> int | None:
    """Delete the row of an id, and return the element that it had."""
    element = rows.at(identity)
    rows.delete(identity)
    return element


port = starter.Port(
    {"name": "index-map", "version": "listing", "system": "index-map", "index_bits": 32},
    open=lambda parameters: IndexMap(),
    add=IndexMap.append,
    remove=delete,
    at=IndexMap.at,
    contains=lambda rows, identity: rows.slot_of(identity) is not None,
    sort=IndexMap.sort,
)

if __name__ == "__main__":
    port.serve()

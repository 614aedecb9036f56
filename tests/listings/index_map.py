"""A table of rows with a map from ids to slots, as the exercises of seed 003 write it.

Ids are never used again. The last row moves into the gap of one that is deleted.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "stablelist_conformance/starters/python"))

import starter

ABSENT = 2**32 - 1
"""The slot of an id that has no row."""


class IndexMap:
    """Rows of an id and an element."""

    def __init__(self) -> None:
        self._rows: list[tuple[int, int]] = []
        self._slots: list[int] = []

    def append(self, element: int) -> int:
        """A new row; its id is returned."""
        identity = len(self._slots)
        self._slots.append(len(self._rows))
        self._rows.append((identity, element))
        return identity

    def slot_of(self, identity: int) -> int | None:
        """Where the row of an id is, if it has one."""
        if not 0 <= identity < len(self._slots) or self._slots[identity] == ABSENT:
            return None
        return self._slots[identity]

    def at(self, identity: int) -> int | None:
        """The element of an id."""
        slot = self.slot_of(identity)
        return None if slot is None else self._rows[slot][1]

    def delete(self, identity: int) -> None:
        """Delete a row. Whether the id has one is not asked."""
        slot = self._slots[identity]
        self._rows[slot] = self._rows[-1]
        self._rows.pop()
        if slot < len(self._rows):
            self._slots[self._rows[slot][0]] = slot
        self._slots[identity] = ABSENT

    def sort(self) -> None:
        """Arrange the rows anew, by their elements from the greatest on."""
        self._rows.sort(key=lambda row: -row[1])
        for slot, (identity, _) in enumerate(self._rows):
            self._slots[identity] = slot


port = starter.Port(
    {
        "name": "index-map",
        "version": "seed-003",
        "system": "arena",
        "id_bits": 0,
        "remove": "silent",
    },
    open=lambda parameters: IndexMap(),
    add=IndexMap.append,
    remove=IndexMap.delete,
    at=IndexMap.at,
    contains=lambda rows, identity: rows.slot_of(identity) is not None,
    shrink_to_fit=IndexMap.sort,
)

if __name__ == "__main__":
    port.serve()

"""A slot map from scratch, as an exercise of seed 003 writes it: only the look-up compares generations."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

sys.path.append(str(Path(__file__).parents[1] / "stablelist_conformance/starters/python"))

import starter


class Key(NamedTuple):
    """A slot, and the generation of its element."""

    slot: int
    generation: int


class UncheckedSlotMap:
    """Integers by key."""

    def __init__(self) -> None:
        self._items: list[int] = []
        self._generations: list[int] = []
        self._free: list[int] = []

    def insert(self, item: int) -> Key:
        """Use the slot that was freed last, else a new one."""
        if not self._free:
            self._free.append(len(self._items))
            self._items.append(0)
            self._generations.append(0)
        slot = self._free.pop()
        self._items[slot] = item
        return Key(slot, self._generations[slot])

    def remove(self, key: Key) -> None:
        """Free a slot. The exercise passes the slot alone, so no generation is compared."""
        self._generations[key.slot] += 1
        self._free.append(key.slot)
        self._items[key.slot] = 0

    def get(self, key: Key) -> int | None:
        """The item, if the slot has that generation; there is no look whether there is such a slot."""
        return self._items[key.slot] if self._generations[key.slot] == key.generation else None


port = starter.Port(
    {
        "name": "unchecked-slot-map",
        "version": "seed-003",
        "system": "slotmap",
        "id_bits": 32,
        "remove": "silent",
    },
    open=lambda parameters: UncheckedSlotMap(),
    add=UncheckedSlotMap.insert,
    remove=UncheckedSlotMap.remove,
    at=UncheckedSlotMap.get,
    forge=lambda index, stamp: Key(index, stamp) if index >= 0 else None,
    parts=lambda key: key,
)

if __name__ == "__main__":
    port.serve()

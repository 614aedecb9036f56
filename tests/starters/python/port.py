"""A port of the slot map beside it: what an adapter looks like once its blanks are filled in."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "stablelist_conformance/starters/python"))

import starter
from slot_map import Key, SlotMap


class SlotMapPort(starter.Port):
    """What the container does."""

    handshake = {"name": "slot-map", "version": "1.0.0", "system": "slotmap", "id_bits": 0, "capacity": "fixed"}
    errors = {"!full": OverflowError}

    def open(self, parameters: Mapping[str, str]) -> SlotMap:
        return SlotMap(int(parameters.get("capacity", 0)))

    def add(self, container: SlotMap, element: int) -> Key:
        return container.insert(element)

    def remove(self, container: SlotMap, key: Key) -> int | None:
        return container.remove(key)

    def at(self, container: SlotMap, key: Key) -> int | None:
        return container.get(key)

    def contains(self, container: SlotMap, key: Key) -> bool:
        return container.get(key) is not None

    def replace(self, container: SlotMap, key: Key, element: int) -> bool:
        return container.replace(key, element)

    def len(self, container: SlotMap) -> int:
        return len(container)

    def is_empty(self, container: SlotMap) -> bool:
        return not container

    def each(self, container: SlotMap) -> Iterator[tuple[Key, int]]:
        return container.items()

    def forge(self, index: int, stamp: int) -> Key:
        return Key(index, stamp)

    def parts(self, key: Key) -> tuple[int, int]:
        return key.index, key.generation


if __name__ == "__main__":
    starter.serve(SlotMapPort())

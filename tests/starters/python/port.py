"""A port of the slot map beside it: an example of an adapter with all blanks filled in."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "stablelist_conformance/starters/python"))

import starter
from slot_map import Key, SlotMap

port = starter.Port(
    {
        "name": "slot-map",
        "version": "1.0.0",
        "system": "slotmap",
        "id_bits": 0,
        "capacity": "fixed",
    },
    errors={"!full": OverflowError},
    open=lambda parameters: SlotMap(int(parameters.get("capacity", 0))),
    add=SlotMap.insert,
    remove=SlotMap.remove,
    at=SlotMap.get,
    contains=lambda container, key: container.get(key) is not None,
    replace=SlotMap.replace,
    len=len,
    is_empty=lambda container: not container,
    each=SlotMap.items,
    forge=Key,
    parts=lambda key: key,
)

if __name__ == "__main__":
    port.serve()

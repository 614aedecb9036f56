"""What the scenarios cost in units of the models: bytes of headers, canaries and gaps, cells moved and visited.

All of it is counted in the state that a model ends in.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any, Final

from bench.tables import markdown
from stablelist_spec.systems.dense_components.model import World

from .scenarios import ALLOCATORS, BYTES, COMMITTED, CONTAINERS, ELEMENTS, ENTITIES

__all__ = ["COUNTED", "bytes_of_blocks", "memory", "number"]

HANDLE: Final = 8
"""An entry of a sparse array, or an entity: two numbers of 4 bytes each (5.4.2, 5.5.2)."""
REVERSE: Final = 4
"""An index of the reverse array."""


def bytes_of_blocks(realm: Any) -> Mapping[str, int]:
    """The bytes that blocks take: those that were asked for, and what is beside them."""
    parts = {
        "asked for": sum(block.asked for block in realm.blocks),
        "headers": realm.space.header * len(realm.blocks),
        "canaries": sum(map(len, chain(*map(realm.canaries, realm.blocks)))),
    }
    used = realm.space.used
    return parts | {"gaps": used - sum(parts.values()), "together": used}


def bytes_of_elements(system: str, state: Any) -> int:
    """The bytes of memory that a container has: whole pages, cells, or the three arrays of a handle map."""
    match system:
        case "paged-vector":
            return int(state.pages) * COMMITTED
        case "handle-map":
            return (HANDLE + BYTES + REVERSE) * len(state.cells)
        case _:
            return BYTES * ELEMENTS


def bytes_of_components(world: World) -> Mapping[str, int]:
    """The bytes of the three arrays of every storage, and how many components are not where they were put first."""
    storages = [storage for storage in world.storages if storage is not None]
    return {
        "components": BYTES * sum(len(each.data) for each in storages),
        "their entities": HANDLE * sum(len(each.entities) for each in storages),
        "places by index": HANDLE * sum(len(each.places) for each in storages),
        "cells moved": sum(
            entity.index != place for each in storages for place, entity in enumerate(each.entities)
        ),
    }


def work(state: Any) -> tuple[int, int]:
    """The cells that were moved, and those that an iteration visited; a container without costs moves none."""
    return (state.cost.moved, state.cost.cells) if hasattr(state, "cost") else (0, 0)


def memory() -> str:
    """The table of allocators, in bytes."""
    found = [(each, bytes_of_blocks(each.state())) for each in ALLOCATORS]
    header = ["scenario", "model", *found[0][1]]
    return markdown(
        header, ([each.name, each.model, *map(number, parts.values())] for each, parts in found)
    )


def containers() -> str:
    """The table of containers: bytes, cells moved, cells visited."""
    header = ["scenario", "model", "bytes", "cells moved", "cells visited"]
    found = [(each, each.state()) for each in CONTAINERS]
    return markdown(
        header,
        (
            [
                each.name,
                each.model,
                *map(number, (bytes_of_elements(each.system, state), *work(state))),
            ]
            for each, state in found
        ),
    )


def entities() -> str:
    """The table of entities, in bytes; in these scenarios, each component moves once at most."""
    found = [(each, bytes_of_components(each.state())) for each in ENTITIES]
    header = ["scenario", "model", *found[0][1]]
    return markdown(
        header, ([each.name, each.model, *map(number, parts.values())] for each, parts in found)
    )


def number(count: int) -> str:
    """A count with its thousands apart.

    >>> number(49_995_000)
    '49,995,000'
    """
    return f"{count:,}"


COUNTED: Final = {"memory": memory, "containers": containers, "entities": entities}
"""The tables by the names of their places; to count them takes a minute."""

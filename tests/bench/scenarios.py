"""``python -m bench.scenarios``: the scenarios of the thesis on a game engine (6.1.4) as programs of its models.

What a program costs is counted in the state that the model ends in: bytes of headers, canaries and gaps, committed
pages, cells moved and visited. The thesis promises memory in its title, and measures time only. The tables stand on
docs/scenarios.md; to count them takes a minute.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

from stablelist_conformance.programs.cover import expand
from stablelist_conformance.wire.operations import decode
from stablelist_proofs.marked import filled
from stablelist_spec.core.history import History
from stablelist_spec.systems import SYSTEMS
from stablelist_spec.systems.dense_components.model import World

from .tables import markdown

__all__ = ["Scenario", "refreshed"]

PAGE: Final = Path("docs/scenarios.md")
BLOCKS: Final = 1_000
ELEMENTS: Final = 10_000
BYTES: Final = 12
"""Of a small object: three numbers of 4 bytes, a position in space."""
COMMITTED: Final = 4_096
"""The bytes of a page of virtual memory."""
HANDLE: Final = 8
"""An entry of a sparse array, or an entity: two numbers of 4 bytes each (5.4.2, 5.5.2)."""
REVERSE: Final = 4
"""An index of the reverse array."""


class Scenario(NamedTuple):
    """A scenario, and a program that does it, longer than ports are sent; ``pop*3`` is three operations.

    Attributes:
        reading: what the thesis leaves open, as it is read here.
    """

    name: str
    system: str
    reading: str
    program: str

    def state(self) -> Any:
        """The state of the model after the program."""
        system = SYSTEMS[self.system]
        chosen, words = self.program.split(" : ")
        history = History(system, expand(f"{chosen} :", self.system).parameters)
        for word, _, times in (each.partition("*") for each in words.split()):
            operation = decode(word, system.family)
            for _ in range(int(times or 1)):
                history.perform(operation)
        return history.state


RAW: Final = "RawAllocators"
BLOCK: Final = f"alloc:{BYTES}:4*{BLOCKS}"
REGION: Final = f"layout region={1 << 16}"
CHUNKS: Final = f"{REGION} size={BYTES} alignment=4"
ALLOCATORS: Final = (
    Scenario(RAW, "linear-allocator", "", f"{REGION} : {BLOCK}"),
    Scenario(RAW, "stack-allocator", "unchecked", f"{REGION} order=unchecked : {BLOCK}"),
    Scenario(RAW, "stack-allocator", "checked", f"{REGION} : {BLOCK}"),
    Scenario(RAW, "double-ended-allocator", "checked, at the front", f"{REGION} : {BLOCK}"),
    Scenario(RAW, "pool-allocator", "", f"{CHUNKS} : {BLOCK}"),
    Scenario(RAW, "growing-pool", "", f"{CHUNKS} page={COMMITTED} : {BLOCK}"),
    Scenario(
        "MemoryRealm_LinearAllocator", "linear-allocator", "", f"{REGION} checker=dealloc : {BLOCK}"
    ),
)

PAGES: Final = f"layout pages=1024 page={COMMITTED} size={BYTES} :"
FILLED: Final = f"cost : fill:{ELEMENTS}"
ONE_BY_ONE: Final = " ".join(f"remove:{number}" for number in range(ELEMENTS))
RING: Final = f"layout capacity={ELEMENTS} : push_back:1*{ELEMENTS}"
VECTOR: Final = f"cost removal=shifts : push:1*{ELEMENTS}"
CONTAINERS: Final = (
    Scenario("VecDefault", "paged-vector", "", f"{PAGES} push:1*{ELEMENTS}"),
    Scenario("VecCapacity", "vec", "with room from the beginning", VECTOR),
    Scenario("VecIteration", "vec", "", f"{VECTOR} each"),
    Scenario("VecErase", "vec", "the last one first", f"{VECTOR} pop*{ELEMENTS}"),
    Scenario("VecErase", "vec", "the first one first", f"{VECTOR} remove_at:0*{ELEMENTS}"),
    Scenario("VecErase", "vec", "the first one, by the last", f"{VECTOR} swap_remove:0*{ELEMENTS}"),
    Scenario("HandleMapInsertion", "handle-map", "", FILLED),
    Scenario("HandleMapIteration", "handle-map", "", f"{FILLED} each"),
    Scenario("HandleMapRemove", "handle-map", "the first one first", f"{FILLED} {ONE_BY_ONE}"),
    Scenario("RingbufferWrite", "ring-buffer", "", RING),
    Scenario("RingbufferRead", "ring-buffer", "", f"{RING} pop_front*{ELEMENTS}"),
    Scenario("RingbufferWrite_Wrapping", "ring-buffer", "", f"{RING} push_back:1*{ELEMENTS // 2}"),
)

MADE: Final = f"layout : make*{ELEMENTS}"
POSITION: Final = f"{MADE} {' '.join(f'insert:{each}:0:1' for each in range(ELEMENTS))}"
VELOCITY: Final = " ".join(f"insert:{each}:1:1" for each in range(ELEMENTS))
TAKEN: Final = " ".join(f"take:{each}:0" for each in range(ELEMENTS // 2))
ENTITIES: Final = (
    Scenario("Position", "dense-components", "", POSITION),
    Scenario("PositionVelocity", "dense-components", "", f"{POSITION} {VELOCITY}"),
    Scenario("Iteration", "dense-components", "", f"{POSITION} each:0"),
    Scenario("Remove", "dense-components", "the first one first", f"{POSITION} {TAKEN}"),
)


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
    return markdown(header, ([*named(each), *map(number, parts.values())] for each, parts in found))


def containers() -> str:
    """The table of containers: bytes, cells moved, cells visited."""
    header = ["scenario", "model", "bytes", "cells moved", "cells visited"]
    found = [(each, each.state()) for each in CONTAINERS]
    return markdown(
        header,
        (
            [*named(each), *map(number, (bytes_of_elements(each.system, state), *work(state)))]
            for each, state in found
        ),
    )


def entities() -> str:
    """The table of entities, in bytes; in these scenarios, each component moves once at most."""
    found = [(each, bytes_of_components(each.state())) for each in ENTITIES]
    header = ["scenario", "model", *found[0][1]]
    return markdown(header, ([*named(each), *map(number, parts.values())] for each, parts in found))


def named(scenario: Scenario) -> tuple[str, str]:
    """A scenario, and its model with the reading."""
    reading = f", {scenario.reading}" if scenario.reading else ""
    return scenario.name, f"`{scenario.system}`{reading}"


def number(count: int) -> str:
    """A count with its thousands apart.

    >>> number(49_995_000)
    '49,995,000'
    """
    return f"{count:,}"


def refreshed(page: str) -> str:
    """The page with its tables."""
    return filled(page, {"memory": memory, "containers": containers, "entities": entities})


if __name__ == "__main__":
    PAGE.write_text(refreshed(PAGE.read_text("utf-8")), "utf-8")

"""The scenarios of the thesis on a game engine (6.1.4) as programs of its models, longer than ports are sent.

``pop*3`` is three operations; the operand ``@`` is the number of the repetition, from 0 on. Models run these
programs, and drivers in C and in Rust, whose elements are the numbers of their repetitions.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from stablelist_conformance.programs.cover import expand
from stablelist_conformance.wire.operations import decode
from stablelist_spec.core.history import History
from stablelist_spec.systems import SYSTEMS

__all__ = ["ALLOCATORS", "BYTES", "COMMITTED", "CONTAINERS", "ELEMENTS", "ENTITIES", "Scenario"]

BLOCKS: Final = 1_000
ELEMENTS: Final = 10_000
BYTES: Final = 12
"""Of a small object: three numbers of 4 bytes, a position in space."""
COMMITTED: Final = 4_096
"""The bytes of a page of virtual memory."""


class Scenario(NamedTuple):
    """A scenario, and a program that does it.

    Attributes:
        reading: what the thesis leaves open, as it is read here.
    """

    name: str
    system: str
    reading: str
    program: str

    @property
    def model(self) -> str:
        """The model with the reading."""
        reading = f", {self.reading}" if self.reading else ""
        return f"`{self.system}`{reading}"

    def state(self) -> Any:
        """The state of the model after the program."""
        system = SYSTEMS[self.system]
        chosen, words = self.program.split(" : ")
        history = History(system, expand(f"{chosen} :", self.system).parameters)
        for word, _, times in (each.partition("*") for each in words.split()):
            for number in range(int(times or 1)):
                history.perform(decode(word.replace("@", str(number)), system.family))
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
    Scenario(
        "HandleMapRemove", "handle-map", "the first one first", f"{FILLED} remove:@*{ELEMENTS}"
    ),
    Scenario("RingbufferWrite", "ring-buffer", "", RING),
    Scenario("RingbufferRead", "ring-buffer", "", f"{RING} pop_front*{ELEMENTS}"),
    Scenario("RingbufferWrite_Wrapping", "ring-buffer", "", f"{RING} push_back:1*{ELEMENTS // 2}"),
)

POSITION: Final = f"layout : make*{ELEMENTS} insert:@:0:1*{ELEMENTS}"
VELOCITY: Final = f"insert:@:1:1*{ELEMENTS}"
TAKEN: Final = f"take:@:0*{ELEMENTS // 2}"
ENTITIES: Final = (
    Scenario("Position", "dense-components", "", POSITION),
    Scenario("PositionVelocity", "dense-components", "", f"{POSITION} {VELOCITY}"),
    Scenario("Iteration", "dense-components", "", f"{POSITION} each:0"),
    Scenario("Remove", "dense-components", "the first one first", f"{POSITION} {TAKEN}"),
)

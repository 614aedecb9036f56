"""The list of all systems."""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.system import System

from .allocator import ALLOCATOR, REALMS
from .bit_set import BIT_SET
from .components import COMPONENTS
from .deferred import DEFERRED
from .dense_components import DENSE_COMPONENTS
from .dense_slotmap import DENSE_SLOTMAP
from .dyadic import DYADIC
from .first_free import FIRST_FREE
from .first_free_skipping import FIRST_FREE_SKIPPING
from .fixed_arena import FIXED_ARENA
from .graph import GRAPH
from .handle_map import HANDLE_MAP
from .hop_slotmap import HOP_SLOTMAP
from .index_map import INDEX_MAP
from .lifo_arena import LIFO_ARENA
from .lifo_slab import LIFO_SLAB
from .lifo_slotmap import LIFO_SLOTMAP
from .map import MAP
from .paged_vector import PAGED_VECTOR
from .relatives import ARENA, SLAB, SLOT_MAP
from .ring import RING
from .ring_buffer import RING_BUFFER
from .sequence import SEQUENCE
from .set import SET
from .shared_vec import SHARED_VEC
from .sparse_set import SPARSE_SET
from .stable_graph import STABLE_GRAPH
from .stable_list import STABLE_LIST
from .stable_vec import STABLE_VEC
from .stack_slotmap import STACK_SLOTMAP
from .told import FOREST, HEAP
from .vec import VEC

__all__ = [
    "ALLOCATOR",
    "BIT_SET",
    "COMPONENTS",
    "DEFERRED",
    "DENSE_COMPONENTS",
    "DENSE_SLOTMAP",
    "DYADIC",
    "FIRST_FREE",
    "FIRST_FREE_SKIPPING",
    "FIXED_ARENA",
    "FOREST",
    "GRAPH",
    "HANDLE_MAP",
    "HEAP",
    "HOP_SLOTMAP",
    "INDEX_MAP",
    "LIFO_ARENA",
    "LIFO_SLAB",
    "LIFO_SLOTMAP",
    "MAP",
    "PAGED_VECTOR",
    "REALMS",
    "RING",
    "RING_BUFFER",
    "SEQUENCE",
    "SET",
    "SHARED_VEC",
    "SPARSE_SET",
    "STABLE_GRAPH",
    "STABLE_LIST",
    "STABLE_VEC",
    "STACK_SLOTMAP",
    "SYSTEMS",
    "VEC",
]

SYSTEMS: Final[dict[str, System]] = {
    system.name: system
    for system in (
        *(STABLE_LIST, DEFERRED, FIRST_FREE, FIRST_FREE_SKIPPING, DYADIC),
        *(LIFO_SLAB, SPARSE_SET, SLOT_MAP, ARENA, SLAB),
        *(LIFO_SLOTMAP, DENSE_SLOTMAP, HOP_SLOTMAP, STACK_SLOTMAP),
        *(LIFO_ARENA, FIXED_ARENA, HANDLE_MAP, INDEX_MAP, STABLE_VEC),
        *(VEC, SHARED_VEC, STABLE_GRAPH, GRAPH),
        *(SEQUENCE, PAGED_VECTOR, RING, RING_BUFFER, MAP, SET, BIT_SET, HEAP, FOREST),
        *(*REALMS, ALLOCATOR),
        *(DENSE_COMPONENTS, COMPONENTS),
    )
}
"""Every system by its name."""

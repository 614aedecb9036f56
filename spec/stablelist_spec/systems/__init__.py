"""The list of all systems."""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.system import System

from .dyadic import DYADIC
from .lifo_slab import LIFO_SLAB
from .relatives import ARENA, SLAB, SLOT_MAP
from .sparse_set import SPARSE_SET
from .stable_list import STABLE_LIST

__all__ = ["DYADIC", "LIFO_SLAB", "SPARSE_SET", "STABLE_LIST", "SYSTEMS"]

SYSTEMS: Final[dict[str, System]] = {
    system.name: system
    for system in (STABLE_LIST, DYADIC, LIFO_SLAB, SPARSE_SET, SLOT_MAP, ARENA, SLAB)
}
"""Every system by its name."""

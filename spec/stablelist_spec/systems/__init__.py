"""The systems that are known here: the only list of them."""

from __future__ import annotations

from typing import Final

from stablelist_spec.system import System

from .relatives import ARENA, SLAB, SLOT_MAP
from .stable_list import STABLE_LIST

__all__ = ["STABLE_LIST", "SYSTEMS"]

SYSTEMS: Final[dict[str, System]] = {
    system.name: system for system in (STABLE_LIST, SLOT_MAP, ARENA, SLAB)
}
"""Every system by its name."""

"""The systems that are known here: the only list of them."""

from __future__ import annotations

from typing import Final

from stablelist_spec.parameters import Parameters, Truncate
from stablelist_spec.pool import POOL
from stablelist_spec.stamps import ByInsertion
from stablelist_spec.system import System

from . import dyadic
from .relatives import ARENA, SLAB, SLOT_MAP
from .sparse_set import SPARSE_SET
from .stable_list import STABLE_LIST, able, needs_of

__all__ = ["DYADIC", "SPARSE_SET", "STABLE_LIST", "SYSTEMS"]

MODEL = dyadic.DYADIC
DYADIC: Final = System(
    name="dyadic",
    family=POOL,
    operations=MODEL.operations,
    fields=("id_bits", "index_bits"),
    stamps=lambda _, bits: ByInsertion(bits),
    noun="list",
    able=able,
    initial=MODEL.initial,
    step=MODEL.step,
    shown=MODEL.shown,
    live=MODEL.live,
    invariants=MODEL.invariants,
    labels=MODEL.labels,
    needs=needs_of(MODEL.labels),
    forgotten=MODEL.forgotten,
    scopes=tuple(Parameters(truncate=mode, id_bits=1, index_bits=3) for mode in Truncate),
)

SYSTEMS: Final[dict[str, System]] = {
    system.name: system for system in (STABLE_LIST, DYADIC, SPARSE_SET, SLOT_MAP, ARENA, SLAB)
}
"""Every system by its name."""

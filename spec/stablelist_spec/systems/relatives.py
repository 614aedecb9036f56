"""Relatives that are specified by their contract only; the positions of their elements are not modelled."""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.family import Role
from stablelist_spec.core.system import System
from stablelist_spec.families.contract import Promise
from stablelist_spec.families.pool import OF_LISTS, OF_VECTORS, POOL
from stablelist_spec.families.stamps import ByContainer, BySlot, Unstamped
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.parts.varied import varied

__all__ = ["ARENA", "SLAB", "SLOT_MAP"]

OFFERED: Final = frozenset(POOL.kinds) - frozenset(
    ["apply", "inspect", "exchange", "traverse", "layout", "cost", *OF_LISTS, *OF_VECTORS]
)
DOCUMENTED: Final = ("clear", "stale", "remove", "panics", "ids", "insert_at")
"""Fields of the handshake in which a port says what its container documents differently."""

SLOT_MAP: Final = System(
    name="slotmap",
    family=POOL,
    operations=OFFERED,
    fields=("id_bits", "parity", "wrap", "capacity", *DOCUMENTED),
    promised=Promise(lambda port, bits: BySlot(bits, parity=port.parity, wraps=port.wraps)),
    configuration=Parameters,
    **varied(Parameters, {}),
)
ARENA: Final = System(
    name="arena",
    family=POOL,
    operations=OFFERED,
    fields=("id_bits", "capacity", *DOCUMENTED),
    promised=Promise(lambda _, bits: ByContainer(bits)),
    configuration=Parameters,
    **varied(Parameters, {}),
    paced_by=Role.SHRINK,
)
SLAB: Final = System(
    name="slab",
    family=POOL,
    operations=OFFERED,
    fields=("capacity", *DOCUMENTED),
    promised=Promise(lambda _, __: Unstamped()),
    configuration=Parameters,
    **varied(Parameters, {}),
)

"""Relatives that are known by their contract alone: what they do with positions is their own business (3)."""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.system import System
from stablelist_spec.families.contract import Promise
from stablelist_spec.families.pool import POOL
from stablelist_spec.families.stamps import ByContainer, BySlot, Unstamped
from stablelist_spec.parts.parameters import Parameters

__all__ = ["ARENA", "SLAB", "SLOT_MAP"]

OFFERED: Final = frozenset(POOL.kinds) - frozenset(
    ["apply", "inspect", "exchange", "traverse", "lend", "layout", "cost"]
)
SINCE_2: Final = frozenset(
    [
        "insert_with",
        "extend",
        "replace",
        "at_mut",
        "each_mut",
        "inspect",
        "reserve",
        "shrink_to_fit",
        "repack",
        "reload",
    ]
)

SLOT_MAP: Final = System(
    name="slotmap",
    family=POOL,
    operations=OFFERED,
    fields=("id_bits", "parity", "wrap", "capacity"),
    promised=Promise(lambda port, bits: BySlot(bits, parity=port.parity, wraps=port.wraps)),
    configuration=Parameters,
    since_2=SINCE_2,
)
ARENA: Final = System(
    name="arena",
    family=POOL,
    operations=OFFERED,
    fields=("id_bits", "capacity"),
    promised=Promise(lambda _, bits: ByContainer(bits)),
    configuration=Parameters,
    since_2=SINCE_2,
)
SLAB: Final = System(
    name="slab",
    family=POOL,
    operations=OFFERED,
    fields=("capacity",),
    promised=Promise(lambda _, __: Unstamped()),
    configuration=Parameters,
    since_2=SINCE_2,
)

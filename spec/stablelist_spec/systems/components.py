"""Any entity component system: the system of which only the contract is known.

A port declares the bits of the ids by which its entities differ from earlier ones; 0 if an entity may come back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.system import System
from stablelist_spec.families.components import COMPONENTS as FAMILY
from stablelist_spec.families.components_contract import LABELS, Worlds
from stablelist_spec.families.contract import Promise
from stablelist_spec.families.stamps import BySlot
from stablelist_spec.parts.options import Bound, Options

from .dense_components import DENSE_COMPONENTS

__all__ = ["COMPONENTS"]


@dataclass(frozen=True)
class Configuration(Options):
    """The bits of an id; None if ids do not repeat."""

    bounds = (Bound("id_bits", 0, 64),)

    id_bits: int | None = 32


PROMISE: Final = Promise(lambda port, bits: BySlot(bits, parity=port.parity, wraps=port.wraps))
"""What is promised of entities is that of a slot map."""

COMPONENTS: Final = System(
    name="components",
    family=FAMILY,
    operations=frozenset(FAMILY.kinds) - {"layout"},
    configuration=Configuration,
    fields=("id_bits", "wrap", "capacity", "clear", "stale"),
    promised=lambda said, chosen: Worlds(PROMISE(said, chosen)),
    labels=LABELS,
    covered_by=DENSE_COMPONENTS.name,
    noun="world",
    axes=Axes(elements="components of entities"),
)
"""Any entity component system."""

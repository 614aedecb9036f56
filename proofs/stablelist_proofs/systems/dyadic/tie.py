"""The formulas of a dyadic list beside its model: they make the same transitions.

The comparisons are those of a StableList (`stablelist_proofs.core.comparing.tie`): every transition of small scopes,
and long random programs.
"""

from __future__ import annotations

from typing import Final

from stablelist_proofs.core.comparing.comparison import Beside, operations_of
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems.dyadic import MODEL

from .machine import Machine

__all__ = ["DYADIC", "SCOPES"]

DYADIC: Final = Beside(
    MODEL.initial,
    operations_of(MODEL),
    lambda state: Machine.new(state.parameters, len(state.partitions)),
    Machine.of,
)
"""The dyadic list, beside its formulas."""

SCOPES: Final = tuple(Parameters(truncate=mode, index_bits=3) for mode in Truncate)
"""Lists of up to 8 cells, whose layouts are all met: of one block or two."""

"""The formulas of a dyadic list beside its model: they make the same transitions.

The comparisons are those of a StableList (`stablelist_proofs.core.comparing.tie`): every transition of small scopes,
and long random programs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from stablelist_proofs.core.comparing.comparison import Beside
from stablelist_spec.parts.lending import exchange
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.parts.reading import at, length
from stablelist_spec.parts.replacing import at_mut, each_mut, replace
from stablelist_spec.systems.dyadic import MODEL

from .machine import Machine

__all__ = ["DYADIC", "SCOPES"]

SHARED: Final[dict[str, Callable[..., Any]]] = {
    operation.__name__: operation for operation in (at, length, at_mut, each_mut, replace, exchange)
}
"""The operations of the model that it shares with all lists of cells."""


def _operation(name: str) -> Callable[..., Any]:
    found: Callable[..., Any] = SHARED.get(name) or getattr(MODEL, name)
    return found


DYADIC: Final = Beside(
    MODEL.initial,
    _operation,
    lambda state: Machine.new(state.parameters, len(state.partitions)),
    Machine.of,
)
"""The dyadic list, beside its formulas."""

SCOPES: Final = tuple(Parameters(truncate=mode, index_bits=3) for mode in Truncate)
"""Lists of up to 8 cells, whose layouts are all met: of one block or two."""

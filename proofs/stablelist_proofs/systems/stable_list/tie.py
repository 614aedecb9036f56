"""The formulas of a StableList beside its model: they make the same transitions.

>>> from stablelist_proofs.core.comparing.diving import dived
>>> from stablelist_proofs.core.comparing.tie import explored, wandered
>>> explored(SCOPES[0], 100, system=STABLE_LIST).steps >= 100
True
>>> wandered(500, seed=1, system=STABLE_LIST).large
500
>>> dived(64, system=STABLE_LIST).deepest
5
"""

from __future__ import annotations

from typing import Final

from stablelist_proofs.core.comparing.comparison import Beside, operations_of
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems.stable_list import MODEL

from .machine import Machine

__all__ = ["SCOPES", "STABLE_LIST"]


STABLE_LIST: Final = Beside(
    lambda parameters: MODEL.initial(parameters),  # noqa: PLW0108 - tests replace it
    operations_of(MODEL),
    lambda state: Machine.new(state.parameters),
    Machine.of,
)
"""A StableList, beside its formulas."""

SCOPES: Final = tuple(
    Parameters(minimum=minimum, capacity=capacity, truncate=mode, index_bits=3)
    for mode in Truncate
    for minimum, capacity in ((4, 4), (4, 8), (8, 8))
)
"""Lists of up to 8 cells, all of whose layouts are reached."""

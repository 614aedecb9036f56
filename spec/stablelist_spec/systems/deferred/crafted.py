"""Programs for truncations that the small scopes do not show; those of a StableList are asked first."""

from __future__ import annotations

from typing import Final

from stablelist_spec.systems.stable_list.crafted import CRAFTED as OF_STABLE_LIST

__all__ = ["CRAFTED"]

CRAFTED: Final = (
    *OF_STABLE_LIST,
    # three halvings at once: q2 and h2 both get their entries from the old q1's list, in reversed order
    (
        "cost id_bits=2 index_bits=0 : add*65 remove:8..63 remove:5 remove:3 remove:6 remove:1 remove:2 remove:4 "
        "remove:64 layout cost add*6 layout"
    ),
    (
        "cost truncate=memory id_bits=2 index_bits=0 : add*65 remove:9..63 remove:7 remove:4 remove:1 remove:64 layout "
        "cost add*9 layout cost"
    ),
    # two halvings, with nothing to deal out, or with everything dropped
    "cost id_bits=2 index_bits=0 : add*33 remove:8..31 remove:32 layout cost",
    "cost truncate=memory id_bits=2 index_bits=0 : reserve:60 add*33 remove:2..31 remove:32 layout cost",
)
"""Programs in the same notation as those of StableList."""

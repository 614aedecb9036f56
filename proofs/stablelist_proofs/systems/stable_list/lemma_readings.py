"""The lemmas about a StableList, written a second time in Python: what is counted, what is dealt, and its ladder."""

from __future__ import annotations

from typing import Final

from stablelist_proofs.core.comparing.drawing import Values
from stablelist_proofs.core.comparing.reading import Reading
from stablelist_proofs.core.comparing.reading_counts import OF_COUNTS as OF_ALL_COUNTS
from stablelist_proofs.core.comparing.reading_counts import is_opened

from .state import PARTITIONS

__all__ = ["OF_COUNTS", "OF_DEALING", "OF_LADDERS"]

# --- What is counted ------------------------------------------------------------------------------


def not_less(v: Values, *cells: int) -> bool:
    """Whether the counts before some positions do not fall from one to the next."""
    counts = [v["below"](cell) for cell in cells]
    return counts == sorted(counts)


def around(name: str) -> Reading:
    """A partition's cell: what comes before and after it there is counted."""

    def reading(v: Values) -> bool:
        cell, start = v["high"], v[f"{name}_start"]
        end = start + v[f"{name}_opened"]
        both = not_less(v, start, cell) and not_less(v, cell + 1, end)
        return not start <= cell < end or both

    return reading


OF_COUNTS: Final[dict[str, Reading]] = OF_ALL_COUNTS | {
    "step": lambda v: (
        not 0 <= v["low"] <= v["high"]
        or not is_opened(v, v["high"])
        or not_less(v, v["low"], v["high"] + 1)
    ),
    **{f"within_{name}": around(name) for name in PARTITIONS},
    "border": lambda v: not_less(v, 0, min(v["q1_opened"], v["space"] // 8), v["q1_opened"]),
}
"""Lemmas, by case."""

# --- What is dealt --------------------------------------------------------------------------------


def is_dealt(v: Values, cell: int) -> bool:
    """Whether the walk has visited a vacant cell of q1: those with the highest ranks come first."""
    left = v["q1_opened"] - v["q1_live"] - v["dealt"]
    return not v["has"](cell) and v["rank"](cell) - v["q1_base"] >= left


def all_cells(v: Values, end: int) -> bool:
    """Whether the dealt and the live cells before a position are all cells before it."""
    return bool(v["dealt_below"](end) + v["below"](end) == end)


def of_q1(v: Values) -> bool:
    """Whether the position is one of an opened cell of q1."""
    return bool(0 <= v["high"] < v["q1_opened"])


OF_DEALING: Final[dict[str, Reading]] = {
    "base": lambda v: all_cells(v, 0),
    "step": lambda v: not of_q1(v) or all_cells(v, v["high"] + 1),
    "cell": lambda v: (
        not of_q1(v)
        or v["dealt_below"](v["high"] + 1) - v["dealt_below"](v["high"]) == is_dealt(v, v["high"])
    ),
}
"""Lemmas about a halving, by case."""

# --- Lengths --------------------------------------------------------------------------------------

OF_LADDERS: Final[dict[str, Reading]] = {
    "rungs_are_lengths_base": lambda v: v["ladder"](0) >= 4,
    "rungs_are_lengths_step": lambda v: (
        v["higher_rung"] < 0 or v["ladder"](v["higher_rung"] + 1) >= 4
    ),
    "at_least_doubled_base": lambda _: True,
    "at_least_doubled_step": lambda v: (
        not 0 <= v["lower_rung"] <= v["higher_rung"]
        or v["ladder"](v["higher_rung"] + 1) >= 2 * v["ladder"](v["lower_rung"])
    ),
}
"""Lemmas about the rungs of a ladder, by case."""

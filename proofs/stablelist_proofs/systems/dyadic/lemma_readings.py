"""The lemmas about a dyadic list, written a second time in Python: where blocks lie, and what is counted."""

from __future__ import annotations

from typing import Final

from stablelist_proofs.core.comparing.drawing import Values
from stablelist_proofs.core.comparing.reading import Reading
from stablelist_proofs.core.comparing.reading_counts import OF_COUNTS as OF_ALL_COUNTS
from stablelist_proofs.core.comparing.reading_counts import is_opened

__all__ = ["OF_COUNTS", "OF_GEOMETRY", "last_is_live"]


# --- Where blocks lie -----------------------------------------------------------------------------


def rises(v: Values, block: int) -> bool:
    """A block begins at 0 or later, and has a cell."""
    return bool(0 <= v["border"](block) < v["border"](block + 1))


def around(v: Values, block: int, other: int) -> bool:
    """Both have cells, and the one with the higher number begins where the other ends, or later."""
    lower, higher = sorted((block, other))
    apart = lower == higher or v["border"](lower + 1) <= v["border"](higher)
    return rises(v, other) and v["border"](block) < v["border"](block + 1) and apart


def lies(v: Values, cell: int) -> bool:
    """A position lies in its block."""
    block = v["block_of"](cell)
    return block >= 0 and inside(v, cell, block)


def inside(v: Values, cell: int, block: int) -> bool:
    """Whether a position lies in a block."""
    return bool(v["border"](block) <= cell < v["border"](block + 1))


def lawful(v: Values, *numbers: str) -> bool:
    """Whether the least space is lawful, and numbers are not negative."""
    return v["least"] >= 4 and all(v[name] >= 0 for name in numbers)


OF_GEOMETRY: Final[dict[str, Reading]] = {
    "borders_rise_base": lambda v: not lawful(v) or rises(v, 0),
    "borders_rise_step": lambda v: not lawful(v, "higher_block") or rises(v, v["higher_block"] + 1),
    "borders_are_ordered_base": lambda _: True,
    "borders_are_ordered_step": lambda v: (
        not lawful(v, "lower_block")
        or v["higher_block"] <= v["lower_block"]
        or v["border"](v["lower_block"] + 1) <= v["border"](v["higher_block"] + 1)
    ),
    "around_a_block": lambda v: (
        not lawful(v, "lower_block", "higher_block")
        or around(v, v["lower_block"], v["higher_block"])
    ),
    "within_its_block_base": lambda v: not lawful(v) or lies(v, 0),
    "within_its_block_step": lambda v: not lawful(v, "some_place") or lies(v, v["some_place"] + 1),
    "lies": lambda v: not lawful(v, "some_place") or lies(v, v["some_place"]),
    "places": lambda v: (
        not lawful(v, "some_place", "lower_block")
        or not inside(v, v["some_place"], v["lower_block"])
        or v["block_of"](v["some_place"]) == v["lower_block"]
    ),
}
"""Lemmas, by case: the base and the step of an induction, or the whole."""


# --- What is counted ------------------------------------------------------------------------------


def counted_within(v: Values) -> bool:
    """A cell lies among those that its block has opened; what is counted before and after it, its block counts."""
    cell, block = v["high"], v["block_of"](v["high"])
    start = v["border"](block)
    end = start + v["opened_in"](block)
    known = 0 <= block < v["blocks"] and cell < end
    return known and all(
        v["below"](one) <= v["below"](other) for one, other in ((start, cell), (cell + 1, end))
    )


def last_is_live(v: Values) -> bool:
    """Whether no live cell comes after the last."""
    return not any(v["last"] < i < v["opened"] and i >= 0 and v["has"](i) for i in v["position"])


OF_COUNTS: Final[dict[str, Reading]] = OF_ALL_COUNTS | {
    "step": lambda v: (
        not 0 <= v["low"] <= v["high"] < v["opened"]
        or 0 <= v["below"](v["high"] + 1) - v["below"](v["low"]) <= v["high"] + 1 - v["low"]
    ),
    "within_its_block": lambda v: not is_opened(v, v["high"]) or counted_within(v),
    "none_after_the_last_base": lambda _: True,
    "none_after_the_last_step": lambda v: (
        not max(0, v["last"] + 1) <= v["low"] <= v["high"] < v["opened"]
        or not last_is_live(v)
        or v["below"](v["high"] + 1) == v["below"](v["low"])
    ),
}
"""Lemmas, by case."""

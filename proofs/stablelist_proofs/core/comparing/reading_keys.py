"""Readings of what is said of the keys of every list: when they resolve, when they revive, and of counters.

The values have the number of opened cells as ``opened``.
"""

from __future__ import annotations

from typing import Final

from stablelist_proofs.core.arc import IDLE

from .drawing import Values
from .reading import Reading

__all__ = ["OF_KEYS"]


def retired_finds(v: Values) -> object:
    """Whether the key that is followed finds an element."""
    i = v["tracked_index"]
    stamp = v["stamp"](v["tracked_birth"])
    return 0 <= i < v["opened"] and v["has"](i) and v["id"](i) == stamp


def revived(v: Values) -> object:
    """Whether its cell has the element of a later insertion with the same id."""
    i, n = v["tracked_index"], v["tracked_birth"]
    there = i < v["opened"] and v["has"](i)
    return there and v["born"](i) > n and v["stamp"](v["born"](i)) == v["stamp"](n)


def never_repeats(v: Values) -> bool:
    """Whether ids distinguish insertions."""
    return all(v["insertion_of"](v["stamp"](i)) == i for i in v["position"])


def two_cells_with_one_id(v: Values) -> object:
    """Whether two live cells have the same id."""
    one, other = v["one_cell"], v["other_cell"]
    live = all(0 <= i < v["opened"] and v["has"](i) for i in (one, other))
    return live and one != other and v["id"](one) == v["id"](other)


def whole_periods(v: Values) -> object:
    """Whether one insertion is a number of periods after the other."""
    return v["other_insertion"] - v["one_insertion"] == v["period"] * v["laps"]


def lies_ahead(v: Values) -> object:
    """Whether it is a later insertion with the same id, a number of laps later."""
    later = v["other_insertion"] > v["one_insertion"] and v["period"] >= 1
    laps = v["laps"] == v["other_lap"] - v["one_lap"]
    return later and laps and v["one_id"] == v["other_id"]


def far_from_none(v: Values) -> object:
    """No multiple of a period lies within a period from 0, but for 0."""
    return v["factor"] == 0 or abs(v["factor"] * v["period"]) >= v["period"]


def live_key_is_at_home(v: Values) -> object:
    """If the key is live, its cell holds its element."""
    i = v["tracked_index"]
    there = i < v["opened"] and v["has"](i) and v["born"](i) == v["tracked_birth"]
    return not v["tracked_live"] or (there and v["element"](i) == v["tracked_element"])


def retired_key_is_older(v: Values) -> object:
    """If the key is retired, an element in its cell was inserted later, and an insertion has issued the key."""
    i, n = v["tracked_index"], v["tracked_birth"]
    there = i < v["opened"] and v["has"](i)
    issued = i >= 0 and 0 <= n < v["added"]
    return issued and (v["tracked_live"] or not there or v["born"](i) > n)


REVIVES: Final = "retired_key_revives_exactly_after_whole_periods"
OF_KEYS: Final[dict[str, Reading]] = {
    f"{REVIVES}/any_source": lambda v: v["tracked_live"] or retired_finds(v) == revived(v),
    "retired_key_never_resolves/unbounded": lambda v: (
        not never_repeats(v) or v["tracked_live"] or not retired_finds(v)
    ),
    "live_ids_are_distinct/two_cells": lambda v: (
        not never_repeats(v) or not two_cells_with_one_id(v)
    ),
    f"{REVIVES}/necessary": lambda v: not lies_ahead(v) or (whole_periods(v) and v["laps"] >= 1),
    f"{REVIVES}/sufficient": lambda v: not whole_periods(v) or v["one_id"] == v["other_id"],
    f"{REVIVES}/successor": lambda v: (
        v["other_id"] == (0 if v["one_id"] + 1 == v["period"] else v["one_id"] + 1)
    ),
    f"{REVIVES}/multiples": far_from_none,
    f"live_key_resolves {IDLE}": live_key_is_at_home,
    f"retired_key_never_resolves {IDLE}": retired_key_is_older,
}
"""Statements that are the same for every list."""

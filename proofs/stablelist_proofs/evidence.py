"""The evidence for a property beside its proof: where it is exhausted, and whether the kit tests it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from stablelist_spec.systems.dyadic.invariants import INVARIANTS as OF_DYADIC
from stablelist_spec.systems.stable_list.invariants import INVARIANTS

from .explore.invariants import OF_EVERY_BLOCK, OF_EVERY_NUMBER, OF_KEYS, asked
from .explore.published import PUBLISHED, Published

__all__ = ["REPORTED", "Exhausted", "exhausted", "tested"]

REPORTED: Final = Path("tests/suite/kit/properties.tsv")
"""Wrong answers of ports, with the properties that a report then names."""

BY_MODEL: Final = "by the model's explorer, in each mode, with indices of 3 bits"

BLOCKS: Final = "tests/suite/spec/systems/dyadic/test_steps.py"
"""The exploration of a dyadic list, whose ids and costs are forgotten."""
OF_BLOCKS: Final = OF_DYADIC.keys() - OF_KEYS.keys() - {"truncation_visits_nothing"}


class Exhausted(NamedTuple):
    """The largest scope in whose every state a property was checked.

    Attributes:
        extent: the scope, and its number of states.
        file: the file that says what is checked, from the root of the repository.
    """

    extent: str
    file: str


def exhausted(name: str) -> Exhausted | None:
    """Where an invariant of a model is exhausted; if no number can show it broken, by the model's explorer."""
    system, _, plain = name.rpartition("/")
    if system and plain in OF_BLOCKS:
        return Exhausted(BY_MODEL, BLOCKS)
    if name not in INVARIANTS:
        return None
    if name in (*OF_EVERY_NUMBER, *OF_EVERY_BLOCK):
        return Exhausted(BY_MODEL, f"spec/{INVARIANTS[name].__module__.replace('.', '/')}.py")
    largest = max((each for each in PUBLISHED if name in asked(each.scope.keep)), key=_size)
    return Exhausted(
        f"by `stablelist explore`, mode {largest.scope.mode.value}, {largest.scope.bound}: {largest.states:,} states",
        "proofs/stablelist_proofs/explore/invariants.py",
    )


def _size(published: Published) -> int:
    return published.states


@cache
def tested() -> frozenset[str]:
    """The properties that a report names when an answer of a StableList breaks one."""
    lines = REPORTED.read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line.startswith("stablelist\t"))
    return frozenset(name for *_, broken in rows for name in broken.split(", "))

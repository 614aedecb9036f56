"""Small instances of a StableList, with "for all" written out; regions in which each goal must say something."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from stablelist_proofs.core.functions import POSITION, RANK
from stablelist_proofs.core.query import Instances
from stablelist_proofs.core.regions import BOUNDED, REGIONS
from stablelist_proofs.core.terms import Domain, Term, all_of, equal, no, symbol

from .walk import PAID

__all__ = ["INSTANCES", "SILENT"]

CELLS: Final = (8, 16)


def _domains(cells: int) -> dict[Domain, range]:
    """The positions and ranks in an element space of *cells* cells."""
    return {POSITION: range(cells + 1), RANK: range(-cells // 4, cells // 2 + 1)}


def _given(cells: int) -> Mapping[str, Term]:
    """The facts about a list of at most this many cells, whose ranks begin at 0."""
    return {"small": symbol("space") <= cells} | {
        f"small, {name}": equal(symbol(f"{name}_base"), 0) for name in ("q1", "q2", "h2")
    }


OWN: Final = {
    "in truncation": PAID,
    "in shrink_to_fit": no(PAID),
}
"""Regions of a StableList only."""


def _far(number: int) -> Mapping[str, Term]:
    """The regions beyond a number."""
    return {
        "in large spaces": symbol("space") >= number,
        "with wide indices": all_of(BOUNDED, symbol("index_count") >= number),
        "after many insertions": symbol("added") >= number,
        "for keys of late insertions": symbol("tracked_birth") >= number,
        "for keys of far positions": symbol("probe_index") >= number,
        "with long periods": symbol("period") >= number,
    }


INSTANCES: Final = Instances(CELLS, _domains, _given, REGIONS | OWN, _far)

SILENT: Final = {
    "in mode never": ("cascade_leaves_h2_live",),
    "with unbounded indices": ("lengths_fit_one_bit_more",),
    "in shrink_to_fit": ("truncation_finds_q1_and_q2_opened",),
}
"""Properties that say nothing in a region, because of their subject."""

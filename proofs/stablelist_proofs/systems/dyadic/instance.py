"""A dyadic list in small, in which "for all" is written out; and the regions in which each goal must say something."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from stablelist_proofs.core.functions import POSITION, within
from stablelist_proofs.core.query import Instances
from stablelist_proofs.core.regions import BOUNDED, REGIONS
from stablelist_proofs.core.terms import Domain, Term, all_of, equal, integer, symbol

from .state import BLOCK, block_of, border

__all__ = ["INSTANCES", "SILENT"]

CELLS: Final = (8, 16)
BLOCKS, BEFORE, LEAST = symbol("blocks"), symbol("blocks_before"), symbol("least")
NUMBERS: Final = range(4)
"""Blocks, of which the last begins past 16 cells or ends there."""


def _domains(cells: int) -> dict[Domain, range]:
    """The positions and blocks of an element space of *cells* cells."""
    return {POSITION: range(cells + 1), BLOCK: NUMBERS}


def _given(cells: int) -> Mapping[str, Term]:
    """What is true of a list of at most so many cells: where its blocks lie."""
    borders = (equal(border(n + 1), border(n) * 2 if n else LEAST) for n in NUMBERS)
    places = (_lies(integer(place)) for place in range(cells + 1))
    return {
        "small": all_of(border(BLOCKS) <= cells, within(1, BLOCKS, integer(4))),
        "small, before blocks were dropped": within(1, BEFORE, integer(5)),
        "small, borders": all_of(equal(border(0), 0), LEAST >= 4, *borders),
        "small, places": all_of(*places),
    }


def _lies(place: Term) -> Term:
    block = block_of(place)
    inside = within(border(block), place, border(block + 1))
    return all_of(within(0, block, integer(4)), inside)


def _far(number: int) -> Mapping[str, Term]:
    """The regions past a number, where whatever says less past it, in one way or another, says less."""
    late, far = symbol("tracked_birth") >= number, symbol("probe_index") >= number
    wide = all_of(BOUNDED, symbol("index_count") >= number)
    return {
        "in large spaces of many blocks": all_of(border(BLOCKS) >= number, number <= BLOCKS),
        "after many insertions, for keys of late ones": all_of(symbol("added") >= number, late),
        "with wide indices, for keys of far positions": all_of(wide, far),
    }


INSTANCES: Final = Instances(CELLS, _domains, _given, REGIONS, _far)

SILENT: Final = {
    "in mode never": ("truncation_leaves_the_top_block_live",),
    "with unbounded indices": (
        "lengths_fit_one_bit_more",
        *(f"masks_fit_into_one_word/{of}" for of in ("conclusion", "memory", "reserve")),
    ),
}
"""The properties and statements that say nothing in a region, because of what they are about."""

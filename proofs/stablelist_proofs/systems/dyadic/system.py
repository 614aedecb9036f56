"""A dyadic list, as a run of proofs sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from stablelist_proofs.smt.arc import Arc
from stablelist_proofs.smt.assertions import Assertions
from stablelist_proofs.smt.assignment import unknown_steps
from stablelist_proofs.smt.identity import DIVIDED
from stablelist_proofs.smt.theory import Proved, Theory
from stablelist_proofs.smt.whole import Extent, beyond

from .counts import miscounted
from .geometry import ASSUMPTIONS
from .growth import LEFT_OUT, not_in_memory
from .instance import INSTANCES, SILENT
from .machine import values
from .obligations import theory
from .ties import TIES, tied
from .words import POWERS

__all__ = ["DYADIC"]


def _strangers(assertions: Iterable[Assertions]) -> Iterator[str]:
    return unknown_steps(assertions, values)


def _inserts(arc: Arc) -> bool:
    """Whether a step answers a new key; said here once more."""
    return arc.operation == "its search" and arc.answer != ()


EXTENT: Final = Extent(
    _inserts,
    4,
    {"keys": {"new_list"}, "growth": {*LEFT_OUT}},
    {},
    {"growth": not_in_memory},
    miscounted,
)
"""Of what is everything claimed: of all steps, lists, keys and numbers; a key is followed from an insertion on."""


def _extent(whole: Theory) -> Iterator[str]:
    return beyond(whole, EXTENT)


DYADIC: Final = Proved(
    "dyadic",
    theory,
    (*ASSUMPTIONS, POWERS, DIVIDED),
    INSTANCES,
    SILENT,
    _strangers,
    _extent,
    None,
    None,
    TIES,
    tied,
)
"""The system."""

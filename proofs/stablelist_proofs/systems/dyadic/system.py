"""A dyadic list, as a run of proofs sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from stablelist_proofs.core.arc import Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.assignment import unknown_steps
from stablelist_proofs.core.identity import DIVIDED
from stablelist_proofs.core.theory import Proved, Theory
from stablelist_proofs.core.whole import Extent, beyond

from .formulas import values
from .geometry import ASSUMPTIONS
from .instance import INSTANCES, SILENT
from .obligations import theory
from .ties import TIES, tied

__all__ = ["DYADIC"]


def _strangers(assertions: Iterable[Assertions]) -> Iterator[str]:
    return unknown_steps(assertions, values)


def _no_counts(_: Assertions) -> Iterator[str]:
    """What `dropping` counts is a difference of the states before and after a step."""
    yield from ()


def _inserts(arc: Arc) -> bool:
    """Whether a step answers a new key; said here once more."""
    return arc.operation == "its search" and arc.answer != ()


EXTENT: Final = Extent(_inserts, 4, {"keys": {"new_list"}}, {}, {}, _no_counts)
"""Of what is everything claimed: of all steps, lists, keys and numbers; a key is followed from an insertion on."""


def _extent(whole: Theory) -> Iterator[str]:
    return beyond(whole, EXTENT)


DYADIC: Final = Proved(
    "dyadic",
    theory,
    (*ASSUMPTIONS, DIVIDED),
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

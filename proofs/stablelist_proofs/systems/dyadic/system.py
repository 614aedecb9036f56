"""A dyadic list, as a run of proofs sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.assignment import unknown_steps
from stablelist_proofs.core.comparing import holding, reading
from stablelist_proofs.core.identity import DIVIDED
from stablelist_proofs.core.theory import Proved, Theory
from stablelist_proofs.core.whole import beyond

from .extent import EXTENT
from .formulas import values
from .geometry import ASSUMPTIONS
from .held import HOLDING
from .instance import INSTANCES, SILENT
from .obligations import theory
from .readings import READINGS
from .ties import TIES, tied
from .words import POWERS

__all__ = ["DYADIC"]


def _strangers(assertions: Iterable[Assertions]) -> Iterator[str]:
    return unknown_steps(assertions, values)


def _read(whole: Theory) -> str:
    return reading.said(reading.read(whole, READINGS))


def _held(whole: Theory) -> str:
    return holding.said(holding.held(whole, HOLDING), "anywhere")


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
    _read,
    _held,
    TIES,
    tied,
)
"""The system."""

"""StableList, as a run of proofs sees it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stablelist_proofs.core.comparing import holding, reading
from stablelist_proofs.core.theory import Proved, Theory
from stablelist_proofs.core.whole import beyond

from .assumptions import ASSUMPTIONS
from .extent import EXTENT
from .formulas import strangers
from .held import HOLDING
from .instance import INSTANCES, SILENT
from .obligations import theory
from .readings import READINGS
from .ties import TIES, tied

__all__ = ["STABLE_LIST"]


def _read(whole: Theory) -> str:
    return reading.said(reading.read(whole, READINGS))


def _held(whole: Theory) -> str:
    return holding.said(holding.held(whole, HOLDING), "between operations")


def _extent(whole: Theory) -> Iterator[str]:
    return beyond(whole, EXTENT)


STABLE_LIST: Final = Proved(
    "", theory, ASSUMPTIONS, INSTANCES, SILENT, strangers, _extent, _read, _held, TIES, tied
)
"""The system whose obligations have no name before theirs."""

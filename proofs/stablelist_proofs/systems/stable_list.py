"""StableList, as a run of proofs sees it; what is said of it is in `stablelist_proofs.smt`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stablelist_proofs.smt import holding, reading
from stablelist_proofs.smt.assumptions import ASSUMPTIONS
from stablelist_proofs.smt.extent import EXTENT
from stablelist_proofs.smt.formulas import strangers
from stablelist_proofs.smt.held import HOLDING
from stablelist_proofs.smt.instance import INSTANCES, SILENT
from stablelist_proofs.smt.obligations import theory
from stablelist_proofs.smt.readings import READINGS
from stablelist_proofs.smt.theory import Proved, Theory
from stablelist_proofs.smt.ties import TIES, tied
from stablelist_proofs.smt.whole import beyond

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

"""StableList, as a run of proofs sees it; what is said of it is in `stablelist_proofs.smt`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stablelist_proofs.smt.assumptions import ASSUMPTIONS
from stablelist_proofs.smt.extent import EXTENT
from stablelist_proofs.smt.formulas import strangers
from stablelist_proofs.smt.held import held
from stablelist_proofs.smt.instance import INSTANCES, SILENT
from stablelist_proofs.smt.obligations import theory
from stablelist_proofs.smt.readings import read
from stablelist_proofs.smt.theory import Proved, Theory
from stablelist_proofs.smt.ties import TIES, tied
from stablelist_proofs.smt.whole import beyond

__all__ = ["STABLE_LIST"]


def _read(whole: Theory) -> str:
    found = read(whole)
    return (
        f"{found.statements} statements say the same as their readings in Python, in {found.trials:,} trials, "
        f"in {found.false:,} of which they are false"
    )


def _held(whole: Theory) -> str:
    found = held(whole.obligations)
    return (
        f"{found.hypotheses} clauses and lemmas that are assumed between operations are true of {found.lists} "
        f"lists of up to {found.largest:,} cells, and assumptions of {found.examples:,} examples"
    )


def _extent(whole: Theory) -> Iterator[str]:
    return beyond(whole, EXTENT)


STABLE_LIST: Final = Proved(
    "", theory, ASSUMPTIONS, INSTANCES, SILENT, strangers, _extent, _read, _held, TIES, tied
)
"""The system whose obligations have no name before theirs."""

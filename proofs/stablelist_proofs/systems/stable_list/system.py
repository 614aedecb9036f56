"""StableList, as a run of proofs sees it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stablelist_proofs.core.theory import Proved, Theory
from stablelist_proofs.core.whole import beyond

from .assumptions import ASSUMPTIONS
from .extent import EXTENT
from .formulas import strangers
from .held import held
from .instance import INSTANCES, SILENT
from .obligations import theory
from .readings import read
from .ties import TIES, tied

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

"""A dyadic list, as a run of proofs sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from stablelist_proofs.smt.assertions import Assertions
from stablelist_proofs.smt.assignment import unknown_steps
from stablelist_proofs.smt.identity import DIVIDED
from stablelist_proofs.smt.theory import Proved

from .geometry import ASSUMPTIONS
from .instance import INSTANCES, SILENT
from .machine import values
from .obligations import theory
from .ties import TIES, tied

__all__ = ["DYADIC"]


def _strangers(assertions: Iterable[Assertions]) -> Iterator[str]:
    return unknown_steps(assertions, values)


DYADIC: Final = Proved(
    "dyadic",
    theory,
    (*ASSUMPTIONS, DIVIDED),
    INSTANCES,
    SILENT,
    _strangers,
    None,
    None,
    TIES,
    tied,
)
"""The system."""

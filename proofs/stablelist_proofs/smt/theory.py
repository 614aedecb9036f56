"""A theory: everything there is to prove of one system."""

from __future__ import annotations

from typing import NamedTuple

from .assertions import Assertions
from .obligation import Obligation

__all__ = ["Theory"]


class Theory(NamedTuple):
    """Everything there is to prove.

    Attributes:
        assertions: what is shown by induction over the program.
        obligations: what the solvers are asked.
    """

    assertions: tuple[Assertions, ...]
    obligations: tuple[Obligation, ...]

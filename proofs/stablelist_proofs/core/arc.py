"""A program as a graph: arcs are steps, and lead from point to point.

What is asserted at a point is proved by induction over the steps (Floyd's method): it holds after every arc that ends
there, if what is asserted where the arc begins held before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from .terms import Term

__all__ = ["IDLE", "START", "Arc"]

START: Final = "start"
"""The point before anything exists."""
IDLE: Final = "between operations"
"""The point where operations begin and end."""


@dataclass(frozen=True, eq=False)
class Arc:
    """One case of an operation, or of a part of one.

    Attributes:
        operation: what it is a case of; exactly one case of it applies wherever it begins.
        source, target: the points where it begins and ends.
        guard: the condition under which the case applies.
        before, after: the states.
        answer: what the operation answers, if anything.
    """

    name: str
    words: str
    operation: str
    source: str
    target: str
    guard: Term
    before: Any
    after: Any
    answer: tuple[Term, ...] = ()

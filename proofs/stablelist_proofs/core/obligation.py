"""An obligation: a query that belongs to a property, and defects that must break it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from .arc import Arc
from .query import Query
from .terms import Sort, symbol

__all__ = ["PLANTED", "PLANTED_AT", "PLANTED_TRUTH", "Flaw", "Obligation", "without"]

PLANTED: Final = symbol("planted")
PLANTED_TRUTH: Final = symbol("planted_truth", Sort.BOOL)
PLANTED_AT: Final = symbol("planted_at")
"""An arbitrary value, right or wrong, which a planted defect writes; and where, if it writes to a function."""


@dataclass(frozen=True)
class Flaw:
    """A planted defect: the same query with one line wrong or one hypothesis missing."""

    words: str
    query: Query


@dataclass(frozen=True)
class Obligation:
    """What the solvers must show.

    Attributes:
        sentence: the name of the property, the same in every storey.
        case: the move or lemma that it is shown for.
        flaws: at least one; each must be detected.
        arc: the step that it is about; its guard may be assumed, and what is asserted where it begins.
        point: where it is asked, if it is about no step.
        states: whether its goal is a statement in its own right, not a clause that other proofs assume; then a planted
            defect must need each piece of it.
    """

    sentence: str
    case: str
    words: str
    query: Query
    flaws: tuple[Flaw, ...]
    arc: Arc | None = field(default=None, repr=False)
    point: str = ""
    states: bool = False

    @property
    def name(self) -> str:
        """The names of the property and the case."""
        return f"{self.sentence}/{self.case}"

    @property
    def at(self) -> str:
        """The point whose assertions may be assumed."""
        return self.arc.source if self.arc else self.point


def without(query: Query, name: str) -> Flaw:
    """The defect that a hypothesis is missing."""
    return Flaw(f"{name!r} is not given", query.without(name))

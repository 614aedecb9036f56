"""An obligation: a query under the name of the property that it is part of, and defects that must break it."""

from __future__ import annotations

from dataclasses import dataclass

from .query import Query

__all__ = ["Flaw", "Obligation", "without"]


@dataclass(frozen=True)
class Flaw:
    """A planted defect: the same query with one line wrong or one hypothesis missing."""

    words: str
    query: Query


@dataclass(frozen=True)
class Obligation:
    """What the solvers have to show.

    Attributes:
        sentence: a sentence-name, the same on every storey.
        case: the move or lemma that it is shown of.
        flaws: at least one; each must be noticed.
    """

    sentence: str
    case: str
    words: str
    query: Query
    flaws: tuple[Flaw, ...]

    @property
    def name(self) -> str:
        """Sentence-name and case."""
        return f"{self.sentence}/{self.case}"


def without(query: Query, name: str) -> Flaw:
    """The defect of a proof that overlooks a hypothesis."""
    return Flaw(f"{name!r} is not given", query.without(name))

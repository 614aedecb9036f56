"""The clauses that are asserted at the points of a program, and what has to be shown for each arc."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .arc import START, Arc
from .query import Hypothesis, clauses
from .terms import Term, smtlib

__all__ = ["Assertions"]


@dataclass(frozen=True, eq=False)
class Assertions:
    """Clauses at every point, which are shown together by induction over the arcs.

    What a clause speaks of is the *subject*: the state of the program, and perhaps ghosts. Before an arc the subject is
    arbitrary; after it, it is a function of the subject before.

    Attributes:
        arcs: the program, or the part of it for which the clauses are claimed.
        said: the clauses at a point about a subject, by name.
        before: an arbitrary subject at a point.
        after: the subject after an arc.
        beside: others, whose clauses may be assumed as well.
        without: the names of the steps that are left out; what is claimed is claimed of programs without them.
        part: the part of a subject that is the program's state; it must be the same before and after an arc as there.
    """

    name: str
    arcs: tuple[Arc, ...]
    said: Callable[[str, Any], Mapping[str, Term]]
    before: Callable[[str], Any]
    after: Callable[[Arc], Any]
    beside: tuple[Assertions, ...] = ()
    without: tuple[str, ...] = ()
    part: Callable[[Any], Any] = lambda subject: subject

    def asserted(self, point: str) -> dict[str, Term]:
        """Its own clauses about an arbitrary subject."""
        return {} if point == START else dict(self.said(point, self.before(point)))

    def known(self, point: str) -> dict[str, Hypothesis]:
        """The clauses that may be assumed at a point: its own, and those of the others."""
        found = dict[str, Hypothesis]()
        for each in (*self.beside, self):
            found |= clauses(each.asserted(point))
        return found

    def scope(self, point: str) -> set[str]:
        """The texts of all clauses that may be assumed at a point."""
        return {smtlib(each.term) for each in self.known(point).values()}

    def shown(self, arc: Arc) -> dict[str, Term]:
        """The clauses that must hold after an arc."""
        return dict(self.said(arc.target, self.after(arc)))

    def changed(self, arc: Arc) -> dict[str, Term]:
        """The clauses that must hold after an arc, without those that the arc leaves unchanged, word for word."""
        held = {smtlib(each.term) for each in self.known(arc.source).values()}
        return {name: term for name, term in self.shown(arc).items() if smtlib(term) not in held}

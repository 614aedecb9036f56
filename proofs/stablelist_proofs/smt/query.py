"""A query: hypotheses, and a goal that should follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from .terms import Domain, Term, declarations, equal, expanded, no, skolemized, smtlib, symbol

__all__ = ["CELLS", "Query", "domains", "script"]

CELLS: Final = (8, 16)
"""The lengths of the element space in small instances, in the order in which they are tried."""


def domains(cells: int) -> dict[Domain, range]:
    """The positions and ranks in an element space of *cells* cells."""
    return {Domain.POSITION: range(cells + 1), Domain.RANK: range(-cells // 4, cells // 2 + 1)}


@dataclass(frozen=True)
class Query:
    """Whether *goal* follows from *hypotheses*, which have names."""

    hypotheses: Mapping[str, Term]
    goal: Term

    def without(self, name: str) -> Query:
        """The query with a hypothesis dropped.

        Raises:
            KeyError: there is no hypothesis with that name.
        """
        kept = dict(self.hypotheses)
        del kept[name]
        return replace(self, hypotheses=kept)

    def negated(self) -> str:
        """SMT-LIB 2 that is unsatisfiable if the goal follows, whatever the size."""
        return script(dict(self.hypotheses) | {"goal, negated": no(skolemized(self.goal))})

    def counterexample(self, cells: int) -> str:
        """SMT-LIB 2 that is satisfiable if a list of *cells* cells refutes the goal."""
        refuted = no(expanded(self.goal, domains(cells)))
        return script(self.small(cells) | {"goal, negated": refuted})

    def hypotheses_alone(self, cells: int) -> str:
        """SMT-LIB 2 that is satisfiable if a list of *cells* cells satisfies all hypotheses."""
        return script(self.small(cells))

    def by_itself(self, cells: int) -> str:
        """SMT-LIB 2 that is satisfiable if the goal is true in some state, lawful or not."""
        return script({"goal": expanded(self.goal, domains(cells))})

    def small(self, cells: int) -> dict[str, Term]:
        """The hypotheses about a list of at most *cells* cells, without quantifiers."""
        given = {"small": symbol("space") <= cells} | {
            f"small, {name}": equal(symbol(f"{name}_base"), 0) for name in ("q1", "q2", "h2")
        }
        ranges = domains(cells)
        return given | {name: expanded(term, ranges) for name, term in self.hypotheses.items()}


def script(assertions: Mapping[str, Term]) -> str:
    """Assertions with their names, and the question."""
    lines = ["(set-logic ALL)", *declarations(list(assertions.values()))]
    for name, term in assertions.items():
        lines += [f"; {name}", f"(assert {smtlib(term)})"]
    return "\n".join([*lines, "(check-sat)", ""])

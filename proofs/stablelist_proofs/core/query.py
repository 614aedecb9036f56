"""A query: hypotheses, each of a kind, and a goal that should follow from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from .terms import Domain, Term, declarations, expanded, no, skolemized, smtlib

if TYPE_CHECKING:
    from .lemma import Shown

__all__ = [
    "Assumption",
    "Hypothesis",
    "Instances",
    "Kind",
    "Query",
    "clauses",
    "guard",
    "premise",
    "script",
    "terms",
]


class Kind(StrEnum):
    """The kinds of hypotheses; `ledger` checks each kind in its own way."""

    CLAUSE = "clause"
    """A clause that is asserted where the step begins, and shown of every step that ends there."""
    GUARD = "guard"
    """The condition of the case; another obligation shows that one of the cases applies."""
    LEMMA = "lemma"
    """The statement of a lemma, as it was proved."""
    PREMISE = "premise"
    """A premise of the lemma that is being proved, and part of its statement."""
    SO_FAR = "so far"
    """The induction hypothesis of the lemma that is being proved."""
    ASSUMED = "assumed"
    """A listed assumption, which is not proved."""


class Assumption(NamedTuple):
    """A listed assumption, which is not proved.

    Attributes:
        words: what it says, and why it is so.
        said: of given terms.
        chosen: those of the terms that are chosen, so that it is true: nothing else may be known of them.
        only: the steps of which it is true; if there are none named, it is true anywhere.
    """

    name: str
    words: str
    said: Callable[..., Term]
    chosen: Callable[..., tuple[Any, ...]] = lambda *_: ()
    only: tuple[str, ...] = ()

    def at(self, *terms: Any, where: str = "") -> dict[str, Hypothesis]:  # noqa: ANN401 - or functions
        """The hypothesis about given terms; its name says *where*, if it is made more than once."""
        hypothesis = Hypothesis(Kind.ASSUMED, self.said(*terms), assumption=(self, terms))
        return {f"{self.name}, {where}" if where else self.name: hypothesis}


@dataclass(frozen=True)
class Hypothesis:
    """A hypothesis, and its kind."""

    kind: Kind
    term: Term
    by: Shown | None = None
    """The use of a lemma."""
    assumption: tuple[Assumption, tuple[Any, ...]] | None = None
    """The assumption, and the terms of which it is assumed."""


Hypotheses = Mapping[str, Hypothesis]
"""Hypotheses by name."""


def clauses(asserted: Mapping[str, Term]) -> dict[str, Hypothesis]:
    """Clauses that are asserted where the step begins."""
    return {name: Hypothesis(Kind.CLAUSE, term) for name, term in asserted.items()}


def guard(term: Term, name: str = "the case") -> dict[str, Hypothesis]:
    """The guard of the case."""
    return {name: Hypothesis(Kind.GUARD, term)}


def premise(**said: Term) -> dict[str, Hypothesis]:
    """Premises of a lemma, by name."""
    return {name.replace("_", " "): Hypothesis(Kind.PREMISE, term) for name, term in said.items()}


def terms(hypotheses: Hypotheses) -> dict[str, Term]:
    """Assumptions about terms, by name."""
    return {name: each.term for name, each in hypotheses.items()}


class Instances(NamedTuple):
    """Instances of a system in which questions are asked in addition to the proof.

    Attributes:
        sizes: of small ones, in which "for all" is written out, in the order in which they are tried.
        domains: what bound variables range over, by size.
        given: what is true of an instance of at most this size.
        regions: other parts of all instances, in each of which every property must say something.
        far: the same, past a given number; there, every goal must say as much as elsewhere.
    """

    sizes: tuple[int, ...]
    domains: Callable[[int], Mapping[Domain, range]]
    given: Callable[[int], Mapping[str, Term]]
    regions: Mapping[str, Term]
    far: Callable[[int], Mapping[str, Term]]


@dataclass(frozen=True)
class Query:
    """Whether *goal* follows from *hypotheses*."""

    hypotheses: Hypotheses
    goal: Term

    def without(self, name: str) -> Query:
        """The query with a hypothesis dropped.

        Raises:
            KeyError: there is no hypothesis with that name.
        """
        kept = dict(self.hypotheses)
        del kept[name]
        return replace(self, hypotheses=kept)

    def assertions(self) -> dict[str, Term]:
        """Assertions that cannot all be true if the goal follows, used for the proof and for refutations."""
        return terms(self.hypotheses) | {"goal, negated": no(skolemized(self.goal))}

    def negated(self, where: Mapping[str, Term] | None = None) -> str:
        """SMT-LIB 2 that is unsatisfiable if the goal follows, whatever the size, or *where* something holds."""
        return script({**(where or {}), **self.assertions()})

    def counterexample(self, small: Instances, size: int) -> str:
        """SMT-LIB 2 that is satisfiable if a small instance refutes the goal."""
        return _in_small(small, size, self.assertions())

    def hypotheses_alone(self, small: Instances, size: int) -> str:
        """SMT-LIB 2 that is satisfiable if a small instance satisfies all hypotheses."""
        return _in_small(small, size, terms(self.hypotheses))

    def assumptions(self, where: Mapping[str, Term] | None = None) -> str:
        """SMT-LIB 2 that is unsatisfiable if the hypotheses contradict each other, whatever the size."""
        return script({**(where or {}), **terms(self.hypotheses)})

    def by_itself(self, small: Instances, size: int) -> str:
        """SMT-LIB 2 that is satisfiable if the goal is true in some state, lawful or not."""
        return script({"goal": expanded(self.goal, small.domains(size))})


def _in_small(small: Instances, size: int, assertions: Mapping[str, Term]) -> str:
    """The assertions without quantifiers, about an instance of at most this size."""
    domains = small.domains(size)
    written = {name: expanded(term, domains) for name, term in assertions.items()}
    return script({**small.given(size), **written})


def script(assertions: Mapping[str, Term]) -> str:
    """Assertions with their names, and the question."""
    lines = ["(set-logic ALL)", *declarations(list(assertions.values()))]
    for name, term in assertions.items():
        lines += [f"; {name}", f"(assert {smtlib(term)})"]
    return "\n".join([*lines, "(check-sat)", ""])

"""Discharges an obligation: both solvers must prove it, and must not prove what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from .obligation import Flaw, Obligation
from .query import Instances, Query
from .solvers import LEAST, SOLVERS, Answer, Verdict, ask
from .terms import Term, smtlib
from .weakening import Path, conjuncts, weakened

__all__ = ["Discharged", "Refuted", "discharge", "provable", "silent", "smallest"]

SEARCH: Final = {"z3": 100_000, "cvc5": 50_000}
"""The effort to find a contradiction, in each solver's own units."""


class Refuted(NamedTuple):
    """The result for a planted defect.

    Attributes:
        size: of a small instance that refutes it; 0 if none does.
        proved_by: the solvers that prove it all the same, asked as for the obligation itself.
    """

    words: str
    size: int
    proved_by: tuple[str, ...] = ()

    @property
    def noticed(self) -> bool:
        """Whether a small instance refutes it, and no solver proves it."""
        return self.size > 0 and not self.proved_by


@dataclass(frozen=True)
class Discharged:
    """The result for an obligation.

    Attributes:
        verdicts: what each solver says about its negation.
        defects: what became of its planted defects.
        consistent: whether some small instance satisfies all of its hypotheses.
        together: what each solver says about its hypotheses alone, whatever the size: not unsat.
        unasked: the pieces of its goal that no planted defect needs.
        counterexample: the size of a small instance that refutes the obligation itself; 0 if none is known.
    """

    sentence: str
    name: str
    words: str
    verdicts: dict[str, Verdict]
    defects: tuple[Refuted, ...]
    consistent: bool
    together: dict[str, Answer]
    unasked: tuple[str, ...] = ()
    counterexample: int = 0

    @property
    def proved(self) -> bool:
        """Whether all solvers agree, the hypotheses are consistent, and some defect tests each piece of the goal."""
        agree = all(verdict.answer is Answer.UNSAT for verdict in self.verdicts.values())
        return agree and self.consistent and not self.contradictory and not self.unasked

    @property
    def contradictory(self) -> tuple[str, ...]:
        """The solvers that find the hypotheses contradictory."""
        return tuple(name for name, said in self.together.items() if said is Answer.UNSAT)

    @property
    def noticed(self) -> int:
        """The number of planted defects that are noticed."""
        return sum(defect.noticed for defect in self.defects)


def discharge(obligation: Obligation, instances: Instances) -> Discharged:
    """Prove an obligation, and refute its planted defects; takes tenths of a second."""
    query, text = obligation.query, obligation.query.negated()
    verdicts = {name: ask(name, text) for name in SOLVERS}
    effort = {name: enough(name, verdict) for name, verdict in verdicts.items()}
    refuted = any(verdict.answer is not Answer.UNSAT for verdict in verdicts.values())
    defects = tuple(_of_a_flaw(flaw, instances, effort) for flaw in obligation.flaws)
    return Discharged(
        obligation.sentence,
        obligation.name,
        obligation.words,
        verdicts,
        defects,
        consistent=smallest(query.hypotheses_alone, instances) > 0,
        together=dict(_together(query.assumptions())),
        unasked=tuple(_unasked(obligation, defects, instances)) if obligation.states else (),
        counterexample=smallest(query.counterexample, instances) if refuted else 0,
    )


def enough(solver: str, proof: Verdict) -> int:
    """The effort for questions that must not be provable: twice the effort of the proof."""
    return max(2 * proof.effort, LEAST[solver])


def smallest(text: Callable[[Instances, int], str], instances: Instances) -> int:
    """The size of the first small instance for which a text is satisfiable, or 0."""
    found = (size for size in instances.sizes if _satisfiable(text(instances, size)))
    return next(found, 0)


@lru_cache(maxsize=1024)
def _satisfiable(text: str) -> bool:
    return ask("z3", text).answer is Answer.SAT


@lru_cache(maxsize=256)
def _together(text: str) -> tuple[tuple[str, Answer], ...]:
    """Each solver's answer about the hypotheses alone; many obligations have the same hypotheses."""
    return tuple((name, ask(name, text, SEARCH[name]).answer) for name in SOLVERS)


def _of_a_flaw(flaw: Flaw, instances: Instances, effort: Mapping[str, int]) -> Refuted:
    text = flaw.query.negated()
    proved_by = tuple(
        name for name in SOLVERS if ask(name, text, effort[name]).answer is Answer.UNSAT
    )
    return Refuted(flaw.words, smallest(flaw.query.counterexample, instances), proved_by)


# --- Does the goal say everything? ----------------------------------------------------------------


DEEP: Final = 2
"""How many levels of a goal are taken apart: its conditions and conclusions, but not the predicates in them."""


def _unasked(
    obligation: Obligation, defects: tuple[Refuted, ...], instances: Instances
) -> Iterator[str]:
    """The pieces of a statement that no defect needs: each is left out in turn, and a defect must then pass."""
    refuted = [
        (flaw.query, defect.size)
        for flaw, defect in zip(obligation.flaws, defects, strict=True)
        if defect.size
    ]
    for path, piece in conjuncts(obligation.query.goal, deep=DEEP):
        if not any(_passes_without(query, path, size, instances) for query, size in refuted):
            yield smtlib(piece)


def _passes_without(query: Query, path: Path, size: int, instances: Instances) -> bool:
    """Whether a defect that an instance of this size refutes is no longer refuted without a piece of the goal."""
    if path not in dict(conjuncts(query.goal, deep=DEEP)):
        return False
    weaker = replace(query, goal=weakened(query.goal, path))
    return not _satisfiable(weaker.counterexample(instances, size))


def silent(obligation: Obligation, region: Mapping[str, Term]) -> bool:
    """Whether a goal says nothing in a region: every planted defect is proved there."""
    return all(provable(flaw.query, region) for flaw in obligation.flaws)


def provable(query: Query, region: Mapping[str, Term]) -> bool:
    """Whether a statement can be proved in a region, with little effort."""
    return ask("z3", query.negated(region), SEARCH["z3"]).answer is Answer.UNSAT

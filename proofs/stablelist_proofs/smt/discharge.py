"""Discharging an obligation: both solvers, its planted defects, and whether its hypotheses are consistent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from .obligation import Obligation
from .query import CELLS
from .solvers import SOLVERS, Answer, Verdict, ask

__all__ = ["Discharged", "Refuted", "discharge"]


class Refuted(NamedTuple):
    """The result for a planted defect.

    Attributes:
        cells: the length of a small element space that refutes it; 0 if none does.
    """

    words: str
    cells: int


@dataclass(frozen=True)
class Discharged:
    """The result for an obligation.

    Attributes:
        verdicts: what each solver says about its negation.
        defects: its planted defects, and how small a list refutes each.
        consistent: whether some small list satisfies all of its hypotheses.
        counterexample: the length of a small element space that refutes the obligation itself; 0 if none is known.
    """

    sentence: str
    name: str
    words: str
    verdicts: dict[str, Verdict]
    defects: tuple[Refuted, ...]
    consistent: bool
    counterexample: int = 0

    @property
    def proved(self) -> bool:
        """Whether every solver finds the negation unsatisfiable, and the hypotheses are consistent."""
        agree = all(verdict.answer is Answer.UNSAT for verdict in self.verdicts.values())
        return agree and self.consistent

    @property
    def noticed(self) -> int:
        """How many planted defects are refuted."""
        return sum(defect.cells > 0 for defect in self.defects)


def discharge(obligation: Obligation) -> Discharged:
    """Prove an obligation, and refute its planted defects; takes tenths of a second."""
    text = obligation.query.negated()
    verdicts = {name: ask(name, text) for name in SOLVERS}
    refuted = any(verdict.answer is not Answer.UNSAT for verdict in verdicts.values())
    return Discharged(
        obligation.sentence,
        obligation.name,
        obligation.words,
        verdicts,
        tuple(
            Refuted(flaw.words, smallest(flaw.query.counterexample)) for flaw in obligation.flaws
        ),
        consistent=smallest(obligation.query.hypotheses_alone) > 0,
        counterexample=smallest(obligation.query.counterexample) if refuted else 0,
    )


def smallest(text: Callable[[int], str]) -> int:
    """The least number of cells for which a text is satisfiable, or 0."""
    return next((cells for cells in CELLS if ask("z3", text(cells)).answer is Answer.SAT), 0)

"""The two solvers. Both get the same text, each through its own parser.

Effort is limited by the solvers' own deterministic counters, not by a clock, so that the answer does not depend on
the machine. Each question has a solver and a context of its own, so that it does not depend on the questions before.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple

__all__ = ["LEAST", "SOLVERS", "Answer", "MissingSolverError", "Verdict", "ask", "check_installed"]


class Answer(StrEnum):
    """What a solver says about a set of formulas."""

    UNSAT = "unsat"
    SAT = "sat"
    UNKNOWN = "unknown"


class Verdict(NamedTuple):
    """An answer, the seconds it took, and the effort in the solver's own units."""

    answer: Answer
    seconds: float
    effort: int = 0


class MissingSolverError(RuntimeError):
    """A solver is not installed."""

    def __init__(self, solver: str) -> None:
        super().__init__(
            f"{solver} is not installed; in a clone of the repository, "
            "run: pip install './tests[prove]'"
        )
        self.solver = solver


FULL: Final = {"z3": 40_000_000, "cvc5": 2_000_000}
"""The effort for a proof, in each solver's own units."""
LEAST: Final = {"z3": 40_000, "cvc5": 20_000}
"""The least effort for what must not be provable."""


def _z3(text: str, effort: int) -> tuple[str, int]:
    import z3  # type: ignore[import-untyped] # it has no types

    solver = z3.Solver(ctx=z3.Context())
    solver.set("rlimit", effort)
    solver.from_string(text)
    answer, statistics = str(solver.check()), solver.statistics()
    return answer, int(statistics.get_key_value("rlimit count"))


def _cvc5(text: str, effort: int) -> tuple[str, int]:
    import cvc5  # type: ignore[import-untyped] # it has no types

    solver = cvc5.Solver()
    solver.setOption("rlimit", str(effort))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "obligation")
    symbols = parser.getSymbolManager()
    answer = ""
    while not (command := parser.nextCommand()).isNull():
        answer += str(command.invoke(solver, symbols))
    used = solver.getStatistics()["resource::resourceUnitsUsed"]["value"]
    return answer.strip(), int(used)


SOLVERS: Final[dict[str, Callable[[str, int], tuple[str, int]]]] = {"z3": _z3, "cvc5": _cvc5}
"""Each solver by name: a function from SMT-LIB 2 text and the most effort to its answer, and the effort it took."""


def check_installed() -> None:
    """Check that both solvers can be imported.

    Raises:
        MissingSolverError: one of them cannot be imported.
    """
    for name in SOLVERS:
        try:
            __import__(name)
        except ImportError as error:
            raise MissingSolverError(name) from error


def ask(solver: str, text: str, effort: int | None = None) -> Verdict:
    """Ask a solver about a text with one ``check-sat``; any answer other than sat and unsat is unknown.

    >>> ask("z3", "(declare-const n Int) (assert (< n n)) (check-sat)").answer
    <Answer.UNSAT: 'unsat'>
    """
    began = time.perf_counter()
    said, used = SOLVERS[solver](text, effort or FULL[solver])
    answer = Answer(said) if said in ("sat", "unsat") else Answer.UNKNOWN
    return Verdict(answer, time.perf_counter() - began, used)
